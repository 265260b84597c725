"""Actions of Cartagena as people read them: the sentence of each action, and the prompt of each phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.asking import THEIR_PROMPTS, my_prompt, variant
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.action_text import ActionSentences
from quarterdeck.kernel.spec import Json

# The action texts and their phases, for the rules page and the help.
FORMS: tuple[tuple[str, str], ...] = (
    ("take CARD", N_("Use this pirate card, which lies face up in the row (CA-22).")),
    ("open", N_("Decline them and have the next card uncovered (CA-22, CA-23).")),
    ("keep gold, keep combat", N_("Ramon Diaz: which of the two cards to keep (CA-41).")),
    ("keep COMBAT", N_("Tembo: which of the two combat cards to keep (CA-43).")),
    ("swap COMBAT, done", N_("Wessel-Jan: a combat card goes under the pile; or no further one (CA-44).")),
    ("sell COMBAT, buy, done", N_("Dean Nero: one trade; or no further one (CA-45).")),
    ("draw, coin", N_("Pang: the top combat card, or a coin (CA-46).")),
    ("rob SEAT", N_("Chang Ye, or a mascot on its own: whom to rob of a coin (CA-47, CA-65).")),
    (
        "done",
        N_(
            "Chang Ye, Ojo with a side, Cambivalute once all pairs stand: no coin, no look. Bijoux with a "
            "side: the conviction stays untouched (CA-47, CA-49 to CA-51)."
        ),
    ),
    (
        "side SIDE",
        N_("Bijoux or Ojo: the side to stand for (CA-49, CA-50). Naming the present one is the bluff."),
    ),
    ("spy SEAT", N_("Ojo: whose conviction to look at (CA-50).")),
    ("higher SIDE", N_("Cambivalute: for whom the higher of the two sailors stands (CA-51).")),
    ("inspect PAIR", N_("Cambivalute, once all pairs stand: which one to look at (CA-51).")),
    ("swap, keep", N_("Cambivalute: swap the two sailors of that pair, or leave them (CA-51).")),
    ("play COMBAT, mascot", N_("A duel: the card to lay face down (CA-63, CA-64).")),
)


def imperative(action_text: str, names: Sequence[str]) -> str | None:
    """The imperative of an action, with players by name where names are given; None if it is no action."""
    if action_text in _BY_TEXT:
        return _(_BY_TEXT[action_text])
    verb, _space, rest = action_text.partition(" ")
    sentence_of_verb = _BY_VERB.get(verb)
    return sentence_of_verb(rest, names) if sentence_of_verb else None


sentence = ActionSentences(
    imperative, N_("“{text}” is no action of Cartagena: write it like “take pang” or “play pink 2”.")
)


def prompt(view: Json, names: Sequence[str]) -> str:
    """The prompt: who is asked and for what; the reader of the view is addressed as "you"."""
    if not view["to_act"]:
        return _("The game is over.")
    if view["seat"] in view["to_act"]:
        return my_prompt(view)
    acting = wording.listed(names[seat] for seat in view["to_act"])
    several = "several " if len(view["to_act"]) > 1 else ""
    return _(THEIR_PROMPTS[several + variant(view)]).format(name=acting)


_BY_TEXT = {
    "open": N_("Knock at the next door"),
    "keep gold": N_("Keep the gold card"),
    "keep combat": N_("Keep the combat card"),
    "buy": N_("Buy a combat card"),
    "done": N_("That's all"),
    "draw": N_("Draw the top combat card"),
    "coin": N_("Take a coin"),
    "swap": N_("Swap the two sailors"),
    "keep": N_("Leave the two sailors as they stand"),
    "mascot": N_("Let the mascot out"),
}


def _take_sentence(rest: str, _names: Sequence[str]) -> str | None:
    if rest not in wording.PIRATES or rest == "ghost":
        return None
    return _("Visit {pirate}").format(pirate=wording.pirate_phrase(rest))


def _card_sentence(words: str) -> Callable[[str, Sequence[str]], str | None]:
    def say(rest: str, _names: Sequence[str]) -> str | None:
        return _(words).format(card=wording.combat_phrase(rest)) if rest in wording.COMBAT else None

    return say


def _side_sentence(words: str) -> Callable[[str, Sequence[str]], str | None]:
    def say(rest: str, _names: Sequence[str]) -> str | None:
        return _(words).format(leader=wording.side_leader(rest)) if rest in wording.SIDES else None

    return say


def _seat_sentence(words: str) -> Callable[[str, Sequence[str]], str | None]:
    def say(rest: str, names: Sequence[str]) -> str | None:
        if rest not in {"0", "1", "2", "3"}:
            return None
        return _(words).format(name=wording.seat_name(int(rest), names))

    return say


def _inspect_sentence(rest: str, _names: Sequence[str]) -> str | None:
    return _("Look at duel {pair}").format(pair=rest) if rest in wording.PAIRS else None


_BY_VERB: dict[str, Callable[[str, Sequence[str]], str | None]] = {
    "take": _take_sentence,
    "keep": _card_sentence(N_("Keep {card}")),
    "swap": _card_sentence(N_("Put {card} under the pile")),
    "sell": _card_sentence(N_("Sell {card}")),
    "rob": _seat_sentence(N_("Steal a coin from {name}")),
    "side": _side_sentence(N_("Stand for {leader}")),
    "spy": _seat_sentence(N_("Look at the conviction of {name}")),
    "higher": _side_sentence(N_("Put the higher sailor on the side of {leader}")),
    "inspect": _inspect_sentence,
    "play": _card_sentence(N_("Lay {card}")),
}

"""What the things of Cartagena are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.kernel import sentences
from quarterdeck.words import N_, Noun, _, ngettext, noun

Counted = Callable[[int], str]

_PIRATES = {
    "valverde": N_("Captain Valverde"),
    "diaz": N_("Ramon Diaz"),
    "crackpott": N_("Crackpott"),
    "tembo": N_("Tembo"),
    "wessel-jan": N_("Wessel-Jan"),
    "nero": N_("Dean Nero"),
    "pang": N_("Pang"),
    "chang-ye": N_("Chang Ye"),
    "sate": N_("Satè"),
    "bijoux": N_("Bijoux"),
    "ojo": N_("Ojo"),
    "cambivalute": N_("Cambivalute"),
    "ghost": N_("Ghost"),
}

_PIRATE_ACTIONS = {
    "valverde": N_("The top gold card and a coin."),
    "diaz": N_("Look at the top gold card and the top combat card; keep one."),
    "crackpott": N_("The top two combat cards."),
    "tembo": N_("Look at the top two combat cards; keep one."),
    "wessel-jan": N_("Swap up to three of your combat cards."),
    "nero": N_("Trade up to three combat cards for coins, or coins for combat cards."),
    "pang": N_("The top combat card or a coin."),
    "chang-ye": N_("Steal a coin from another player."),
    "sate": N_("A coin, and those that lie on the card."),
    "bijoux": N_("Choose your side; later change it, or only seem to."),
    "ojo": N_("Choose your side; later look at somebody else's."),
    "cambivalute": N_("Set up two sailors for a duel; later inspect a pair."),
    "ghost": N_("Nothing: your turn is over."),
}

_LEADERS = {"valverde": N_("Captain Valverde"), "diaz": N_("Ramon Diaz")}

_SIDES = {
    "valverde": N_("Captain Valverde (pink)"),
    "diaz": N_("Ramon Diaz (grey)"),
    "unknown": N_("a side unknown to you"),
}

_COMBAT_NAMES = {"pink": N_("Pink {value}"), "grey": N_("Grey {value}")}
_COMBAT_PHRASES = {"pink": N_("a pink {value}"), "grey": N_("a grey {value}")}

_PILES = {"combat": N_("Combat cards"), "gold": N_("Gold cards"), "coins": N_("Coins")}

_SPACES = {
    "gold": N_("Gold island"),
    "treasure": N_("Treasure island"),
    "volcano": N_("Volcanic island"),
    "sea": N_("Open sea"),
    "storm": N_("Storm"),
    "mutiny": N_("Mutiny"),
}

_PHASES = {
    "cabins": N_("Cabin doors"),
    "diaz": N_("Ramon Diaz: keep one"),
    "tembo": N_("Tembo: keep one"),
    "swap": N_("Wessel-Jan: swapping"),
    "trade": N_("Dean Nero: trading"),
    "pang": N_("Pang: card or coin"),
    "rob": N_("Stealing a coin"),
    "side": N_("Choosing a side"),
    "spy": N_("Ojo: looking at a side"),
    "sailors": N_("Cambivalute: two sailors"),
    "inspect": N_("Cambivalute: choosing a pair"),
    "handle": N_("Cambivalute: swap or keep"),
    "duel": N_("Duel"),
    "over": N_("Game over"),
}

_COUNTED: dict[str, Counted] = {
    "combat": lambda n: ngettext("{count} combat card", "{count} combat cards", n),
    "gold": lambda n: ngettext("{count} gold card", "{count} gold cards", n),
    "coins": lambda n: ngettext("{count} coin", "{count} coins", n),
}

PIRATES = tuple(_PIRATES)
SIDES = tuple(_LEADERS)
PILES = tuple(_PILES)
SPACES = tuple(_SPACES)
PHASES = tuple(_PHASES)
PAIRS = ("A", "B", "C", "D", "E")
COMBAT = tuple(f"{colour} {value}" for colour in _COMBAT_NAMES for value in (1, 2, 3))
MASCOT = "mascot"

listed = sentences.listed
option_words = sentences.option_words
seat_name = sentences.seat_name


def pirate_name(pirate: str) -> str:
    """A pirate as a label: "Dean Nero", "Ghost"."""
    return _(_PIRATES[pirate])


def pirate_phrase(pirate: str) -> Noun:
    """A pirate as a noun phrase to stand in a sentence: "Dean Nero", "the Ghost"."""
    return noun(N_("the Ghost") if pirate == "ghost" else _PIRATES[pirate])


def pirate_action(pirate: str) -> str:
    """What a pirate does for who uses the card, in one line (CA-40 to CA-52)."""
    return _(_PIRATE_ACTIONS[pirate])


def side_leader(side: str) -> str:
    """Who a side fights for: "Ramon Diaz"."""
    return _(_LEADERS[side])


def side_name(side: str) -> str:
    """A side with its colour, "Ramon Diaz (grey)"; for `unknown` what the reader can't know."""
    return _(_SIDES[side])


def side_of(card: str) -> str:
    """The side that a combat card fights for: `pink 2` is for `valverde`."""
    return "valverde" if card.startswith("pink") else "diaz"


def combat_name(card: str) -> str:
    """A combat card, or the mascot, as a label: "Pink 2", "Mascot"."""
    return _("Mascot") if card == MASCOT else _valued(_COMBAT_NAMES, card)


def combat_phrase(card: str) -> str:
    """A combat card, or the mascot, as a noun phrase to stand in a sentence: "a pink 2", "the mascot"."""
    return _("the mascot") if card == MASCOT else _valued(_COMBAT_PHRASES, card)


def gold_phrase(value: int) -> str:
    """A gold card that is known: "a gold card worth 2"."""
    return _("a gold card worth {value}").format(value=value)


def pile_name(pile: str) -> str:
    """A supply as a label: "Gold cards"."""
    return _(_PILES[pile])


def counted(pile: str, count: int) -> str:
    """So many of a supply's things: "1 combat card", "3 coins"."""
    return _COUNTED[pile](count).format(count=count)


def coins(count: int) -> str:
    """A counted noun: "3 coins"."""
    return counted("coins", count)


def space_name(space: str) -> str:
    """A space of the sea route as a label: "Treasure island"."""
    return _(_SPACES[space])


def phase_name(phase: str) -> str:
    """A phase of `view.phase` as a label: "Cabin doors"."""
    return _(_PHASES[phase])


def _valued(forms: dict[str, str], card: str) -> str:
    colour, _space, value = card.partition(" ")
    return _(forms[colour]).format(value=value)

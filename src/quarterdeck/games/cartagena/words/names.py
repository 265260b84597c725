"""The names of things in Cartagena, in the reader's language."""

from __future__ import annotations

from quarterdeck.i18n import N_, _, ngettext
from quarterdeck.kernel import sentences
from quarterdeck.kernel.sentences import Counts, Labels, Phrases

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

pirate_name = Labels(_PIRATES)
pirate_phrase = Phrases({**_PIRATES, "ghost": N_("the Ghost")})

pirate_action = Labels(
    {
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
)

side_leader = Labels({"valverde": N_("Captain Valverde"), "diaz": N_("Ramon Diaz")})

side_name = Labels(
    {
        "valverde": N_("Captain Valverde (pink)"),
        "diaz": N_("Ramon Diaz (grey)"),
        "unknown": N_("a side unknown to you"),
    }
)

_COMBAT_NAMES = {"pink": N_("Pink {value}"), "grey": N_("Grey {value}")}
_COMBAT_PHRASES = {"pink": N_("a pink {value}"), "grey": N_("a grey {value}")}

pile_name = Labels({"combat": N_("Combat cards"), "gold": N_("Gold cards"), "coins": N_("Coins")})

space_name = Labels(
    {
        "gold": N_("Gold island"),
        "treasure": N_("Treasure island"),
        "volcano": N_("Volcanic island"),
        "sea": N_("Open sea"),
        "storm": N_("Storm"),
        "mutiny": N_("Mutiny"),
    }
)

phase_name = Labels(
    {
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
)

counted = Counts(
    {
        "combat": lambda n: ngettext("{count} combat card", "{count} combat cards", n),
        "gold": lambda n: ngettext("{count} gold card", "{count} gold cards", n),
        "coins": lambda n: ngettext("{count} coin", "{count} coins", n),
    }
)

PIRATES = pirate_name.names
SIDES = side_leader.names
PILES = pile_name.names
SPACES = space_name.names
PHASES = phase_name.names
PAIRS = ("A", "B", "C", "D", "E")
COMBAT = tuple(f"{colour} {value}" for colour in _COMBAT_NAMES for value in (1, 2, 3))
MASCOT = "mascot"

listed = sentences.listed
option_words = sentences.option_words
seat_name = sentences.seat_name


def side_of(card: str) -> str:
    """The side that a combat card fights for: `pink 2` is for `valverde`."""
    return "valverde" if card.startswith("pink") else "diaz"


def combat_name(card: str) -> str:
    """A combat card, or the mascot, as a label: "Pink 2", "Mascot"."""
    return _("Mascot") if card == MASCOT else _with_value(_COMBAT_NAMES, card)


def combat_phrase(card: str) -> str:
    """A combat card, or the mascot, as a phrase within a sentence: "a pink 2", "the mascot"."""
    return _("the mascot") if card == MASCOT else _with_value(_COMBAT_PHRASES, card)


def gold_phrase(value: int) -> str:
    """A known gold card as a phrase: "a gold card worth 2"."""
    return _("a gold card worth {value}").format(value=value)


def coins(count: int) -> str:
    """A counted noun: "3 coins"."""
    return counted("coins", count)


def _with_value(forms: dict[str, str], card: str) -> str:
    colour, _space, value = card.partition(" ")
    return _(forms[colour]).format(value=value)

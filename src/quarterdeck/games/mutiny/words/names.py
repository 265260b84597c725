"""The names of things in Mutiny!, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.i18n import N_, Noun, _, ngettext
from quarterdeck.kernel import sentences
from quarterdeck.kernel.sentences import Counts, Labels, Phrases

crew_name = Labels(
    {
        "deck-hand": N_("Deck Hand"),
        "gunner": N_("Gunner"),
        "cook": N_("Cook"),
        "pilot": N_("Pilot"),
        "first-mate": N_("First Mate"),
    }
)

crew_phrase = Phrases(
    {
        "deck-hand": N_("the Deck Hand"),
        "gunner": N_("the Gunner"),
        "cook": N_("the Cook"),
        "pilot": N_("the Pilot"),
        "first-mate": N_("the First Mate"),
    }
)

# The primary ability and the secondary one.
_ABILITIES = {
    "deck-hand": (
        N_("Move any one token, anybody's, from one crew member to another."),
        N_("Move one of your own tokens from one crew member to another."),
    ),
    "gunner": (N_("2 cutlasses."), N_("1 cutlass.")),
    "cook": (N_("2 rum."), N_("1 rum.")),
    "pilot": (N_("Choose whether the ship sails north or south."), N_("1 cutlass.")),
    "first-mate": (N_("The spyglass: you are the new lookout."), N_("1 rum.")),
}

resource_name = Labels({"rum": N_("Rum"), "doubloon": N_("Doubloons"), "cutlass": N_("Cutlasses")})

counted = Counts(
    {
        "rum": lambda n: ngettext("{count} rum", "{count} rum", n),
        "doubloon": lambda n: ngettext("{count} doubloon", "{count} doubloons", n),
        "cutlass": lambda n: ngettext("{count} cutlass", "{count} cutlasses", n),
    }
)

rank_name = Labels(
    {
        "primary": N_("Primary ability"),
        "secondary": N_("Secondary ability"),
        "course": N_("Control"),
    }
)

# What is settled for a crew member, as a phrase within a sentence.
_STAKES = {
    "primary": N_("the primary ability of {crew}"),
    "secondary": N_("the secondary ability of {crew}"),
    "course": N_("control of {crew}"),
}

destination_name = Labels({"north": N_("North"), "south": N_("South")})

phase_name = Labels(
    {
        "bid": N_("Bidding"),
        "offer": N_("Offers to the lookout"),
        "pick": N_("Breaking a tie"),
        "move": N_("Deck Hand: moving a token"),
        "course": N_("Pilot: setting the course"),
        "lose": N_("Losing a doubloon"),
        "retrieve": N_("Taking doubloons back"),
        "over": N_("Game over"),
    }
)

CREW = crew_name.names
RESOURCES = resource_name.names
RANKS = rank_name.names
DESTINATIONS = destination_name.names
TOKENS = ("doubloon", "rum")
PHASES = phase_name.names

addressed = sentences.addressed
listed = sentences.listed
seat_name = sentences.seat_name


_DEALS = {"open": N_("Open deals"), "closed": N_("Closed offers")}


def option_words(name: str, value: str | int | None) -> str:
    """An option as a label, or one of its values."""
    if name == "deals":
        return _("Deals with the lookout") if value is None else _(_DEALS.get(str(value), str(value)))
    return sentences.option_words(name, value)


def crew_ability(crew: str) -> tuple[str, str]:
    """A crew member's primary and secondary ability, one line each (MU-24 to MU-28)."""
    primary, secondary = _ABILITIES[crew]
    return _(primary), _(secondary)


def stake(rank: str, crew: str) -> str:
    """What is settled for a crew member, as a phrase: "the secondary ability of the Cook"."""
    return _(_STAKES[rank]).format(crew=crew_phrase(crew))


def tokens(doubloons: int, rum: int) -> str:
    """A bid: "2 doubloons and 1 rum", "1 rum", "nothing"."""
    goods = (("doubloon", doubloons), ("rum", rum))
    return listed(counted(resource, count) for resource, count in goods if count) or _("nothing")


def hoard(cutlasses: int, rum: int) -> str:
    """A winner's deciding holdings (MU-50): "10 cutlasses and 2 rum", "8 cutlasses"."""
    goods = (("cutlass", cutlasses), ("rum", rum))
    return listed(counted(resource, count) for resource, count in goods if count) or _("no cutlass")


def effect_words(crew: str, resource: str, amount: int) -> str:
    """An effect of a destination (MU-4) as a label: "Gunner: +1 cutlass", "Cook: −2 rum"."""
    words = _("{crew}: +{things}") if amount > 0 else _("{crew}: −{things}")
    return words.format(crew=crew_name(crew), things=counted(resource, abs(amount)))


def alternatives(people: Iterable[str]) -> Noun:
    """Players as alternatives: "Ann, Bert or you"."""
    return Noun.of(people, _joined_by_or)


def _joined_by_or(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return _("{first} or {last}").format(first=_(", ").join(words[:-1]), last=words[-1])

"""What the things of Mutiny! are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quarterdeck.kernel import sentences
from quarterdeck.words import N_, Noun, _, ngettext, noun

Counted = Callable[[int], str]

_CREW = {
    "deck-hand": N_("Deck Hand"),
    "gunner": N_("Gunner"),
    "cook": N_("Cook"),
    "pilot": N_("Pilot"),
    "first-mate": N_("First Mate"),
}

_CREW_PHRASES = {
    "deck-hand": N_("the Deck Hand"),
    "gunner": N_("the Gunner"),
    "cook": N_("the Cook"),
    "pilot": N_("the Pilot"),
    "first-mate": N_("the First Mate"),
}

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

_RESOURCES = {"rum": N_("Rum"), "doubloon": N_("Doubloons"), "cutlass": N_("Cutlasses")}

_COUNTED: dict[str, Counted] = {
    "rum": lambda n: ngettext("{count} rum", "{count} rum", n),
    "doubloon": lambda n: ngettext("{count} doubloon", "{count} doubloons", n),
    "cutlass": lambda n: ngettext("{count} cutlass", "{count} cutlasses", n),
}

_RANKS = {
    "primary": N_("Primary ability"),
    "secondary": N_("Secondary ability"),
    "course": N_("Control"),
}

# What is settled for a crew member, to stand in a sentence.
_STAKES = {
    "primary": N_("the primary ability of {crew}"),
    "secondary": N_("the secondary ability of {crew}"),
    "course": N_("control of {crew}"),
}

_DESTINATIONS = {"north": N_("North"), "south": N_("South")}

_PHASES = {
    "bid": N_("Bidding"),
    "offer": N_("Offers to the lookout"),
    "pick": N_("Breaking a tie"),
    "move": N_("Deck Hand: moving a token"),
    "course": N_("Pilot: setting the course"),
    "lose": N_("Losing a doubloon"),
    "retrieve": N_("Taking doubloons back"),
    "over": N_("Game over"),
}

CREW = tuple(_CREW)
RESOURCES = tuple(_RESOURCES)
RANKS = tuple(_RANKS)
DESTINATIONS = tuple(_DESTINATIONS)
TOKENS = ("doubloon", "rum")
PHASES = tuple(_PHASES)

addressed = sentences.addressed
listed = sentences.listed
option_words = sentences.option_words
seat_name = sentences.seat_name


def crew_name(crew: str) -> str:
    """A crew member as a label: "First Mate"."""
    return _(_CREW[crew])


def crew_phrase(crew: str) -> Noun:
    """A crew member as a noun phrase to stand in a sentence: "the First Mate"."""
    return noun(_CREW_PHRASES[crew])


def crew_ability(crew: str) -> tuple[str, str]:
    """A crew member's primary and secondary ability, one line each (MU-24 to MU-28)."""
    primary, secondary = _ABILITIES[crew]
    return _(primary), _(secondary)


def rank_name(rank: str) -> str:
    """What is settled for a crew member, as a label: "Secondary ability", "Control"."""
    return _(_RANKS[rank])


def stake(rank: str, crew: str) -> str:
    """The same in a sentence, with the crew member: "the secondary ability of the Cook"."""
    return _(_STAKES[rank]).format(crew=crew_phrase(crew))


def resource_name(resource: str) -> str:
    """What is gained and lost, as a label: "Cutlasses"."""
    return _(_RESOURCES[resource])


def counted(resource: str, count: int) -> str:
    """So many of it: "1 doubloon", "3 cutlasses", "2 rum"."""
    return _COUNTED[resource](count).format(count=count)


def tokens(doubloons: int, rum: int) -> str:
    """A bid: "2 doubloons and 1 rum", "1 rum", "nothing"."""
    goods = (("doubloon", doubloons), ("rum", rum))
    return listed(counted(resource, count) for resource, count in goods if count) or _("nothing")


def hoard(cutlasses: int, rum: int) -> str:
    """What the winner is told by (MU-50): "10 cutlasses and 2 rum", "8 cutlasses"."""
    goods = (("cutlass", cutlasses), ("rum", rum))
    return listed(counted(resource, count) for resource, count in goods if count) or _("no cutlass")


def effect_words(crew: str, resource: str, amount: int) -> str:
    """An effect of a destination (MU-4) as a label: "Gunner: +1 cutlass", "Cook: −2 rum"."""
    words = _("{crew}: +{things}") if amount > 0 else _("{crew}: −{things}")
    return words.format(crew=crew_name(crew), things=counted(resource, abs(amount)))


def destination_name(destination: str) -> str:
    """A destination as a label: "North"."""
    return _(_DESTINATIONS[destination])


def phase_name(phase: str) -> str:
    """A phase of `view.phase` as a label: "Bidding"."""
    return _(_PHASES[phase])


def alternatives(people: Iterable[str]) -> Noun:
    """Players of whom one is meant: "Ann, Bert or you"."""
    return Noun.of(people, _alternatives)


def _alternatives(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return _("{first} or {last}").format(first=_(", ").join(words[:-1]), last=words[-1])

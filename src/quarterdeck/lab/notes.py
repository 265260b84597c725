"""What is noted of a game while it is played, beside its result: for each game, what its facts count as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from quarterdeck.games.cartagena.state import Dry
from quarterdeck.games.cartagena.words import names
from quarterdeck.games.mutiny.words.names import CREW, crew_name
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event
from quarterdeck.words import N_, _

# What is counted: a topic and one of its items, `("side", "diaz")`.
Note = tuple[str, str]


class Figure(Enum):
    """What is told of an item's notes."""

    SHARE = N_("games, %")  # the part of the games in which it was noted
    GAME = N_("a game")  # how often, a game
    ROUND = N_("a round")  # how often, a round
    WON = N_("winner's, %")  # of all times that it was noted of a seat, those of the winner


@dataclass(frozen=True)
class Topic:
    """Notes that belong together: a title, marked for translation, and the items in the order of a report."""

    name: str
    title: str
    figure: Figure
    items: tuple[str, ...]
    label: Callable[[str], str]


@dataclass(frozen=True)
class Notebook:
    """What to watch a game for: who begins, as its first position tells, and what each fact counts as.

    `rounds` reads off its last position how long it was, `length` says in what that is counted.
    """

    begins: Callable[[Json], int]
    counts: Callable[[Event], Iterable[Note]]
    topics: tuple[Topic, ...] = ()
    rounds: Callable[[Json], int] = lambda body: int(body["round"])
    length: str = N_("rounds")


def _cartagena(event: Event) -> list[Note]:
    """How the voyage and the mutiny went."""
    data = event.data
    match event.kind:
        case "used":
            return [("used", str(data["pirate"]))]
        case "ghost_met":
            return [("used", "ghost")]
        case "voyage_ended":
            dry = [one.name.lower() for one in Dry if int(data["dry"]) & one]
            return [("end", one) for one in (["mutiny"] if data["mutiny_space"] else []) + dry]
        case "left_out":
            return [("mutiny", "left_out")]
        case "out_of_cards":
            return [("mutiny", "out_of_cards")]
        case "duel_began":
            return [("mutiny", "duels")]
        case "mutiny_won":
            return [("side", str(data["side"]))]
    return []


_ENDS = {
    "mutiny": N_("mutiny space reached (CA-29)"),
    "combat": N_("combat cards gone"),
    "gold": N_("gold cards gone"),
    "coins": N_("coins gone"),
}

_MUTINY = {
    "duels": N_("duels (CA-61)"),
    "left_out": N_("players without a conviction (CA-60)"),
    "out_of_cards": N_("players without a card (CA-66)"),
}


def _mutiny(event: Event) -> list[Note]:
    """What is bid, the abilities it wins, ties and deals, and where cutlasses come from (MU-10 to MU-31)."""
    data = event.data
    match event.kind:
        case "bid_shown":
            tokens = int(data["doubloons"]) + int(data["rum"])
            return [("tokens", str(data["crew"]))] * tokens + [("bidders", str(data["crew"]))] * (tokens > 0)
        case "primary" | "secondary" as rank:
            return [("abilities", f"{data['crew']} {rank}")]
        case "tied":
            return [("ties", str(data["rank"]))]
        case "offer_shown" if data["rum"]:
            return [("ties", "offer")]
        case "deal":
            return [("ties", "deal"), *[("ties", "rum")] * int(data["rum"])]
        case "gained" if data["resource"] == "cutlass":
            return [("cutlasses", CREW[int(data["why"])] if data["why"] else "course")] * int(data["amount"])
        case "lost" if data["resource"] == "cutlass":
            return [("cutlasses", "lost")] * int(data["amount"])
    return []


_RANKS = {"primary": N_("{crew}: primary"), "secondary": N_("{crew}: secondary")}
_ABILITIES = tuple(f"{crew} {rank}" for crew in CREW for rank in _RANKS)

_TIES = {
    "primary": N_("ties for a primary ability"),
    "secondary": N_("ties for a secondary ability"),
    "course": N_("ties for control"),
    "offer": N_("offers to the lookout"),
    "deal": N_("deals with the lookout"),
    "rum": N_("rum paid to the lookout"),
}

_CUTLASSES = {
    "gunner": N_("from the Gunner"),
    "pilot": N_("from the Pilot"),
    "course": N_("from the ship's course"),
    "lost": N_("lost"),
}


def _of_mutiny(item: str) -> str:
    return _(_MUTINY[item])


def _tie(item: str) -> str:
    return _(_TIES[item])


def _cutlass(item: str) -> str:
    return _(_CUTLASSES[item])


def _ability(item: str) -> str:
    crew, rank = item.split()
    return _(_RANKS[rank]).format(crew=crew_name(crew))


# What is noted of a game that has no notebook of its own.
PLAIN = Notebook(lambda body: int(body["to_act"][0]), lambda event: ())

NOTEBOOKS: Mapping[str, Notebook] = {
    "cartagena": Notebook(
        lambda body: int(body["first_giver"]),
        _cartagena,
        (
            Topic("end", N_("Why voyages ended"), Figure.SHARE, tuple(_ENDS), lambda item: _(_ENDS[item])),
            Topic("side", N_("The side that won"), Figure.SHARE, names.SIDES, names.side_name),
            Topic("mutiny", N_("The mutiny, a game"), Figure.GAME, tuple(_MUTINY), _of_mutiny),
            Topic("used", N_("Pirates used, a game"), Figure.GAME, names.PIRATES, names.pirate_name),
        ),
    ),
    "mutiny": Notebook(
        lambda body: int(body["lookout"]),
        _mutiny,
        (
            Topic("tokens", N_("Tokens bid, a turn"), Figure.ROUND, CREW, crew_name),
            Topic("bidders", N_("Players who bid, a turn"), Figure.ROUND, CREW, crew_name),
            Topic("abilities", N_("Abilities used, a turn"), Figure.ROUND, _ABILITIES, _ability),
            Topic("abilities", N_("Abilities, how often the winner's"), Figure.WON, _ABILITIES, _ability),
            Topic("ties", N_("Ties and deals, a turn"), Figure.ROUND, tuple(_TIES), _tie),
            Topic("cutlasses", N_("Cutlasses, a turn"), Figure.ROUND, tuple(_CUTLASSES), _cutlass),
        ),
        lambda body: int(body["turn_no"]),
        N_("turns"),
    ),
}


def notebook(game: str) -> Notebook:
    """The notebook of a game."""
    return NOTEBOOKS.get(game, PLAIN)

"""What is noted of a game while it is played, beside its result: for each game, what its facts count as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from quarterdeck.games.cartagena.state import Dry
from quarterdeck.games.cartagena.words import names
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Event
from quarterdeck.words import N_, _

# What is counted: a topic and one of its items, `("side", "diaz")`.
Note = tuple[str, str]


@dataclass(frozen=True)
class Topic:
    """Notes that belong together: a title, marked for translation, and the items in the order of a report.

    `share`: the figure is the part of the games in which an item was noted; else how often it was, a game.
    """

    name: str
    title: str
    share: bool
    items: tuple[str, ...]
    label: Callable[[str], str]


@dataclass(frozen=True)
class Notebook:
    """What to watch a game for: who begins, as its first position tells, and what each fact counts as."""

    begins: Callable[[Json], int]
    counts: Callable[[Event], Iterable[Note]]
    topics: tuple[Topic, ...] = ()


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

# What is noted of a game that has no notebook of its own.
PLAIN = Notebook(lambda body: int(body["to_act"][0]), lambda event: ())

NOTEBOOKS: Mapping[str, Notebook] = {
    "cartagena": Notebook(
        lambda body: int(body["first_giver"]),
        _cartagena,
        (
            Topic("end", N_("Why voyages ended"), True, tuple(_ENDS), lambda item: _(_ENDS[item])),
            Topic("side", N_("The side that won"), True, names.SIDES, names.side_name),
            Topic("mutiny", N_("The mutiny, a game"), False, tuple(_MUTINY), lambda item: _(_MUTINY[item])),
            Topic("used", N_("Pirates used, a game"), False, names.PIRATES, names.pirate_name),
        ),
    ),
}


def notebook(game: str) -> Notebook:
    """The notebook of a game."""
    return NOTEBOOKS.get(game, PLAIN)

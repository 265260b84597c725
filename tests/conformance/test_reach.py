"""Random play reaches everything: every phase, every kind of fact, every kind of end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import quarterdeck
from quarterdeck import Action, Event, Game, Position
from quarterdeck.games.cartagena.actions import PIRATE_NAMES
from quarterdeck.games.cartagena.events import FIELDS as CARTAGENA
from quarterdeck.games.cartagena.table import standard
from quarterdeck.games.meuterer.events import FIELDS as MEUTERER
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.events import FIELDS as MUTINY
from quarterdeck.games.mutiny.table import RESOURCE_NAMES
from quarterdeck.kernel.events import CAPACITY
from quarterdeck.testing import label, random_match
from tests.conformance.settings import each_setting, every_game

NAMES = ["Ann", "Bert", "Cy", "Di", "Ed"]
PILES = ("combat cards", "gold cards", "coins")
TIES = ("primary", "secondary", "course")

# Per game: the phases and the kinds of facts there are.
PHASES = {
    "meuterer": {"offer", "show", "mutiny", "sell", "return"},
    "cartagena": {
        *("cabins", "diaz", "tembo", "swap", "trade", "pang", "rob", "side", "spy"),
        *("sailors", "inspect", "handle", "duel"),
    },
    "mutiny": {"bid", "offer", "pick", "move", "course", "lose", "retrieve"},
}
KINDS = {
    "meuterer": {name for name, _, _ in MEUTERER.values()},
    "cartagena": {name for name, _, _ in CARTAGENA.values()},
    # Version 1 of the rules alone tells of a `deal`.
    "mutiny": {name for name, _, _ in MUTINY.values()} - {"deal"},
}

# Per game: how a match ends, and what happens on the way. In Cartagena the Ghost is met, and never used.
ENDS = {
    "meuterer": {"winners 1", "winners 2", *(f"seat {seat} wins" for seat in range(4))},
    "cartagena": {
        *("winners 0", "winners 1", "winners 2", *(f"seat {seat} wins" for seat in range(4))),
        *("the mutiny space is reached", *(f"the {pile} run out" for pile in PILES)),
        *(f"{pirate} is used" for pirate in PIRATE_NAMES if pirate != "ghost"),
    },
    "mutiny": {
        *("winners 1", "winners 2", *(f"seat {seat} wins" for seat in range(5))),
        *(f"the {rank} ability of {crew}" for rank in ("primary", "secondary") for crew in CREW_NAMES),
        *(f"{crew} is concerned by the course" for crew in CREW_NAMES),
        *(f"{what} by the course: {one}" for what in ("gained", "lost") for one in RESOURCE_NAMES),
        *(f"nothing left to gain or lose: {one} {why}" for one, why in (("rum", 1), ("cutlass", 1))),
        *(f"nothing left to gain or lose: doubloon {why}" for why in (0, 2)),
        *(f"a tie, {rank}{deal}" for rank in TIES for deal in (", with a deal", "")),
    },
}

# MU-3, MU-31, MU-32: with so much to lose, matches are long, and the tiles don't last.
LOSSES = {
    "tile": [
        {
            "north": [[crew, "cutlass", -3], [crew, "rum", 1]],
            "south": [[crew, "doubloon", -3], [crew, "rum", -3]],
            "source": "reconstructed",
        }
        for crew in (*CREW_NAMES, "gunner")
    ]
}

# Per game: so many random matches a setting; and tables and set-ups that lead where chance seldom does.
MATCHES = {"meuterer": 4, "cartagena": 16, "mutiny": 8}
TABLES: dict[str, list[dict[str, Any]]] = {
    "cartagena": [
        standard().to_json() | {"gold": {"cards": [1, 1, 1]}},
        standard().to_json() | {"combat": {"pink": [5, 1, 1], "grey": [5, 1, 1]}},
        standard().to_json() | {"coins": {"total": 10}},
    ],
    "mutiny": [LOSSES],
}
# The number of players, the table, None for the game's own, and the set-up.
SETUPS: dict[str, list[tuple[int, dict[str, Any] | None, dict[str, Any]]]] = {
    "cartagena": [
        # CA-69: the two of the side that wins have as much gold, and, when the last duel is fought, no cards.
        (
            4,
            None,
            {
                "hands": [["grey 1"], ["grey 1"], ["pink 1"], ["pink 1"]],
                "coins": [2, 2, 1, 1],
                "sides": ["diaz", "diaz", "valverde", "valverde"],
                "pairs": [[1, 10], [2, 9], [3, 8], [4, 7]],
                "duels": [[["pink 2"] * 4], [["grey 2"] * 4]],
            },
        )
    ],
    "mutiny": [
        # MU-21, MU-23: all are tied everywhere, and have rum.
        (5, None, {"bribes": {crew: [[1, 0]] * 5 for crew in CREW_NAMES}, "resolving": "deck-hand"}),
        # MU-30: nobody can gain a doubloon.
        (3, None, {"doubloons": [10] * 3}),
        # MU-32: nobody has a doubloon to lose.
        (
            3,
            LOSSES,
            {"bribes": {crew: [[0, 1]] * 3 for crew in CREW_NAMES}, "doubloons": [0] * 3}
            | {"resolving": "pilot"},
        ),
        # MU-50: the last rum is drunk at the end of this turn.
        (2, None, {"doubloons": [0, 0], "rum": [1, 0], "cutlasses": [3, 3], "called": "first-mate"}),
    ],
}


@each_setting
def test_facts_are_of_many_kinds_and_some_are_private(game: Game) -> None:
    told = [
        event
        for position, seat, action in random_match(game, seed=51)
        for event in position.play(seat, action).events
    ]
    assert {event.kind for event in told} <= KINDS[game.id]
    assert len({event.kind for event in told}) > 15
    assert sum(event.audience is not None for event in told) > 20


def matches(game: Game) -> Iterator[Iterator[tuple[Position, int, Action]]]:
    """Random matches of a setting: at its own table, at the ones above, and from the set-ups above."""
    for seed in range(60, 60 + MATCHES[game.id]):
        yield random_match(game, seed)
        for table in TABLES.get(game.id, ()):
            yield random_match(quarterdeck.game(game.id, table=table, **game.options), seed)
        for players, other, setup in SETUPS.get(game.id, ()):
            if players == game.players:
                yield random_match(quarterdeck.game(game.id, table=other, **game.options), seed, setup)


def what_happened(told: Sequence[Event]) -> Iterator[str]:
    """What the facts of a move say of who did what, and of how things ended."""
    kinds = {event.kind for event in told}
    for event in told:
        if event.kind == "voyage_ended":
            dry = int(event.data["dry"])
            yield from ("the mutiny space is reached" for _ in range(int(event.data["mutiny_space"])))
            yield from (f"the {pile} run out" for bit, pile in enumerate(PILES) if (dry >> bit) & 1)
        elif event.kind == "used":
            yield f"{event.data['pirate']} is used"
        elif event.kind in ("primary", "secondary"):
            yield f"the {event.kind} ability of {event.data['crew']}"
        elif event.kind == "picked":
            yield f"a tie, {event.data['rank']}" + (", with a deal" if "struck" in kinds else "")
        else:
            yield from _brought(event)


def _brought(event: Event) -> Iterator[str]:
    """What the course of Mutiny! brings (MU-27, MU-30 to MU-32)."""
    data = event.data
    if event.kind == "controls":
        yield f"{data['crew']} is concerned by the course"
    elif event.kind == "lost" or (event.kind == "gained" and not data["why"]):
        yield f"{event.kind} by the course: {data['resource']}"
    elif event.kind == "lost_doubloon":
        yield "lost by the course: doubloon"
    elif event.kind == "spared":
        yield f"nothing left to gain or lose: {data['resource']} {data['why']}"


def test_all_phases_and_all_kinds_of_facts_and_ends_are_reached() -> None:
    phases: dict[str, dict[int, str]] = defaultdict(dict)
    kinds: dict[str, set[str]] = defaultdict(set)
    ends: dict[str, set[str]] = defaultdict(set)

    def note(position: Position) -> None:
        """The position's phase, and what the move before it has told."""
        name, phase = position.game.id, int(position.state.phase)
        if not position.over and phase not in phases[name]:
            phases[name][phase] = str(position.to_json()["phase"])
        kinds[name].update(one.kind for one in position.events)
        ends[name].update(what_happened(position.events))
        # Were there ever more than there is room for, the rest would be lost.
        assert len(position.events) < CAPACITY

    for game in every_game():
        for match in matches(game):
            last = None
            for position, seat, action in match:
                note(position)
                last = position, seat, action
            assert last is not None
            end = last[0].play(*last[1:])
            note(end)
            ends[game.id].add(f"winners {len(end.winners)}")
            ends[game.id].update(f"seat {seat} wins" for seat in end.winners)
    assert {name: set(found.values()) for name, found in phases.items()} == PHASES
    assert kinds == KINDS
    for name, wanted in ENDS.items():
        assert ends[name] >= wanted, wanted - ends[name]


def test_settings_have_names_of_their_own() -> None:
    assert len({label(game) for game in every_game()}) == len(every_game())

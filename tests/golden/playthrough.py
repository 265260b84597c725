"""Small golden playthroughs: a round of each rule set, or the end, with every fact told and what all know.

    python -m tests.golden.playthrough

writes the files again, after a change that is meant to change them. What a change does is then in its diff.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quarterdeck
from quarterdeck import Game, Position
from quarterdeck.play import find

FOLDER = Path(__file__).parent

Body = dict[str, Any]


@dataclass(frozen=True)
class Playthrough:
    """Random moves from a deal or a set-up, up to a position whose JSON `ends`.

    The views are shown whenever `scene` says something else of it than before.
    """

    game: Game
    seed: int
    phases: tuple[str, ...]  # that come up in it
    ends: Callable[[Body], bool]
    scene: Callable[[Body], object]
    setup: Body | None = None


def _after_round(number: int) -> Callable[[Body], bool]:
    return lambda body: bool(body["round"] > number)


def _meuterer(body: Body) -> object:
    """The phase; and when the last to leave is about to choose: then the seats know most different things."""
    return body["phase"], body["phase"] == "show" and all(one["left"] for one in body["seats"])


def _cartagena(body: Body) -> object:
    """The phase; in duels their rounds, and that somebody has laid a card while others have not."""
    duels = [(one["letter"], one["round"]) for one in body["duels"]]
    return body["phase"], duels[-1:], any(one["posted"] for one in body["seats"])


def _mutiny(body: Body) -> object:
    """The phase, whom of the crew it is about, and that somebody has bid or offered while others have not."""
    bids = any(one["bid"] for one in body["seats"])
    offers = any(one["state"] == "closed" for one in body["offers"])
    talks = body["negotiation"] and body["negotiation"]["round"]
    return body["phase"], body["called"], body["tied_for"], body["rank"], bids, offers, talks


# Chart tiles of its own, so that this one stays as it is when those that come with the game are tuned.
_TILES = {
    "tile": [
        {"north": [["gunner", "cutlass", 1]], "south": [["deck-hand", "rum", 2]], "source": "print"},
        {
            "north": [["gunner", "cutlass", 1], ["cook", "rum", -1]],
            "south": [["deck-hand", "doubloon", -2], ["first-mate", "rum", 1]],
            "source": "reconstructed",
        },
    ]
    * 3
}

# The end of a turn of Mutiny!, with bribes that will be tied.
_LATE: Body = {
    "turn_no": 3,
    "lookout": 1,
    "bribes": {
        "deck-hand": [[1, 0], [2, 0], [2, 0]],
        "gunner": [[1, 1], [2, 0], None],
        "cook": [[1, 0], [0, 1], [0, 1]],
    },
    "doubloons": [2, 1, 1],
    "rum": [1, 2, 1],
    "cutlasses": [3, 1, 4],
    "tile": 1,
    "tiles_left": [4],
    "called": "pilot",
}

PLAYED = {
    "english": Playthrough(
        quarterdeck.game("meuterer", players=4, rules="english", pirates="on"),
        11,
        ("offer", "show", "mutiny", "sell", "return"),
        _after_round(1),
        _meuterer,
    ),
    "french": Playthrough(
        quarterdeck.game("meuterer", players=3, rules="french"),
        25,
        ("offer", "show", "mutiny", "sell", "return"),
        _after_round(1),
        _meuterer,
    ),
    "manual": Playthrough(
        quarterdeck.game("meuterer", players=3, rules="manual", pirates="double"),
        148,
        ("offer", "show", "mutiny", "return"),
        _after_round(1),
        _meuterer,
    ),
    "cartagena-voyage-2": Playthrough(
        quarterdeck.game("cartagena", players=3),
        3562,
        ("cabins", "diaz", "tembo", "swap", "trade", "pang", "rob", "side", "sailors"),
        _after_round(3),
        _cartagena,
    ),
    "cartagena-declining": Playthrough(
        quarterdeck.game("cartagena", players=4),
        2089,
        ("cabins", "rob", "side", "spy", "inspect"),
        _after_round(9),
        _cartagena,
        {
            "round": 9,
            "ship": 20,
            "giver": 3,
            "row": ["ojo", "bijoux", "sate", "cambivalute"],
            "pairs": [[1, 10], [9, 2, [0]], [8, 3, [1, 2]], [4, 7, [2]], [5, 6]],
            "coins": [3, 1, 4, 0],
            "sides": ["valverde", "diaz", "diaz", "valverde"],
            "spied": [[0, 2], [1, 3]],
        },
    ),
    "cartagena-voyage": Playthrough(
        Game(find("cartagena", 1), players=3),
        325,
        ("cabins", "diaz", "tembo", "swap", "trade", "pang", "side", "sailors"),
        _after_round(3),
        _cartagena,
    ),
    "cartagena-mutiny": Playthrough(
        Game(find("cartagena", 1), players=4),
        1004,
        ("cabins", "inspect", "handle", "duel", "rob", "over"),
        lambda body: bool(body["phase"] == "over"),
        _cartagena,
        {
            "round": 9,
            "ship": 22,
            "giver": 3,
            "row": ["crackpott", ["bijoux", 3], ["sate", 0], ["valverde", 1], "cambivalute"],
            "pairs": [[1, 10], [9, 2, [0]], [8, 3, [1, 2]], [4, 7, [2]], [5, 6]],
            "hands": [
                ["pink 1", "pink 2", "grey 1"],
                ["grey 2", "grey 2", "pink 1"],
                ["grey 3", "grey 1", "pink 3"],
                ["pink 1", "grey 1"],
            ],
            "gold": [[1], [2, 3], [], [1, 1]],
            "coins": [3, 1, 4, 0],
            "sides": ["valverde", "diaz", "diaz", None],
            "spied": [[0, 2]],
            "under": ["pink 2", ["grey 1", 1]],
        },
    ),
    "mutiny": Playthrough(
        quarterdeck.game("mutiny", players=3, table=_TILES),
        193,
        ("bid", "offer", "pick", "move", "course", "lose", "retrieve"),
        lambda body: bool(body["turn_no"] > 3),
        _mutiny,
        _LATE,
    ),
    "mutiny-closed": Playthrough(
        quarterdeck.game("mutiny", players=3, deals="closed", table=_TILES),
        189,
        ("bid", "offer", "pick", "move", "course", "lose", "retrieve"),
        lambda body: bool(body["turn_no"] > 3),
        _mutiny,
        _LATE,
    ),
}

# What is the same in every view, or told by the moves.
LEFT_OUT = ("format", "game", "options", "readings", "islands", "rounds", "seat", "first_giver")


def playthrough(name: str) -> str:
    """The text of a playthrough, move for move."""
    return "\n".join(_lines(PLAYED[name])) + "\n"


def _lines(played: Playthrough) -> Iterator[str]:
    chooser = random.Random(played.seed)
    position = played.game.start(seed=played.seed, setup=played.setup)
    yield f"# {played.game!r}, seed {played.seed}: written by python -m tests.golden.playthrough"
    if played.setup:
        yield f"# set-up: {json.dumps(played.setup)}"
    yield ""
    yield str(position.view(None))
    scene, ply, body, shown = object(), 0, position.to_json(), dict[str, Body]()
    while not played.ends(body):
        if played.scene(body) != scene:
            scene = played.scene(body)
            yield ""
            yield from _views(position, shown)
            yield ""
        seat, ply = position.to_act[0], ply + 1
        if len(position.to_act) > 1:
            seat = chooser.choice(position.to_act)
        action = chooser.choice(position.legal(seat))
        position = position.play(seat, action)
        body = position.to_json()
        yield f"{ply}. {seat} {action}"
        for event in position.events:
            audience = "" if event.audience is None else f", to {event.audience} alone"
            data = " ".join(f"{key}={value}" for key, value in event.data.items())
            yield f"   {event.rule} {event.kind} {event.seat} {data}".rstrip() + audience
    yield ""
    yield from _views(position, shown)


def _views(position: Position, shown: dict[str, Body]) -> Iterator[str]:
    """What is new since it was `shown`: what a spectator sees, and what differs from it in a seat's view."""
    public = _flat(position.view(None).to_json())
    seen = {"spectator": public}
    for seat in range(position.game.players):
        own = _flat(position.view(seat).to_json())
        assert set(own) >= set(public)
        seen[f"seat {seat}"] = {key: value for key, value in own.items() if value != public.get(key)}
    for viewer, now in seen.items():
        before = shown.get(viewer, {})
        new = {key: value for key, value in now.items() if key not in before or value != before[key]}
        if gone := [key for key in before if key not in now]:
            new["as a spectator"] = gone
        yield f"{viewer}: " + json.dumps(new, ensure_ascii=False)
    shown |= seen


def _flat(view: Body) -> Body:
    """A view with the fields of seats, pairs, duels, crew on top, and of a sea route where the ship is."""
    parts = ("seats", "route", "sailors", "duels", "crew")
    flat = {key: value for key, value in view.items() if key not in (*LEFT_OUT, *parts)}
    if "route" in view:
        flat["ship"] = view["route"]["ship"]
        flat["on deck"] = view["sailors"]["unseen"]
        flat |= {f"pair {one.pop('letter')}": one for one in view["sailors"]["pairs"]}
        flat |= {f"duel {one.pop('letter')}": one for one in view["duels"]}
    for crew in view.get("crew", ()):
        bribes = ["{doubloons}+{rum}={total}".format(**one) for one in crew["bribes"]]
        flat[crew.pop("name")] = crew | {"bribes": bribes}
    for number, seat in enumerate(view["seats"]):
        flat |= {f"{number} {key}": value for key, value in seat.items()}
    return flat


def main() -> None:
    """Write all files again."""
    for name in PLAYED:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()

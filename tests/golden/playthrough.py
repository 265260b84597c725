"""Small golden playthroughs: one round of each rule set, with every fact told and what every seat knows.

    python -m tests.golden.playthrough

writes the files again, after a change that is meant to change them. What a change does is then in its diff.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quarterdeck
from quarterdeck import Game, Position

FOLDER = Path(__file__).parent

# Rounds in which every phase comes up.
ROUNDS: dict[str, tuple[Game, int]] = {
    "english": (quarterdeck.game("meuterer", players=4, rules="english", pirates="on"), 11),
    "french": (quarterdeck.game("meuterer", players=3, rules="french"), 25),
    "manual": (quarterdeck.game("meuterer", players=3, rules="manual", pirates="double"), 148),
}

# What is the same in every view, or told by the moves.
LEFT_OUT = ("format", "game", "options", "islands", "rounds", "winners", "seat")


def playthrough(name: str) -> str:
    """The text of a round, move for move."""
    game, seed = ROUNDS[name]
    return "\n".join(_lines(game, seed)) + "\n"


def _lines(game: Game, seed: int) -> Iterator[str]:
    chooser = random.Random(seed)
    position = game.start(seed=seed)
    yield f"# {game!r}, seed {seed}: written by python -m tests.golden.playthrough"
    yield ""
    yield str(position.view(None))
    phase, ply, body, public = "", 0, position.to_json(), dict[str, Any]()
    while body["round"] == 1:
        if body["phase"] != phase or (phase == "show" and _last_to_choose(body)):
            phase = body["phase"]
            yield ""
            yield from _views(position, public)
            yield ""
            public = _flat(position.view(None).to_json())
        seat, ply = position.to_act[0], ply + 1
        action = chooser.choice(position.legal())
        position = position.play(seat, action)
        body = position.to_json()
        yield f"{ply}. {seat} {action}"
        for event in position.events:
            audience = "" if event.audience is None else f", to {event.audience} alone"
            data = " ".join(f"{key}={value}" for key, value in event.data.items())
            yield f"   {event.rule} {event.kind} {event.seat} {data}".rstrip() + audience
    yield ""
    yield from _views(position, public)


def _last_to_choose(body: dict[str, Any]) -> bool:
    """Whether the last to leave is about to choose: what the seats know of the roles differs most then."""
    return all(one["left"] for one in body["seats"])


def _views(position: Position, before: dict[str, Any]) -> Iterator[str]:
    """What a spectator sees that is new, and of each seat's view what differs from the spectator's."""
    public = _flat(position.view(None).to_json())
    new = {key: value for key, value in public.items() if key not in before or value != before[key]}
    yield "spectator: " + json.dumps(new, ensure_ascii=False)
    for seat in range(position.game.players):
        own = _flat(position.view(seat).to_json())
        more = {key: value for key, value in own.items() if value != public.get(key)}
        assert set(own) >= set(public)
        yield f"seat {seat}: " + json.dumps(more, ensure_ascii=False)


def _flat(view: dict[str, Any]) -> dict[str, Any]:
    """A view with its seats' fields at the top, without what says nothing."""
    flat = {key: value for key, value in view.items() if key not in (*LEFT_OUT, "seats")}
    for number, seat in enumerate(view["seats"]):
        flat |= {f"{number} {key}": value for key, value in seat.items()}
    return flat


def main() -> None:
    """Write all files again."""
    for name in ROUNDS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()

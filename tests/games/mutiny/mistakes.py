"""What nobody can do at a table of Mutiny!: it is tried by every door, in Python, in match files, in the
terminal and by the API.
"""

from __future__ import annotations

from typing import Any

import pytest

import quarterdeck
from quarterdeck import Record
from quarterdeck.games.mutiny.table import standard

# All are tied on the Gunner; Ann is the lookout.
TIED: dict[str, Any] = {
    "resolving": "gunner",
    "bribes": {"gunner": [[1, 0], [1, 0], [1, 0]]},
    "rum": [3, 2, 1],
}
OFFERED = ("1 offer 2 for 1", "2 offer 1 for 2")

# By what is tried: the moves before it, the move, and what is said.
MOVES = {
    "rum that is not there": (
        (),
        "1 offer 3 for 1",
        "You have 2 rum unplayed: offer no more than that (MU-23).",
    ),
    "more rum than an offer holds": (
        (),
        "1 offer 31 for 1",
        "A bid or an offer holds 30 rum at most (MU-2).",
    ),
    "an offer of nothing": ((), "1 offer 0 for 1", "An offer is of 1 rum at least (MU-23)."),
    "a price of nothing": (OFFERED, "0 ask 0 for 1", "A price is of 1 rum at least (MU-23)."),
    "a price that nobody can pay": (
        OFFERED,
        "0 ask 3 for 1",
        "Nobody else has more than 2 rum unplayed: ask no more (MU-23).",
    ),
    "an offer that was withdrawn": (
        (*OFFERED, "0 wait", "1 withdraw", "2 pass"),
        "0 take 1",
        "No offer of seat 1 lies on the table: take one that is there, or pick (MU-23).",
    ),
}
each_move = pytest.mark.parametrize("tried", MOVES)

# By what is tried: an option of a table, and what is said.
OPTIONS = {
    "an option that there is not": (
        ("sate", "set aside"),
        "Mutiny! has no option “sate”; it has players, deals, first_mate_tie (MU-21), victory (MU-50).",
    ),
    "a reading that there is not": (
        ("victory", "never"),
        "In Mutiny! “victory” (MU-50) can be after the course, at once, not “never”.",
    ),
}
each_option = pytest.mark.parametrize("tried", OPTIONS)

FIVE_EFFECTS = standard().to_json()
FIVE_EFFECTS["tile"][2]["south"] = [["cook", "rum", 1]] * 5
FIFTH_EFFECT = "south of tile 3 needs a list of 1 to 4 effects (MU-4)."


def before(moves: tuple[str, ...]) -> Record:
    """The match up to what is tried."""
    record = Record(quarterdeck.game("mutiny", players=3), 5, ["Ann", "Ben", "Cleo"], TIED)
    for move in moves:
        record.append(int(move[0]), move[2:])
    return record

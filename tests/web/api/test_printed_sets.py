"""A table of Mutiny! with four effects on each side of a tile and 99 rum, for programs."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.play import Record
from tests.games.mutiny.printed import NORTH, printed
from tests.web.api.program import error_of, program


def test_MU_4_a_program_is_told_all_four_effects_and_whom_they_concern(tmp_path: Path) -> None:
    with program(tmp_path) as ann:
        match = ann.enter(printed(), ["human"] * 5)
        view = ann.get(f"/tables/{match.id}/view?seat=0").json()["view"]
        assert [list(one.values()) for one in view["tile"]["north"]] == NORTH
        assert view["bank"]["rum"] == 12
        assert ann.move(match, 0, match.version, "north").status_code == 200
        effects = ann.get(f"/tables/{match.id}/view?seat=0").json()["view"]["effects"]
        assert [one["crew"] for one in effects] == ["deck-hand", "gunner", "first-mate", "pilot"]
        assert Record.loads(match.record.dumps()).position == match.position


def test_MU_2_a_bid_of_a_player_with_much_rum_holds_thirty(tmp_path: Path) -> None:
    with program(tmp_path) as ann:
        match = ann.enter(printed({"rum": [45, 20, 12, 3, 7]}), ["human"] * 5)
        refused = ann.move(match, 0, match.version, "bid 0 31")
        assert (refused.status_code, error_of(refused)) == (
            422,
            "A bid or an offer holds 30 rum at most (MU-2).",
        )
        assert ann.move(match, 0, match.version, "bid 0 30").status_code == 200

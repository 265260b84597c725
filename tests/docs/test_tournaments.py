"""The tournaments of which docs/tournaments keeps every game come to what docs/strength.md says."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from quarterdeck import game as game_of
from quarterdeck.bots.uniform import Uniform
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.match import Contest
from quarterdeck.lab.arena.tournament import Tournament

DOCS = Path(__file__).parents[2] / "docs"
# | Meuterer | [40](tournaments/meuterer-admiral.csv) | 37.5% (29.9 to 45.8) |
ROW = re.compile(r"^\| .* \| \[(\d+)\]\(tournaments/([\w-]+)\.csv\) \| (.*) \|$", re.MULTILINE)
TOLD = {name: (int(deals), won) for deals, name, won in ROW.findall((DOCS / "strength.md").read_text())}


def test_each_file_is_told_of() -> None:
    assert {path.stem for path in (DOCS / "tournaments").iterdir()} == set(TOLD)


@pytest.mark.parametrize("name", TOLD)
def test_its_games_come_to_what_is_said(name: str) -> None:
    with (DOCS / "tournaments" / f"{name}.csv").open(newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: (int(row["deal"]), int(row["seating"])))
    players = int(rows[0]["players"])
    game = game_of(rows[0]["game"], players=players)
    line = tuple(rows[0][f"bot_{seat}"] for seat in range(players))
    # Bots of a page's own are not asked anything here.
    own = {name: Uniform for name in line if ":" in name}
    tournament = Tournament(game, line, int(rows[-1]["deal"]), own=own)
    outcome = Outcome(tournament, [contest(row, players) for row in rows])
    deals, won = TOLD[name]
    assert outcome.deals == deals
    wins = outcome.standings[0].wins
    assert wins is not None
    assert f"{wins.value:.1%} ({wins.low * 100:.1f} to {wins.high * 100:.1f})" == won


def contest(row: dict[str, str], players: int) -> Contest:
    """The game of a row."""
    return Contest(
        deal=int(row["deal"]) - 1,
        seating=int(row["seating"]) - 1,
        bots=tuple(row[f"bot_{seat}"] for seat in range(players)),
        winners=tuple(int(seat) for seat in row["winners"].split()),
        scores=tuple(int(row[f"score_{seat}"]) for seat in range(players)),
        rounds=int(row["rounds"]),
        plies=int(row["plies"]),
        truncated=row["truncated"] == "1",
    )

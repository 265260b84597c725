"""`quarterdeck evaluate`: the table, its files, and what was finished before an error."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from quarterdeck.cli.commands import DEALS_OF_PROTOCOL
from quarterdeck.lab.arena.protocol import DEALS, fingerprint
from tests.cli.command import Command

ONE = ("cartagena", "--deals", 1, "--jobs", 1)


def test_it_prints_one_table_with_its_fingerprint(command: Command) -> None:
    done = command("evaluate", "rule-of-thumb", *ONE, "--csv", "all.csv")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    hashed = fingerprint("cartagena", 1)
    assert lines[:2] == ["rule-of-thumb: protocol 1, 1 deal of each table", f"Fingerprint: {hashed}"]
    assert lines[2] == "These are not the protocol's figures, which have 100 deals."
    table = [line.split() for line in lines[5:-1]]
    assert table[0] == ["game", "players", "against", "fair", "won", "nobody"]
    assert [row[:3] for row in table[1::3]] == [
        ["cartagena", "2", "random"],
        ["3", "random", "33.3"],
        ["4", "random", "25.0"],
    ]
    assert table[2][:3] == ["rule-of-thumb", "50.0", "50.0"]
    assert len(table) == 10
    assert lines[-1].startswith("Time for a move: ")
    assert max(map(len, lines)) <= 80
    with open("all.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["players"], row["opponent"]) for row in rows[:2]] == [
        ("2", "random"),
        ("2", "rule-of-thumb"),
    ]
    assert {(row["agent"], row["protocol"], row["fingerprint"]) for row in rows} == {
        ("rule-of-thumb", "1", hashed)
    }
    assert float(rows[1]["won"]) == 0.5


def test_json_has_the_same_figures(command: Command) -> None:
    found = json.loads(command("evaluate", "random", *ONE, "--json").out)
    assert (found["agent"], found["protocol"], found["standard"]) == ("random", 1, False)
    assert found["fingerprints"] == {"cartagena": found["fingerprint"]}
    assert [row["games"] for row in found["rows"]] == [2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_the_protocol_s_own_number_of_deals_is_the_usual_one() -> None:
    assert DEALS_OF_PROTOCOL == DEALS


def test_the_lines_that_are_finished_are_printed_before_an_agent_s_failure(command: Command) -> None:
    source = """
class Mine:
    def choose(self, view):
        return view.legal()[0] if view.game.players == 2 else 1 // 0
"""
    Path("fails_at_three.py").write_text(source, encoding="utf-8")
    done = command("evaluate", "fails_at_three:Mine", *ONE)
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[3] == "Broken off: 6 lines are missing."
    assert [line.split()[0] for line in lines[6:-1]] == [
        "game",
        "cartagena",
        "rule-of-thumb",
        "network-2026-11",
    ]
    assert done.err.startswith(
        "“agent” broke down in Cartagena: Die Meuterei, 3 players, seed “protocol 1/0”"
    )
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence", "code"),
    [
        ((), "AGENT is missing", 2),
        (("stockfish",), "There is no agent “stockfish”: name one of rule-of-thumb,", 1),
        (("mine.npz",), "The network file mine.npz can't be used: No such file or directory.", 1),
        (("mate", "chess"), "There is no game “chess”", 1),
        (("mate", "--deals", "0"), "“0” is no whole number from 1 to 1000000.", 1),
        (("mate", "--csv", "no/all.csv"), "There is no folder no to put all.csv in.", 1),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    command: Command, arguments: tuple[str, ...], sentence: str, code: int
) -> None:
    assert sentence in command.refused("evaluate", *arguments, code=code)

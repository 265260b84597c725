"""What nobody can do at a table of Mutiny!, in the terminal: one sentence with the rule's id, and nothing has
changed.
"""

from __future__ import annotations

import re
from pathlib import Path

from quarterdeck.kernel import toml
from tests.cli.command import Command
from tests.games.mutiny.mistakes import FIFTH_EFFECT, MOVES, OPTIONS, before, each_move, each_option


@each_move
def test_a_move_is_refused_and_asked_for_again(command: Command, tried: str) -> None:
    moves, move, said = MOVES[tried]
    before(moves).save("mine.qd")
    kept = Path("mine.qd").read_bytes()
    done = command("play", "--resume", "mine.qd", "--hot-seat", 3, typed=[move[2:]])
    shown = " ".join(done.out.split())
    # After a move that a rule forbids, the terminal puts the rule behind the sentence.
    assert said in shown or re.sub(r" (\(MU-\d+\))\.$", r". \1", said) in shown
    assert Path("mine.qd").read_bytes() == kept


@each_option
def test_an_option_is_refused(command: Command, tried: str) -> None:
    (name, value), said = OPTIONS[tried]
    told = command.refused("play", "mutiny", f"--{name}", value)
    assert told.endswith(said)


def test_MU_4_a_fifth_effect_is_refused_with_its_line(command: Command) -> None:
    table = command("table", "mutiny").out
    souths = [line for line in table.splitlines() if line.startswith("south")]
    five = "south = [" + ", ".join(['["cook", "rum", 1]'] * 5) + "]"
    wrong = table.replace(souths[2], five, 1)
    assert toml.parse(wrong) != toml.parse(table)
    Path("mine.toml").write_text(wrong, "utf-8")
    line = wrong.splitlines().index(five) + 1
    for asked in (("table", "check", "mine.toml"), ("play", "mutiny", "--table", "mine.toml")):
        assert command.refused(*asked).endswith(f"mine.toml, line {line}: {FIFTH_EFFECT}")

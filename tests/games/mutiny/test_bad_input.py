"""What nobody can do at a table of Mutiny!: Python and match files say so in one sentence with the rule's id,
and nothing has changed.
"""

from __future__ import annotations

import pytest

import quarterdeck
from quarterdeck import QuarterdeckError, Record, RecordError
from tests.games.mutiny.mistakes import (
    FIFTH_EFFECT,
    FIVE_EFFECTS,
    MOVES,
    OPTIONS,
    before,
    each_move,
    each_option,
)


def with_line(text: str, key: str, line: str) -> tuple[str, int]:
    """A match file with a line before the first one of this key, and the number of that line."""
    lines = text.splitlines(keepends=True)
    at = next(number for number, one in enumerate(lines) if one.startswith(f"{key} "))
    return "".join([*lines[:at], line + "\n", *lines[at:]]), at + 1


@each_move
def test_a_move_is_refused(tried: str) -> None:
    moves, move, said = MOVES[tried]
    record = before(moves)
    text = record.dumps()
    with pytest.raises(QuarterdeckError) as caught:
        record.append(int(move[0]), move[2:])
    assert str(caught.value) == said
    assert record.dumps() == text


@each_move
def test_a_move_in_a_file_is_refused_with_its_line(tried: str) -> None:
    moves, move, said = MOVES[tried]
    text, line = with_line(before(moves).dumps(), "seed", f"move {len(moves) + 1} {move[0]} {move[2:]}")
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert str(caught.value).endswith(said)
    assert caught.value.line == line


@each_option
def test_an_option_is_refused(tried: str) -> None:
    (name, value), said = OPTIONS[tried]
    with pytest.raises(QuarterdeckError) as caught:
        quarterdeck.game("mutiny", **{name: value})
    assert str(caught.value) == said


@each_option
def test_an_option_in_a_file_is_refused_with_its_line(tried: str) -> None:
    (name, value), said = OPTIONS[tried]
    text, line = with_line(before(()).dumps(), "option", f"option {name} {value}")
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert str(caught.value).endswith(said)
    assert caught.value.line == line


def test_MU_4_a_fifth_effect_is_refused() -> None:
    with pytest.raises(QuarterdeckError) as caught:
        quarterdeck.game("mutiny", table=FIVE_EFFECTS)
    assert str(caught.value) == f"table: {FIFTH_EFFECT}"


def test_MU_4_a_fifth_effect_in_a_file_is_refused_with_its_line() -> None:
    with_table = Record(quarterdeck.game("mutiny", table={**FIVE_EFFECTS, "tile": [TILE] * 2}), 5).dumps()
    tile = '["cook", "rum", 1]'
    text = with_table.replace(f'"south": [{tile}]', f'"south": [{", ".join([tile] * 5)}]', 1)
    assert text != with_table
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert str(caught.value).endswith("south of tile 1 needs a list of 1 to 4 effects (MU-4).")
    assert caught.value.line == 1 + next(
        at for at, line in enumerate(text.splitlines()) if line.startswith("table ")
    )


TILE = {"north": [["cook", "rum", 1]], "south": [["cook", "rum", 1]], "source": "print"}

"""TOML files that were made to take all memory, or for ever, are refused in a sentence."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from quarterdeck.errors import TableFileError
from quarterdeck.kernel.toml import MOST_CHARACTERS, MOST_DOTS, parse, read_table, read_text
from tests.conformance.settings import each_game

DEEP = 100_000
BOMBS = {
    "arrays": "a = " + "[" * DEEP + "]" * DEEP,
    "arrays without an end": "a = " + "[" * DEEP,
    "inline tables": "a = " + "{a = " * DEEP,
    "a dotted key": ".".join("a" * DEEP) + " = 1",
    "a header": "[" + ".".join("a" * DEEP) + "]",
    "an array of tables": "[[" + ".".join("a" * DEEP) + "]]",
    "a shorter dotted key": ".".join("a" * 5_000) + " = 1",
    "a shorter header": "b = 1\n[" + ".".join("a" * 5_000) + "]",
    "shorter arrays": "a = " + "[" * 5_000 + "]" * 5_000,
    "a number": "a = " + "9" * 50_000,
}
MEGABYTE = 1 << 20


def test_an_empty_path_is_not_taken_for_the_folder() -> None:
    with pytest.raises(TableFileError, match="table: The path of the table is empty: name its file"):
        read_table("")


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_refused_in_one_sentence_and_little_memory(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bomb.toml"
    file.write_text(text)
    tracemalloc.start()
    with pytest.raises(TableFileError) as refused:
        read_table(file)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 16 * MEGABYTE
    assert str(refused.value).startswith(str(file))
    assert len(refused.value.sentence) < 200


def test_as_many_dotted_keys_as_fit_take_little_memory(tmp_path: Path) -> None:
    key = ".".join(["a"] * MOST_DOTS)
    text = "\n".join(f"[{key}.b{number}]" for number in range(MOST_CHARACTERS))[:MOST_CHARACTERS]
    tracemalloc.start()
    parse(text.rpartition("\n")[0])
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 64 * MEGABYTE


def test_a_file_without_an_end_is_read_no_further_than_it_takes() -> None:
    assert len(read_text("/dev/zero")) == MOST_CHARACTERS + 1
    with pytest.raises(TableFileError, match=r"^/dev/zero: This file is too long for a table"):
        read_table("/dev/zero")


def test_the_line_with_too_many_dots_is_named(tmp_path: Path) -> None:
    (tmp_path / "dots.toml").write_text("# " + "." * MOST_DOTS + "\na" + ".a" * (MOST_DOTS + 1) + " = 1\n")
    with pytest.raises(TableFileError, match=r"dots\.toml, line 2: This is not valid TOML"):
        read_table(tmp_path / "dots.toml")


@each_game
def test_each_game_reads_its_tables_so(name: str, tmp_path: Path) -> None:
    from quarterdeck.play import GAMES

    (tmp_path / "bomb.toml").write_text(BOMBS["a dotted key"])
    with pytest.raises(TableFileError, match="too long for a table"):
        GAMES[name].read_table(tmp_path / "bomb.toml")

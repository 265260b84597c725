"""The component tables of each game: where one may come from, and what makes none at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck.errors import TableFileError
from quarterdeck.kernel.components import Components
from quarterdeck.play import GAMES

each_game = pytest.mark.parametrize("name", list(GAMES))


def components(name: str) -> Components[Any]:
    found = GAMES[name].components
    assert found is not None
    return found


@each_game
def test_ME_1_ME_4_CA_4_MU_4_a_table_is_its_own_plain_data(name: str) -> None:
    tables, game = components(name), quarterdeck.game(name)
    plain = tables.standard().to_json()
    for source in (tables.file, str(tables.file), plain, game.table, None):
        assert tables.read(source) == game.table
        assert quarterdeck.game(name, table=source) == game
    assert tables.from_json(plain) == tables.load(tables.file) == tables.standard()
    assert hash(tables.from_json(plain)) == hash(tables.standard())


@each_game
def test_only_the_table_of_the_game_itself_is_told_by_nothing(name: str) -> None:
    tables = components(name)
    assert tables.to_json(tables.from_json(tables.standard().to_json())) is None
    assert tables.to_json(tables.tiny()) == tables.tiny().to_json()
    assert tables.read("tiny") is tables.tiny()


@each_game
@pytest.mark.parametrize("source", [7, [1], 2.5, b"mine.toml"])
def test_a_table_of_another_type_is_refused(name: str, source: Any) -> None:
    with pytest.raises(TableFileError, match="A table is a TOML file's path"):
        quarterdeck.game(name, table=source)


@each_game
@pytest.mark.parametrize(
    ("content", "told", "line"),
    [
        (None, r"can't be read \(No such file or directory\)", None),
        (b"\xff\xfe\x00", "not UTF-8", None),
        (b"a = " + b"[" * 50_000, "not valid TOML", None),
        (b"a = " + b"9" * 10_000, "not valid TOML", None),
        (b"a = 1\nb = [1 2]\n", "not valid TOML", 2),
    ],
)
def test_a_file_that_is_no_table_is_told(
    tmp_path: Path, name: str, content: bytes | None, told: str, line: int | None
) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TableFileError, match=told) as caught:
        quarterdeck.game(name, table=file)
    assert (caught.value.path, caught.value.line) == (file, line)


@each_game
def test_a_path_that_is_no_files_is_told(tmp_path: Path, name: str) -> None:
    for path, told in ((tmp_path, r"can't be read \(Is a directory\)"), ("nu\0ll.toml", "can't be read")):
        with pytest.raises(TableFileError, match=told):
            quarterdeck.game(name, table=path)


@each_game
def test_a_byte_order_mark_does_no_harm(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mark.toml"
    file.write_text(components(name).file.read_text("utf-8"), "utf-8-sig")
    assert quarterdeck.game(name, table=file) == quarterdeck.game(name)

"""The component table: the one of the game (MU-4, MU-5), one of one's own, and what makes no table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.errors import TableFileError
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.state import Resource
from quarterdeck.games.mutiny.table import COMPONENTS, ComponentTable, standard
from tests.games.mutiny.table import Match

TEXT = COMPONENTS.file.read_text("utf-8")
GUNNER, COOK, DECK_HAND = (CREW_NAMES.index(name) for name in ("gunner", "cook", "deck-hand"))


def plain() -> dict[str, Any]:
    return standard().to_json()


def changed(number: int, **values: Any) -> dict[str, Any]:
    data = plain()
    data["tile"][number - 1] |= values
    return data


def test_MU_5_the_tiles_that_are_known() -> None:
    printed, reviewed = standard().tiles[:2]
    assert (printed.north, printed.south) == (
        ((GUNNER, Resource.CUTLASS, 1),),
        ((DECK_HAND, Resource.RUM, 2),),
    )
    assert printed.source == "print"
    assert (reviewed.north, reviewed.south) == (
        ((COOK, Resource.CUTLASS, 2),),
        ((DECK_HAND, Resource.RUM, 2), (GUNNER, Resource.RUM, -2)),
    )
    assert reviewed.source == "review"


def test_MU_5_twenty_four_tiles_most_of_them_reconstructed() -> None:
    tiles = standard().tiles
    assert len(tiles) == 24
    assert [tile.source for tile in tiles] == ["print", "review", *["reconstructed"] * 22]
    assert len({(tile.north, tile.south) for tile in tiles}) == 24


def test_MU_5_every_crew_member_is_named_about_equally_often() -> None:
    named = Counter(crew for tile in standard().tiles for crew, _, _ in (*tile.north, *tile.south))
    mean = sum(named.values()) / 5
    assert set(named) == set(range(5))
    assert all(0.7 * mean <= number <= 1.3 * mean for number in named.values()), named


def test_MU_4_other_tiles_make_another_game(tmp_path: Path) -> None:
    file = tmp_path / "six.toml"
    tile = '[[tile]]\nnorth = [["pilot", "rum", 4]]\nsouth = [["cook", "cutlass", -3]]\nsource = "print"\n'
    file.write_text(6 * tile, "utf-8")
    match = Match(2, components=COMPONENTS.load(file))
    assert match.s.tiles == 6
    assert int(match.s.pile) | (1 << int(match.s.tile)) == 0b111111
    assert COMPONENTS.load(file) == ComponentTable((COMPONENTS.load(file).tiles[0],) * 6)


def lines_of(words: str) -> list[int]:
    return [number for number, line in enumerate(TEXT.splitlines(), 1) if line.startswith(words)]


KNOWN_CREW = "the crew members are deck-hand gunner cook pilot first-mate (MU-1)."
KNOWN_RESOURCES = "the resources are rum doubloon cutlass (MU-4)."
NO_EFFECT = 'is not a crew member, a resource and a number, ["cook", "rum", 2] say (MU-4).'


@pytest.mark.parametrize(
    ("number", "key", "value", "told"),
    [
        (3, "north", '[["gunnr", "cutlass", 1]]', f"Unknown crew member gunnr on tile 3; {KNOWN_CREW}"),
        (2, "south", '[["cook", "rum", 1], [4, "rum", 1]]', f"Unknown crew member 4 on tile 2; {KNOWN_CREW}"),
        (24, "south", '[["cook", "gold", 1]]', f"Unknown resource gold on tile 24; {KNOWN_RESOURCES}"),
        (
            4,
            "north",
            '[["cook", "rum", 0]]',
            "0 on tile 4 must be a whole number from -3 to 4, not 0 (MU-4).",
        ),
        (
            4,
            "north",
            '[["cook", "rum", 5]]',
            "5 on tile 4 must be a whole number from -3 to 4, not 0 (MU-4).",
        ),
        (
            4,
            "north",
            '[["cook", "rum", -4]]',
            "-4 on tile 4 must be a whole number from -3 to 4, not 0 (MU-4).",
        ),
        (4, "north", '[["cook", "rum", 1.5]]', "1.5 on tile 4 must be a whole number"),
        (4, "north", '[["cook", "rum", true]]', "True on tile 4 must be a whole number"),
        (5, "south", '[["cook", "rum"]]', f"An effect of tile 5 {NO_EFFECT}"),
        (5, "south", '["cook", "rum", 2]', "south of tile 5 needs a list of 1 to 2 effects (MU-4)."),
        (5, "south", '["cook", "rum"]', f"An effect of tile 5 {NO_EFFECT}"),
        (6, "north", "[]", "north of tile 6 needs a list of 1 to 2 effects (MU-4)."),
        (6, "north", "7", "north of tile 6 needs a list of 1 to 2 effects (MU-4)."),
        (
            6,
            "north",
            '[["cook", "rum", 1], ["pilot", "rum", 1], ["gunner", "rum", 1]]',
            "north of tile 6 needs a list of 1 to 2 effects (MU-4).",
        ),
        (4, "north", f'[["cook", "rum", 0x{"f" * 5000}]]', "… on tile 4 must be a whole number"),
        (7, "source", '"hearsay"', "Unknown source hearsay of tile 7; the sources are print review"),
        (7, "source", "[1]", "Unknown source [1] of tile 7; the sources are print review"),
    ],
)
def test_MU_4_a_wrong_tile_is_named_by_its_line(
    tmp_path: Path, number: int, key: str, value: str, told: str
) -> None:
    at = lines_of(f"{key} =")[number - 1]
    lines = TEXT.splitlines()
    lines[at - 1] = f"{key} = {value}"
    file = tmp_path / "wrong.toml"
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.load(file)
    assert told in str(caught.value)
    assert caught.value.line == at
    assert "wrong.toml" in str(caught.value)


def test_MU_4_a_missing_destination_is_named_by_the_tile(tmp_path: Path) -> None:
    at = lines_of("south =")[8]
    lines = TEXT.splitlines()
    del lines[at - 1]
    file = tmp_path / "short.toml"
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(TableFileError, match=r"Tile 9 has no south \(MU-4\)") as caught:
        COMPONENTS.load(file)
    assert caught.value.line == lines_of("[[tile]]")[8]


@pytest.mark.parametrize(
    ("old", "new", "told", "at"),
    [
        (
            'source = "review"',
            'sauce = "review"',
            "Unknown key sauce; here may stand north south source.",
            "source",
        ),
        (
            "[[tile]]",
            "[coins]\ntotal = 3\n[[tile]]",
            "Unknown key coins; here may stand size tile.",
            "[[tile]]",
        ),
    ],
)
def test_an_unknown_key_is_named_by_its_line(tmp_path: Path, old: str, new: str, told: str, at: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(TEXT.replace(old, new, 1), "utf-8")
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.load(file)
    assert told in str(caught.value)
    assert caught.value.line == lines_of(at)[1 if at == "source" else 0]


@pytest.mark.parametrize(("number", "allowed"), [(0, False), (5, False), (6, True), (24, True), (25, False)])
def test_MU_5_there_are_six_to_twenty_four_tiles(number: int, allowed: bool) -> None:
    tiles = (2 * plain()["tile"])[:number]
    if allowed:
        assert len(COMPONENTS.from_json({"tile": tiles}).tiles) == number
    else:
        sentence = rf"There are {number} tiles; there must be 6 to 24 \(MU-5\)"
        with pytest.raises(TableFileError, match=sentence):
            COMPONENTS.from_json({"tile": tiles})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "The tiles are missing: a section [[tile]] each (MU-4)."),
        ({"tile": {"north": []}}, "The tiles are missing: a section [[tile]] each (MU-4)."),
        ({"tile": [1] * 6}, "Tile 1 must be a section [[tile]]."),
        (changed(2, east=[]), "Unknown key east; here may stand north south source."),
        (changed(2, north=[["cook", "rum", 10**5000]]), "… on tile 2 must be a whole number from -3 to 4"),
        (changed(2, north=[[10**5000, "rum", 1]]), "Unknown crew member … on tile 2;"),
        (changed(2, north=[["cook", [10**5000], 1]]), "Unknown resource … on tile 2;"),
        ({10**5000: []}, "Unknown key …; here may stand size tile."),
        (changed(2, source=10**5000), "Unknown source … of tile 2;"),
        (changed(2, north=[["x" * 99, "rum", 1]]), f"Unknown crew member {'x' * 40} on tile 2;"),
        (changed(2, north=[[["cook"], "rum", 1]]), "Unknown crew member ['cook'] on tile 2;"),
    ],
)
def test_MU_4_plain_data_is_checked_too(data: dict[str, Any], told: str) -> None:
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.from_json(data)
    assert told in str(caught.value)
    assert caught.value.line is None

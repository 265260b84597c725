"""The component table: the one of the game (MU-4, MU-5), one of one's own, and what makes no table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.errors import TableFileError
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.state import POOL, Phase, Resource
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.table import COMPONENTS, ComponentTable, standard
from quarterdeck.games.mutiny.template import template
from quarterdeck.games.mutiny.words.rules import RULEBOOK
from tests.games.mutiny.table import Match

TEXT = COMPONENTS.file.read_text("utf-8")
HEAD = TEXT.splitlines().index("[[tile]]")  # lines before the first tile
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
    lines = TEXT.splitlines()[HEAD:]
    return [number for number, line in enumerate(lines, HEAD + 1) if line.startswith(words)]


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
            "0 on tile 4 must be a whole number from -9 to 9, not 0 (MU-4).",
        ),
        (
            4,
            "north",
            '[["cook", "rum", 10]]',
            "10 on tile 4 must be a whole number from -9 to 9, not 0 (MU-4).",
        ),
        (
            4,
            "north",
            '[["cook", "rum", -10]]',
            "-10 on tile 4 must be a whole number from -9 to 9, not 0 (MU-4).",
        ),
        (4, "north", '[["cook", "rum", 1.5]]', "1.5 on tile 4 must be a whole number"),
        (4, "north", '[["cook", "rum", true]]', "True on tile 4 must be a whole number"),
        (5, "south", '[["cook", "rum"]]', f"An effect of tile 5 {NO_EFFECT}"),
        (
            5,
            "south",
            '["cook", "rum", 2, "pilot", 1]',
            "south of tile 5 needs a list of 1 to 4 effects (MU-4).",
        ),
        (5, "south", '["cook", "rum"]', f"An effect of tile 5 {NO_EFFECT}"),
        (6, "north", "[]", "north of tile 6 needs a list of 1 to 4 effects (MU-4)."),
        (6, "north", "7", "north of tile 6 needs a list of 1 to 4 effects (MU-4)."),
        (
            6,
            "north",
            str([["cook", "rum", 1]] * 5).replace("'", '"'),
            "north of tile 6 needs a list of 1 to 4 effects (MU-4).",
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
            "Unknown key coins; here may stand size rum tile.",
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


@pytest.mark.parametrize(("number", "allowed"), [(0, False), (1, False), (2, True), (60, True), (61, False)])
def test_MU_5_there_are_two_to_sixty_tiles(number: int, allowed: bool) -> None:
    tiles = (3 * plain()["tile"])[:number]
    if allowed:
        assert len(COMPONENTS.from_json({"tile": tiles}).tiles) == number
    else:
        sentence = rf"There are {number} tiles; there must be 2 to 60 \(MU-5\)"
        with pytest.raises(TableFileError, match=sentence):
            COMPONENTS.from_json({"tile": tiles})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "The tiles are missing: a section [[tile]] each (MU-4)."),
        ({"tile": {"north": []}}, "The tiles are missing: a section [[tile]] each (MU-4)."),
        ({"tile": [1] * 6}, "Tile 1 must be a section [[tile]]."),
        (changed(2, east=[]), "Unknown key east; here may stand north south source."),
        (changed(2, north=[["cook", "rum", 10**5000]]), "… on tile 2 must be a whole number from -9 to 9"),
        (changed(2, north=[[10**5000, "rum", 1]]), "Unknown crew member … on tile 2;"),
        (changed(2, north=[["cook", [10**5000], 1]]), "Unknown resource … on tile 2;"),
        ({10**5000: []}, "Unknown key …; here may stand size rum tile."),
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


def test_MU_4_the_tiles_have_240_effects_in_all_at_most() -> None:
    full = [printed(*[["cook", "rum", 1]] * 4)] * 29
    cook = [["cook", "rum", 1]]
    rest = {"north": cook * 4, "south": cook * 2, "source": "print"}
    assert len(COMPONENTS.from_json({"tile": [*full, rest, printed(*cook)]}).tiles) == 31
    rest["south"] = cook * 3
    sentence = r"^table: The tiles have 241 effects in all; there can be 240 at most \(MU-4\)\.$"
    with pytest.raises(TableFileError, match=sentence):
        COMPONENTS.from_json({"tile": [*full, rest, printed(*cook)]})


def test_MU_4_the_rule_names_its_bounds() -> None:
    decided = str(RULEBOOK.find("MU-4").decision)
    assert f"up to four, {POOL} on all its tiles together, and amounts from −9 to 9" in decided


def printed(*effects: list[Any]) -> dict[str, Any]:
    """A tile of any printed set, with these effects on both sides."""
    return {"north": list(effects), "south": list(effects), "source": "print"}


def test_MU_4_four_effects_and_amounts_up_to_nine_are_carried_out_in_order() -> None:
    effects = [
        ["cook", "rum", 9],
        ["gunner", "cutlass", -9],
        ["cook", "cutlass", 2],
        ["pilot", "doubloon", -9],
    ]
    components = COMPONENTS.from_json({"tile": [printed(*effects)] * 2})
    on = {"cook": ["", "1d"], "gunner": ["1d", ""], "pilot": ["2d", ""]}
    match = Match(2, on=on, cutlasses=[7, 0], components=components)
    match.s.crew = 3
    match.go(Step.RESOLVE).play("0 north")
    assert match.told("controls") == [(1, "cook"), (0, "gunner"), (0, "pilot")]
    assert list(match.s.hit) == [1, 0, 1, 0]
    assert match.told("gained", "lost") == [(1, "rum", 9, 0), (0, "cutlass", 7), (1, "cutlass", 2, 0)]
    assert match.s.owed == 8
    assert match.phase == Phase.LOSE


def test_MU_5_sixty_tiles_lie_face_up_once_each() -> None:
    components = COMPONENTS.from_json({"tile": [printed(["cook", "rum", 1])] * 60})
    match = Match(2, components=components)
    seen = {int(match.s.tile)}
    while match.s.pile:
        match.go(Step.NEW_TURN)
        seen.add(int(match.s.tile))
    assert seen == set(range(60))


def test_MU_2_the_rum_of_the_bank_is_a_figure_of_the_table() -> None:
    assert (standard().rum, standard().rum_source) == (30, "reconstructed")
    fewer = COMPONENTS.from_json(plain() | {"rum": {"tokens": 15, "source": "print"}})
    assert template(5, fewer).bank == 0
    assert fewer.to_json()["rum"] == {"tokens": 15, "source": "print"}
    # A table without the figure, such as one of an old match, has 30.
    assert COMPONENTS.from_json({"tile": plain()["tile"]}).rum == 30
    more = COMPONENTS.from_json(plain() | {"rum": {"tokens": 99, "source": "print"}})
    assert template(5, more).bank == 84
    small = COMPONENTS.from_json(
        plain() | {"size": {"players": [2]}, "rum": {"tokens": 6, "source": "print"}}
    )
    assert small.rum == 6


@pytest.mark.parametrize(
    ("rum", "told"),
    [
        (7, "rum must be a section."),
        ({"tokens": 14, "source": "print"}, "tokens of the rum must be a whole number from 15 to 99 (MU-2)."),
        (
            {"tokens": 100, "source": "print"},
            "tokens of the rum must be a whole number from 15 to 99 (MU-2).",
        ),
        ({"source": "print"}, "tokens of the rum must be a whole number from 15 to 99 (MU-2)."),
        ({"tokens": 20}, "Unknown source None of the rum; the sources are print review reconstructed."),
        ({"tokens": 20, "source": "print", "most": 3}, "Unknown key most; here may stand tokens source."),
    ],
)
def test_MU_2_a_wrong_figure_for_the_rum_is_named(rum: object, told: str) -> None:
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.from_json(plain() | {"rum": rum})
    assert told in str(caught.value)


def test_MU_2_a_wrong_source_of_the_rum_is_named_by_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "rum.toml"
    lines = [*TEXT.splitlines()[HEAD:], "[rum]", "tokens = 20", 'source = "hearsay"']
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(TableFileError) as caught:
        COMPONENTS.load(file)
    assert caught.value.line == len(lines)

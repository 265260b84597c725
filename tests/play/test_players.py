"""Names for a new match: all can be told apart. Those of old matches stay as they are."""

from __future__ import annotations

import pytest

from quarterdeck.errors import QuarterdeckError, RecordError
from quarterdeck.play import Game, Record, check_company, check_new_name, told_apart

TOWER = "A\u0300\u0301\u0302\u0303\u0304nn"
TWINS = ["Jos\u00e9", "Jose\u0301", "Cleo"]


def test_names_are_taken_as_they_are() -> None:
    names = ["Nguy\u1ec5n", "\u05e9\u05dc\u05d5\u05dd", "Anne-Marie"]
    assert check_company(names, 3) == names
    assert check_new_name(" Ann ") == "Ann"


@pytest.mark.parametrize("names", [TWINS, ["Ann", "\u0410nn", "Cleo"], ["Ann", "Ben", "ann"]])
def test_no_two_of_a_new_match_look_alike(names: list[str]) -> None:
    with pytest.raises(QuarterdeckError, match="look alike"):
        check_company(names, 3)


@pytest.mark.parametrize("name", [TOWER, "\u0301Ann"])
def test_nobody_builds_towers_of_marks(name: str) -> None:
    with pytest.raises(RecordError, match="too many marks"):
        check_new_name(name)
    with pytest.raises(RecordError, match="too many marks"):
        check_company([name, "Ben", "Cleo"], 3)


@pytest.mark.parametrize("name", ["", " ", "A" * 41, "A\u202enn", 7, None])
def test_what_no_match_file_could_hold_is_no_name(name: object) -> None:
    with pytest.raises(RecordError, match="1 to 40"):
        check_new_name(name)


def test_a_match_file_of_before_is_read_as_it_is() -> None:
    record = Record(Game("cartagena", players=3), "seven", [TWINS[0], TWINS[1], TOWER])
    record.append(record.position.to_act[0], record.position.legal(record.position.to_act[0])[0])
    assert Record.loads(record.dumps()) == record


def test_old_names_that_look_alike_get_numbers_in_a_new_match() -> None:
    assert told_apart([*TWINS, "Jos\u00e9 2", "jos\u00e9"]) == [
        "Jos\u00e9",
        "Jose\u0301 2",
        "Cleo",
        "Jos\u00e9 2 2",
        "jos\u00e9 3",
    ]
    long = "A" * 40
    assert told_apart([long, long]) == [long, f"{'A' * 38} 2"]
    assert check_company(told_apart(TWINS), 3)

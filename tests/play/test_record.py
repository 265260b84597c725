"""Match files: what they hold, how they are checked, and each way in which one can be wrong."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import IllegalAction, Record, RecordError, SeatError

GAME = quarterdeck.game("meuterer", players=3)
NAMES = ["Ann", "Bert Müller", "Cy"]


def begun() -> Record:
    record = Record(GAME, seed="secret", names=NAMES)
    for _ in range(6):
        record.append(record.position.to_act[0], record.position.legal()[0])
    return record


def finished() -> Record:
    record = Record(GAME, seed="secret", names=NAMES)
    while not record.position.over:
        record.append(record.position.to_act[0], record.position.legal()[-1])
    return record


TEXT = begun().dumps()


def test_a_file_reads_as_documented() -> None:
    record = begun()
    moves = [f"move {ply} {seat} {action}" for ply, (seat, action) in enumerate(record.moves, 1)]
    assert record.dumps().splitlines() == [
        "quarterdeck match 1",
        "game meuterer",
        "rules-version 1",
        "option players 3",
        "option rules english",
        "option pirates off",
        "seat 0 Ann",
        "seat 1 Bert Müller",
        "seat 2 Cy",
        "commitment sha256:" + hashlib.sha256(b"secret").hexdigest(),
        *moves,
        "seed secret",
    ]


def test_a_finished_match_has_its_scores_before_the_seed() -> None:
    record = finished()
    lines = record.dumps().splitlines()
    assert lines[-2:] == ["scores " + " ".join(map(str, record.position.scores)), "seed secret"]
    assert record.verify().over


def test_names_and_seed_have_defaults() -> None:
    record = Record(GAME)
    assert record.names == ["Seat 1", "Seat 2", "Seat 3"]
    assert len(record.seed) == 64
    assert record.commitment == "sha256:" + hashlib.sha256(record.seed.encode()).hexdigest()
    assert repr(record) == f"<Record of {GAME!r}, 0 moves>"


def test_an_illegal_move_leaves_the_record_as_it_was() -> None:
    record = begun()
    before = (list(record.moves), record.position)
    with pytest.raises(IllegalAction):
        record.append(record.position.to_act[0], "conflict 5")
    assert (record.moves, record.position) == before
    assert record == begun()


def test_a_move_is_kept_as_it_was_played_whatever_it_was_given_as() -> None:
    record, other = Record(quarterdeck.game("mutiny", players=2), seed=0), quarterdeck.game("cartagena")
    chooser = random.Random(1)
    while "done" not in [action.text for action in record.position.legal()]:
        record.append(record.position.to_act[0], chooser.choice(record.position.legal()))
    assert record.game.action("done").id != other.action("done").id
    seat: Any = np.int64(record.position.to_act[0])
    record.append(seat, other.action("done"))
    assert record.moves[-1] == (int(seat), record.game.action("done"))
    assert type(record.moves[-1][0]) is int
    assert Record.loads(record.dumps()) == record
    before = list(record.moves)
    nowhere: Any
    for nowhere in (True, 1.0, 2):
        with pytest.raises(SeatError, match="seats are the numbers 0 to 1"):
            record.append(nowhere, record.position.legal()[0])
    assert record.moves == before


def test_a_set_up_and_a_table_of_ones_own_are_in_the_file() -> None:
    own = GAME.table.to_json() | {"start": "Sandkap"}
    game = quarterdeck.game("meuterer", players=3, table=own)
    ring = [one["name"] for one in game.start(seed=1).to_json()["islands"]]
    setup: dict[str, Any] = {"hands": [["wine"], [], ["ruby"]], "ring": ring, "ship": 3}
    record = Record(game, seed="own", setup=setup)
    record.append(0, "offer 1")
    again = Record.loads(record.dumps())
    assert again == record
    assert again.game.table == game.table
    assert again.setup == setup
    assert again != begun()
    assert record != "a record"


@pytest.mark.parametrize("kind", [str, Path.as_uri, lambda path: "tiny"])
def test_a_match_file_opens_no_other_file(tmp_path: Path, kind: Callable[[Path], str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text("no table")
    for word in ("table", "setup"):
        with pytest.raises(RecordError) as caught:
            Record.loads(TEXT.replace("seat 0", f"{word} {json.dumps(kind(path))}\nseat 0"))
        assert str(caught.value) == f"Line 7: After “{word}” a JSON object is expected."


def test_comments_blank_lines_and_spaces_do_not_matter() -> None:
    loose = "\r\n".join(["", "# a comment", *(f"  {line}  " for line in TEXT.splitlines()[1:])])
    assert Record.loads("quarterdeck match 1  \r\n" + loose) == begun()


def test_verify_finds_a_record_that_was_changed() -> None:
    record = begun()
    record.moves.pop()
    with pytest.raises(RecordError, match="The replay does not end where the match stands"):
        record.verify()


Change = Callable[[str], str]


def replace(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def without(start: str) -> Change:
    return lambda text: "".join(line for line in text.splitlines(True) if not line.startswith(start))


def line(text: str, start: str) -> str:
    return next(one for one in text.splitlines() if one.startswith(start))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda text: "",
            "This is no match file of Quarterdeck: its first line would be “quarterdeck match 1”.",
        ),
        (
            replace("match 1", "match 2"),
            "This is no match file of Quarterdeck: its first line would be “quarterdeck match 1”.",
        ),
        (lambda text: text + "# " + "x" * 1_000_001, "This file is too long for a match."),
        (
            replace("game meuterer", "gane meuterer"),
            "Line 2: “gane” is not a line of a match file; lines begin with",
        ),
        (
            replace("game meuterer", "game mutterer"),
            "Line 2: There is no game “mutterer”; there are meuterer, cartagena, mutiny.",
        ),
        (without("game"), "The line “game …” is missing; the file may be cut off."),
        (replace("game meuterer", "game"), "The line “game …” is missing"),
        (lambda text: text + "game meuterer\n", "Line 18: A second line “game”; the first is line 2."),
        (without("rules-version"), "The line “rules-version …” is missing"),
        (
            replace("rules-version 1", "rules-version 7"),
            "Line 3: This match was played by version 7 of the rules; this program plays version 1.",
        ),
        (replace("players 3", "players 7"), "Line 4: In Meuterer “players” can be 3, 4, not “7”."),
        (
            replace("players 3", "sailors 3"),
            "Line 4: Meuterer has no option “sailors”; it has players, rules, pirates.",
        ),
        (replace("players 3", "players"), "Line 4: This line should name one option and its value, once."),
        (replace("players 3", "players 3 4"), "Line 4: In Meuterer “players” can be 3, 4, not “3 4”."),
        (
            replace("rules english", "players 3"),
            "Line 5: This line should name one option and its value, once.",
        ),
        (replace("pirates off", "name x"), "Line 6: Meuterer has no option “name”"),
        (replace("pirates off", "self x"), "Line 6: Meuterer has no option “self”"),
        (replace("pirates off", "table x"), "Line 6: Meuterer has no option “table”"),
        (replace("seat 0 Ann", "table {"), "Line 7: After “table” a JSON object is expected."),
        (replace("seat 0", "setup [1]\nseat 0"), "Line 7: After “setup” a JSON object is expected."),
        (
            replace("seat 0", "setup " + "[" * 20_000 + "\nseat 0"),
            "Line 7: After “setup” a JSON object is expected.",
        ),
        (
            replace("seat 0", "setup {}\nseat 0"),
            "Line 7: A set-up needs hands: one list of goods for each seat (ME-12).",
        ),
        (replace("seat 0", 'table {"x": 1}\nseat 0'), "Line 7: Unknown key x; a table has"),
        (replace("seat 0 Ann", "seat 0"), "Line 7: Seats stand in order, each with a name: “seat 0 NAME”."),
        (replace("seat 1", "seat 2"), "Line 8: Seats stand in order, each with a name: “seat 1 NAME”."),
        (without("seat 2"), "3 lines “seat …” are needed, not 2."),
        (replace("seat 0 Ann", "seat 0 " + "x" * 41), "A player's name has 1 to 40 printable characters"),
        (replace("seat 0 Ann", "seat 0 A\tnn"), "A player's name has 1 to 40 printable characters"),
        (without("commitment"), "The line “commitment …” is missing"),
        (
            replace("sha256:", "sha256:0"),
            "Line 17: The commitment is not the hash of the seed: the seed or line 10 was changed.",
        ),
        (replace("seed secret", "seed sesame"), "Line 17: The commitment is not the hash of the seed"),
        (without("seed"), "The line “seed …” is missing; the file may be cut off."),
        (replace("seed secret", "seed"), "The line “seed …” is missing"),
        (
            without("move 3"),
            "Line 13: Move 3 is expected here, not move 4; a move is missing or out of place.",
        ),
        (replace("move 2", "move 1"), "Line 12: Move 2 is expected here, not move 1"),
        (
            replace("move 1 ", "move one "),
            "Line 11: A move reads “move PLY SEAT ACTION”, “move 1 0 offer 2” say.",
        ),
        (replace("move 1 ", "move -1 "), "Line 11: A move reads"),
        (replace("move 1 ", "move 10000000 "), "Line 11: A move reads"),
        (replace(line(TEXT, "move 1"), "move 1 0"), "Line 11: A move reads"),
        (replace(line(TEXT, "move 1"), "move 1"), "Line 11: A move reads"),
        (replace(line(TEXT, "move 1"), "move 1 7 offer 1"), "Line 11: There is no seat 7 at this table."),
        (
            replace(line(TEXT, "move 1"), line(TEXT, "move 1")[:8] + " offer 9"),
            "Line 11: “offer 9” is no action of Meuterer",
        ),
        (
            lambda text: text.replace(line(text, "seed"), "scores 1 2 3\n" + line(text, "seed")),
            "Line 17: The file tells the scores, but its moves don't reach the end of the match.",
        ),
    ],
)
def test_a_bad_file_is_told_in_one_sentence(change: Change, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(change(TEXT))
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_illegal_move_in_a_file_cites_its_rule() -> None:
    captain = TEXT.splitlines()[10].split()[2]
    with pytest.raises(RecordError) as caught:
        Record.loads(TEXT.replace(line(TEXT, "move 2"), f"move 2 {captain} offer 1"))
    told = str(caught.value)
    assert told.startswith(f"Line 12: Seat {captain} can't play “offer 1” here. ")
    assert told.endswith("(ME-20).")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (without("scores"), "The match is over, but its line with the scores is missing."),
        (
            lambda text: text.replace(line(text, "scores"), "scores 99 0 0"),
            "The scores don't agree with the moves, which end in",
        ),
        (lambda text: text.replace("\nseed", "\n" + line(text, "move 1") + "\nseed"), "Move"),
    ],
)
def test_a_bad_end_of_a_finished_match_is_told(change: Change, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(change(finished().dumps()))
    assert caught.value.sentence.startswith(told)


def test_a_move_after_the_end_is_refused() -> None:
    text = finished().dumps()
    moves = sum(one.startswith("move") for one in text.splitlines())
    with pytest.raises(RecordError, match=r"The game is over: nothing more is played \(ME-70\)\."):
        Record.loads(text.replace("\nscores", f"\nmove {moves + 1} 0 leave\nscores"))


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "binary.qd").write_bytes(b"quarterdeck match 1\n\xff\xfe")
    for name, told in (
        ("missing.qd", "can't be read (No such file or directory)."),
        ("", "can't be read (Is a directory)."),
        ("binary.qd", "is not UTF-8 text, so it is no match file."),
    ):
        with pytest.raises(RecordError) as caught:
            Record.load(tmp_path / name)
        assert str(caught.value).endswith(told)


@pytest.mark.parametrize("seed", ["", " x", "x ", "a\nb", "a\tb", "\ud800"])
def test_a_seed_is_one_line_of_printable_text(seed: str) -> None:
    with pytest.raises(RecordError, match="A seed is one line of printable text"):
        Record(GAME, seed=seed)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann"], "3 players need as many names, not 1."),
        (["Ann", "", "Cy"], "A player's name has 1 to 40 printable characters"),
        (["Ann", " Bert", "Cy"], "A player's name has 1 to 40 printable characters"),
        (["Ann", "Be\nrt", "Cy"], "A player's name has 1 to 40 printable characters"),
        (["Ann", "B" * 41, "Cy"], "A player's name has 1 to 40 printable characters"),
    ],
)
def test_names_are_checked(names: list[str], told: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record(GAME, names=names)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("names", [5, 1.5, GAME])
def test_names_that_are_no_list_are_told(names: Any) -> None:
    with pytest.raises(RecordError, match="Names are a list of texts, one for each seat, not "):
        Record(GAME, names=names)


@pytest.mark.parametrize("text", [None, b"quarterdeck match 1", [], 5])
def test_a_file_that_is_no_text_is_told(text: Any) -> None:
    with pytest.raises(RecordError, match="A match file is read from its text, not from "):
        Record.loads(text)


def test_a_lone_surrogate_in_a_file_is_told() -> None:
    with pytest.raises(RecordError):
        Record.loads(TEXT.replace("seed secret", "seed \ud800"))
    with pytest.raises(RecordError):
        Record.loads(TEXT.replace("seat 0 Ann", "seat 0 \ud800"))


def test_a_file_tells_nothing_before_its_moves_but_what_was_published() -> None:
    head = TEXT.split("\nmove 1")[0]
    assert "secret" not in head
    assert json.dumps(begun().position.to_json()["seats"][0]["hand"]) not in TEXT


@pytest.mark.parametrize("how", ["draw", "abandoned"])
def test_a_match_that_was_ended_by_agreement_says_so_before_the_seed(how: str) -> None:
    record = begun()
    record.ended = how
    text = record.dumps()
    assert text.replace(f"ended {how}\n", "") == TEXT
    assert text.splitlines()[-2:] == [f"ended {how}", "seed secret"]
    read = Record.loads(text)
    assert (read, read.ended, read.dumps()) == (record, how, text)
    assert read != begun()
    assert (read.verify().ended, read.verify().over) == (how, False)


def test_files_without_an_ending_stay_as_they_are_byte_for_byte() -> None:
    for text in (TEXT, finished().dumps()):
        read = Record.loads(text)
        assert (read.dumps(), read.ended, read.verify().ended) == (text, "", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TEXT.replace("seed secret", "ended won\nseed secret"), "ended by agreement as draw, abandoned"),
        (TEXT.replace("seed secret", "ended\nseed secret"), "ended by agreement as draw, abandoned"),
        (TEXT.replace("seed secret", "ended draw\nended draw\nseed secret"), "A second line “ended”"),
        (finished().dumps() + "ended draw\n", "nobody ended it by agreement"),
    ],
)
def test_an_ending_that_cannot_be_is_one_sentence(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.loads(text)

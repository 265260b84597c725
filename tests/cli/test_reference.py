from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.bots import BOTS
from tests.cli.command import Command


def test_verify_says_in_a_line_that_all_is_well(command: Command, match_file: Path) -> None:
    done = command("verify", match_file)
    record = quarterdeck.Record.load(match_file)
    scores = ", ".join(
        f"{name} {points}" for name, points in zip(record.names, record.position.scores, strict=True)
    )
    digest = hashlib.sha256(b"treasure").hexdigest()
    assert done.out == (
        f"match.qd: {len(record.moves)} moves, all legal; scores: {scores}; "
        f"the seed agrees with its commitment sha256:{digest}.\n"
    )
    assert done.code == 0


def test_the_name_of_a_file_controls_no_terminal(command: Command, match_file: Path) -> None:
    named = match_file.rename("red \x1b[31m\nline.qd")
    done = command("verify", named)
    assert done.out.startswith("red \N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}line.qd: ")


def test_a_file_of_several_matches_is_no_match_file(command: Command, match_file: Path) -> None:
    lines = match_file.read_text().splitlines()
    Path("several.qd").write_text(match_file.read_text() * 2)
    assert command.refused("verify", "several.qd") == (
        f"several.qd, line {len(lines) + 1}: A second match begins here, and a match file has one: "
        "read this file by quarterdeck.lab.data.load."
    )


def test_verify_says_that_a_match_goes_on(command: Command, open_file: Path) -> None:
    assert "30 moves, all legal; scores: Ann " in command("verify", open_file).out
    assert " so far, not over yet;" in command("verify", open_file).out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (r"seed treasure", "seed trove", "The commitment is not the hash of the seed"),
        (r"scores \d+", "scores 99", "The scores don't agree with the moves"),
        (r"move 1 (\d) offer \d\n", "", "Move 1 is expected here, not move 2"),
        (r"offer \d", "offer 7", "no action of Meuterer"),
        (r"move 2 (\d) show \w+", r"move 2 \1 offer 1", "can't play “offer 1” here"),
        (r"seed treasure\n", "", "The line “seed …” is missing"),
        (r"quarterdeck match 1", "quarterdeck match 9", "This is no match file of Quarterdeck"),
        (r"option rules english", "option rules klingon", "not “klingon”"),
        (r"\A.*\Z", "", "This is no match file of Quarterdeck"),
    ],
)
def test_verify_and_replay_say_what_was_tampered_with(
    command: Command, match_file: Path, old: str, new: str, sentence: str
) -> None:
    text = match_file.read_text()
    changed = re.sub(old, new, text, count=1, flags=re.S)
    assert changed != text
    match_file.write_text(changed)
    for name in ("verify", "replay"):
        told = command.refused(name, match_file)
        assert told.startswith("match.qd")
        assert sentence in told
        assert "treasure" not in told


def test_what_is_no_text_is_no_match_file(command: Command) -> None:
    Path("picture.qd").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    assert command.refused("verify", "picture.qd") == "picture.qd is not UTF-8 text, so it is no match file."
    assert "can't be read" in command.refused("verify", "nowhere.qd")
    assert "can't be read" in command.refused("verify", ".")


def test_a_file_name_that_is_no_text_is_told_once(command: Command) -> None:
    assert command.refused("verify", "\udcff") == "� can't be read (No such file or directory)."


@pytest.mark.parametrize("name", ["ME-66", "me66", "66"])
def test_ME_66_is_found_by_its_number(command: Command, name: str) -> None:
    done = command("rules", "meuterer", name)
    assert done.out.startswith("ME-66  ")
    assert "four" in done.out
    assert "ME-67" not in done.out


def test_a_rule_tells_its_decision(command: Command) -> None:
    assert "Decision: " in command("rules", "meuterer", "70").out


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("ME-11", "Only in the rule set “Reference manual”."),
        ("ME-67", "Only in the rule set “Reference manual”."),
        ("ME-63", "Only in the rule sets “English rulebook”, “French rulebook”."),
    ],
)
def test_a_rule_tells_in_which_rule_sets_alone_it_is_in_force(
    command: Command, name: str, scope: str
) -> None:
    assert command("rules", "meuterer", name).out.rstrip().endswith(f"\n  {scope}")
    assert f"\n  {scope}" in command("play", "meuterer", typed=[f"rule {name}"]).out


def test_a_rule_of_all_rule_sets_tells_no_scope(command: Command) -> None:
    assert "Only in" not in command("rules", "meuterer", "ME-20").out


def test_an_unknown_rule_or_game_is_refused(command: Command) -> None:
    assert command.refused("rules", "meuterer", "99").startswith("Meuterer has no rule ME-99")
    unknown = "There is no game “chess”; there are meuterer, cartagena, mutiny."
    assert command.refused("rules", "chess") == unknown
    assert command.refused("table", "chess") == unknown


def test_the_table_can_be_copied_changed_and_played_with(command: Command) -> None:
    printed = command("table", "meuterer").out
    mine = Path("mine.toml")
    mine.write_text(printed)
    assert command("table", "check", mine).out.startswith(
        "mine.toml is a table of Meuterer without a mistake"
    )
    mine.write_text(printed.replace('name = "Fingerhut"', 'name = "Thumbnail"'))
    assert "Thumbnail" in command("play", "meuterer", "--table", mine, typed=[]).out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('buys = "salt"', 'buys = "pepper"', "buys must be any or one of ruby salt wine cloth grain (ME-63)"),
        ("dock = 5", "dock = -5", "dock must be a whole number"),
        ("[cards]", "[card", "not valid TOML"),
    ],
)
def test_a_table_with_a_mistake_is_refused_with_its_line(
    command: Command, old: str, new: str, sentence: str
) -> None:
    Path("mine.toml").write_text(command("table", "meuterer").out.replace(old, new, 1))
    for arguments in (["table", "check", "mine.toml"], ["play", "meuterer", "--table", "mine.toml"]):
        told = command.refused(*arguments)
        assert re.match(r"mine\.toml, line \d+: ", told)
        assert sentence in told
    assert "can't be read" in command.refused("table", "check", "nowhere.toml")


@pytest.mark.parametrize("text", ["", "masts = 3\n", "[wind]\n"])
def test_a_file_of_no_game_is_not_taken_for_one(command: Command, text: str) -> None:
    Path("mine.toml").write_text(text)
    told = command.refused("table", "check", "mine.toml")
    assert told.startswith("mine.toml has no part of any game's component table: ")
    assert command.refused("table", "check", "").startswith("table: The path of the table is empty")


def test_table_takes_no_word_too_many(command: Command) -> None:
    assert "too much" in command.refused("table", "meuterer", "x.toml", code=2)


def test_bots_are_listed_with_a_line_each(command: Command) -> None:
    lines = " ".join(command("bots").out.split())
    for name, line in BOTS.items():
        assert f"{name} {line}" in lines
    others = "ismcts, network, network-2026-11, a class of yours as module:Name, and a network's file"
    assert lines.endswith(f"Commands also take {others}.")

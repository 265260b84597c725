"""House rules in the terminal: other readings of contested rules, chosen, shown and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.play import Record
from tests.cli.command import Command

VERSION_1 = Path(__file__).parents[1] / "golden" / "version_1"
AT_ONCE = "The winning cutlass: at once (MU-50)"


def test_MU_50_a_rule_shows_its_readings_and_the_option_that_chooses(command: Command) -> None:
    out = " ".join(command("rules", "mutiny", "MU-50").out.split())
    assert "Contested: The winning cutlass" in out
    assert "“after the course”: All effects of a destination are carried out" in out
    assert "“at once”: Whoever gets the winning cutlass from an effect wins before the next effect." in out
    assert "The first is played, unless a table chooses otherwise: --victory." in out


def test_CA_13_CA_65_MU_50_each_reading_names_the_option_that_chooses_it(command: Command) -> None:
    told = {
        rule: " ".join(command("rules", *rule.split()).out.split())
        for rule in ("cartagena 13", "cartagena 65", "mutiny 50")
    }
    assert "“third seat”: The table knows who is oldest" in told["cartagena 13"]
    assert "where coins run short. [--oldest 2]" in told["cartagena 13"]
    assert 'give coins (CA-67). [--duel-opponents "still in"] “all players”' in told["cartagena 65"]
    assert "come back into the game. [--duel-opponents all]" in told["cartagena 65"]
    assert '[--victory "at once"]' in told["mutiny 50"]


@pytest.mark.parametrize(("language", "told"), [("de", "„sofort“: Wer"), ("fr", "« aussitôt » : Qui")])
def test_a_reading_is_quoted_as_its_language_does_it(command: Command, language: str, told: str) -> None:
    assert told in " ".join(command("rules", "mutiny", "MU-50", "--language", language).out.split())


def test_ME_67_a_contested_rule_without_an_option_says_what_is_played(command: Command) -> None:
    out = " ".join(command("rules", "meuterer", "ME-67").out.split())
    assert "Contested: The Merchant in “manual”" in out
    assert "The first is played." in out
    assert "Contested" not in command("rules", "meuterer", "ME-66").out


def test_a_match_with_a_house_rule_says_so_keeps_it_and_goes_on_with_it(command: Command) -> None:
    done = command(
        "play", "mutiny", "--victory", "at once", "--seed", 5, "--save", "mine.qd", typed=["bid 0 0"]
    )
    assert AT_ONCE in done.out
    assert "\noption victory at once\n" in Path("mine.qd").read_text("utf-8")
    record = Record.load("mine.qd")
    assert record.game.options["victory"] == "at once"
    assert Record.loads(record.dumps()) == record
    assert AT_ONCE in command("play", "--resume", "mine.qd", typed=[]).out
    assert AT_ONCE in command("replay", "mine.qd", typed=[]).out
    assert command("verify", "mine.qd").code == 0


def test_without_a_house_rule_none_is_told(command: Command) -> None:
    assert "MU-50" not in command("play", "mutiny", "--seed", 5, typed=[]).out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("mutiny", "--victory", "never"),
            "In Mutiny! “victory” (MU-50) can be after the course, at once, not “never”.",
        ),
        (("meuterer", "--victory", "at once"), "Meuterer has no option “victory”; it has players"),
    ],
)
def test_a_wrong_house_rule_is_refused_in_one_sentence(
    command: Command, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in command.refused("play", *arguments)


def test_a_file_with_an_unknown_reading_names_its_line_the_values_and_the_rule(command: Command) -> None:
    command("play", "mutiny", "--victory", "at once", "--seed", 5, "--save", "mine.qd", typed=["bid 0 0"])
    path = Path("mine.qd")
    path.write_text(path.read_text("utf-8").replace("victory at once", "victory at twice"), "utf-8")
    told = command.refused("verify", "mine.qd")
    assert "mine.qd, line 7: In Mutiny! “victory” (MU-50) can be after the course, at once" in told


def test_the_help_has_a_group_of_house_rules(command: Command) -> None:
    _usage, group = command("play", "--help").out.split("House rules:\n")
    assert "Other readings of contested rules" in group
    assert "--first-mate-tie" in group
    assert "--victory" in group
    assert "The winning cutlass, MU-50 (mutiny): after the course, at once" in " ".join(group.split())


def test_balance_and_selfplay_know_the_house_rules(command: Command) -> None:
    few = ("--games", 1, "--bot", "random", "--jobs", 1)
    assert command("balance", "mutiny", "--players", 2, "--victory", "at once", *few).code == 0
    made = command("selfplay", "mutiny", "--first-mate-tie", "one decision", *few, "--out", "some.qd")
    assert made.code == 0
    assert "option first_mate_tie one decision" in Path("some.qd").read_text("utf-8")


@pytest.mark.parametrize("game", ["mutiny", "cartagena"])
def test_files_of_version_1_are_verified_and_shown(command: Command, game: str) -> None:
    path = VERSION_1 / f"{game}.qd"
    assert "all legal; scores: " in command("verify", path).out
    done = command("replay", path, typed=[])
    assert done.code == 0
    assert "house" not in done.out.lower()

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import quarterdeck
from quarterdeck.bots import BOTS, bot
from quarterdeck.cli.match import CREW
from tests.cli.command import Command, Outcome

ONES = ["1"] * 600


def board(outcome: Outcome) -> list[str]:
    """The lines of the seats' table when it was drawn last."""
    lines = outcome.out.splitlines()
    start = max(number for number, line in enumerate(lines) if re.match(r"   Seat +Points", line))
    return lines[start : start + 5]


def choices(outcome: Outcome) -> list[str]:
    """The choices that were offered last."""
    last = outcome.out.rsplit("\n\n", 1)[-1]
    return re.findall(r"^\d+  ((?:offer|show|leave|conflict|sell|return)\b.*?)  ", last, re.M)


@pytest.mark.parametrize(
    ("players", "rules", "pirates"),
    [
        *((3, "english", "off"), (3, "french", "double"), (3, "manual", "off")),
        *((4, "english", "double"), (4, "french", "off"), (4, "manual", "double")),
    ],
)
def test_a_whole_game_of_piped_random_choices(
    command: Command, players: int, rules: str, pirates: str
) -> None:
    """Each two choices meet: the terminal shows nothing that takes three of them."""
    numbers = random.Random(f"{players} {rules} {pirates}")
    # A number that is no choice is refused, and asked again.
    typed = [str(numbers.randint(1, 5)) for _ in range(3000)]
    options = ["--players", players, "--rules", rules, "--pirates", pirates, "--bots", "random"]
    done = command("play", "meuterer", *options, "--seed", 4, "--save", "mine.qd", typed=typed)
    assert (done.code, done.err) == (0, "")
    record = quarterdeck.Record.load("mine.qd")
    assert record.position.over
    assert record.game.options == {"players": players, "rules": rules, "pirates": pirates}
    winner = record.names[record.position.winners[0]]
    points = max(record.position.scores)
    assert re.search(rf"^{winner} +{points}  wins *$", done.out, re.M)
    assert f"hash:\n4\n{record.commitment}\n" in done.out
    assert done.out.count("The points of round ") == record.position.to_json()["rounds"]
    assert all(cell_len(line) <= 80 for line in done.out.splitlines())
    assert "\x1b" not in done.out


def test_the_points_of_the_rounds_add_up_to_the_scores(command: Command) -> None:
    done = command("play", "meuterer", "--seed", "sum", "--save", "mine.qd", typed=ONES)
    sums = [0, 0, 0, 0]
    for line in re.findall(r"^Together +(.*?) *$", done.out, re.M):
        sums = [a + int(b) for a, b in zip(sums, line.split(), strict=True)]
    assert tuple(sums) == quarterdeck.Record.load("mine.qd").position.scores


def test_the_same_seed_and_choices_give_the_same_match(command: Command) -> None:
    first = command("play", "meuterer", "--seed", 9, typed=ONES[:40])
    assert command("play", "meuterer", "--seed", 9, typed=ONES[:40]).out == first.out
    assert command("play", "meuterer", "--seed", 10, typed=ONES[:40]).out != first.out


def test_the_commitment_stands_before_the_first_move_and_the_seed_after_the_last(command: Command) -> None:
    done = command("play", "meuterer", "--save", "mine.qd", typed=ONES)
    record = quarterdeck.Record.load("mine.qd")
    assert record.commitment in done.out.split("Round 1")[0]
    assert done.out.index(f"hash:\n{record.seed}\n") > done.out.index("Final result")


def test_a_person_sees_an_own_hand_and_no_other(command: Command) -> None:
    done = command("play", "meuterer", "--seed", 3, "--seat", 2, typed=["log", "table"])
    record = quarterdeck.Record(quarterdeck.game("meuterer"), "3")
    hand = record.position.to_json()["seats"][2]["hand"]
    rows = board(done)
    assert "Player (you)" in rows[3]
    for good in {*hand}:
        assert f"{hand.count(good)} {good[:3]}" in rows[3]
    for seat in (0, 1, 3):
        assert re.search(r"\d cards? ", rows[seat + 1])
        assert CREW[seat] in rows[seat + 1]


def test_nothing_before_the_end_tells_the_seed_or_what_others_drew(command: Command) -> None:
    done = command("play", "meuterer", "--seed", "swordfish", typed=["1"] * 12)
    assert "swordfish" not in done.out
    assert re.search(r"^You draw .*(ruby|rubies|salt|wine|cloth|grain|conflict)", done.out, re.M)
    assert not re.search(r"^(?!You)\w+ draws .*(ruby|rubies|salt|wine|cloth|grain|conflict)", done.out, re.M)


def test_a_choice_is_its_number_or_its_words(command: Command) -> None:
    done = command("play", "meuterer", "--seed", 5, typed=["  OFFER   2 ", "show wine"])
    assert "You offer the First Mate 2 points. (ME-20)" in done.out
    assert "You show a wine card. (ME-30)" in done.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("?", "what an action would do, or which rule forbids it"),
        ("?", "its words do as well: “offer 0”"),
        ("help", "leave, as “q” does; you can keep the match and go on later"),
        ("", "Type a number, the words of a choice, or ? for help."),
        ("why show ruby", "the phase now is “Offer”: choose an action of that one. (ME-30)"),
        ("why 1", "This is allowed. A First Mate would get 1 point"),
        ("why offer 3", "This is allowed. A First Mate would get 4 points"),
        ("why", "Name an action: “why offer 0”, say."),
        ("why fly", "“fly” is no action of Meuterer"),
        ("rule ME-66", "ME-66  "),
        ("rule 600", "Meuterer has no rule ME-600"),
        ("rule", "Name a rule: “rule ME-1”, say."),
        ("9", "There is no choice 9; the choices are 1 to 4."),
        ("0", "There is no choice 0; the choices are 1 to 4."),
        ("99999999999999999999", "There is no choice"),
        ("0000019", "There is no choice 0000019; the choices are 1 to 4."),
        ("0" * 5000, "There is no choice 00000000000000000000; the choices are 1 to 4."),
        ("9" * 5000, "There is no choice 99999999999999999999; the choices are 1 to 4."),
        ("show wine", "(ME-30)"),
        ("offer 4", "“offer 4” is no action of Meuterer"),
        ("[bold]x[/bold]", "“[bold]x[/bold]” is no action of Meuterer"),
        ("save", "Name a file: “save game.qd”, say."),
        ("save nowhere/x.qd", "nowhere/x.qd can't be written (No such file or directory)"),
        ("table", "Round 1 of 8 · Offer · Captain: Player"),
        ("log", "Nothing has happened yet."),
    ],
)
def test_the_prompt_answers_and_asks_again(command: Command, typed: str, answer: str) -> None:
    done = command("play", "meuterer", "--seed", 5, typed=[typed, "offer 1", "leave"])
    said = " ".join(done.out.split("Your move:", 1)[1].split("You offer", 1)[0].split())
    assert " ".join(answer.split()) in said
    assert "You leave with 5 cards in hand. (ME-32)" in done.out


def test_a_choice_may_have_zeros_before_it(command: Command) -> None:
    done = command("play", "meuterer", "--seed", 5, typed=["0000003"])
    assert "You offer the First Mate 2 points. (ME-20)" in done.out


def test_an_illegal_action_changes_nothing_and_cites_its_rule(command: Command) -> None:
    done = command("play", "meuterer", "--seed", 5, "--save", "mine.qd", typed=["offer 1", "show ruby"])
    assert re.search(r"You do not hold a ruby card.*\(ME-30\)", done.out, re.S)
    assert [str(action) for _seat, action in quarterdeck.Record.load("mine.qd").moves] == ["offer 1"]


def test_log_tells_what_was_told_before(command: Command) -> None:
    done = command("play", "meuterer", "--seed", 5, typed=["offer 1", "show wine", "log"])
    again = done.out.rsplit("Your move: log\n", 1)[1]
    assert again.index("You offer the First Mate 1 point. (ME-20)") < again.index("You show a wine card.")


def test_save_writes_a_new_file_and_overwrites_none(command: Command) -> None:
    Path("there.qd").write_text("mine")
    done = command(
        "play", "meuterer", "--seed", 5, typed=["offer 2", "save there.qd", "save new.qd", "save new.qd"]
    )
    assert "there.qd exists already: name another file." in done.out
    assert "Saved as new.qd; it holds every secret of the match." in done.out
    assert Path("there.qd").read_text() == "mine"
    assert [str(action) for _seat, action in quarterdeck.Record.load("new.qd").moves] == ["offer 2"]
    assert sorted(path.name for path in Path().iterdir()) == ["new.qd", "there.qd"]


def test_keeping_a_match_touches_no_file_beside_it(command: Command) -> None:
    Path("mine.qd.new").write_text("a bystander's")
    command("play", "meuterer", "--save", "mine.qd", typed=["offer 1"])
    assert Path("mine.qd.new").read_text() == "a bystander's"
    assert sorted(path.name for path in Path().iterdir()) == ["mine.qd", "mine.qd.new"]


def test_a_match_behind_a_link_is_kept_there(command: Command, open_file: Path) -> None:
    Path("cabin").mkdir()
    open_file.rename("cabin/open.qd")
    Path("cabin/open.qd").chmod(0o640)
    Path("link.qd").symlink_to("cabin/open.qd")
    command("play", "--resume", "link.qd", typed=ONES)
    assert Path("link.qd").is_symlink()
    assert quarterdeck.Record.load("cabin/open.qd").position.over
    assert Path("cabin/open.qd").stat().st_mode & 0o777 == 0o640


def test_a_match_that_can_not_be_kept_leaves_no_draft(command: Command) -> None:
    Path("there").mkdir()
    done = command("play", "meuterer", "--seed", 5, typed=["save there/", "save sub/x.qd"])
    assert "there exists already: name another file." in done.out
    assert [path.name for path in Path().iterdir()] == ["there"]


def test_a_file_in_the_own_folder_is_found_without_a_shell(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("home").mkdir()
    monkeypatch.setenv("HOME", str(Path("home").resolve()))
    done = command("play", "meuterer", "--save=~/a.qd", typed=["offer 1", "save ~/b.qd"])
    assert "Saved as ~" not in done.out
    assert sorted(path.name for path in Path("home").iterdir()) == ["a.qd", "b.qd"]


@pytest.mark.parametrize("kept", [True, False])
def test_a_fault_in_the_middle_loses_no_move(
    command: Command, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    def fail(_log: object, _position: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("quarterdeck.cli.log.TerminalLog.add", fail)
    options = ["--save", "mine.qd"] if kept else []
    done = command("play", "meuterer", "--seed", 5, *options, typed=["offer 1"])
    (path,) = Path().glob("*.qd")
    first, second = done.err.splitlines()
    assert first == f"The match is kept in {path}."
    assert "Quarterdeck has a fault (ZeroDivisionError" in second
    assert done.code == 70
    assert path.name == "mine.qd" or not kept
    assert [str(action) for _seat, action in quarterdeck.Record.load(path).moves] == ["offer 1"]


@pytest.mark.parametrize("ending", [["quit"], ["Q"], []])
def test_who_leaves_goes_on_later_and_nothing_is_lost(command: Command, ending: list[str]) -> None:
    whole = command("play", "meuterer", "--seed", 5, "--save", "whole.qd", typed=ONES)
    part = command("play", "meuterer", "--seed", 5, "--save", "part.qd", typed=[*ONES[:20], *ending])
    assert part.code == 0
    assert part.out.endswith("Go on with: quarterdeck play --resume part.qd\n")
    rest = command("play", "--resume", "part.qd", typed=ONES)
    assert rest.code == 0
    assert Path("part.qd").read_text() == Path("whole.qd").read_text()
    assert rest.out.split("Final result")[1].split("The match")[0] in whole.out


def test_going_on_shows_only_what_is_new_and_log_the_rest(command: Command) -> None:
    command("play", "meuterer", "--seed", 5, "--save", "part.qd", typed=["offer 2", "show wine"])
    rest = command("play", "--resume", "part.qd", typed=["log"])
    before, after = rest.out.split("Your move: log")
    assert "You offer" not in before
    assert "You offer the First Mate 2 points. (ME-20)" in after


def test_the_way_to_go_on_names_seat_people_and_bots(command: Command) -> None:
    options = ["--seat", 2, "--hot-seat", 2, "--bots", "random", "--save", "my game.qd"]
    done = command("play", "meuterer", *options, typed=["1"])
    line = done.out.splitlines()[-1]
    assert line.endswith(" play --resume 'my game.qd' --seat 2 --hot-seat 2 --bots random")


def test_without_a_file_an_end_of_input_says_that_the_match_is_not_kept(command: Command) -> None:
    done = command("play", "meuterer", typed=[])
    assert done.code == 0
    assert done.out.endswith("The match was not kept; --save FILE would keep it.\n")
    assert list(Path().iterdir()) == []


def test_hot_seat_tells_each_person_what_that_one_may_know(command: Command) -> None:
    done = command(
        "play", "meuterer", "--seed", 5, "--hot-seat", 4, "--names", "Ann,Ben,Cleo,Dan", typed=ONES[:80]
    )
    assert done.code == 0
    turns = re.split(r"^— (\w+) —$", done.out, flags=re.M)[1:]
    assert turns[0:8:2] == ["Ann", "Ben", "Cleo", "Dan"]
    for name, screen in zip(turns[::2], turns[1::2], strict=True):
        for table in re.findall(r"^   Seat +Points.*?(?=^Draw pile)", screen, re.M | re.S):
            assert re.findall(r"(\w+) \(you\)", table) == [name]


def test_names_are_words_and_not_markup(command: Command) -> None:
    names = "[red]Ann[/red],:ship:,Zoë,李"
    done = command("play", "meuterer", "--seed", 5, "--names", names, typed=["1", "1"])
    for name in names.split(","):
        assert name in done.out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--players", "5"], "In Meuterer “players” can be 3, 4, not “5”."),
        (["--rules", "klingon"], "In Meuterer “rules” can be english, french, manual, not “klingon”."),
        (["--seat", "4"], "There is no seat 4; seats are the numbers 0 to 3."),
        (["--hot-seat", "5"], "This table has 4 seats, too few for 5 people."),
        (["--bots", "deep"], "There is no agent “deep”: name one of " + ", ".join(BOTS) + ", ismcts"),
        (["--names", "A,B"], "4 players need as many names, not 2."),
        (["--names", "A,,C,D"], "A player's name has 1 to 40 printable characters"),
        (["--names", "Ann,Ben,ann,Dan"], "Two seats have the same name"),
        (["--names", "Ann,Ben,\u0410nn,Dan"], "Two seats have the same name, or names that look alike"),
        (["--names", "A\u0300\u0301\u0302\u0303\u0304,B,C,D"], "This name has too many marks on one letter"),
        (["--seed", ""], "A seed is one line of printable text"),
        (["--save", "no/where.qd"], "no/where.qd can't be written"),
    ],
)
def test_an_option_that_fits_no_table_is_refused(command: Command, options: list[str], sentence: str) -> None:
    assert command.refused("play", "meuterer", *options).startswith(sentence)


def test_save_and_resume_refuse_files_that_they_would_spoil(
    command: Command, match_file: Path, open_file: Path
) -> None:
    before = match_file.read_text()
    assert "match.qd exists already" in command.refused("play", "meuterer", "--save", match_file)
    assert "this match is over" in command.refused("play", "--resume", match_file)
    for option in ("--seed", "--duel-opponents"):
        assert f"A saved match keeps what “{option}” would choose: leave that out" in command.refused(
            "play", "--resume", open_file, option, 1, code=2
        )
    assert "leave out GAME with --resume" in command.refused(
        "play", "meuterer", "--resume", open_file, code=2
    )
    assert "can't be read" in command.refused("play", "--resume", "nowhere.qd")
    assert match_file.read_text() == before


def test_going_on_in_another_file_leaves_the_first(command: Command, open_file: Path) -> None:
    before = open_file.read_text()
    command("play", "--resume", open_file, "--save", "copy.qd", typed=ONES)
    assert open_file.read_text() == before
    assert quarterdeck.Record.load("copy.qd").position.over


def test_bots_do_not_get_the_seed_of_the_deal(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[object] = []

    def note(name: str, seed: object = 0) -> object:
        seeds.append(seed)
        return bot(name)

    monkeypatch.setattr("quarterdeck.cli.match.bot_at_table", note)
    command("play", "meuterer", "--seed", "swordfish", typed=[])
    assert len({*seeds}) == 3
    assert not any("swordfish" in str(seed) for seed in seeds)


@pytest.mark.parametrize("columns", [40, 80, 111, 112, 120, 200])
def test_the_table_fits_the_width_there_is(
    command: Command, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    done = command("play", "meuterer", "--seed", 5, "--pirates", "on", typed=["1", "1", "leave", "1"])
    # What is to be copied is not broken by us, but by the terminal.
    lines = [line for line in done.out.splitlines() if not line.startswith("sha256:")]
    assert all(cell_len(line) <= min(columns, 120) for line in lines)
    if columns < 76:
        assert re.search(r"^Player holds \d ", done.out, re.M)
    else:
        assert re.search(r"Hochland +any[ \w]* +4/3/2", done.out)
        assert "…" not in done.out
    assert choices(command("play", "meuterer", "--seed", 5, typed=[]))[:1] == ["offer 0"]


@pytest.mark.parametrize("columns", [40, 55, 56, 75])
def test_on_a_narrow_screen_no_word_of_the_seats_is_cut(
    command: Command, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    seats = []
    for width in (columns, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        done = command("play", "meuterer", "--seed", 3, typed=["1", "1", "leave", "1"])
        seats.append(done.out.rpartition("Seat ")[2].partition("Draw pile")[0])
    cut, whole = (set(re.findall(r"[^\W\d]+", part)) for part in seats)
    assert cut <= {*whole, "has", "shown", "holds"}
    assert ("has shown" in seats[0]) == (columns < 56)

"""Mutiny! in the terminal: its table, its many choices, secret bids and offers, and the commands."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import quarterdeck
from quarterdeck.cli.boards import BOARDS
from quarterdeck.play import find
from tests.cli.command import Command

NAMES = ["Ann", "Ben", "Cleo"]

# The Cook is called, and the others have got their bids.
BIDDING: dict[str, Any] = {
    "bribes": {
        "deck-hand": [[1, 0], None, None],
        "gunner": [[2, 1], [3, 0], [0, 1]],
        "pilot": [[1, 0], None, None],
    },
    "cutlasses": [4, 0, 9],
    "lookout": 1,
    "turn_no": 4,
    "tile": 1,
    "called": "cook",
}
# Ann and Cleo are tied for the Gunner, and Ben is the lookout.
TIE: dict[str, Any] = {
    "bribes": {"gunner": [[2, 1], [2, 0], [3, 0]]},
    "rum": [1, 2, 3],
    "lookout": 1,
    "resolving": "gunner",
}
# All five, with long names to fill the table.
CROWD: dict[str, Any] = {
    "bribes": {
        "cook": [[10, 1], [1, 0], [2, 2], [3, 0], [0, 1]],
        "pilot": [None, None, [3, 0], [1, 0], [1, 0]],
    },
    "lookout": 4,
    "resolving": "deck-hand",
}
CROWD_NAMES = ["Bartholomew Roberts", "Ben", "Cleo", "Grace O'Malley", "Eve"]


def record(setup: dict[str, Any], players: int = 3, deals: str = "closed") -> quarterdeck.Record:
    names = NAMES if players == 3 else [*NAMES, "Dan", "Eve"][:players]
    return quarterdeck.Record(quarterdeck.game("mutiny", players=players, deals=deals), 5, names, setup)


def drawn(view: dict[str, Any], width: int = 80, names: list[str] = NAMES) -> str:
    """The table as it is drawn."""
    console = Console(width=width, highlight=False, markup=False, emoji=False, color_system=None)
    with console.capture() as capture:
        console.print(BOARDS["mutiny"].table(view, names, width))
    return capture.get()


def seen(setup: dict[str, Any], seat: int | None, width: int = 80) -> str:
    return drawn(record(setup).position.view(seat).to_json(), width)


@pytest.fixture
def mutiny_file(command: Command) -> Path:
    """The file of a match of random bots that is over."""
    command("play", "mutiny", "--seed", "spyglass", "--bots", "random", "--save", "m.qd", typed=["1"] * 400)
    return Path("m.qd")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_of_piped_random_choices(command: Command, players: int) -> None:
    numbers = random.Random(players)
    typed = [str(numbers.randint(1, 4)) for _ in range(3000)]
    options = ["--players", players, "--bots", "random", "--seed", 4, "--save", "mine.qd"]
    done = command("play", "mutiny", *options, typed=typed)
    assert (done.code, done.err) == (0, "")
    played = quarterdeck.Record.load("mine.qd")
    assert played.position.over
    turns = re.findall(r"^Turn (\d+) *\n +Primary ability +Secondary ability *$", done.out, re.M)
    assert [int(turn) for turn in turns] == list(range(1, played.position.to_json()["turn_no"] + 1))
    standings = done.out.split("Final result")[1].splitlines()[2 : players + 2]
    wins = {played.names.index(line.split()[0]) for line in standings if re.search(r"wins|shares", line)}
    assert wins == set(played.position.winners)
    assert f"hash:\n4\n{played.commitment}\n" in done.out
    assert all(cell_len(line) <= 80 for line in done.out.splitlines())
    assert "\x1b" not in done.out


@pytest.mark.parametrize("width", [40, 60, 76, 80, 112, 120])
@pytest.mark.parametrize("setup", [BIDDING, TIE])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_table_fits_the_width_there_is(width: int, setup: dict[str, Any], seat: int | None) -> None:
    text = seen(setup, seat, width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert "…" not in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_five_with_long_names_fit_too(width: int) -> None:
    text = drawn(record(CROWD, 5).position.view(4).to_json(), width, CROWD_NAMES)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert re.search(r"^[ ✓] +Cook +10\+1 +1 +2\+2 +3 +0\+1", text, re.M)
    assert re.search(r"^[ ✓] +Deck Hand +– +– +– +– +–", text, re.M)
    assert re.search(r"^▸ +Cleo +0/8 +3\+5 +2\b", text, re.M)


def test_the_bribes_stand_in_a_row_for_each_crew_member() -> None:
    text = seen(BIDDING, None)
    assert re.search(r"^ +Gunner +2\+1 +3 +0\+1 *$", text, re.M)
    assert re.search(r"^● +Cook +– +– +– *$", text, re.M)
    assert re.search(r"^ +Pilot +1 +– +– *$", text, re.M)
    assert re.search(r"^ +North +Cook: \+2 cutlasses *$", text, re.M)
    assert "South  Deck Hand: +2 rum" in text
    assert "Gunner: −2 rum" in text
    assert re.search(r"^▸ +Cleo +9/10 +8 +2 *$", text, re.M)
    assert re.search(r"^▸ +Ann +4/10 +4\+4 +2 *$", text, re.M)
    assert "bank: 21 rum" in text
    status = BOARDS["mutiny"].status(record(BIDDING).position.to_json(), NAMES)
    assert status == "Turn 4 · Cook · Bidding · Lookout: Ben"


def test_on_a_wide_screen_the_abilities_stand_beside_the_crew() -> None:
    assert re.search(r"● +Cook .*2 rum\. / 1 rum\.", seen(BIDDING, None, 120))
    assert seen(BIDDING, None, 120).count("2 rum. / 1 rum.") == 1


def test_on_others_the_abilities_of_whoever_is_called_stand_below_the_crew() -> None:
    text = seen(BIDDING, None)
    assert re.search(r"^Cook: 2 rum\. / 1 rum\. *$", text, re.M)
    assert "2 cutlasses. / 1 cutlass." not in text
    assert "rum. /" not in seen(TIE, None)


def test_a_closed_bid_is_shown_to_its_seat_alone() -> None:
    position = record(BIDDING).position.play(1, "bid 3 2")
    assert "lookout, has bid" in drawn(position.view(0).to_json())
    assert "lookout, bids 3 doubloons and 2 rum" in drawn(position.view(1).to_json())
    assert "bids" not in drawn(position.view(None).to_json())


def test_a_tie_and_its_offers_are_told() -> None:
    text = seen(TIE, None)
    assert "Tied for the primary ability of the Gunner: Ann and Cleo" in text
    assert "Ann may make an offer" in text
    position = record(TIE).position.play(2, "offer 3 for 2")
    assert "Cleo has settled on an offer, or on none" in drawn(position.view(0).to_json())
    assert "Cleo offers 3 rum for picking Cleo" in drawn(position.view(2).to_json())
    text = drawn(position.play(0, "no offer").view(0).to_json())
    assert "Ann offers nothing" in text
    assert "Cleo offers 3 rum for picking Cleo" in text


def test_an_open_negotiation_is_told() -> None:
    position = record(TIE, deals="open").position
    assert "Deals with the lookout, round 1 of 3" in drawn(position.view(None).to_json())
    position = position.play(2, "offer 3 for 2").play(0, "offer 1 for 2").play(1, "ask 2 for 0")
    text = drawn(position.view(None).to_json())
    assert "round 2 of 3" in text
    assert "The lookout asks 2 rum for picking Ann" in text
    assert "Cleo offers 3 rum for picking Cleo" in text
    assert "Ann offers 1 rum for picking Cleo" in text
    position = position.play(2, "pass").play(0, "pass").play(1, "take 0")
    assert "Ann has paid 1 rum" in drawn(position.view(None).to_json())


def test_the_chosen_course_says_whom_it_concerns() -> None:
    setup = {"bribes": {"gunner": [[1, 0], [1, 0], None], "pilot": [[1, 0], None, None]}}
    position = record(setup | {"resolving": "pilot", "tile": 0}).position.play(0, "north")
    text = drawn(position.view(None).to_json())
    assert re.search(r"^► North +Gunner: \+1 cutlass *$", text, re.M)
    setup["bribes"]["deck-hand"] = [[1, 0], [1, 0], None]
    position = record(setup | {"resolving": "pilot", "tile": 1}).position.play(0, "south")
    assert "Tied for control of the Deck Hand: Ann and Ben" in drawn(position.view(None).to_json())
    for seat in position.to_act:
        position = position.play(seat, "no offer")
    for seat in position.play(0, "pick 1").to_act:
        assert "Deck Hand: +2 rum (Ben)" in drawn(position.play(0, "pick 1").view(seat).to_json())


def test_dozens_of_bids_are_folded_into_a_few_lines(command: Command) -> None:
    record({}).save("start.qd")
    out = command("play", "--resume", "start.qd", typed=["why bid 2 1", "bid 9 0", "10"]).out
    assert re.search(r"^ *9–12  bid 2 0…3$", out, re.M)
    assert "Your move: why bid 2 1\nYou may: 2 doubloons and 1 rum on the Deck Hand" in out
    assert "(MU-10)" in out.split("Your move: bid 9 0\n")[1].splitlines()[0]
    assert "You put 2 doubloons and 1 rum on the Deck Hand. (MU-10)" in out


def test_people_at_one_screen_bid_one_after_the_other(command: Command) -> None:
    record(BIDDING).save("bids.qd")
    typed = ["bid 1 1", "bid 0 2", "bid 3 0"]
    done = command("play", "--resume", "bids.qd", "--hot-seat", 3, typed=typed)
    assert done.code == 0
    _head, ann, *screens = re.split(r"^— (\w+) —$", done.out, flags=re.M)
    assert [ann, *screens[1::2]] == ["Ann", "Ben", "Cleo", "Ann"]
    for screen, before in zip(screens[2:6:2], (1, 2), strict=True):
        assert screen.split("Your move:")[0].count("has bid") == before
        assert "bids" not in screen.split("Your move:")[0].split("(you)")[0]
    moves = [(seat, str(action)) for seat, action in quarterdeck.Record.load("bids.qd").moves]
    assert moves == [(0, "bid 1 1"), (1, "bid 0 2"), (2, "bid 3 0")]


def test_after_a_turn_it_is_told_who_had_which_ability() -> None:
    setup = {
        "bribes": {"gunner": [[1, 0], [2, 0], None], "pilot": [None, [1, 0], [2, 0]]},
        "resolving": "pilot",
    }
    position = record(setup | {"tile": 1}).position.play(2, "south")
    board = BOARDS["mutiny"]
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(board.results(3, position.view(None).events, NAMES))
    lines = [line.rstrip() for line in capture.get().splitlines()]
    assert lines[0] == "Turn 3"
    assert lines[-2:] == ["First Mate  –                –", "South: Ben −2 rum"]
    assert not any(board.ends_part(event) for event in position.events)
    for seat, move in ((0, "done"), (1, "done"), (2, "done")):
        position = position.play(seat, move)
    assert [event.kind for event in position.events if board.ends_part(event)] == ["turn_began"]


@pytest.mark.parametrize(
    ("seats", "drawn_match", "order", "told"),
    [
        ([(9, 0), (10, 0), (3, 5)], False, ["Ben", "Ann", "Cleo"], ["wins"]),
        ([(3, 0), (3, 2), (10, 0)], False, ["Cleo", "Ben", "Ann"], ["wins"]),
        ([(10, 2), (1, 0), (10, 2)], True, ["Ann", "Cleo", "Ben"], ["shares the first place"] * 2),
    ],
)
def test_the_winners_stand_first(
    seats: list[tuple[int, int]], drawn_match: bool, order: list[str], told: list[str]
) -> None:
    view = record({}).position.to_json()
    winners = [seat for seat, one in enumerate(seats) if one == max(seats)]
    view |= {"winners": winners, "drawn": drawn_match, "phase": "over"}
    for one, (cutlasses, rum) in zip(view["seats"], seats, strict=True):
        one |= {"cutlasses": cutlasses, "rum": rum}
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(BOARDS["mutiny"].standings(view, NAMES))
    lines = [line.strip() for line in capture.get().splitlines()[2:]]
    assert [line.split()[0] for line in lines] == order
    assert [re.sub(r"^\w+ +\d+ +\d+ *", "", line) for line in lines] == [*told, *[""] * (3 - len(told))]


def test_a_match_can_be_replayed_and_verified(command: Command, mutiny_file: Path) -> None:
    played = quarterdeck.Record.load(mutiny_file)
    assert f"{len(played.moves)} moves, all legal" in command("verify", mutiny_file).out
    whole = command("replay", mutiny_file)
    assert whole.code == 0
    moves = re.findall(r"^Move \d+ of \d+: (.*)$", whole.out, re.M)
    assert moves == [f"{played.names[seat]}, {action}" for seat, action in played.moves]
    spectator = command("replay", mutiny_file, "--spectator").out
    assert "bid ?" in spectator
    assert not re.search(r"^Move .*bid \d", spectator, re.M)
    assert "You " not in spectator


@pytest.mark.parametrize("name", ["MU-24", "mu24", "24"])
def test_MU_24_is_found_by_its_number(command: Command, name: str) -> None:
    assert command("rules", "mutiny", name).out.startswith("MU-24  ")


def test_all_rules_stand_in_their_sections(command: Command) -> None:
    out = command("rules", "mutiny").out
    for part in find("mutiny").rulebook.sections:
        assert f"\n{part.title}\n" in "\n" + out
        for rule in part.rules:
            assert f"\n{rule.id}  {rule.title}\n" in out


def test_the_table_can_be_copied_changed_and_played_with(command: Command) -> None:
    mine = Path("mine.toml")
    mine.write_text(command("table", "mutiny").out.replace('"cutlass", 2]', '"cutlass", 3]'))
    for words in (["check", mine], ["check", "mutiny", mine]):
        assert command("table", *words).out.startswith("mine.toml is a table of Mutiny!")
    assert command("play", "mutiny", "--table", mine, typed=[]).code == 0
    mine.write_text(mine.read_text().replace('"cutlass", 3]', '"cutlass", 15]'))
    assert re.match(r"mine\.toml, line \d+: 15 on tile \d+ must be", command.refused("table", "check", mine))

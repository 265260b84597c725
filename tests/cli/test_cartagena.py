"""Cartagena in the terminal: its table, its duels, in which all lay a card at once, and the commands."""

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

# In the middle of a round: Cleo may visit Pang or Satè, but has knocked at no door yet.
VOYAGE: dict[str, Any] = {
    "giver": 1,
    "row": ["pang", ["nero", 1], "sate"],
    "sate_coins": 2,
    "ship": 15,
    "boat": "ghost",
    "hands": [["pink 1", "pink 1", "grey 3"], ["grey 1"], []],
    "gold": [[1, 2], [3], []],
    "sides": ["diaz", "valverde", None],
    "spied": [[0, 1]],
    "pairs": [[3, 7, [0, 2]], [10, 1]],
    "under": [["pink 2", 0], ["grey 1", 1]],
    "gold_under": [[3, [0]]],
}
# The second duel is about to begin.
MUTINY: dict[str, Any] = {
    "hands": [["pink 1", "grey 3"], ["grey 1", "grey 1"], ["pink 2", "pink 3"]],
    "sides": ["diaz", "valverde", "diaz"],
    "pairs": [[3, 7], [10, 1]],
    "duels": [[["grey 1", "grey 2", "pink 3"], ["grey 1", None, "pink 1"]]],
}


def record(setup: dict[str, Any], players: int = 3) -> quarterdeck.Record:
    return quarterdeck.Record(
        quarterdeck.game("cartagena", players=players), 5, [*NAMES, "Dan"][:players], setup
    )


def drawn(view: dict[str, Any], width: int = 80) -> str:
    """The table as it is drawn."""
    console = Console(width=width, highlight=False, markup=False, emoji=False, color_system=None)
    with console.capture() as capture:
        console.print(BOARDS["cartagena"].table(view, NAMES, width))
    return capture.get()


def seen(setup: dict[str, Any], seat: int | None, width: int = 80) -> str:
    return drawn(record(setup).position.view(seat).to_json(), width).replace("\u00a0", " ")


@pytest.fixture
def cartagena_file(command: Command) -> Path:
    """The file of a match of random bots that is over."""
    command(
        "play", "cartagena", "--seed", "treasure", "--bots", "random", "--save", "c.qd", typed=["1"] * 400
    )
    return Path("c.qd")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_of_piped_random_choices(command: Command, players: int) -> None:
    numbers = random.Random(players)
    typed = [str(numbers.randint(1, 4)) for _ in range(3000)]
    options = ["--players", players, "--bots", "random", "--seed", 4, "--save", "mine.qd"]
    done = command("play", "cartagena", *options, typed=typed)
    assert (done.code, done.err) == (0, "")
    played = quarterdeck.Record.load("mine.qd")
    assert played.position.over
    duels = played.position.to_json()["duels"]
    assert len(duels) >= 3
    for duel in duels:
        totals = [str(duel["total"][side]) for side in ("valverde", "diaz")]
        table = re.search(rf"^Duel {duel['letter']} *\n.*?^Together +(\d+) +(\d+) *$", done.out, re.M | re.S)
        assert table is not None
        assert list(table.groups()) == totals
    standings = done.out.split("Final result")[1].splitlines()[2 : players + 2]
    wins = {played.names.index(line.split()[0]) for line in standings if line.rstrip().endswith("wins")}
    assert wins == set(played.position.winners)
    assert f"hash:\n4\n{played.commitment}\n" in done.out
    assert all(cell_len(line) <= 80 for line in done.out.splitlines())
    assert "\x1b" not in done.out


@pytest.mark.parametrize("width", [40, 60, 76, 80, 112, 120])
@pytest.mark.parametrize("setup", [VOYAGE, MUTINY])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_table_fits_the_width_there_is(width: int, setup: dict[str, Any], seat: int | None) -> None:
    text = seen(setup, seat, width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    assert "…" not in text


def test_the_doors_say_who_is_there_who_was_used_and_who_may_be_behind_the_others() -> None:
    text = seen(VOYAGE, None)
    assert re.search(r"^●1  Pang +The top combat card or a coin\.", text, re.M)
    assert re.search(r"^ 2  Dean Nero +used by Ben", text, re.M)
    assert re.search(r"^●3  Satè \+2 coins ", text, re.M)
    closed = re.search(
        r"^3 doors closed; behind them may be (.*?)$\nIn the lifeboat: Ghost", text, re.M | re.S
    )
    assert closed is not None
    assert closed[1].replace("\n", "").count(",") == 8
    assert "Pang" not in closed[1]


def test_CA_23_a_door_that_is_passed_is_no_longer_marked() -> None:
    text = seen(VOYAGE | {"row": ["pang", ["nero", 1], "sate"], "knocked": True}, None)
    assert re.search(r"^ 1  Pang", text, re.M)
    assert re.search(r"^●3  Satè", text, re.M)


def test_the_route_begins_where_the_ship_has_started() -> None:
    line = seen(VOYAGE, None).splitlines()[0]
    assert line.split() == [*"T···V···≈··►≈···≈··M"]
    assert "8 moves to the mutiny" in seen(VOYAGE, None)


def test_each_sees_an_own_hand_and_what_was_spied_and_no_more() -> None:
    rows = {
        seat: re.findall(r"^.  (?:Ann|Ben|Cleo).*$", seen(VOYAGE, seat), re.M) for seat in (None, 0, 1, 2)
    }
    assert "2 × Pink 1, Grey 3" in rows[0][0]
    assert "1 2" in rows[0][0]
    assert "Ramon Diaz" in rows[0][0]
    assert "Captain Valverde" in rows[0][1]
    for seat in (None, 1, 2):
        assert "3 cards" in rows[seat][0]
        assert "? ?" in rows[seat][0]
        assert "hidden" in rows[seat][0]
    assert "hidden" in rows[2][1]


def test_sailors_are_shown_to_those_who_have_seen_them() -> None:
    def pair_a(seat: int | None) -> list[str]:
        return [line.split()[2] for line in seen(VOYAGE, seat).splitlines() if "  –  –  –" in line]

    assert pair_a(0) == pair_a(2) == ["3", "7"]
    assert pair_a(1) == pair_a(None) == ["?", "?"]
    assert "Seen: A by Ann and Cleo" in seen(VOYAGE, 1)
    assert "Under the combat cards, from the top: Pink 2, ?" in seen(VOYAGE, 0)
    assert "Under the combat cards, from the top: ?, Grey 1" in seen(VOYAGE, 1)
    assert "Under the" not in seen(VOYAGE, None)


def test_two_sailors_whose_order_is_unknown_stand_on_both_sides() -> None:
    pairs = [[1, 2], [3, 4], [5, 6], [7, 8], [10, 9, [0]]]
    position = record({"giver": 1, "row": ["cambivalute"], "pairs": pairs}).position
    position = position.play(1, "take cambivalute").play(1, "inspect E").play(1, "swap")
    assert drawn(position.view(0).to_json()).count("9/10") == 2
    assert re.search(r"Captain Valverde .* 9 *$", drawn(position.view(1).to_json()), re.M)


def test_a_duel_shows_its_cards_and_who_is_in_it() -> None:
    text = seen(MUTINY, None)
    assert "Duel A: Pink 3, Grey 1, Grey 2 | Pink 1, Grey 1" in text
    assert re.search(r"^Captain Valverde +3\+4=7 +10 ", text, re.M)
    assert re.search(r"^Ramon Diaz +7\+4=11 ★ +1 ", text, re.M)
    assert "moves to the mutiny" not in text
    assert BOARDS["cartagena"].status(record(MUTINY).position.to_json(), NAMES) == (
        "Duel B · Round 1 · Duels won: Captain Valverde 0, Ramon Diaz 1"
    )


def test_CA_68_CA_61_the_lifeboat_holds_a_pirate_in_the_voyage_and_losers_in_the_mutiny() -> None:
    assert "In the lifeboat: Ghost" in seen(VOYAGE, None)
    assert "In the lifeboat: 3 (A)" in seen(MUTINY, None)


def test_CA_47_who_may_steal_may_leave_it() -> None:
    setup = {"row": ["chang-ye"], "coins": [0, 2, 0]}
    position = record(setup).position.play(0, "take chang-ye")
    view = position.view(0).to_json()
    assert view["legal"] == ["done", "rob 1"]
    assert BOARDS["cartagena"].effect(view, "done", NAMES) == "All keep their coins."


def test_a_card_laid_face_down_is_shown_to_its_seat_alone() -> None:
    position = record(MUTINY).position.play(2, "play pink 2")
    assert "lays\u00a0" not in drawn(position.view(1).to_json())
    assert "has laid a card" in drawn(position.view(1).to_json())
    assert "lays Pink\u00a02" in drawn(position.view(2).to_json())
    assert "Cleo: has laid a card" in drawn(position.view(1).to_json(), 60)


def test_what_one_looks_at_is_named_to_nobody_else() -> None:
    start = record({"row": ["tembo"], "pile": ["pink 3", "grey 2"]}).position
    position = start.play(0, "take tembo")
    assert "Ann looks at Pink 3, Grey 2" in drawn(position.view(0).to_json())
    assert "Ann looks at ?, ?" in drawn(position.view(1).to_json())


def test_people_at_one_screen_lay_their_cards_one_after_the_other(command: Command) -> None:
    record(MUTINY).save("duel.qd")
    done = command(
        "play", "--resume", "duel.qd", "--hot-seat", 3, typed=["play pink 1", "play grey 1", "play pink 3"]
    )
    assert done.code == 0
    _head, ann, *screens = re.split(r"^— (\w+) —$", done.out, flags=re.M)
    assert [ann, *screens[1::2]] == ["Ann", "Ben", "Cleo", "Ann"]
    ben, cleo = (screen.replace("\u00a0", " ") for screen in (screens[2], screens[4]))
    assert "Your move: play grey 1" in ben
    assert "Your move: play pink 3" in cleo
    for screen in (ben, cleo):
        before = screen.split("Your move:")[0]
        assert "Ann lays a card face down. (CA-63)" in before
        assert "pink" not in before.split("(you)")[0].lower().replace(
            "duel a: pink 3, grey 1, grey 2 | pink 1", ""
        )
    moves = [(seat, str(action)) for seat, action in quarterdeck.Record.load("duel.qd").moves]
    assert moves == [(0, "play pink 1"), (1, "play grey 1"), (2, "play pink 3")]


def test_a_match_can_be_replayed_and_verified(command: Command, cartagena_file: Path) -> None:
    played = quarterdeck.Record.load(cartagena_file)
    assert f"{len(played.moves)} moves, all legal" in command("verify", cartagena_file).out
    whole = command("replay", cartagena_file)
    assert whole.code == 0
    moves = re.findall(r"^Move \d+ of \d+: (.*)$", whole.out, re.M)
    assert moves == [f"{played.names[seat]}, {action}" for seat, action in played.moves]
    spectator = command("replay", cartagena_file, "--spectator").out
    assert "play ?" in spectator
    assert not re.search(r"(play|sell|swap|keep) (pink|grey)|side (valverde|diaz)\b", spectator)
    assert "You " not in spectator


def test_the_log_sums_up_each_duel_once(command: Command, cartagena_file: Path) -> None:
    duels = quarterdeck.Record.load(cartagena_file).position.to_json()["duels"]
    out = command("replay", cartagena_file).out
    assert re.findall(r"^Duel ([A-E]) *$", out, re.M) == [duel["letter"] for duel in duels]
    assert out.count("Sailor (CA-62)") == len(duels)


@pytest.mark.parametrize(
    ("ben", "order"), [((2, "diaz"), ["Cleo", "Ben", "Ann"]), ((7, "valverde"), ["Cleo", "Ann", "Ben"])]
)
def test_the_winners_stand_first_whoever_has_as_much_gold_or_more(
    ben: tuple[int, str], order: list[str]
) -> None:
    view = record(MUTINY).position.to_json() | {"winning_side": "diaz", "winners": [2], "phase": "over"}
    ends = [(9, "diaz", False), (*ben, True), (2, "diaz", True)]
    for seat, (gold, side, alive) in enumerate(ends):
        view["seats"][seat] |= {"gold_worth": gold, "side": side, "alive": alive}
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(BOARDS["cartagena"].standings(view, NAMES))
    lines = [line.split() for line in capture.get().splitlines()[2:]]
    assert [line[0] for line in lines] == order
    assert lines[0] == ["Cleo", "Ramon", "Diaz", "2", "wins"]
    assert "out of the game 9" in " ".join(lines[order.index("Ann")])


@pytest.mark.parametrize("name", ["CA-48", "ca48", "48"])
def test_CA_48_is_found_by_its_number(command: Command, name: str) -> None:
    assert command("rules", "cartagena", name).out.startswith("CA-48  Satè\n")


def test_all_rules_stand_in_their_sections(command: Command) -> None:
    out = command("rules", "cartagena").out
    for part in find("cartagena").rulebook.sections:
        assert f"\n{part.title}\n" in "\n" + out
        for rule in part.rules:
            assert f"\n{rule.id}  {rule.title}\n" in out


def test_the_table_can_be_copied_changed_and_played_with(command: Command) -> None:
    mine = Path("mine.toml")
    mine.write_text(command("table", "cartagena").out.replace("total = 30", "total = 40"))
    for words in (["check", mine], ["check", "cartagena", mine]):
        assert command("table", *words).out.startswith("mine.toml is a table of Cartagena")
    assert "Coins 36" in command("play", "cartagena", "--table", mine, "--hot-seat", 4, typed=[]).out


def test_a_table_is_checked_for_the_game_it_looks_like_unless_one_is_named(command: Command) -> None:
    Path("c.toml").write_text(command("table", "cartagena").out.replace("total = 30", "total = 3000"))
    assert "total must be a whole number" in command.refused("table", "check", "c.toml")
    assert re.match(
        r"c\.toml, line \d+: Unknown key", command.refused("table", "check", "meuterer", "c.toml")
    )
    Path("m.toml").write_text(command("table", "meuterer").out)
    assert "a table of Meuterer" in command("table", "check", "m.toml").out
    assert "Unknown key" in command.refused("table", "check", "cartagena", "m.toml")
    told = command.refused("table", "check", "chess", "m.toml")
    assert told == "There is no game “chess”; there are meuterer, cartagena, mutiny."


def test_an_option_of_another_game_is_refused(command: Command) -> None:
    told = command.refused("play", "cartagena", "--rules", "english")
    known = "players, oldest (CA-13), sate (CA-48), opponents (CA-65), mascot_in_first_round (CA-66)"
    assert told == f"Cartagena: Die Meuterei has no option “rules”; it has {known}."
    helped = " ".join(command("play", "--help").out.split())
    assert "Players (cartagena): 4 (4 players), 3 (3 players), 2 (2 players)" in helped

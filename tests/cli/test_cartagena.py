"""Cartagena in the terminal: its table, its duels, in which all lay a card at once, and the commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Event
from quarterdeck.i18n import _, use
from quarterdeck.play import find
from tests.cli.command import Command
from tests.cli.terminal import NAMES, Screen, printed
from tests.games.positions import play

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

SCREEN = Screen("cartagena")


def test_the_doors_say_who_is_there_who_was_used_and_who_may_be_behind_the_others() -> None:
    text = SCREEN.seen(VOYAGE, None)
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
    text = SCREEN.seen(VOYAGE | {"row": ["pang", ["nero", 1], "sate"], "knocked": True}, None)
    assert re.search(r"^ 1  Pang", text, re.M)
    assert re.search(r"^●3  Satè", text, re.M)


def test_the_route_begins_where_the_ship_has_started() -> None:
    line = SCREEN.seen(VOYAGE, None).splitlines()[0]
    assert line.split() == [*"T···V···≈··►≈···≈··M"]
    assert "8 moves to the mutiny" in SCREEN.seen(VOYAGE, None)


def test_each_sees_an_own_hand_and_what_was_spied_and_no_more() -> None:
    rows = {
        seat: re.findall(r"^.  (?:Ann|Ben|Cleo).*$", SCREEN.seen(VOYAGE, seat), re.M)
        for seat in (None, 0, 1, 2)
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
        return [line.split()[2] for line in SCREEN.seen(VOYAGE, seat).splitlines() if "  –  –  –" in line]

    assert pair_a(0) == pair_a(2) == ["3", "7"]
    assert pair_a(1) == pair_a(None) == ["?", "?"]
    assert "Seen: A by Ann and Cleo" in SCREEN.seen(VOYAGE, 1)
    assert "Under the combat cards, from the top: Pink 2, ?" in SCREEN.seen(VOYAGE, 0)
    assert "Under the combat cards, from the top: ?, Grey 1" in SCREEN.seen(VOYAGE, 1)
    assert "Under the" not in SCREEN.seen(VOYAGE, None)


def test_two_sailors_whose_order_is_unknown_stand_on_both_sides() -> None:
    pairs = [[1, 2], [3, 4], [5, 6], [7, 8], [10, 9, [0]]]
    position = SCREEN.record({"giver": 1, "row": ["cambivalute"], "pairs": pairs}).position
    position = position.play(1, "take cambivalute").play(1, "inspect E").play(1, "swap")
    assert SCREEN.drawn(position.view(0).to_json()).count("9/10") == 2
    assert re.search(r"Captain Valverde .* 9 *$", SCREEN.drawn(position.view(1).to_json()), re.M)


def test_a_duel_shows_its_cards_and_who_is_in_it() -> None:
    text = SCREEN.seen(MUTINY, None)
    assert "Duel A: Pink 3, Grey 1, Grey 2 | Pink 1, Grey 1" in text
    assert re.search(r"^Captain Valverde +3\+4=7 +10 ", text, re.M)
    assert re.search(r"^Ramon Diaz +7\+4=11 ★ +1 ", text, re.M)
    assert "moves to the mutiny" not in text
    assert SCREEN.board.status(SCREEN.record(MUTINY).position.to_json(), NAMES) == (
        "Duel B · Round 1 · Duels won: Captain Valverde 0, Ramon Diaz 1"
    )


def test_CA_62_CA_63_the_results_of_a_duel_add_its_sailors_and_rounds_up() -> None:
    def fact(kind: str, **data: int | str) -> Event:
        return Event(kind, "", -1, data, None, find("cartagena"))

    events = [
        fact("duel_began", pair="B", valverde=3, diaz=8),
        *(fact("card_shown", card=card) for card in ("pink 3", "pink 1", "grey 2")),
        fact("strength", valverde=7, diaz=10),
        fact("card_shown", card="pink 2"),
        fact("strength", valverde=9, diaz=10),
    ]
    rows = printed(SCREEN.board.results(2, events, NAMES)).splitlines()
    assert [" ".join(row.split()) for row in rows if row.strip()] == [
        "Duel B",
        "Captain Valverde Ramon Diaz",
        "Sailor (CA-62) 3 8",
        "Round 1 (CA-63) +4 +2",
        "Round 2 (CA-63) +2 –",
        "Together 9 10",
    ]
    # Of a match that begins in a duel nothing is known of its beginning.
    assert SCREEN.board.results(2, events[1:], NAMES) is None


def test_the_voyage_tells_its_round_landmarks_and_what_has_run_out() -> None:
    status = SCREEN.board.status(SCREEN.record(VOYAGE).position.to_json(), NAMES)
    assert status == "Round 1 · Cabin doors · Giver: Ben"
    text = SCREEN.seen(VOYAGE, None)
    assert re.search(r"^► ship · .*≈ Storm · M Mutiny *$", text, re.M)
    assert "sea" not in text.split("► ship")[1].split("\n")[0]
    assert "run out" not in text
    assert "Coins 0 · run out: Coins" in SCREEN.seen({"row": ["pang"], "coins": [10, 10, 10]}, None)


def test_CA_10_CA_41_cards_that_one_has_seen_are_told() -> None:
    text = SCREEN.drawn(SCREEN.record({"row": ["pang"]}).position.view(1).to_json())
    assert re.search(r"^ +Cleo +1 +– +2 cards with Pink 1, Grey 1 ", text, re.M)
    narrow = SCREEN.drawn(SCREEN.record({"row": ["pang"]}).position.view(1).to_json(), 60)
    assert "Cleo: 2 cards with Pink 1, Grey 1" in narrow
    text = SCREEN.seen(VOYAGE, 0)
    assert "Under the combat cards, from the top: Pink 2, ?" in text
    assert "Under the gold cards, from the top: 3" in text
    assert "Under the" not in SCREEN.seen(VOYAGE, None)


def test_CA_50_a_side_that_was_spied_is_remembered_when_it_is_handled() -> None:
    setup = {**VOYAGE, "row": ["bijoux"], "sate_coins": 0}
    position = SCREEN.record(setup).position.play(1, "take bijoux").play(1, "side diaz")
    assert "hidden, was Captain Valverde" in SCREEN.drawn(position.view(0).to_json(), 110)
    for seat in (2, None):
        assert "hidden" in SCREEN.drawn(position.view(seat).to_json(), 110)
        assert ", was " not in SCREEN.drawn(position.view(seat).to_json(), 110)


def test_CA_68_CA_61_the_lifeboat_holds_a_pirate_in_the_voyage_and_losers_in_the_mutiny() -> None:
    assert "In the lifeboat: Ghost" in SCREEN.seen(VOYAGE, None)
    assert "In the lifeboat: 3 (A)" in SCREEN.seen(MUTINY, None)


def test_CA_47_who_may_steal_may_leave_it() -> None:
    setup = {"row": ["chang-ye"], "coins": [0, 2, 0]}
    position = SCREEN.record(setup).position.play(0, "take chang-ye")
    view = position.view(0).to_json()
    assert view["legal"] == ["done", "rob 1"]
    assert SCREEN.board.effect(view, "done", NAMES) == "All keep their coins."


def test_a_card_laid_face_down_is_shown_to_its_seat_alone() -> None:
    position = SCREEN.record(MUTINY).position.play(2, "play pink 2")
    assert "lays " not in SCREEN.drawn(position.view(1).to_json())
    assert "has laid a card" in SCREEN.drawn(position.view(1).to_json())
    assert "lays Pink 2" in SCREEN.drawn(position.view(2).to_json())
    assert "Cleo: has laid a card" in SCREEN.drawn(position.view(1).to_json(), 60)


def test_what_one_looks_at_is_named_to_nobody_else() -> None:
    start = SCREEN.record({"row": ["tembo"], "pile": ["pink 3", "grey 2"]}).position
    position = start.play(0, "take tembo")
    assert re.search(r"^Ann looks at Pink 3, Grey 2 *$", SCREEN.drawn(position.view(0).to_json()), re.M)
    assert re.search(r"^Ann looks at \?, \? *$", SCREEN.drawn(position.view(1).to_json()), re.M)
    start = SCREEN.record({"row": ["diaz"], "pile": ["pink 3"], "gold_pile": [2]}).position
    position = start.play(0, "take diaz")
    assert re.search(r"^Ann looks at Pink 3, gold 2 *$", SCREEN.drawn(position.view(0).to_json()), re.M)
    assert re.search(r"^Ann looks at \?, \? *$", SCREEN.drawn(position.view(1).to_json()), re.M)


def test_CA_64_who_has_played_the_mascot_is_out_of_this_duel() -> None:
    hands = [["pink 1"] * 2, ["pink 1"] * 3, ["grey 1"] * 3]
    position = SCREEN.record({**MUTINY, "hands": hands, "coins": [0, 0, 0], "duels": []}).position
    for own in ("0 play pink 1", "0 mascot"):
        position = play(position, own, "1 play pink 1", "2 play grey 1")
    text = SCREEN.drawn(position.view(None).to_json(), 110)
    assert [line.split()[0] for line in text.splitlines() if "out of this duel" in line] == ["Ann"]


def test_people_at_one_screen_lay_their_cards_one_after_the_other(command: Command) -> None:
    SCREEN.record(MUTINY).save("duel.qd")
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


@pytest.mark.parametrize(
    ("ben", "order"), [((2, "diaz"), ["Cleo", "Ben", "Ann"]), ((7, "valverde"), ["Cleo", "Ann", "Ben"])]
)
def test_the_winners_stand_first_whoever_has_as_much_gold_or_more(
    ben: tuple[int, str], order: list[str]
) -> None:
    view = SCREEN.record(MUTINY).position.to_json() | {
        "winning_side": "diaz",
        "winners": [2],
        "phase": "over",
    }
    ends = [(9, "diaz", False), (*ben, True), (2, "diaz", True)]
    for seat, (gold, side, alive) in enumerate(ends):
        view["seats"][seat] |= {"gold_worth": gold, "side": side, "alive": alive}
    lines = [line.split() for line in SCREEN.standings(view)]
    assert [line[0] for line in lines] == order
    assert lines[0] == ["Cleo", "Ramon", "Diaz", "2", "wins"]
    assert "out of the game 9" in " ".join(lines[order.index("Ann")])


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
    known = "players, oldest (CA-13), sate (CA-48), duel_opponents (CA-65), mascot_in_first_round (CA-66)"
    assert told == f"Cartagena: Die Meuterei has no option “rules”; it has {known}."
    helped = " ".join(command("play", "--help").out.split())
    assert "Players (cartagena): 4 (4 players), 3 (3 players), 2 (2 players)" in helped


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_CA_49_a_tight_screen_cuts_no_word_of_the_seats(language: str) -> None:
    names = ["Spieler lang", "Benjamin", "Cleopatra"]
    with use(language):
        lines = SCREEN.drawn(SCREEN.record(VOYAGE).position.view(0).to_json(), 40, names).splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith("  Benjamin "))
        for word in (_("Coins"), _("Gold"), _("Cards")):
            assert word in lines[at - 2]
        assert f"Benjamin{_(': ')}{_('Captain Valverde')}" in "\n".join(lines)

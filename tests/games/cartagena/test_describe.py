"""The JSON of a position and of its views: what each says, and that it says no more than its seat knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.games.cartagena.describe import fact
from quarterdeck.games.cartagena.events import Event
from quarterdeck.games.cartagena.state import MASCOT
from quarterdeck.games.cartagena.table import standard
from tests.games.cartagena.worlds import PAIRS, STARTING, start, without
from tests.games.positions import play, played_on


def view(position: Position, seat: int | None) -> dict[str, Any]:
    return position.view(seat).to_json()


def test_a_match_begins_with_what_the_set_up_deals() -> None:
    body = view(quarterdeck.game("cartagena", players=4).start(seed=1), 0)
    assert (body["phase"], body["round"], body["turn"]) == ("cabins", 1, body["to_act"][0])
    assert body["giver"] == body["first_giver"]
    assert body["supply"] == {"combat": 32, "gold": 18, "coins": 26}
    spaces = list(standard().route)
    assert body["route"] == {"spaces": spaces, "start": 0, "ship": 0, "goal": 23, "left": 23}
    assert [one["combat_known"] for one in body["seats"]] == [STARTING] * 4
    assert [one["combat"] for one in body["seats"]] == [STARTING, None, None, None]
    assert [one["gold"] for one in body["seats"]] == [[]] * 4
    assert body["unseen"]["gold"] == {"1": 6, "2": 6, "3": 6}
    assert sum(body["unseen"]["combat"].values()) == 40 - 2
    assert (body["duels"], body["winners"], body["winning_side"]) == ([], [], None)
    assert body["sailors"]["on_deck"] == len(body["sailors"]["unseen"]) == 10


def test_CA_23_the_row_says_what_is_available_to_the_seat_to_act() -> None:
    row = [["ghost", 0], "pang", ["tembo", 1], "nero"]
    body = start(row=row).to_json()
    assert (body["turn"], len(body["row"])) == (2, 6)
    states = [(one["pirate"], one["state"], one["by"], one["available"]) for one in body["row"]]
    assert states == [
        ("ghost", "used", 0, False),
        ("pang", "open", None, True),
        ("tembo", "used", 1, False),
        ("nero", "open", None, True),
        (None, "closed", None, False),
        (None, "closed", None, False),
    ]
    assert [one["used"] for one in body["seats"]] == ["ghost", "tembo", None]
    assert len(body["face_down"]) == 13 - 4
    knocked = start(row=row, knocked=True).to_json()["row"]
    assert [one["pirate"] for one in knocked if one["available"]] == ["nero"]
    trading = play(start(row=row), "2 take nero").to_json()
    assert not any(one["available"] for one in trading["row"])
    assert trading["trade"] == {"made": 0, "direction": None}
    bought = play(start(row=row, coins=[1, 1, 3]), "2 take nero", "2 buy").to_json()
    assert bought["trade"] == {"made": 1, "direction": "buy"}


def test_nobody_may_be_behind_a_door_when_all_are_open() -> None:
    row = [["pang", 0], "nero", "tembo", "diaz", "ojo"]
    assert start(2, row=row).to_json()["face_down"] == []
    assert len(start(2, row=row[:4]).to_json()["face_down"]) == 9


def test_CA_44_a_card_put_under_the_pile_is_no_longer_certainly_in_the_hand() -> None:
    position = start(row=["wessel-jan"])
    assert view(position, 1)["seats"][0]["combat_known"] == STARTING
    position = play(position, "0 take wessel-jan", "0 swap pink 1")
    assert view(position, 1)["seats"][0]["combat_known"] == []
    assert view(position, 0)["seats"][0]["combat_known"] == ["grey 1"]
    assert view(position, 1)["under"]["combat"] == [{"card": None, "by": 0}]
    assert view(position, 0)["under"]["combat"] == [{"card": "pink 1", "by": 0}]
    assert view(position, 1)["trade"] == {"made": 1, "direction": None}
    assert view(position, 1)["seats"][0]["combat_count"] == 1


def test_a_card_of_ones_own_that_another_draws_is_known_to_be_there() -> None:
    under = [["pink 3", 0], ["grey 3", 2]]
    rest = without("pink 3", "grey 3", "pink 1", "grey 1")
    position = start(row=[["pang", 0], "crackpott"], hands=[["pink 1"], ["grey 1"], rest], under=under)
    assert position.to_json()["supply"]["combat"] == 2
    drawn = play(position, "1 take crackpott")
    assert view(drawn, 0)["seats"][1]["combat_known"] == ["pink 3"]
    assert view(drawn, 2)["seats"][1]["combat_known"] == ["grey 3"]
    assert view(drawn, None)["seats"][1]["combat_known"] == []
    assert view(drawn, 1)["seats"][1]["combat"] == ["pink 3", "grey 1", "grey 3"]
    assert view(drawn, 1)["dry"] == ["combat"]


def test_CA_43_only_who_looks_sees_the_cards() -> None:
    position = play(start(row=["tembo"], pile=["pink 2", "grey 3"]), "0 take tembo")
    assert view(position, 0)["looking"] == {"combat": ["pink 2", "grey 3"], "gold": None, "count": 2}
    assert view(position, 1)["looking"] == {"combat": [], "gold": None, "count": 2}
    assert view(play(position, "0 keep grey 3"), 0)["looking"] is None


def test_a_looked_at_card_may_be_one_of_the_hand_s() -> None:
    """Cards from below the shuffled part may be those that their owner had put there."""
    under = [["grey 1", 0], ["pink 1", 0]]
    rest = without("grey 1", "pink 1", *STARTING, *STARTING)
    position = start(row=["tembo"], hands=[None, None, rest], under=under)
    assert view(position, 1)["seats"][0]["combat_known"] == []
    position = play(position, "0 take tembo")
    assert view(position, 1)["seats"][0]["combat_known"] == []
    assert view(position, 1)["seats"][0]["combat_count"] == 2


def test_CA_41_a_gold_card_put_back_is_known_to_who_put_it() -> None:
    position = play(start(row=["diaz"], gold_pile=[3], pile=["grey 2"]), "0 take diaz")
    assert view(position, 0)["looking"] == {"combat": ["grey 2"], "gold": 3, "count": 2}
    assert view(position, 1)["looking"] == {"combat": [], "gold": None, "count": 2}
    position = play(position, "0 keep combat")
    assert view(position, 0)["under"]["gold"][-1] == {"value": 3, "seen_by": [0]}
    assert view(position, 1)["under"]["gold"][-1] == {"value": None, "seen_by": [0]}
    gold = [value for value, number in enumerate(standard().gold, 1) for _ in range(number)]
    gold.remove(2)
    known = start(row=["valverde"], gold=[None, None, gold], gold_under=[[2, [1]]])
    known = play(known, "0 take valverde")
    assert view(known, 1)["seats"][0] == view(known, 0)["seats"][0] | {"combat": None}
    assert view(known, 1)["seats"][0]["gold"] == [2]
    hidden = view(known, 2)["seats"][0]
    assert (hidden["gold"], hidden["gold_count"], hidden["gold_known"], hidden["gold_worth"]) == (
        None,
        1,
        [],
        2,
    )


def test_CA_50_a_spied_side_is_known_until_it_is_handled() -> None:
    setup: dict[str, Any] = {"sides": ["diaz", "valverde", None], "spied": [[1, 0]]}
    position = start(row=["bijoux"], **setup)
    assert [one["side"] for one in view(position, 1)["seats"]] == ["diaz", "valverde", None]
    assert [one["side"] for one in view(position, 2)["seats"]] == ["unknown", "unknown", None]
    assert view(position, 1)["seats"][1]["saw"] == [{"seat": 0, "side": "diaz", "fresh": True}]
    assert view(position, 2)["seats"][1]["saw"] == [{"seat": 0, "side": "unknown", "fresh": True}]
    position = play(position, "0 take bijoux", "0 side diaz")
    assert view(position, 1)["seats"][0]["side"] == "unknown"
    assert view(position, 1)["seats"][1]["saw"] == [{"seat": 0, "side": "diaz", "fresh": False}]
    assert view(position, 2)["seats"][1]["saw"] == [{"seat": 0, "side": "unknown", "fresh": False}]


def test_CA_51_who_has_looked_knows_the_values_and_not_the_order_once_another_has_looked() -> None:
    position = start(row=["cambivalute"], pairs=[[3, 7, [1]], *([10, 1], [9, 2], [8, 4], [6, 5])])
    seen = view(position, 1)["sailors"]
    known = {"placed": True, "shown": False}
    assert seen["pairs"][0] == known | {
        "letter": "A",
        "valverde": 3,
        "diaz": 7,
        "values": [3, 7],
        "seen_by": [1],
    }
    assert (seen["inspected"], len(seen["unseen"])) == (None, 8)
    position = play(position, "0 take cambivalute", "0 inspect A")
    assert view(position, 2)["sailors"]["inspected"] == "A"
    position = play(position, "0 keep")
    nothing = {"valverde": None, "diaz": None}
    assert view(position, 0)["sailors"]["pairs"][0]["valverde"] == 3
    pair = view(position, 1)["sailors"]["pairs"][0]
    assert pair == known | nothing | {"letter": "A", "values": [3, 7], "seen_by": [0, 1]}
    assert view(position, 2)["sailors"]["pairs"][0] == pair | {"values": None}


def test_CA_51_two_sailors_that_are_looked_at_stand_nowhere_yet() -> None:
    position = play(start(row=["cambivalute"]), "0 take cambivalute")
    mine, other, whole = (
        view(position, 0)["sailors"],
        view(position, 1)["sailors"],
        position.to_json()["sailors"],
    )
    assert (mine["on_deck"], mine["placed"]) == (8, 0)
    assert (len(mine["unseen"]), len(other["unseen"])) == (8, 10)
    assert mine["pairs"][0]["values"] == whole["pairs"][0]["values"]
    assert other["pairs"][0]["values"] is None
    for sailors in (mine, other, whole):
        assert (sailors["pairs"][0]["placed"], sailors["pairs"][0]["valverde"]) == (False, None)


HANDS = [["pink 3", "grey 3", "pink 1"], ["pink 3", "grey 1"], ["grey 1"]]


def mutiny() -> Position:
    """Seat 2 has no side; seats 0 and 1 have each started with what they hold."""
    return start(hands=HANDS, sides=["valverde", "diaz", None], pairs=PAIRS, duels=[])


def test_CA_63_a_duel_shows_the_cards_and_not_whose_they_were() -> None:
    position = play(mutiny(), "0 play grey 3")
    body = view(position, 1)
    assert (body["phase"], body["to_act"], body["turn"], body["row"]) == ("duel", [1], None, [])
    assert [one["posted"] for one in body["seats"]] == ["unknown", None, None]
    assert view(position, 0)["seats"][0]["posted"] == "grey 3"
    assert [one["alive"] for one in body["seats"]] == [True, True, False]
    position = play(position, "1 play pink 3")
    (duel,) = view(position, 2)["duels"]
    assert duel["rounds"] == [{"cards": ["pink 3", "grey 3"], "by": [None, None]}]
    assert (duel["letter"], duel["round"], duel["winner"]) == ("A", 2, None)
    assert duel["strength"] == {"valverde": 3, "diaz": 3}
    assert duel["total"] == {"valverde": 13, "diaz": 4}
    assert view(position, 2)["out_of_game"] == {"pink 3": 1, "grey 3": 1}
    mine = view(position, 1)["duels"][0]["rounds"][0]
    assert dict(zip(mine["by"], mine["cards"], strict=True)) == {0: "grey 3", 1: "pink 3"}
    position = play(position, "0 mascot", "1 mascot")
    body = view(position, None)
    assert [(one["letter"], one["winner"]) for one in body["duels"]] == [("A", "valverde"), ("B", None)]
    assert (body["wins"], body["winning_side"]) == ({"valverde": 1, "diaz": 0}, None)
    assert [one["shown"] for one in body["sailors"]["pairs"]] == [True, True, False, False, False]


def test_CA_63_a_card_that_may_have_been_shown_is_not_certainly_in_the_hand() -> None:
    setup: dict[str, Any] = {"sides": ["valverde", "diaz", "diaz"], "pairs": PAIRS, "duels": []}
    position = start(**setup)
    assert [one["combat_known"] for one in view(position, None)["seats"]] == [STARTING] * 3
    position = play(position, "0 play pink 1", "1 play grey 1", "2 play grey 1")
    # One pink and two grey ones were shown: any of them may be any seat's, but not two of them.
    assert [one["combat_known"] for one in view(position, None)["seats"]] == [[], [], []]
    # Seat 0 sees two grey ones beside its own.
    assert [one["combat_known"] for one in view(position, 0)["seats"]] == [["grey 1"], ["pink 1"], ["pink 1"]]


def test_CA_69_at_the_end_all_lies_open() -> None:
    position = start(
        2, hands=[["pink 1"], ["pink 1", "pink 3"]], sides=["valverde"] * 2, pairs=PAIRS, duels=[]
    )
    position = play(position, "0 play pink 1", "1 play pink 1", "1 play pink 3")
    body = view(position, None)
    assert (body["phase"], body["to_act"], body["turn"]) == ("over", [], None)
    assert (body["winning_side"], body["wins"]) == ("valverde", {"valverde": 3, "diaz": 0})
    assert body["winners"] == list(position.winners) == []
    assert [one["side"] for one in body["seats"]] == ["valverde", "valverde"]
    assert [one["combat"] for one in body["seats"]] == [[], []]
    assert [one["winner"] for one in body["duels"]] == ["valverde"] * 3
    # Nobody had a card for the second duel.
    assert [len(one["rounds"]) for one in body["duels"]] == [2, 0, 0]


def test_CA_68_a_tied_duel_goes_to_the_side_with_more_in_cards() -> None:
    laid = [["grey 2", "pink 1", None]]
    sides = ["diaz", "valverde", None]
    pairs = [[4, 3], [9, 2], [8, 1]]
    body = start(sides=sides, pairs=pairs, duels=[laid, laid]).to_json()
    assert [one["total"] for one in body["duels"][:2]] == [
        {"valverde": 5, "diaz": 5},
        {"valverde": 10, "diaz": 4},
    ]
    assert [one["winner"] for one in body["duels"]] == ["diaz", "valverde", None]
    assert body["wins"] == {"valverde": 1, "diaz": 1}


def test_CA_69_the_winners_are_those_with_most_gold() -> None:
    hands = [["pink 1"] * 3, ["pink 2"] * 3]
    for coins, winners in (([2, 3], [1]), ([3, 2], [0]), ([2, 2], [0, 1])):
        position = start(2, hands=hands, coins=coins, sides=["valverde"] * 2, pairs=PAIRS, duels=[])
        while not position.over:
            seat = position.to_act[0]
            texts = [str(action) for action in position.legal(seat)]
            position = position.play(seat, "mascot" if "mascot" in texts else texts[0])
        assert position.to_json()["winners"] == list(position.winners) == winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_view_says_for_certain_is_true(players: int) -> None:
    found: Counter[str] = Counter()
    for seed in range(4):
        for position in played_on(quarterdeck.game("cartagena", players=players).start(seed=seed), seed):
            whole = position.to_json()
            for viewer in (None, *range(players)):
                _compare(view(position, viewer), whole, found)
    assert min(found[key] for key in ("combat", "gold", "side", "values", "under", "by")) > 5, found


def _compare(body: dict[str, Any], whole: dict[str, Any], found: Counter[str]) -> None:
    """What is known in a view is so in the position; `found` counts what is only partly known."""
    for one, true in zip(body["seats"], whole["seats"], strict=True):
        assert Counter(one["combat_known"]) <= Counter(true["combat"])
        assert Counter(one["gold_known"]) <= Counter(true["gold"])
        assert (one["combat_count"], one["gold_count"]) == (true["combat_count"], true["gold_count"])
        assert one["combat"] in (None, true["combat"])
        assert one["gold"] in (None, true["gold"])
        assert one["side"] in ("unknown", true["side"])
        found["combat"] += one["combat"] is None and bool(one["combat_known"])
        found["gold"] += one["gold"] is None
        found["side"] += one["side"] == "unknown"
    for pair, true in zip(body["sailors"]["pairs"], whole["sailors"]["pairs"], strict=True):
        for key in ("valverde", "diaz", "values"):
            assert pair[key] in (None, true[key])
        found["values"] += pair["placed"] and pair["values"] is None
    assert body["supply"] == whole["supply"]
    for card, true in zip(body["under"]["combat"], whole["under"]["combat"], strict=True):
        assert card["card"] in (None, true["card"])
        assert card["by"] == true["by"]
        found["under"] += card["card"] is None
    for duel, true in zip(body["duels"], whole["duels"], strict=True):
        assert {**duel, "rounds": []} == {**true, "rounds": []}
        for shown, truly in zip(duel["rounds"], true["rounds"], strict=True):
            laid = list(zip(truly["cards"], truly["by"], strict=True))
            assert Counter(shown["cards"]) == Counter(truly["cards"])
            for card, by in zip(shown["cards"], shown["by"], strict=True):
                assert by is None or (card, by) in laid
                found["by"] += by is None


def told(event: Event, *numbers: int) -> tuple[str, str, dict[str, int | str]]:
    """A fact of these numbers in words' terms."""
    one = fact([event, -1, 0, *numbers, *[0] * (3 - len(numbers))], standard())
    return one.kind, one.rule, one.data


def test_facts_are_told_in_words() -> None:
    assert told(Event.GOT_COINS, 2, 8) == ("got_coins", "CA-48", {"coins": 2, "pirate": "sate"})
    assert told(Event.CAME_TO_NOTHING, 7) == ("came_to_nothing", "CA-47", {"pirate": "chang-ye"})
    assert told(Event.DREW_COMBAT_CARD, 5, 4) == ("drew_combat_card", "CA-44", {"card": "grey 3"})
    assert told(Event.DREW_GOLD, 1, 1) == ("drew_gold", "CA-41", {"cards": 1})
    assert told(Event.RAN_OUT, 1) == ("ran_out", "CA-29", {"pile": "gold"})
    assert told(Event.POSTED_CARD, 5)[2] == {"card": "grey 3"}
    assert told(Event.POSTED_CARD, MASCOT)[2] == {"card": "mascot"}
    assert told(Event.DUEL_WON, 1, 7, 9)[2] == {"side": "diaz", "valverde": 7, "diaz": 9}
    assert told(Event.PAIR_SEEN, 4, 10, 1)[2] == {"pair": "E", "valverde": 10, "diaz": 1}
    assert told(Event.SPIED_SIDE, 3, 0)[2] == {"player": 3, "side": "valverde"}


def test_a_fact_of_two_rules_cites_the_one_it_follows_from() -> None:
    assert told(Event.ROBBED, 1, 0)[1] == "CA-47"
    assert told(Event.ROBBED, 1, 1)[1] == "CA-65"
    assert told(Event.LOOKED_AT, 1, 1, 0)[1] == "CA-41"
    assert told(Event.LOOKED_AT, 2, 0, 1)[1] == "CA-43"
    assert told(Event.SAILED, 1, 1)[1] == "CA-27"
    assert told(Event.NOBODY_WON, 1)[1] == "CA-60"

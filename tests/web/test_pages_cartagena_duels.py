"""The mutiny on the pages of Cartagena: duels, their cards and mascots, and the final standings."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.games.cartagena.board import choices, duels
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.table import markup
from tests.web.moments import REPLAY
from tests.web.voyages import CARTAGENA


def fought(**duel: Any) -> dict[str, Any]:
    """A duel in its third round, that of Ann's page."""
    context = CARTAGENA.at("duel", mascots={"A": [{"seat": 1, "round": 2, "coins": 1, "robbed": 2}]})
    view = context["view"]
    view["duels"] = [
        {
            "letter": "A",
            "round": 3,
            "rounds": [
                {"cards": ["pink 3", "grey 2", "pink 1"], "by": [0, None, None]},
                {"cards": ["grey 1"], "by": [None]},
            ],
            "strength": {"valverde": 4, "diaz": 3},
            "total": {"valverde": 9, "diaz": 13},
            "winner": None,
            **duel,
        }
    ]
    view["sailors"]["pairs"][0] |= {"valverde": 5, "diaz": 10, "placed": True, "shown": True}
    for one in view["seats"]:
        one |= {"alive": True, "fighting": True, "posted": None}
    return context


def test_CA_63_a_duel_shows_both_totals_and_the_cards_round_by_round() -> None:
    context = fought()
    stage = duels.stage(context)
    assert stage
    assert [(one["total"], one["ahead"]) for one in stage["sides"].values()] == [(9, False), (13, True)]
    first, second = stage["rounds"]
    assert first["cards"]["valverde"] == [{"card": "pink 1", "by": ""}, {"card": "pink 3", "by": "by you"}]
    assert second["mascots"] == ["Ben: the mascot, and a coin from Cleo"]
    html = markup.regions(context)["region_chart"]
    assert "sailor 10, cards 3" in html
    assert "Ben: the mascot, and a coin from Cleo" in html


def test_CA_63_who_has_laid_a_card_and_who_is_still_to_is_shown() -> None:
    context = fought()
    context["view"]["seats"][1] |= {"fighting": False}
    context["view"]["seats"][2] |= {"posted": "unknown"}
    context["view"]["seats"][3] |= {"alive": False, "fighting": False}
    stage = duels.stage(context)
    assert stage
    assert [one["state"] for one in stage["crew"]] == ["waiting", "done", "posted", "out"]
    assert [one["words"] for one in stage["crew"]][2:] == ["has laid a card", "out of the game"]


def test_CA_64_mascots_and_their_coins_are_told_by_duel_and_round() -> None:
    found: list[tuple[str, dict[str, Any]]] = []
    for match, _ply in CARTAGENA.found.values():
        made = CARTAGENA.context(match, None, match.version if match.over else None)["mascots"]
        found += [(letter, one) for letter, shown in made.items() for one in shown]
    assert {one["round"] for _letter, one in found} >= {1, 2, 3}
    assert any(one["robbed"] is not None and one["coins"] == 1 for _letter, one in found)
    assert all(one["round"] == 2 for _letter, one in found if one["coins"])


def test_CA_68_the_winners_of_duels_stand_on_the_upper_decks() -> None:
    context = fought(winner="diaz")
    context["view"]["duels"].append({**context["view"]["duels"][0], "letter": "B", "winner": None})
    stage = duels.stage(context)
    assert stage
    winner = {"name": "sailor1", "value": 10, "letter": "A", "side": "diaz"}
    assert stage["decks"]["diaz"] == [winner, {}, {}]
    assert stage["decks"]["valverde"] == [{}, {}, {}]
    assert stage["won"][0]["sentence"] == "Duel A: won by Ramon Diaz"
    assert stage["won"][1]["now"]


def test_CA_68_the_losers_of_duels_sit_in_the_lifeboat() -> None:
    context = fought(winner="diaz")
    context["view"]["duels"].append({**context["view"]["duels"][0], "letter": "B", "winner": None})
    stage = duels.stage(context)
    assert stage
    assert stage["boat"] == [{"name": "sailor0", "value": 5, "letter": "A", "side": "valverde"}]
    assert "In the lifeboat: 5 of duel A." in markup.regions(context)["region_chart"]
    empty = duels.stage(fought())
    assert empty
    assert (empty["boat"], empty["boat_sentence"]) == ([], "The lifeboat is empty.")


def test_CA_68_the_last_duels_sailors_are_drawn_in_both_places_and_named_once() -> None:
    stage = duels.stage(fought(winner="valverde"))
    assert stage
    assert stage["boat"] == [{"name": "", "value": 10, "letter": "A", "side": "diaz"}]
    assert stage["figures"]["diaz"] == "sailor1"


def test_CA_61_a_pirate_in_the_lifeboat_is_put_aside_at_the_mutiny() -> None:
    match = CARTAGENA.found["over"][0]
    boats = [
        (bool(view["duels"]), view["boat"]) for view in (look(match, None, ply).view for ply in plies(match))
    ]
    assert any(boat for duels_begun, boat in boats if not duels_begun)
    assert all(boat is None for duels_begun, boat in boats if duels_begun)


def plies(match: Match) -> range:
    return range(match.version + 1)


@pytest.mark.parametrize(
    ("counted", "winners", "words"),
    [
        (
            {0: (9, 2), 1: (7, 4)},
            [0],
            ["most gold on the winning side", "less gold than the winner"],
        ),
        ({0: (9, 4), 1: (9, 2)}, [0], ["more combat points left", "as much gold, fewer combat points left"]),
        ({0: (9, 2), 1: (9, 2)}, [0, 1], ["as much gold, and as many combat points left"] * 2),
        ({0: (9, 2)}, [0], ["stood for the winning side, alone", "stood for the losing side"]),
    ],
)
def test_CA_69_the_end_says_who_has_won_and_why(
    counted: dict[int, tuple[int, int]], winners: list[int], words: list[str]
) -> None:
    context = CARTAGENA.at(
        "over", counted={seat: {"gold": g, "combat": c} for seat, (g, c) in counted.items()}
    )
    view = context["view"]
    view |= {"winners": winners, "winning_side": "diaz"}
    for seat, one in enumerate(view["seats"]):
        one |= {"alive": seat < 2, "side": "diaz" if seat in counted else "valverde"}
    view["seats"][2]["side"] = None
    view["seats"][3]["combat_count"] = 0
    rows = duels.final_standings(context)
    assert rows
    told = {row["seat"]: row["why"] for row in rows}
    assert [told[0], told[1]] == words
    assert (told[2], told[3]) == ("took no side", "ran out of combat cards")
    assert [row["best"] for row in rows] == [True] * len(winners) + [False] * (4 - len(winners))
    assert words[0] in markup.regions({**context, "replay": REPLAY})["region_result"]


def test_CA_66_who_is_out_with_cards_in_hand_has_let_the_mascot_out() -> None:
    context = CARTAGENA.at("over", counted={})
    context["view"]["seats"][3] |= {"alive": False, "side": "diaz", "combat_count": 2}
    rows = duels.final_standings(context)
    assert rows
    assert {row["seat"]: row["why"] for row in rows}[3] == "let the mascot out in a first round"


def test_CA_69_a_match_without_a_winner_says_so() -> None:
    shown = CARTAGENA.at("over without a winner")
    assert "Nobody wins" in markup.regions({**shown, "replay": REPLAY})["region_result"]
    assert BOARDS["cartagena"].prompt(shown) == "The game is over. Nobody has won."


def test_the_steps_of_the_mutiny_are_its_duels() -> None:
    fight = [(step["label"], step["state"]) for step in choices.phase_steps(fought())]
    assert fight[:2] == [("Duel A", "now"), ("Duel B", "next")]

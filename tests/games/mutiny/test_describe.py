"""The JSON of a position and of its views: what each says, and that it says no more than its seat knows."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Position
from quarterdeck.games.mutiny.describe import fact
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import NONE
from quarterdeck.games.mutiny.table import standard
from tests.games.positions import play, played_on

CREW = ["deck-hand", "gunner", "cook", "pilot", "first-mate"]


def tiles(*north: list[Any], south: list[list[Any]] | None = None) -> dict[str, Any]:
    """A component table on whose every tile stand these effects."""
    tile = {"north": list(north), "south": south or [["cook", "rum", 1]], "source": "reconstructed"}
    return {"tile": [tile] * 6}


def start(
    players: int = 3, table: dict[str, Any] | None = None, deals: str = "closed", **setup: Any
) -> Position:
    """A table laid out by hand."""
    return quarterdeck.game("mutiny", players=players, deals=deals, table=table).start(seed=1, setup=setup)


# Of a closed offer.
NOTHING_MORE = {"but": None, "second": None, "paid": 0}


def view(position: Position, seat: int | None) -> dict[str, Any]:
    return position.view(seat).to_json()


def states(body: dict[str, Any]) -> list[str]:
    """How far the turn has come with each crew member."""
    return [one["state"] for one in body["crew"]]


@pytest.mark.parametrize(("players", "needed"), [(2, 10), (3, 10), (4, 8), (5, 8)])
def test_a_match_begins_with_what_the_set_up_deals(players: int, needed: int) -> None:
    body = view(quarterdeck.game("mutiny", players=players).start(seed=1), 0)
    assert (body["phase"], body["to_act"], body["turn"]) == ("bid", list(range(players)), None)
    assert (body["turn_no"], body["needed"], body["called"]) == (1, needed, "deck-hand")
    assert [one["name"] for one in body["crew"]] == CREW
    assert states(body) == ["called", *["waiting"] * 4]
    assert body["bank"] == {"rum": 30 - 3 * players}
    nothing = {"doubloons": 0, "rum": 0, "total": 0}
    for crew in body["crew"]:
        assert (crew["bribes"], crew["primary"], crew["secondary"]) == ([nothing] * players, None, None)
    fresh = {"doubloons": 8, "rum": 3, "cutlasses": 0, "in_play": 0, "bid": None}
    assert body["seats"] == [fresh | {"lookout": seat == body["lookout"]} for seat in range(players)]
    assert (body["winners"], body["drawn"]) == ([], False)
    assert (body["rank"], body["tied"], body["tied_for"], body["offers"]) == (None, [], None, [])
    assert (body["destination"], body["effects"], body["owed"], body["retrieved"]) == (None, [], 0, 0)


def test_MU_4_the_tile_is_that_of_the_table() -> None:
    for number, tile in enumerate(standard().tiles):
        body = start(tile=number).to_json()
        assert body["tile"]["number"] == number
        for name, effects in (("north", tile.north), ("south", tile.south)):
            told = [(one["crew"], one["resource"], one["amount"]) for one in body["tile"][name]]
            assert told == [
                (CREW[crew], ("rum", "doubloon", "cutlass")[resource], amount)
                for crew, resource, amount in effects
            ]
        assert body["tiles_left"] == len(standard().tiles) - 1
        assert body["tiles_left_may_be"] == [
            one for one in range(len(standard().tiles)) if one != body["tile"]["number"]
        ]


def test_MU_10_a_bid_is_its_seats_own_until_all_have_bid() -> None:
    position = play(start(called="cook"), "1 bid 2 1", "0 bid 0 0")
    assert position.to_json()["to_act"] == [2]
    bids = {seat: [one["bid"] for one in view(position, seat)["seats"]] for seat in (None, 0, 1, 2)}
    assert bids[None] == bids[2] == ["closed", "closed", None]
    assert bids[0] == [{"doubloons": 0, "rum": 0}, "closed", None]
    assert bids[1] == ["closed", {"doubloons": 2, "rum": 1}, None]
    assert [one["bid"] for one in position.to_json()["seats"]] == [bids[0][0], bids[1][1], None]
    # Until it is shown, what has been bid lies where it lay.
    assert view(position, 0)["seats"][1]["doubloons"] == 8
    assert states(view(position, 0)) == ["bid", "bid", "called", "waiting", "waiting"]
    body = view(play(position, "2 bid 1 0"), 0)
    assert [one["bid"] for one in body["seats"]] == [None, None, None]
    assert body["crew"][2]["bribes"] == [
        {"doubloons": 0, "rum": 0, "total": 0},
        {"doubloons": 2, "rum": 1, "total": 3},
        {"doubloons": 1, "rum": 0, "total": 1},
    ]
    one = body["seats"][1]
    assert (one["doubloons"], one["rum"], one["in_play"]) == (6, 2, 2)
    assert (body["called"], states(body)[3]) == ("pilot", "called")


def test_MU_10_that_somebody_without_tokens_bids_nothing_is_no_secret() -> None:
    body = view(start(doubloons=[0, 8, 8], rum=[0, 3, 3]), 1)
    assert body["to_act"] == [1, 2]
    assert body["seats"][0]["bid"] == {"doubloons": 0, "rum": 0}


TIE: dict[str, Any] = {
    "bribes": {"gunner": [[2, 0], [1, 1], [1, 0], None]},
    "rum": [1, 2, 0, 3],
    "lookout": 3,
    "resolving": "gunner",
}


def test_MU_23_an_offer_is_its_seats_own_until_all_have_decided() -> None:
    position = start(4, **TIE)
    body = view(position, 0)
    assert (body["phase"], body["to_act"], body["turn"]) == ("offer", [0, 1], None)
    assert (body["tied"], body["tied_for"], body["rank"]) == ([0, 1], "gunner", "primary")
    asked = {"rum": None, "for": None, **NOTHING_MORE, "state": "asked"}
    nothing = {"rum": 0, "for": None, **NOTHING_MORE, "state": "none"}
    assert body["offers"] == [{"seat": 0} | asked, {"seat": 1} | asked, {"seat": 2} | nothing]
    position = play(position, "1 offer 2 for 0")
    closed = {"seat": 1, "rum": None, "for": None, **NOTHING_MORE, "state": "closed"}
    for viewer in (None, 0, 2, 3):
        assert view(position, viewer)["offers"][1] == closed
    assert view(position, 1)["offers"][1] == closed | {"rum": 2, "for": 0}
    assert position.to_json()["offers"][1] == closed | {"rum": 2, "for": 0}
    body = view(play(position, "0 no offer"), None)
    assert (body["phase"], body["to_act"], body["turn"]) == ("pick", [3], 3)
    assert body["offers"] == [
        {"seat": 0} | nothing,
        {"seat": 1, "rum": 2, "for": 0, **NOTHING_MORE, "state": "shown"},
        {"seat": 2} | nothing,
    ]


def test_MU_23_an_open_negotiation_is_the_same_for_all() -> None:
    position = start(4, deals="open", **TIE)
    body = view(position, None)
    assert body["negotiation"] == {"round": 1, "rounds": 3, "price": None, "promised": None}
    assert (body["to_act"], body["turn"], body["tied_first"]) == ([0], 0, [0, 1])
    position = play(position, "0 offer 1 for 1", "1 pass", "3 ask 2 for 0")
    for viewer in (None, 0, 1, 2, 3):
        body = view(position, viewer)
        assert body["negotiation"] == {
            "round": 2,
            "rounds": 3,
            "price": {"rum": 2, "for": 0},
            "promised": None,
        }
        assert body["offers"][0] == {"seat": 0, "rum": 1, "for": 1, **NOTHING_MORE, "state": "shown"}
    body = view(play(position, "0 pass", "1 pass", "3 pick 0"), None)
    assert (body["negotiation"], body["offers"]) == (None, [])


def test_MU_23_what_is_offered_for_anyone_but_one_or_for_both_ranks() -> None:
    bribes = {"gunner": [[1, 0], [1, 0], [1, 0], None]}
    position = start(4, deals="open", resolving="gunner", lookout=3, bribes=bribes)
    position = play(position, "0 offer 2 for not 1", "1 offer 3 for 1 then 2", "2 offer 1 for 1", "3 take 1")
    offers = view(position, None)["offers"]
    assert [(one["rum"], one["for"], one["but"], one["second"], one["paid"]) for one in offers] == [
        (2, None, 1, None, 0),
        (0, None, None, None, 3),
        (1, 1, None, None, 0),
    ]
    assert view(position, 3)["negotiation"]["promised"] == 2
    assert view(position, 3)["legal"] == ["pick 1", "take 2"]


def test_MU_23_an_own_closed_offer_of_nothing_is_known_to_its_seat() -> None:
    position = play(start(4, **TIE), "0 no offer")
    assert view(position, 0)["offers"][0] == {
        "seat": 0,
        "rum": 0,
        "for": None,
        **NOTHING_MORE,
        "state": "closed",
    }
    assert view(position, 1)["offers"][0] == {
        "seat": 0,
        "rum": None,
        "for": None,
        **NOTHING_MORE,
        "state": "closed",
    }


def test_MU_21_those_tied_for_the_highest_stay_the_candidates() -> None:
    position = play(start(4, **TIE), "0 no offer", "1 no offer", "3 pick 1")
    # Two were tied, so the other one has the secondary ability, and the Gunner is done.
    body = view(position, 2)
    assert [one["cutlasses"] for one in body["seats"]] == [1, 2, 0, 0]
    assert body["phase"] == "retrieve"
    assert states(body) == ["resolved"] * 5
    assert (body["tied"], body["tied_for"], body["offers"]) == ([], None, [])


def test_MU_20_who_has_the_abilities_is_told_while_the_crew_member_is_resolved() -> None:
    position = start(bribes={"deck-hand": [[1, 0], [4, 0], [3, 0]]}, resolving="deck-hand")
    body = view(position, 0)
    assert (body["phase"], body["turn"], body["rank"]) == ("move", 1, "primary")
    assert (body["crew"][0]["primary"], body["crew"][0]["secondary"]) == (1, None)
    assert states(body) == ["resolving", *["bid"] * 4]
    body = view(play(position, "1 stay"), 0)
    assert (body["phase"], body["turn"], body["rank"]) == ("move", 2, "secondary")
    assert (body["crew"][0]["primary"], body["crew"][0]["secondary"]) == (1, 2)
    body = view(play(position, "1 move doubloon of 2 from deck-hand to pilot", "2 stay"), 0)
    assert body["phase"] == "course"
    assert (body["crew"][0]["primary"], body["crew"][3]["primary"]) == (None, 2)
    assert [one["total"] for one in body["crew"][0]["bribes"]] == [1, 4, 2]


def test_MU_21_nobody_has_the_secondary_ability_before_the_tie_for_it_is_broken() -> None:
    position = start(
        bribes={"gunner": [[1, 0], [3, 0], [1, 0]]}, resolving="gunner", lookout=2, rum=[0, 0, 0]
    )
    body = view(position, 0)
    assert (body["phase"], body["turn"], body["rank"]) == ("pick", 2, "secondary")
    assert (body["crew"][1]["primary"], body["crew"][1]["secondary"]) == (1, None)
    assert (body["tied"], body["tied_for"]) == ([0, 2], "gunner")


COURSE = tiles(["cook", "doubloon", -2], ["gunner", "cutlass", 1])


def test_MU_27_the_effects_are_settled_one_by_one_and_then_carried_out() -> None:
    bribes = {"gunner": [[1, 0], [1, 0], None], "cook": [None, None, [2, 0]], "pilot": [[1, 0], None, None]}
    position = start(table=COURSE, bribes=bribes, resolving="pilot", rum=[0, 0, 0])
    body = view(position, 1)
    assert (body["phase"], body["turn"], body["rank"], body["destination"]) == ("course", 0, "primary", None)
    position = play(position, "0 north")
    body = view(position, 1)
    assert (body["phase"], body["turn"], body["rank"]) == ("pick", 0, "course")
    assert (body["tied"], body["tied_for"], body["destination"]) == ([0, 1], "gunner", "north")
    cook = {"crew": "cook", "resource": "doubloon", "amount": -2}
    gunner = {"crew": "gunner", "resource": "cutlass", "amount": 1}
    assert body["effects"] == [
        cook | {"seat": 2, "settled": True, "done": False},
        gunner | {"seat": None, "settled": False, "done": False},
    ]
    assert states(body) == ["resolved"] * 3 + ["resolving", "bid"]
    body = view(play(position, "0 pick 1"), 0)
    assert (body["phase"], body["turn"], body["owed"], body["rank"]) == ("lose", 2, 2, "course")
    assert body["effects"][1] == gunner | {"seat": 1, "settled": True, "done": False}
    assert body["tied_for"] is None
    body = view(play(position, "0 pick 1", "2 lose cook", "2 lose unplayed"), 0)
    assert (body["phase"], body["owed"]) == ("retrieve", 0)
    assert body["effects"][0] == cook | {"seat": 2, "settled": True, "done": True}
    assert [one["cutlasses"] for one in body["seats"]] == [0, 1, 0]
    assert (body["seats"][2]["doubloons"], body["seats"][2]["in_play"]) == (5, 1)


def test_MU_27_an_effect_that_concerns_nobody_is_settled_all_the_same() -> None:
    table = tiles(["cook", "rum", 1], ["pilot", "doubloon", -1])
    position = start(table=table, bribes={"pilot": [[2, 0], None, None]}, resolving="pilot")
    body = view(play(position, "0 north"), None)
    assert [(one["seat"], one["settled"], one["done"]) for one in body["effects"]] == [
        (None, True, True),
        (0, True, False),
    ]


def test_MU_40_retrieval_counts_what_has_been_taken_back() -> None:
    position = start(bribes={"cook": [[3, 0], [1, 0], None]}, retrieving=True, lookout=1)
    body = view(play(position, "1 done", "0 retrieve cook", "0 retrieve cook"), None)
    assert (body["phase"], body["turn"], body["retrieved"]) == ("retrieve", 0, 2)
    assert (body["rank"], body["called"]) == (None, None)
    assert (body["seats"][0]["doubloons"], body["seats"][0]["in_play"]) == (7, 1)
    after = view(play(position, "1 done", "0 done"), None)
    assert (after["turn_no"], after["phase"], after["called"]) == (2, "bid", "deck-hand")
    assert after["tiles_left"] == body["tiles_left"] - 1


def over(cutlasses: list[int], rum: list[int]) -> Position:
    """A tile gives both players 1 cutlass at the end."""
    table = tiles(["gunner", "cutlass", 1], ["cook", "cutlass", 1])
    bribes = {"gunner": [[1, 0], None], "cook": [None, [1, 0]], "pilot": [[1, 0], None]}
    position = start(2, table=table, bribes=bribes, resolving="pilot", cutlasses=cutlasses, rum=rum)
    return play(position, "0 north")


@pytest.mark.parametrize(
    ("cutlasses", "rum", "winners"),
    [
        ([9, 0], [0, 5], [0]),
        ([0, 9], [0, 5], [1]),
        ([9, 9], [4, 5], [1]),
        ([9, 9], [4, 3], [0]),
        ([9, 9], [4, 4], [0, 1]),
    ],
)
def test_MU_50_most_cutlasses_then_most_rum_win(
    cutlasses: list[int], rum: list[int], winners: list[int]
) -> None:
    position = over(cutlasses, rum)
    body = view(position, None)
    assert (body["phase"], body["to_act"], body["turn"], body["rank"]) == ("over", [], None, None)
    assert body["winners"] == list(position.winners) == winners
    assert body["drawn"] == (len(winners) > 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_differs_from_the_position_in_closed_bids_and_offers_alone(players: int) -> None:
    found = set()
    # Random matches that begin with ties, and with rum to be offered.
    bribes = {crew: [[1, 0]] * players for crew in CREW}
    begun = start(players, bribes=bribes, rum=[3] * players, resolving="deck-hand")
    for position in chain.from_iterable(played_on(begun, seed) for seed in (1, 2)):
        whole = position.to_json()
        for viewer in (None, *range(players)):
            body = view(position, viewer)
            for key in set(whole) - {"seats", "offers", "format", "legal", "seat"}:
                assert body[key] == whole[key]
            for seat, one in enumerate(body["seats"]):
                if one != whole["seats"][seat]:
                    assert one == whole["seats"][seat] | {"bid": "closed"}
                    assert seat != viewer
                    found.add("bid")
            for one, true in zip(body["offers"], whole["offers"], strict=True):
                if one != true:
                    assert one == true | {"rum": None, "for": None}
                    assert (one["state"], one["seat"] != viewer) == ("closed", True)
                    found.add("offer")
    # Of two players one is the lookout, and nobody waits for another's offer.
    assert found == ({"bid", "offer"} if players > 2 else {"bid"})


@pytest.mark.parametrize(
    ("row", "kind", "rule", "data"),
    [
        ((Event.CALLED, -1, 0, 2, 0, 0), "called", "MU-10", {"crew": "cook"}),
        (
            (Event.TIED, -1, 0, 3, 2, 0b10101),
            "tied",
            "MU-21",
            {"crew": "pilot", "rank": "course", "seats": "0 2 4"},
        ),
        ((Event.OFFER_SHOWN, -1, 1, 2, 0, 0), "offer_shown", "MU-23", {"rum": 2, "player": 0}),
        ((Event.DEAL, -1, 1, 2, 3, 0), "deal", "MU-23", {"payer": 2, "rum": 3}),
        (
            (Event.GAINED, -1, 1, 2, 2, 1),
            "gained",
            "MU-25",
            {"resource": "cutlass", "amount": 2, "why": 1},
        ),
        ((Event.GAINED, -1, 1, 0, 2, 2), "gained", "MU-26", {"resource": "rum", "amount": 2, "why": 2}),
        ((Event.GAINED, -1, 1, 2, 1, 3), "gained", "MU-27", {"resource": "cutlass", "amount": 1, "why": 3}),
        ((Event.GAINED, -1, 1, 0, 1, 4), "gained", "MU-28", {"resource": "rum", "amount": 1, "why": 4}),
        ((Event.GAINED, -1, 1, 1, 1, 0), "gained", "MU-30", {"resource": "doubloon", "amount": 1, "why": 0}),
        ((Event.SPARED, -1, 1, 0, 0, 0), "spared", "MU-30", {"resource": "rum", "why": 0}),
        ((Event.SPARED, -1, 1, 2, 1, 0), "spared", "MU-31", {"resource": "cutlass", "why": 1}),
        ((Event.SPARED, -1, 1, 1, 2, 0), "spared", "MU-32", {"resource": "doubloon", "why": 2}),
        (
            (Event.MOVED, -1, 0, 3, 1, 4 * 3 + 3),
            "moved",
            "MU-24",
            {"player": 3, "token": "rum", "from": "pilot", "to": "first-mate"},
        ),
        ((Event.LOST_DOUBLOON, -1, 0, NONE, 0, 0), "lost_doubloon", "MU-32", {"place": "unplayed"}),
        ((Event.LOST_DOUBLOON, -1, 0, 4, 0, 0), "lost_doubloon", "MU-32", {"place": "first-mate"}),
        ((Event.SET_COURSE, -1, 0, 1, 0, 0), "set_course", "MU-27", {"destination": "south"}),
        ((Event.GAME_OVER, -1, -1, 0, 0, 0), "game_over", "MU-50", {}),
    ],
)
def test_facts_have_names_and_rules(
    row: tuple[int, ...], kind: str, rule: str, data: dict[str, int | str]
) -> None:
    told = fact(row, standard())
    assert (told.kind, told.rule, told.data) == (kind, rule, data)

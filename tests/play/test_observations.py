"""The numbers of an observation are where, and what, docs/observations.md says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import Game, SeatError, View
from quarterdeck.play import GAMES, find
from tests.games.positions import play

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"

each_game = pytest.mark.parametrize("name", list(GAMES))

CARTAGENA = {
    "hands": [["pink 1", "pink 3", "grey 2"], ["grey 3"], ["pink 1", "grey 1"]],
    "gold": [[3], [1, 1], []],
    "coins": [2, 4, 1],
    "sides": ["valverde", "diaz", None],
    "spied": [[0, 1]],
    "giver": 1,
    "ship": 20,
    "boat": "tembo",
    "row": [["pang", 1], "nero", "sate"],
    "pairs": [[9, 2, [0]], [1, 4]],
}
MUTINY = {
    "bribes": {
        "gunner": [[3, 1], [2, 0], None],
        "deck-hand": [[1, 0], None, [1, 0]],
        "pilot": [None, [1, 0], [3, 0]],
    },
    "rum": [1, 4, 2],
    "cutlasses": [2, 8, 5],
    "lookout": 2,
    "tile": 2,
    "called": "cook",
}
MEUTERER = {
    "hands": [["wine", "wine", "salt"], ["ruby", "conflict"], ["grain"] * 4],
    "captain": 1,
    "scores": [5, 12, 7],
    "round": 3,
    "discards": ["cloth", "cloth"],
}
SETUPS: dict[str, dict[str, Any]] = {"cartagena": CARTAGENA, "mutiny": MUTINY, "meuterer": MEUTERER}
SEATS = {"captain", "giver", "lookout"}
BY_SEAT = {"hands", "gold", "coins", "sides", "rum", "cutlasses", "scores"}


def block(view: View, name: str, *shape: int) -> Any:
    """The slots of a block, in this shape, as lists of figures of three digits."""
    blocks = view.game.spec.blocks
    at = [one.name for one in blocks].index(name)
    first = sum(one.length for one in blocks[:at])
    slots = view.observation()[first : first + blocks[at].length].astype(float).round(3) + 0.0
    return slots.reshape(shape or (-1,)).tolist()


def table(name: str, seat: int = 0, **changes: Any) -> View:
    """A seat's view of the table laid out for three."""
    return quarterdeck.game(name, players=3).start(seed=1, setup=SETUPS[name] | changes).view(seat)


def turned(key: str, value: Any) -> Any:
    """The entry of a set-up with every player one seat further clockwise."""
    if key in SEATS:
        return (value + 1) % 3
    if key in BY_SEAT:
        return [value[-1], *value[:-1]]
    if key == "bribes":
        return {crew: [one[-1], *one[:-1]] for crew, one in value.items()}
    if key == "spied":
        return [[(seat + 1) % 3 for seat in pair] for pair in value]
    if key == "row":
        return [one if isinstance(one, str) else [one[0], (one[1] + 1) % 3] for one in value]
    if key == "pairs":
        return [[*one[:2], *([[(seat + 1) % 3 for seat in one[2]]] if one[2:] else [])] for one in value]
    return value


@each_game
def test_the_page_has_every_block_in_its_place(name: str) -> None:
    spec = GAMES[name]
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {spec.title}\n")[2].partition("\n## ")[0]
    rows = [tuple(cells) for cells in re.findall(r"^\| (\d\S*) \| (.*?) \| (.*) \|$", section, re.M)]
    expected, at = [], 0
    for one in spec.blocks:
        slots = f"{at}" if one.length == 1 else f"{at}–{at + one.length - 1}"
        expected.append((slots, one.name, one.meaning))
        at += one.length
    assert rows == expected
    assert at == Game(name).features
    assert len({one.name for one in spec.blocks}) == len(spec.blocks)


@each_game
def test_a_spectator_has_no_observation(name: str) -> None:
    with pytest.raises(SeatError, match="A spectator has no seat to observe from"):
        quarterdeck.game(name).start(seed=1).view(None).observation()


@each_game
def test_seats_are_counted_from_the_viewer(name: str) -> None:
    further = {key: turned(key, value) for key, value in SETUPS[name].items()}
    for seat in range(3):
        here, there = table(name, seat), table(name, (seat + 1) % 3, **further)
        assert here.observation().tolist() == there.observation().tolist()
    assert table(name, 0).observation().tolist() != table(name, 1).observation().tolist()


@each_game
def test_an_observation_is_float32_and_of_its_reader(name: str) -> None:
    view = table(name)
    ours = view.observation()
    assert (ours.dtype, ours.shape) == (np.dtype(np.float32), (view.game.features,))
    ours[:] = 5
    assert view.observation().max() <= 2


# Meuterer


def test_hand_points_and_captain_of_meuterer() -> None:
    view = table("meuterer")
    assert block(view, "hand") == [0, 0.2, 0.4, 0, 0, 0, 0]
    assert block(view, "captain") == [0, 1, 0, 0]
    assert block(view, "rounds left").index(1) == 6
    assert block(view, "discards")[3] == 0.2
    seats = block(view, "seats", 4, -1)
    assert [one[:3] for one in seats] == [[1, 0.125, -0.35], [1, 0.3, 0.25], [1, 0.175, -0.25], [0, 0, 0]]


def test_islands_and_sales_of_meuterer() -> None:
    view = table("meuterer")
    islands = view.to_json()["islands"]
    places = block(view, "places", 9, -1)
    for ahead in range(6):
        one = islands[ahead]
        kinds = ["ruby", "salt", "wine", "cloth", "grain", "any"]
        fits = {"wine": 0.4, "salt": 0.2, "any": 0.4}.get(one["buys"], 0)
        trade = [round(points / 10, 3) for points in one["trade"]]
        assert places[ahead] == [
            *(float(one["buys"] == kind) for kind in kinds),
            fits,
            *trade,
            one["dock"] / 5,
            0,
        ]
    assert places[6:] == [[0] * 12] * 3
    # The ship lies at Hochland, which takes anything.
    here, astern = block(view, "sale", 2, 5, -1)
    assert here[2] == [1, 0.4, 0, 0, 0, 0, 0]
    assert astern == [[0] * 7] * 5


def test_shown_goods_and_a_mutiny_of_meuterer() -> None:
    hands = [["wine", "conflict", "conflict"], ["wine", "conflict"], ["wine", "grain"]]
    position = quarterdeck.game("meuterer", players=3).start(seed=1, setup={"hands": hands, "captain": 0})
    for move in ("0 offer 2", "0 show wine", "1 show wine", "2 show wine", "0 leave", "1 leave"):
        position = position.play(int(move[0]), move[2:])
    position = position.play(1, "leave mutineer").play(2, "leave")
    looking = position.view(2)
    assert block(looking, "gone") == [1, 0, 0, 0, 0]
    assert block(looking, "offer") == [0, 0, 1, 0]
    assert block(looking, "sale", 2, 5, -1)[0][2] == [1, 0, 0.2, 0.2, 0.2, 0, 0]
    # Only one player chose before, so the viewer knows whose card it is; the Captain does not.
    assert block(looking, "seats", 4, -1)[2][13:20] == [1, 0, 0, 0, 0, 0, 0]
    assert block(position.view(0), "seats", 4, -1)[1][13:20] == [0, 0, 0, 0, 0, 1, 0]
    position = position.play(2, "leave first-mate").play(0, "conflict 2")
    assert block(position.view(1), "mutiny") == [0, 0.6, -0.6, 1, 0]


def test_ME_67_in_manual_places_buy_nothing_and_each_kind_is_on_sale_once() -> None:
    game = quarterdeck.game("meuterer", players=3, rules="manual")
    view = game.start(seed=1, setup=MEUTERER | {"ship": 3, "came_from": 2}).view(0)
    islands = view.to_json()["islands"]
    docks = [round(one["dock"] / 5, 3) for one in (*islands[3:], *islands[:3], islands[2])]
    assert block(view, "places", 9, -1)[:7] == [[0] * 10 + [dock, 0] for dock in docks]
    here, astern = block(view, "sale", 2, 5, -1)
    assert [kind[:2] for kind in here] == [[1, 0], [1, 0.2], [1, 0.4], [1, 0], [1, 0]]
    assert astern == [[0] * 7] * 5


def test_ME_80_an_observation_tells_where_the_pirates_lie() -> None:
    game = quarterdeck.game("meuterer", players=3, pirates="on")
    for ship, pirate_ship, ahead in ((0, 2, 2), (2, 2, 0), (3, 1, None)):
        laid = {"hands": MEUTERER["hands"], "ship": ship, "pirate_ship": pirate_ship}
        places = block(game.start(seed=1, setup=laid).view(0), "places", 9, -1)
        assert [at for at, place in enumerate(places) if place[11]] == ([] if ahead is None else [ahead])
    places = block(table("meuterer", captain=0, ship=3, came_from=2), "places", 9, -1)
    assert [place[11] for place in places] == [0] * 9


# Cartagena


def test_the_voyage_of_cartagena() -> None:
    view = table("cartagena")
    assert block(view, "route") == [0.125, 0, 1]
    assert block(view, "storms") == [0, 0]
    pirates = block(view, "pirates", 4, 13)
    assert [[at for at, bit in enumerate(row) if bit] for row in pirates] == [
        [0, 1, 2, 4, 7, 9, 10, 11, 12],
        [5, 8],
        [5, 8],
        [3],
    ]
    assert block(view, "supplies")[0] == round(23 / 30, 3)
    sailors = block(view, "sailors", 5, -1)
    assert sailors[0] == [1, 1, 0, 1, round(7 / 9, 3), round(7 / 9, 3)]
    assert sailors[1] == [1, 1, 0, 0, 0, 0]
    assert sailors[2] == [0, 1, 0, 0, 0, 0]


def test_cards_gold_and_sides_of_cartagena() -> None:
    view = table("cartagena")
    assert block(view, "hand") == [0.2, 0, 0.2, 0, 0.2, 0]
    assert block(view, "colours") == [0.2, 0.1]
    me, foe, other, nobody = block(view, "seats", 4, -1)
    # The foe's two gold cards are unseen: of the 17 such, worth 33, they are expected to be average.
    expected = 4 + 2 * 33 / 17
    assert me[:4] == [1, 0.1, round(1 / 6, 3), 0.25]
    assert foe[:5] == [1, 0.2, round(2 / 6, 3), 0.2, round(expected / 20, 3)]
    assert [one[6] for one in (me, foe, other)] == [0, 1, 0]
    assert me[5] == round((5 - expected) / 10, 3)
    assert foe[14:21] == [0, 1, 0, 0, 0, 0, 1]
    assert other[14:21] == [0] * 7
    assert nobody == [0] * len(me)
    own = block(view, "own side")
    assert own[:4] == [0.2, 0.1, 0, round(7 / 20, 3)]
    # The foe is known, the third has not chosen yet.
    assert own[-2:] == [0.05, 0.4]
    assert block(table("cartagena", 1), "seats", 4, -1)[2][21:23] == [1, 0]


def test_a_duel_of_cartagena() -> None:
    mutiny: dict[str, Any] = {
        "sides": ["diaz", "valverde", "diaz"],
        "pairs": [[9, 2], [1, 4], [7, 3]],
        "duels": [[["grey 2", None, "grey 1"], [None] * 3]],
        "row": None,
        "ship": None,
        "boat": None,
    }
    begun = table("cartagena", **mutiny)
    # Valverde's side has won the first duel, 9 to 5; now 1 faces 4.
    assert block(begun, "duel") == [0, 1, 0, 0, 0, 0.125, 0.05, 0.2, 1, 0, 0, 0, 0, 0]
    assert block(begun, "posted") == [0] * 7
    # My side is 3 ahead in this duel and has lost one; of the pairs to come I know none.
    assert block(begun, "own side")[:6] == [0.1, 0.2, 0.3, 0, 0, round(1 / 3, 3)]
    assert block(begun, "pirates") == [0] * 52
    position = quarterdeck.game("cartagena", players=3).start(seed=1, setup=CARTAGENA | mutiny)
    laid = position.play(0, "play pink 3")
    assert block(laid.view(0), "posted") == [0, 0, 1, 0, 0, 0, 0]
    assert block(laid.view(1), "posted") == [0] * 7
    assert [one[-2] for one in block(laid.view(1), "seats", 4, -1)] == [0, 0, 1, 0]


# Mutiny!


def test_bribes_of_mutiny() -> None:
    view = table("mutiny")
    deck_hand, gunner, cook, pilot, _mate = block(view, "bribes", 5, -1)
    assert gunner[:10] == [0.4, 0.4, 0.3, round(1 / 15, 3), 1, 0, 0.2, 0, 0, 1]
    assert deck_hand[:14] == [0, 0, 0.1, 0, 0.5, 0.5, 0, 0, 0, 0, 0.1, 0, 0.5, 0.5]
    assert pilot[:2] == [0.4, -0.6]
    assert cook == [0] * len(cook)
    assert block(view, "crew member") == [0, 0, 1, 0, 0]


def test_courses_of_mutiny() -> None:
    # Tile 2, north: deck hand +1 cutlass, gunner −2 cutlasses; south: pilot +2 rum, first mate −1 doubloon.
    north, south = block(table("mutiny"), "courses", 2, -1)
    crew, seats = np.reshape(north[:15], (5, 3)).tolist(), np.reshape(north[15:], (5, 3)).tolist()
    assert (crew[0], crew[1]) == ([0, 0, 0.25], [0, 0, -0.5])
    # The first is shared with the third seat, the second is mine alone.
    assert seats == [[0, 0, -0.375], [0, 0, 0], [0, 0, 0.125], [0, 0, 0], [0, 0, 0]]
    crew, seats = np.reshape(south[:15], (5, 3)).tolist(), np.reshape(south[15:], (5, 3)).tolist()
    assert (crew[3], crew[4]) == ([0.5, 0, 0], [0, -0.25, 0])
    assert seats == [[0, 0, 0], [0, 0, 0], [0.5, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_MU_27_MU_32_a_settled_effect_is_its_seats_alone_and_what_is_owed_is_told() -> None:
    tile = {"north": [["gunner", "doubloon", -2]], "south": [["cook", "rum", 1]], "source": "reconstructed"}
    tied = {"gunner": [[1, 0], [1, 0], None], "pilot": [None, [2, 0], None]}
    laid = {"resolving": "pilot", "bribes": tied, "rum": [1, 1, 0], "lookout": 2}
    position = quarterdeck.game("mutiny", players=3, table={"tile": [tile] * 6}).start(seed=1, setup=laid)
    position = play(position, "1 north", "0 pass", "1 pass")
    north, south = block(position.view(0), "courses", 2, 10, 3)
    # Five crew members, then five seats: here two of them are tied.
    assert north[1] == [0, -0.5, 0]
    assert north[5:8] == [[0, -0.25, 0], [0, -0.25, 0], [0, 0, 0]]
    assert south == [[0] * 3] * 10
    position = position.play(2, "pick 1")
    assert block(position.view(0), "courses", 2, 10, 3)[0][5:8] == [[0, 0, 0], [0, -0.5, 0], [0, 0, 0]]
    assert block(position.view(0), "owed") == [round(2 / 3, 3)]
    assert block(position.play(1, "lose unplayed").view(0), "owed") == [round(1 / 3, 3)]


def test_MU_23_offers_a_price_and_what_was_paid_are_told_from_the_viewer() -> None:
    laid = {"resolving": "gunner", "bribes": {"gunner": [[1, 0]] * 3}, "rum": [3, 2, 1]}
    position = quarterdeck.game("mutiny", players=3).start(seed=1, setup=laid)
    offered = play(position, "1 offer 2 for 1 then 0", "2 offer 1 for not 1")
    # What was paid; for whom it is, by seat; who is to be second, by seat; the lookout may take it.
    nothing = [0] * 12
    assert block(offered.view(1), "deals", 5, -1)[:3] == [
        [0, *(1, 0, 0, 0, 0), *(0, 0, 1, 0, 0), 1],
        [0, *(0, 1, 1, 0, 0), *(0, 0, 0, 0, 0), 1],
        nothing,
    ]
    assert block(offered.view(0), "deals", 5, -1)[:3] == [
        nothing,
        [0, *(0, 1, 0, 0, 0), *(1, 0, 0, 0, 0), 1],
        [0, *(1, 0, 1, 0, 0), *(0, 0, 0, 0, 0), 1],
    ]
    assert block(offered.view(0), "negotiation") == [1, 0, 0, 1, *[0] * 11]
    asked = offered.play(0, "ask 2 for 2")
    price = round(2 / 15, 3)
    for seat, away in ((0, 2), (1, 1), (2, 0)):
        whom = [float(at == away) for at in range(5)]
        assert block(asked.view(seat), "negotiation") == [0, 1, 0, 0, price, *whom, *[0] * 5]
    taken = play(position, "1 offer 2 for not 2", "2 pass", "0 take 1")
    assert [one[0] for one in block(taken.view(2), "deals", 5, -1)] == [0, 0, price, 0, 0]


def test_MU_40_the_doubloons_taken_back_are_told() -> None:
    laid = {"retrieving": True, "bribes": {"cook": [[3, 0], [2, 0], None]}}
    position = quarterdeck.game("mutiny", players=3).start(seed=1, setup=laid)
    assert block(position.view(1), "retrieved") == [0]
    assert block(position.play(0, "retrieve cook").view(1), "retrieved") == [round(1 / 3, 3)]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, [0, 0, 0, 0]),
        ({"victory": "at once"}, [1, 0, 0, 0]),
        ({"first_mate_tie": "one decision"}, [0, 1, 0, 0]),
        ({"deals": "closed"}, [0, 0, 1, 0]),
    ],
)
def test_MU_21_MU_23_MU_50_readings_of_mutiny(options: dict[str, str], told: list[float]) -> None:
    position = quarterdeck.game("mutiny", **options).start(seed=1)
    assert [block(position.view(seat), "readings") for seat in (0, 3)] == [told, told]


def test_version_1_of_mutiny_is_told() -> None:
    position = Game(find("mutiny", 1), players=2).start(seed=1)
    assert block(position.view(0), "readings") == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, [0, 0, 0, 0]),
        ({"sate": "set aside"}, [1, 0, 0, 0]),
        ({"mascot_in_first_round": "yes"}, [0, 1, 0, 0]),
        ({"duel_opponents": "all"}, [0, 0, 1, 0]),
    ],
)
def test_readings_of_cartagena(options: dict[str, str], told: list[float]) -> None:
    position = quarterdeck.game("cartagena", **options).start(seed=1)
    assert [block(position.view(seat), "readings") for seat in (0, 3)] == [told, told]


def test_seats_and_bids_of_mutiny() -> None:
    view = table("mutiny")
    me, other, lookout, *nobody = block(view, "seats", 5, -1)
    assert me[:10] == [1, 0.4, 0.4, round(1 / 15, 3), 0.2, -0.6, 0.8, 0, 0, 0]
    assert other[4:10] == [0.8, 0.3, 0.2, 0, 1, 0]
    assert [one[10] for one in (me, other, lookout)] == [0, 0, 1]
    assert nobody == [[0] * len(me)] * 2
    position = quarterdeck.game("mutiny", players=3).start(seed=1, setup=MUTINY).play(1, "bid 2 3")
    assert block(position.view(1), "seats", 5, -1)[0][15:18] == [1, 0.2, 0.2]
    assert block(position.view(0), "seats", 5, -1)[1][15:18] == [1, 0, 0]

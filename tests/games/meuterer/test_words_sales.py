"""The words on a sale say what the rules then pay (ME-62 to ME-66)."""

from __future__ import annotations

import random

import pytest

import quarterdeck
from quarterdeck import Event
from quarterdeck.games.meuterer.words.hints import hint, label, outlook
from quarterdeck.games.meuterer.words.sales import SaleForecast, forecast
from tests.games.meuterer.table import Match, by_island
from tests.games.meuterer.test_selling import EISFELSEN, FINGERHUT, KARGE_ZUNGE, SANDKAP


def paid(events: list[Event], seat: int) -> int:
    """What the rules have paid a seat for selling."""
    return sum(int(one.data["points"]) for one in events if one.kind == "trade_points" and one.seat == seat)


def forecasts(view: dict[str, object], sale: str) -> list[SaleForecast]:
    """The forecasts of the lots of a sale."""
    lots = zip(("here", "there"), sale.removeprefix("sell ").split(" / "), strict=True)
    return [forecast(view, side, int(lot.split()[0])) for side, lot in lots if lot != "-"]


def told_and_paid(rules: str, others: tuple[str, ...], role: str) -> tuple[str, int]:
    """What the last seller, in this role, reads of selling a ruby, and is then paid."""
    match = Match(*others, "ruby salt", rules=rules)
    match.goods(others[0], f"{others[1]} / loader", f"{others[2]} / cabin-boy", f"ruby salt / {role}")
    told = hint(match.view(3), "sell 1 ruby / -")
    match.play("3 sell 1 ruby / -")
    return told, paid(match.events, 3)


@by_island
@pytest.mark.parametrize(
    ("others", "said", "points"),
    [
        (("", "", ""), "4 points for the most", 4),
        (("grain", "", ""), "3 points, tied with 1 other", 3),
        (("grain", "wine", ""), "2 points, tied with 2 others", 2),
        (("grain", "wine", "ruby"), "0 points, tied with 3 others", 0),
        (("grain", "wine wine", ""), "0 points, since somebody sells 2", 0),
    ],
)
def test_ME_65_whoever_sells_last_reads_what_is_paid(
    rules: str, others: tuple[str, ...], said: str, points: int
) -> None:
    assert told_and_paid(rules, others, "first-mate") == (f"1 ruby at Hochland: {said}", points)


@by_island
@pytest.mark.parametrize(
    ("others", "said", "points"),
    [
        (("grain", "", ""), "4 points, as Merchant in a tie", 4),
        (("grain", "wine", "ruby"), "4 points, as Merchant in a tie", 4),
        (("", "", ""), "4 points for the most", 4),
        (("grain grain", "", ""), "0 points, since somebody sells 2", 0),
    ],
)
def test_ME_66_a_merchant_reads_what_a_tie_pays(
    rules: str, others: tuple[str, ...], said: str, points: int
) -> None:
    assert told_and_paid(rules, others, "merchant") == (f"1 ruby at Hochland: {said}", points)


@by_island
def test_ME_62_each_active_island_is_told_by_itself(rules: str) -> None:
    match = Match("grain", "", "grain grain wine", rules=rules, ship=KARGE_ZUNGE, came_from=SANDKAP)
    match.goods("grain", "/ loader", "grain grain wine / cabin-boy")
    # Karge Zunge buys grain, Sandkap wine: there is nothing to choose, and so nothing is asked.
    assert match.told("trade_points") == [(2, "Karge Zunge", 6, 1), (2, "Sandkap", 4, 1)]
    match = Match("ruby", "", "ruby ruby", rules=rules, ship=EISFELSEN, came_from=FINGERHUT)
    match.goods("ruby", "/ loader", "ruby ruby / cabin-boy")
    match.play("0 sell 1 ruby / -")
    assert hint(match.view(2), "sell 1 ruby / 1 ruby") == (
        "1 ruby at Eisfelsen: 4 points, tied with 1 other; 1 ruby at Fingerhut: 2 points for the most"
    )
    match.play("2 sell 1 ruby / 1 ruby")
    assert paid(match.events, 2) == 6


@by_island
@pytest.mark.parametrize(
    ("later", "role", "said"),
    [
        ("wine", "merchant", "so far 4 points for the most"),
        ("wine salt", "loader", "so far 4 points for the most"),
        ("conflict", "loader", "4 points for the most"),
        ("", "loader", "4 points for the most"),
    ],
)
def test_ME_64_what_a_later_seller_may_change_is_told_as_so_far(
    rules: str, later: str, role: str, said: str
) -> None:
    match = Match("ruby salt", later, "", rules=rules)
    match.goods("ruby salt", f"{later} / {role}", "/ cabin-boy")
    assert hint(match.view(0), "sell 1 ruby / -") == f"1 ruby at Hochland: {said}"
    assert outlook(match.view(0), "sell 1 ruby / -") == said[0].upper() + said[1:]


@pytest.mark.parametrize(
    ("sale", "said"),
    [
        ("sell 1 ruby / -", "Sell 1 ruby at Hochland"),
        ("sell - / 2 wine", "Sell 2 wine at Sandkap"),
        ("sell 1 ruby / 2 wine", "Sell 1 ruby at Hochland, 2 wine at Sandkap"),
        ("sell - / -", "Sell nothing"),
    ],
)
def test_a_sale_names_its_islands(sale: str, said: str) -> None:
    view = {"islands": [{"name": "Hochland"}, {"name": "Sandkap"}], "ship": 0, "came_from": 1}
    assert label(view, sale) == said


@pytest.mark.parametrize("rules", ["english", "french"])
def test_ME_65_ME_66_what_nobody_can_change_is_paid_as_told(rules: str) -> None:
    dice = random.Random(rules)
    compared = 0
    for seed in range(12):
        position = quarterdeck.game("meuterer", players=4, rules=rules).start(seed=seed)
        told: dict[int, int] = {}
        while not position.over:
            seat = position.to_act[0]
            view, action = position.view(seat).to_json(), str(dice.choice(position.legal(seat)))
            if view["phase"] == "sell":
                found = forecasts(view, action)
                if not any(one.open for one in found):
                    told[seat] = sum(one.points for one in found)
            position = position.play(seat, action)
            if position.to_json()["phase"] not in ("sell",):
                for sold, points in told.items():
                    assert paid(list(position.events), sold) == points
                compared += len(told)
                told = {}
    assert compared > 20

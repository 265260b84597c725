"""Why one choice is better than another: what differs clearly in the same deals, from the view of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pytest

from quarterdeck import i18n
from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.coach.foresight import Difference, Prospect, foresee
from quarterdeck.play import GAMES, Event, Game, Position, View, find


def positions(game: str, plies: int) -> list[Position]:
    """A match by rules of thumb, up to so many plies."""
    found, bot = [Game(game).start(seed="reasons")], RuleOfThumb(1)
    while found[-1].to_act and len(found) <= plies:
        seat = found[-1].to_act[0]
        found.append(found[-1].play(seat, bot.choose(found[-1].view(seat))))
    return found


def choices(game: str, plies: int = 30) -> Iterator[View]:
    """Views whose seat has several choices, the latest first."""
    views = [one.view(one.to_act[0]) for one in positions(game, plies) if one.to_act]
    return (view for view in reversed(views) if len(view.legal()) > 1)


def chosen(game: str) -> View:
    """A view whose seat has several choices."""
    return next(choices(game))


@lru_cache
def reasoned(game: str) -> tuple[View, Difference]:
    """A view, and why its first choice is better than its last."""
    found = ((view, foresee(view, view.legal()[0], view.legal()[-1])) for view in choices(game))
    return next((view, reason) for view, reason in found if reason is not None)


def given(monkeypatch: pytest.MonkeyPatch, *prospects: Prospect) -> None:
    monkeypatch.setattr(type(find("mutiny")), "face", lambda _spec, _name: prospects)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_says_what_may_come_and_measures_it(game: str) -> None:
    prospects = find(game).face("prospects")
    assert len(prospects) >= 4
    match = positions(game, 400)
    events = [one for position in match for one in position.events]
    body = match[-1].view(0).to_json()
    totals = [sum(one.measure(events, seat, body) for seat in range(len(body["seats"]))) for one in prospects]
    # In a whole match each of them happens, as long as it can under these options.
    assert sum(total != 0 for total in totals) >= len(prospects) - 1


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_a_sentence_about_two_choices(game: str) -> None:
    view, reason = reasoned(game)
    names = ["Ann", "Ben", "Cleo", "Dan"]
    assert view.legal()[-1].sentence(names) in reason.sentence(names)


def test_the_reason_is_the_clearest_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    view = chosen("mutiny")
    better, other = view.legal()[0], view.legal()[-1]
    played = iter(range(1000))

    def differs(_events: Sequence[Event], _seat: int, _view: Mapping[str, Any]) -> float:
        return float(next(played) % 2 == 0)

    def never(_events: Sequence[Event], _seat: int, _view: Mapping[str, Any]) -> float:
        return 0.0

    given(monkeypatch, Prospect("Nothing", never), Prospect("Something", differs))
    reason = foresee(view, better, other)
    assert reason == Difference("Something", False, 1.0, 0.0, other)
    assert reason.sentence(["Ann"] * 4).startswith("Something: about 100% this way, ")
    assert " about 0% with “" in reason.sentence(["Ann"] * 4)
    # Whoever would rather have less of it is given no such reason.
    given(monkeypatch, Prospect("Something", differs, wish=-1))
    assert foresee(view, better, other) is None
    given(monkeypatch, Prospect("Something", differs, wish=0))
    assert foresee(view, better, other) is not None
    given(monkeypatch, Prospect("Nothing", never))
    assert foresee(view, better, other) is None
    given(monkeypatch)
    assert foresee(view, better, other) is None


def test_amounts_are_told_as_numbers() -> None:
    other = chosen("mutiny").legal()[0]
    told = Difference("Your points", True, 2.54, 1.0, other).sentence(["Ann"] * 4)
    assert told.startswith("Your points: 2.5 this way, 1.0 with “")
    # As the language writes them, and nothing is less than nothing.
    with i18n.use("de"):
        told = Difference("Your points", True, -0.02, -1.25, other).sentence(["Ann"] * 4)
    assert ": so 0,0, " in told
    assert told.endswith(" −1,2.")


def test_without_time_there_is_no_reason() -> None:
    view = chosen("mutiny")
    assert foresee(view, view.legal()[0], view.legal()[-1], seconds=0.0) is None


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seats_own_view_is_asked(game: str) -> None:
    """Whatever lies hidden, the reason is the same: it is made of deals from the view."""
    view, reason = reasoned(game)
    dealt = view.sample("another deal").view(view.seat)
    assert foresee(dealt, dealt.legal()[0], dealt.legal()[-1]) == reason

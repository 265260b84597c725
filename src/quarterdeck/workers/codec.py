"""Views, advice and stations of an analysis as plain data, to be sent from one process to another."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from quarterdeck.bots.search import Candidate
from quarterdeck.coach.advice import Advice
from quarterdeck.coach.analysis import Before, Decision, Station
from quarterdeck.coach.foresight import Difference
from quarterdeck.kernel.events import FACT_NUMBERS
from quarterdeck.kernel.record import from_bytes
from quarterdeck.play import Action, Game, View, find
from quarterdeck.play.position import SPECTATOR

__all__ = [
    "advice_data",
    "before_data",
    "read_advice",
    "read_before",
    "read_station",
    "read_view",
    "read_views",
    "station_data",
    "view_data",
    "views_data",
]

Data = dict[str, Any]


def view_data(view: View) -> Data:
    """A view: the game with its options, the seat, and the bytes of what it knows and was told."""
    spec = view.game.spec
    return {
        "game": [spec.id, spec.rules_version, spec.table_json(view.game.table), dict(view.game.options)],
        "seat": view.seat,
        "known": b64encode(view.known).decode(),
        "told": b64encode(view.told).decode(),
    }


def read_view(data: Data) -> View:
    """The view that `view_data` gave."""
    game = _read_game(json.dumps(data["game"]))
    told = np.frombuffer(b64decode(data["told"]), np.int16).reshape(-1, FACT_NUMBERS)
    seat = SPECTATOR if data["seat"] is None else data["seat"]
    return View(game, from_bytes(game.spec.state, b64decode(data["known"])), told, seat)


@lru_cache(64)
def _read_game(text: str) -> Game:
    """The game that `view_data` gave, as JSON; cached, as most views are of few games."""
    name, version, table, options = json.loads(text)
    return Game(find(name, version), table=table, **options)


def _candidates_data(choices: Iterable[Candidate]) -> list[Any]:
    return [[candidate.action.id, candidate.share, candidate.win] for candidate in choices]


def _read_candidates(data: Iterable[Any], actions: tuple[Action, ...]) -> tuple[Candidate, ...]:
    return tuple(Candidate(actions[id_], share, win) for id_, share, win in data)


def _reason_data(reason: Difference | None) -> list[Any] | None:
    if reason is None:
        return None
    return [reason.words, reason.amount, reason.better, reason.worse, reason.other.id]


def _read_reason(data: list[Any] | None, actions: tuple[Action, ...]) -> Difference | None:
    if data is None:
        return None
    words, amount, better, worse, other = data
    return Difference(words, amount, better, worse, actions[other])


def advice_data(advice: Advice) -> Data:
    """A piece of advice."""
    return {
        "choices": _candidates_data(advice.choices),
        "wins": advice.wins,
        "nobody": advice.nobody,
        "reason": _reason_data(advice.reason),
    }


def read_advice(data: Data, actions: tuple[Action, ...]) -> Advice:
    """The advice that `advice_data` gave; `actions` are those of the game."""
    choices, reason = _read_candidates(data["choices"], actions), _read_reason(data["reason"], actions)
    return Advice(choices, tuple(data["wins"]), data["nobody"], reason)


def before_data(before: Before | None) -> Data | None:
    """The decision that led to a position."""
    if before is None:
        return None
    return {
        "seat": before.seat,
        "played": before.played.id,
        "view": view_data(before.view),
        "choices": _candidates_data(before.choices),
    }


def read_before(data: Data | None) -> Before | None:
    """What `before_data` gave."""
    if data is None:
        return None
    view = read_view(data["view"])
    actions = view.game.actions
    return Before(data["seat"], actions[data["played"]], view, _read_candidates(data["choices"], actions))


def station_data(station: Station) -> Data:
    """A station of an analysis."""
    decision = station.decision
    return {
        "ply": station.ply,
        "wins": station.wins,
        "nobody": station.nobody,
        "choices": {str(seat): _candidates_data(choices) for seat, choices in station.choices.items()},
        "decision": decision
        and [
            decision.seat,
            decision.played.id,
            _candidates_data(decision.choices),
            _reason_data(decision.reason),
        ],
    }


def read_station(data: Data, actions: tuple[Action, ...]) -> Station:
    """The station that `station_data` gave; `actions` are those of the game."""
    ply, decision = data["ply"], None
    if data["decision"]:
        seat, played, choices, reason = data["decision"]
        candidates = _read_candidates(choices, actions)
        decision = Decision(ply, seat, actions[played], candidates, _read_reason(reason, actions))
    by_seat = {int(seat): _read_candidates(rows, actions) for seat, rows in data["choices"].items()}
    return Station(ply, tuple(data["wins"]), data["nobody"], by_seat, decision)


def views_data(views: Mapping[int | None, View]) -> list[Data]:
    """Views, each with its seat."""
    return [view_data(view) for view in views.values()]


def read_views(data: Iterable[Data]) -> dict[int | None, View]:
    """The views that `views_data` gave, by seat."""
    return {view.seat: view for view in map(read_view, data)}

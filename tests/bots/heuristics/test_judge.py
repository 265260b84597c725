"""Rules of thumb on blanked records: compiled they say the same, and they know no more than the view."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quarterdeck import Game, View
from quarterdeck.bots.heuristics.judge import fast_judge, judge, judged, points
from quarterdeck.kernel import jit
from quarterdeck.kernel.record import cell
from quarterdeck.play import GAMES
from quarterdeck.play.position import dice
from quarterdeck.testing import label, random_match
from tests.conformance.settings import every_game, tiny_games

JUDGED = [*every_game(), *tiny_games()]
# Of these there are some in every random game, by the first word of their text; and in every tiny one.
KINDS = {"meuterer": {"offer", "show"}, "cartagena": {"take", "open"}, "mutiny": {"bid", "retrieve"}}
TINY_KINDS = {"meuterer": {"offer", "show"}, "cartagena": {"side", "play"}, "mutiny": {"bid"}}
# Interpreted rules take their time.
EVERY = {"meuterer": 2, "cartagena": 1, "mutiny": 3}
each_judged = pytest.mark.parametrize("game", JUDGED, ids=label)


def worths(view: View, go: Any) -> list[float]:
    """What `judge`, interpreted or compiled, says of a view's legal actions."""
    ids = np.array([action.id for action in view.legal()], np.int64)
    worth = np.full(len(ids), np.nan)
    one = cell(view.state)
    before = one.tobytes()
    go(one, view.seat, ids, len(ids), worth, cell(dice("mood")))
    assert one.tobytes() == before, "the record is there to be read only"
    return list(worth.tolist())


def views(game: Game, seed: int, every: int) -> list[View]:
    """What those see who are to act with a choice, one of so many, in a random game."""
    seen = [position.view(seat) for position, seat, _ in random_match(game, seed)]
    return [view for view in seen if len(view.legal()) > 1][::every]


@each_judged
def test_compiled_the_rules_of_thumb_say_the_same(game: Game) -> None:
    kinds = set()
    for view in views(game, seed=51, every=EVERY[game.id]):
        slow = worths(view, fast_judge.interpreted)
        assert np.isfinite(slow).all()
        assert worths(view, fast_judge) == pytest.approx(slow, abs=1e-9)
        kinds |= {action.text.split()[0] for action in view.legal()}
    assert kinds >= (TINY_KINDS if label(game).endswith("tiny") else KINDS)[game.id]


@each_judged
def test_ratings_depend_only_on_the_view(game: Game) -> None:
    game.warm()
    for ply, view in enumerate(views(game, seed=52, every=3)):
        assert view.seat is not None
        found = worths(view, fast_judge)
        assert worths(view.sample(seed=ply).view(view.seat), fast_judge) == found


@pytest.mark.parametrize("loaded", [False, True])
def test_points_are_by_text_whether_the_compiler_is_at_hand_or_not(
    loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.load()
    view = views(JUDGED[0], seed=53, every=1)[0]
    wanted = dict(zip([action.text for action in view.legal()], worths(view, fast_judge), strict=True))
    monkeypatch.setattr("quarterdeck.bots.heuristics.judge.loaded", lambda: loaded)
    assert points(view, "mood") == pytest.approx(wanted, abs=1e-9)


def test_without_heuristics_all_actions_are_rated_alike() -> None:
    assert all(judged(name) for name in GAMES)
    worth, unknown = np.array([1.0, 2, 3]), np.zeros(1, [("seats", np.int8)])
    judge(unknown[0], 0, np.zeros(3, np.int64), 2, worth, dice("mood"))
    assert worth.tolist() == [0, 0, 3]

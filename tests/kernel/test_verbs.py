"""The generic verbs find the game by the type of the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck.kernel import verbs
from quarterdeck.kernel.batch import no_ids
from quarterdeck.kernel.events import no_news
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import new

CALLS: dict[str, Callable[[Any], Any]] = {
    "setup": verbs.setup,
    "to_act": verbs.to_act,
    "legal": lambda s: verbs.legal(s, 0, no_ids()),
    "apply": lambda s: verbs.apply(s, 0, 0, no_news()),
    "blank": lambda s: verbs.blank(s, 0),
    "determinize": lambda s: verbs.determinize(s, 0, new(Dice)),
    "scores": lambda s: verbs.scores(s, np.zeros(4, np.int16)),
    "over": verbs.over,
    "winners": verbs.winners,
    "observe": lambda s: verbs.observe(s, 0, np.zeros(1, np.float32)),
    "canonical": lambda s: verbs.canonical(s, 0, 0),
}


@pytest.mark.parametrize("verb", CALLS)
def test_a_record_that_no_game_plays_on_is_refused(verb: str) -> None:
    with pytest.raises(TypeError, match="no game plays on records of type"):
        CALLS[verb](new(Dice))


def test_every_verb_is_generic() -> None:
    assert set(CALLS) == set(verbs._GENERIC) == set(verbs.Verbs.__dataclass_fields__)


def test_a_record_is_played_on_by_its_game() -> None:
    state = quarterdeck.game("meuterer").start(seed=1).state
    assert verbs.verbs_of(state).legal.__module__.startswith("quarterdeck.games.meuterer")
    assert not verbs.over(state)

"""Whatever happens in a game can be said in every language: no translation asks for what is not there."""

from __future__ import annotations

import random

import pytest

import quarterdeck
from quarterdeck.i18n import languages, use
from quarterdeck.play import GAMES
from quarterdeck.testing import random_match

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva"]
PLIES = 12


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_everything_can_be_said_in_every_language(name: str, language: str) -> None:
    """Log, prompts, actions, and why others are not possible: of every seat, in a few positions."""
    game = quarterdeck.game(name)
    dice = random.Random(3)
    said: set[str] = set()
    with use(language):
        said.update(action.sentence(NAMES) for action in game.actions)
        for ply, (position, _seat, _action) in enumerate(random_match(game, 3)):
            for seat in range(game.players):
                view = position.view(seat)
                said.update(event.sentence(NAMES, you) for event in view.events for you in (seat, None))
                if ply % PLIES == 0:
                    said.add(view.prompt(NAMES[: game.players]))
                    legal = view.legal()
                    said.update(
                        view.why_not(action)[1]
                        for action in dice.sample(list(game.actions), 30)
                        if action not in legal
                    )
    assert len(said) > 100
    assert not any("|" in sentence or "{" in sentence for sentence in said)

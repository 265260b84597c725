"""No game's option hides an option of a command that plays the game."""

from __future__ import annotations

import argparse

import pytest

from quarterdeck.cli.parser import build
from quarterdeck.kernel.spec import RESERVED
from quarterdeck.play import GAMES


@pytest.mark.parametrize("name", ["play", "balance", "arena", "selfplay"])
def test_names_of_options_of_commands_are_reserved(name: str) -> None:
    commands = next(one for one in build()._actions if isinstance(one, argparse._SubParsersAction)).choices
    written = {word for action in commands[name]._actions for word in action.option_strings}
    words = {word.removeprefix("--").replace("-", "_") for word in written if word.startswith("--")}
    of_games = {option.name for spec in GAMES.values() for option in spec.options}
    # The arena has deals of its own: there Mutiny!'s option is --game-deals.
    assert words - of_games - {"game_deals"} <= RESERVED

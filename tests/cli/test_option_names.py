"""No game's option or action has a name that commands have themselves."""

from __future__ import annotations

import argparse

import pytest

from quarterdeck.cli.dialogue import HELP
from quarterdeck.cli.parser import build
from quarterdeck.kernel.option import RESERVED
from quarterdeck.play import GAMES
from quarterdeck.testing.actions import PROMPT_WORDS


@pytest.mark.parametrize("name", ["play", "balance", "arena", "selfplay"])
def test_names_of_options_of_commands_are_reserved(name: str) -> None:
    commands = next(one for one in build()._actions if isinstance(one, argparse._SubParsersAction)).choices
    written = {word for action in commands[name]._actions for word in action.option_strings}
    words = {word.removeprefix("--").replace("-", "_") for word in written if word.startswith("--")}
    of_games = {option.name for spec in GAMES.values() for option in spec.options}
    # The arena has deals of its own: there Mutiny!'s option is --game-deals.
    assert words - of_games - {"game_deals"} <= RESERVED


def test_words_of_the_prompt_are_no_actions() -> None:
    first_words = {words.split()[0] for words, _meaning in HELP}
    assert first_words - {"1,"} == PROMPT_WORDS

"""No line of the terminal holds a sentence that has not passed through the catalogues."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quarterdeck
from quarterdeck.cli.commands import COMMANDS
from quarterdeck.cli.dialogue import HELP
from quarterdeck.lab.arena.agents import NAMED
from quarterdeck.play import GAMES
from tests.cli.command import Command
from tests.reading import FOREIGN, NAMES, foreign, untranslated

# What is typed, or stands in files, is the same in all languages: commands, options, actions, values.
WORDS = [*COMMANDS, *GAMES, *NAMED, "quarterdeck", "tiny", "check", "mine", "say", "en", FOREIGN]
TYPED = re.compile(
    r"“[^”]*”|\[--[^]]*\]|sha256:|--?[a-z-]+|\b[A-Z]{2,}\b|\w+\.(?:qd|toml|parquet|png|svg|pdf)\b|\S+://\S+|\.\w+"
    rf"|\b(?:{'|'.join(WORDS)})\b"
)
PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("meuterer", {"pirates": "on"}),
    ("cartagena", {}),
    ("mutiny", {}),
]


@pytest.fixture(autouse=True)
def language(tmp_path: Path) -> Iterator[None]:
    with foreign(tmp_path / "locale"):
        yield


def read(text: str) -> set[str]:
    return untranslated(TYPED.sub(" ", text).splitlines())


def plain(text: str, game: str, others: Iterable[str] = ()) -> str:
    """A text without the actions of a game, which read as they are typed, and without other words."""
    known = {*others, *(action.text for action in quarterdeck.game(game).actions)}
    longest = sorted(known, key=len, reverse=True)
    return re.sub("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in longest), " ", text)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_is_translated(command: Command, name: str) -> None:
    told = command(name, "--help", "--language", FOREIGN)
    words = {
        str(choice)
        for spec in GAMES.values()
        for option in spec.options
        for choice in (option.name, *option.choices)
    }
    known = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    assert read(re.sub(rf"\b(?:{known})\b", " ", re.sub(r"\s+", " ", told.out))) == set()


def test_what_can_be_looked_up_is_translated(command: Command) -> None:
    found = read(command("bots", "--language", FOREIGN).out)
    for game in GAMES:
        found |= read(command("rules", game, "--language", FOREIGN).out)
    assert found == set()


@pytest.mark.parametrize(("name", "options"), PLAYED, ids=[name for name, _options in PLAYED])
def test_a_match_is_shown_in_translation(command: Command, name: str, options: dict[str, Any]) -> None:
    """Every screen of a replay with open cards."""
    game = quarterdeck.game(name, **options)
    record = quarterdeck.Record(game, seed="letters", names=list(NAMES[: game.players]))
    dice = random.Random(7)
    while not record.position.over:
        seat = dice.choice(record.position.to_act)
        record.append(seat, dice.choice(record.position.legal(seat)))
    record.save("match.qd")
    told = command("replay", "match.qd", "--all", "--open", "--language", FOREIGN)
    assert read(plain(told.out, name)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_played_at_in_translation(command: Command, name: str) -> None:
    """Prompts, hints and the log, as far as the first choices lead."""
    typed = ["?", "1", "log", "why 1", "1", "2", "table", "1", "nonsense", "99", "quit", "n"]
    line = ["play", name, "--bots", "random", "--seed", "letters", "--names", ",".join(NAMES[:4])]
    told = command(*line, "--players", "4", "--language", FOREIGN, typed=typed)
    assert read(plain(told.out, name, [*typed, *(word for word, _meaning in HELP)])) == set()

"""Rules that have been released don't change under a match: other moves or figures are another version.

Where this fails and the version has been in a release, raise the game's `rules_version`, keep the old rules
as one of its `earlier` ones, and add a line below. As long as it has not, its line is
simply written anew.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from importlib import resources

import pytest

from quarterdeck.play import GAMES
from tests.golden.playthrough import FOLDER, PLAYED

# Game and version of its rules → the hash of what is played by them.
PLAYED_BY = {
    ("meuterer", 1): "0ba8cbbf710e5b94",
    ("cartagena", 1): "6b01db6f18fbd95a",
    ("cartagena", 2): "75c266ea7d599562",
    ("mutiny", 2): "36b3a133c0d062c0",
}
# In a golden playthrough: a move, and what a seat may do.
MOVE = re.compile(r'^\d+\. .*|"legal": \[[^]]*\]', re.M)


def digest(game: str, version: int) -> str:
    """Of the figures that come with a game, and of all moves and choices of this version's golden
    playthroughs.
    """
    figures = tomllib.loads(
        (resources.files(f"quarterdeck.games.{game}") / f"{game}.toml").read_text("utf-8")
    )
    moves = {
        name: MOVE.findall((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
        for name, one in PLAYED.items()
        if (one.game.id, one.game.spec.rules_version) == (game, version)
    }
    assert moves
    assert all(moves.values())
    played = json.dumps([figures, moves], sort_keys=True)
    return hashlib.sha256(played.encode()).hexdigest()[:16]


def test_the_newest_version_of_every_game_is_here() -> None:
    assert {(game, spec.rules_version) for game, spec in GAMES.items()} <= PLAYED_BY.keys()


@pytest.mark.parametrize(("game", "version"), PLAYED_BY)
def test_what_is_played_is_what_this_version_of_the_rules_plays(game: str, version: int) -> None:
    found = digest(game, version)
    assert found == PLAYED_BY[game, version], f"version {version} of the rules was another: see above"

"""What an environment of a game is to a learner, by which two versions can be told apart."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from quarterdeck.kernel.encode import Block
from quarterdeck.play import Game

# The number after “v” in the ids of all environments. It is raised when, for the same options and actions, an
# observation, an action's number, a reward or the course of a match is another.
VERSION = 1


class EnvironmentSpec(NamedTuple):
    """An environment's id and layout: see `quarterdeck.lab.spec`."""

    id: str
    players: int
    rules_version: int
    features: int
    blocks: tuple[Block, ...]
    actions: int
    action_hash: str
    hash: str


def environment_id(game: str) -> str:
    """The name of a game's environment, such as “quarterdeck/Liars-dice-v1”."""
    return f"quarterdeck/{game.capitalize()}-v{VERSION}"


def spec_of(game: Game) -> EnvironmentSpec:
    """See `quarterdeck.lab.spec`."""
    texts = "\n".join(action.text for action in game.actions)
    found = EnvironmentSpec(
        id=environment_id(game.id),
        players=game.players,
        rules_version=game.spec.rules_version,
        features=game.features,
        blocks=tuple(game.spec.blocks),
        actions=len(game.actions),
        action_hash=_hash(texts),
        hash="",
    )
    slots = [(block.name, block.length) for block in found.blocks]
    return found._replace(hash=_hash(json.dumps([*found._replace(blocks=()), slots])))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

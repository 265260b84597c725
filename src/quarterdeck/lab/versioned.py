"""The properties of a game's environments that a learner depends on, and a hash of them."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from quarterdeck.kernel.encode import Block
from quarterdeck.play import Game

# The number after “v” in the ids of all environments. Raise it when the same options and actions lead to
# other observations, action numbers, rewards or matches than before.
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
    """The id of a game's environments, such as “quarterdeck/Liars-dice-v1”."""
    return f"quarterdeck/{game.capitalize()}-v{VERSION}"


def spec_of(game: Game) -> EnvironmentSpec:
    """See `quarterdeck.lab.spec`."""
    texts = "\n".join(action.text for action in game.actions)
    spec = EnvironmentSpec(
        id=environment_id(game.id),
        players=game.players,
        rules_version=game.spec.rules_version,
        features=game.features,
        blocks=tuple(game.spec.blocks),
        actions=len(game.actions),
        action_hash=_hash(texts),
        hash="",
    )
    slots = [(block.name, block.length) for block in spec.blocks]
    return spec._replace(hash=_hash(json.dumps([*spec._replace(blocks=()), slots])))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

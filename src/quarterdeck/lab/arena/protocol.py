"""The protocol of `quarterdeck evaluate`: fixed deals against fixed opponents, with every number of players.

A game's fingerprint is a hash of all that a table depends on besides the agent: the version of the protocol,
the rules, the deals and the opponents. Opponents are in it by what they do: with the moves of matches among
them. So a change of their play changes the fingerprint, and figures with the same one can be compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.match import Maker, play_deal
from quarterdeck.lab.arena.references import FORMER, FormerNetwork
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.play import GAMES, Game, find

# Increase it when deals, opponents or figures change; a test has the fingerprints of this version.
PROTOCOL: Final = 1
DEALS: Final = 100
OPPONENTS: Final = ("random", "rule-of-thumb", "network-2026-11")
# The agent's name in its seat. It differs from all bots' names, so that a bot can meet itself.
AGENT: Final = "agent"
_OPPONENT_MAKERS: Final[Mapping[str, Maker]] = MappingProxyType({"network-2026-11": FormerNetwork})
_SEED: Final = f"protocol {PROTOCOL}"
# Letters of a fingerprint: 64 bits.
_LETTERS: Final = 16


def covered() -> tuple[str, ...]:
    """The ids of the games that the protocol covers: those for which every opponent exists."""
    return tuple(name for name in GAMES if (FORMER / f"{name}.npz").exists())


def chosen(names: Sequence[str], only: str = "") -> tuple[str, ...]:
    """The ids of these games, or of all covered games if none is named. `only` is the id of the agent's only
    game, "" if it plays all. Raises GameOptionError for a game that is not covered or that the agent does not
    play, and for anything but a list of ids.
    """
    unchecked: object = names
    if not isinstance(unchecked, Iterable):
        sentence = _("The protocol's games are named by their ids, as “{example}”, not by {value}.")
        raise GameOptionError(sentence.format(example=covered()[0], value=short(names)))
    games = tuple(dict.fromkeys(find(name).id for name in names)) or ((only,) if only else covered())
    for name in games:
        if name not in covered():
            sentence = _("The protocol has no opponents for {game}: it is for {games}.")
            raise GameOptionError(sentence.format(game=find(name).title, games=", ".join(covered())))
        if only not in ("", name):
            sentence = _("This network plays {game} alone: name no other game.")
            raise GameOptionError(sentence.format(game=only))
    return games


def tables(name: str) -> tuple[Game, ...]:
    """The game with every number of players, and with its default options otherwise."""
    players = find(name).option("players")
    assert players is not None
    return tuple(Game(name, players=number) for number in sorted(players.choices))


def tournaments(name: str, make: Maker, deals: int) -> list[Tournament]:
    """A tournament for each number of players and each opponent: the agent has one seat, the opponent the
    others.
    """
    own = {AGENT: make, **_OPPONENT_MAKERS}
    return [
        Tournament(game, (AGENT, *[opponent] * (game.players - 1)), deals, _SEED, own=own)
        for game in tables(name)
        for opponent in OPPONENTS
    ]


def fingerprint(name: str, deals: int) -> str:
    """The game's fingerprint, 16 hexadecimal digits."""
    facts = {
        "protocol": PROTOCOL,
        "game": name,
        "rules": find(name).rules_version,
        "opponents": OPPONENTS,
        "deals": deals,
        "seed": _SEED,
        "tables": [_table_facts(game, turn) for turn, game in enumerate(tables(name))],
    }
    return _digest(json.dumps(facts, sort_keys=True))


def joint_fingerprint(fingerprints: Sequence[str]) -> str:
    """The fingerprint of several games; that of a single one is its own."""
    return fingerprints[0] if len(fingerprints) == 1 else _digest(" ".join(fingerprints))


def _table_facts(game: Game, turn: int) -> dict[str, Any]:
    """A table's options, its limit of plies, and the moves of a match among the opponents.

    `turn` decides which opponent sits in seat 0.
    """
    line = tuple(OPPONENTS[(turn + seat) % len(OPPONENTS)] for seat in range(game.players))
    record, _clocks = play_deal(game, _SEED, 0, line, own=_OPPONENT_MAKERS)
    moves = [f"{seat} {action.text}" for seat, action in record.moves]
    return {"options": game.options, "max_plies": game.max_plies, "moves": moves}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]

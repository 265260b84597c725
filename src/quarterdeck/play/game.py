"""Games with chosen options, and the start of a match."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import ActionTextError, GameError, GameOptionError, SetupError, error_words
from quarterdeck.i18n import _, short
from quarterdeck.kernel import batch, jit
from quarterdeck.kernel.encode import length
from quarterdeck.kernel.events import no_facts, no_news
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import dtype_of, to_bytes, zeros
from quarterdeck.kernel.spec import GameSpec, Json
from quarterdeck.play.action import Action
from quarterdeck.play.checks import batch_of, room_for, seed_text
from quarterdeck.play.position import Position, dice
from quarterdeck.play.registry import GAMES, find
from quarterdeck.play.steps import DEAL, Steps


class Game:
    """A game with chosen options. Two are equal if their rules, options and component tables are. It can be
    pickled.

    `name` is the game's id, or what `find` gives for an earlier version of its rules. `options` maps every
    option to its value. `table` is the component table: the published one, a custom one, or "tiny"
    (docs/tiny-games.md), whose whole game tree can be searched.
    """

    def __init__(self, name: str | GameSpec, /, table: Any = None, **options: str | int) -> None:
        self.spec = name if isinstance(name, GameSpec) else find(name)
        self.table = self.spec.read_table(table)
        self.options = choose(self.spec, options, self.table.players)
        if self.spec.under is not None:
            self.spec = self.spec.under(self.options)
        self.players = int(self.options["players"])  # the number of players
        self.steps = Steps(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.id, self.spec.rules_version, self.options, self.table)
        return mine == (other.id, other.spec.rules_version, other.options, other.table)

    def __hash__(self) -> int:
        return self._cached_hash

    @cached_property
    def _cached_hash(self) -> int:
        # Caches need the hash at every position, and a table has hundreds of numbers.
        return hash((self.id, *self.options.values(), self.table))

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        # Another process finds the rules by the game's name, so they are not pickled.
        table = self.spec.table_json(self.table)
        return _again, (self.id, self.spec.rules_version, table, self.options)

    def __repr__(self) -> str:
        # House rules are left out where the usual reading is played.
        usual_readings = {option.name: option.choices[0] for option in self.spec.options if option.rule}
        shown = {name: value for name, value in self.options.items() if usual_readings.get(name) != value}
        chosen = ", ".join(f"{name}={value!r}" for name, value in shown.items())
        return f"quarterdeck.game({self.id!r}, {chosen})"

    @property
    def id(self) -> str:
        """The game's name in texts and files."""
        return self.spec.id

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.spec.title

    @property
    def max_plies(self) -> int:
        """The number of plies after which a match among programs is truncated by default
        (docs/research.md).
        """
        return self.spec.max_plies

    @property
    def features(self) -> int:
        """The length of an observation; docs/observations.md describes its numbers."""
        return length(self.spec.blocks)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the game, by id."""
        return _actions_of(self.spec)

    def action(self, text: str) -> Action:
        """The action with this text. Raises ActionTextError for an unknown text."""
        if not isinstance(text, str):
            sentence = _("An action is a text such as “{example}”, or one of the game's actions.")
            raise ActionTextError(sentence.format(example=self.actions[0]))
        # Most texts are in the game's own notation; the others are parsed.
        return _actions_by_text(self.spec).get(text) or self.actions[self.spec.action_id(text)]

    def start(self, seed: int | str | None = None, setup: Json | None = None) -> Position:
        """The first position of a match, dealt from a seed (without one, from a fresh secret seed).

        `setup` arranges the table by hand (see docs/json); the seed then decides only the remaining random
        draws. Raises GameOptionError, SetupError.
        """
        state = np.ndarray(1, dtype_of(self.spec.state), bytearray(self._record_before_deal))[0]
        key = deal_key(fresh_seed() if seed is None else seed_text(seed))
        state.key[0], state.key[1] = key
        if setup is None:
            return Position.of(self, self.steps.take(to_bytes(state), DEAL))
        if not isinstance(setup, dict):
            raise SetupError(_("A set-up is a mapping of keys such as hands and round."))
        self.spec.arrange(state, self.table, setup)
        return Position(self, state, no_facts())

    @cached_property
    def _record_before_deal(self) -> bytes:
        """The record of a match before the deal."""
        return to_bytes(self._template())

    def _template(self) -> Any:
        """The record with its options set. Raises GameError for what is no record of this game."""
        record = self.spec.template(self.options, self.table)
        if not isinstance(record, self.spec.state):
            sentence = _("“template” of {game} gives {value}: it has to return what new({state}) made.")
            words = {"game": self.title, "value": short(record), "state": self.spec.state.__name__}
            raise GameError(sentence.format(**words))
        return record

    def playouts(self, count: int, seed: int | str = 0, first: int = 0) -> tuple[NDArray[np.int16], int]:
        """Play `count` random games, compiled.

        Returns the scores, int16 [count, players], and the total number of moves.

        Game i depends only on the seed and `first + i`, so splitting a batch changes no game. Raises
        GameOptionError.
        """
        count, first = batch_of(count, first)
        states = zeros(self.spec.state, 2)
        states[0] = self._template()
        rolls = zeros(Dice, 2)
        rolls[0] = dice(seed)
        out = room_for(count, self.players)
        moves = batch.playouts(states, rolls, batch.slate(), no_news(), out, first)
        return out, int(moves)

    def warm(self) -> None:
        """Compile everything that a single match uses, so that positions are fast from now on.

        It takes seconds once, then the code is cached.
        """
        if jit.interpreted():
            return
        jit.load()
        position = self.start(seed=0)
        view = position.view(0)
        view.sample()
        position.play(position.to_act[0], position.legal()[0])

    def text(self, body: Any) -> str:
        """The JSON of a view or position of this game as readable plain text. Raises GameOptionError."""
        if not isinstance(body, dict) or body.get("game") != self.id:
            sentence = _("This is made of what to_json() gives for a position of {game}, not of {value}.")
            raise GameOptionError(sentence.format(game=self.title, value=short(body)))
        return self.spec.text(body)


def _again(name: str, rules_version: int, table: Json | None, options: dict[str, str | int]) -> Game:
    """Unpickle a game. Pickles contain this function's name."""
    return Game(find(name, rules_version), table=table, **options)


_ACTIONS: dict[tuple[str, int], tuple[Action, ...]] = {}
_BY_TEXT: dict[tuple[str, int], dict[str, Action]] = {}


def _actions_of(spec: GameSpec) -> tuple[Action, ...]:
    key = spec.id, spec.rules_version
    if key not in _ACTIONS:
        _ACTIONS[key] = tuple(
            Action(number, _action_text(spec, number), spec) for number in range(spec.actions)
        )
    return _ACTIONS[key]


def _action_text(spec: GameSpec, number: int) -> str:
    try:
        text: object = spec.action_text(number)
    except Exception as error:
        sentence = _("“action_text” of {game} gives no text for the action {id} of 0 to {last} ({error}).")
        words = {"game": spec.title, "error": error_words(error), "last": spec.actions - 1}
        raise GameError(sentence.format(id=number, **words)) from error
    if not isinstance(text, str):
        sentence = _("“action_text” of {game} gives {value} for the action {id}: it has to return a text.")
        raise GameError(sentence.format(game=spec.title, value=short(text), id=number))
    return text


def _actions_by_text(spec: GameSpec) -> dict[str, Action]:
    key = spec.id, spec.rules_version
    if key not in _BY_TEXT:
        _BY_TEXT[key] = {action.text: action for action in _actions_of(spec)}
    return _BY_TEXT[key]


def choose(
    spec: GameSpec, options: dict[str, str | int], players: tuple[int, ...] = ()
) -> dict[str, str | int]:
    """A value for every option of a game: the given ones, otherwise the defaults. Raises GameOptionError.

    `players` are the numbers of players that the component table is for, if it names any.
    """
    for name in options:
        if spec.option(name) is None:
            raise unknown_option(spec, name)
    available = [
        Option("players", players) if players and option.name == "players" else option
        for option in spec.options
    ]
    chosen = {
        option.name: _option_value(spec, option, options.get(option.name, option.choices[0]))
        for option in available
    }
    spec.check_options(chosen)
    return chosen


def unknown_option(spec: GameSpec, name: str) -> GameOptionError:
    """The error for an option that a game does not have, or not in this version of its rules."""
    known = ", ".join(f"{one.name} ({one.rule})" if one.rule else one.name for one in spec.options)
    given = {"game": spec.title, "name": short(name, str), "known": known}
    newer = GAMES.get(spec.id, spec).option(name)
    if newer is not None and newer.rule:
        sentence = _("Version {version} of {game} has no option “{name}” ({rule}); it has {known}.")
        return GameOptionError(sentence.format(version=spec.rules_version, rule=newer.rule, **given))
    return GameOptionError(_("{game} has no option “{name}”; it has {known}.").format(**given))


def _option_value(spec: GameSpec, option: Option, value: str | int) -> str | int:
    """The choice whose text equals the value's: an option may come from a form or a file."""
    given = short(value, str)
    for choice in option.choices:
        if str(choice) == given:
            return choice
    known = ", ".join(str(choice) for choice in sorted(option.choices, key=str))
    if option.rule:
        sentence = _("In {game} “{option}” ({rule}) can be {known}, not “{value}”.")
        words = sentence.format(
            game=spec.title, option=option.name, rule=option.rule, value=given, known=known
        )
        raise GameOptionError(words)
    sentence = _("In {game} “{option}” can be {known}, not “{value}”.")
    if option not in spec.options:
        sentence = _("In {game} with this component table “{option}” can be {known}, not “{value}”.")
    raise GameOptionError(sentence.format(game=spec.title, option=option.name, value=given, known=known))


def played_game(game: object) -> Game:
    """The game, checked to be a `Game`, because a name has no options. Raises GameOptionError."""
    if not isinstance(game, Game):
        sentence = _("A game is what quarterdeck.game(…) gives, not {value}.")
        raise GameOptionError(sentence.format(value=short(game)))
    return game


def fresh_seed() -> str:
    """A secret seed: 256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def commitment(seed: int | str) -> str:
    """The commitment to a seed, published before the first move.

    It is the SHA-256 of the seed's text, `printf %s SEED | sha256sum`. Raises GameOptionError.
    """
    return "sha256:" + hashlib.sha256(seed_text(seed).encode(errors="surrogatepass")).hexdigest()


def deal_key(seed: str) -> tuple[int, int]:
    """The 128-bit key of the deal.

    It is the first 16 bytes of the SHA-256 of "quarterdeck deal 1", a line feed and the seed.
    """
    digest = hashlib.sha256(f"quarterdeck deal 1\n{seed}".encode(errors="surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")

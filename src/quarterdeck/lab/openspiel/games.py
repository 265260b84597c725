"""The games' OpenSpiel types, parameters and bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import pyspiel

from quarterdeck.errors import GameOptionError, QuarterdeckError
from quarterdeck.i18n import _, short
from quarterdeck.kernel.sizes import TINY
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.lab.env_common import ply_limit
from quarterdeck.lab.openspiel.bots import guard
from quarterdeck.lab.openspiel.factored import Factored
from quarterdeck.lab.openspiel.history import deal
from quarterdeck.lab.openspiel.observer import Observer
from quarterdeck.lab.openspiel.states import OpenSpielState
from quarterdeck.play import GAMES
from quarterdeck.play import Game as GameLike

PREFIX = "quarterdeck_"
# Twice the longest match seen, but no more: a long tensor with perfect recall has a row for each ply.
PLIES = 1000
HISTORIES = ("short", "long")  # of tensors with perfect recall; the first is the default
USUAL = 0  # default number of players: the game's own, or its component table's
CHANCE = -1  # the default of an option whose other choices are numbers; OpenSpiel's parameters have one type
MOST_RESULTS = 1024  # of a chance node, in any game: `kernel.random.below` draws from no more
MOST_DRAWS = 1000


class ObserverError(QuarterdeckError, ValueError):
    """An unknown type of observation."""


class OpenSpielGame(pyspiel.Game):
    """A game with its parameters; `rules` is the `quarterdeck.Game`. Each game has its own subclass."""

    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any]) -> None:
        name = self.kind.short_name.removeprefix(PREFIX)
        numbered = _numbered_options(GAMES[name])
        defaults = {("players", USUAL), *((option, CHANCE) for option in numbered)}
        options = {option: value for option, value in params.items() if (option, value) not in defaults}
        limit = options.pop("max_plies")
        self.long = _is_long(options.pop("history"))
        self.rules = GameLike(name, table=options.pop("table") or None, **options)
        self.max_plies = ply_limit(self.rules, limit)
        params = {**params, "players": self.rules.players}
        super().__init__(self.kind, _game_info(self.rules, self.max_plies), params)
        self._start = deal(self.rules, self.max_plies)

    def __reduce__(self) -> tuple[Callable[[str], OpenSpielGame], tuple[str]]:
        return load_game, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        """The state before the deal."""
        return OpenSpielState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the random draws of a match."""
        return MOST_DRAWS

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Observer | Factored:
        """An observer of any type. Raises ObserverError for parameters, of which no observer has any, and
        GameOptionError where there is no memory for its tensor.
        """
        if params:
            sentence = _("Observations have no parameters; leave out {params}.")
            raise ObserverError(sentence.format(params=", ".join(map(str, params))))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        try:
            return (Observer if whole else Factored)(self.rules, self.max_plies, kind, self.long)
        except MemoryError:
            sentence = _(
                "There is no memory for a tensor of {plies} plies: lower max_plies, or take history=short."
            )
            raise GameOptionError(sentence.format(plies=self.max_plies)) from None


def load_game(text: str) -> OpenSpielGame:
    """Unpickle a game from OpenSpiel's text, perhaps in another process."""
    enter_all()
    loaded: OpenSpielGame = pyspiel.load_game(text)
    return loaded


def _is_long(history: Any) -> bool:
    """Whether tensors with perfect recall are long. Raises GameOptionError."""
    if history not in HISTORIES:
        sentence = _("The parameter “history” is {known}, not “{value}”.")
        raise GameOptionError(sentence.format(known=_(", ").join(HISTORIES), value=short(history, str)))
    return bool(history == HISTORIES[1])


def _numbered_options(spec: GameSpec) -> list[str]:
    """The options that are a number, or by default a word."""
    return [
        option.name
        for option in spec.options
        if isinstance(option.choices[0], str) and any(isinstance(choice, int) for choice in option.choices)
    ]


def _game_info(rules: GameLike, max_plies: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=rules.spec.actions,
        max_chance_outcomes=MOST_RESULTS,
        num_players=rules.players,
        min_utility=-1.0,
        max_utility=rules.players - 1.0,
        utility_sum=0.0,
        max_game_length=max_plies,
    )


def _game_type(spec: GameSpec) -> Any:
    players = spec.option("players")
    assert players is not None
    options = {option.name: option.choices[0] for option in spec.options}
    options |= dict.fromkeys(_numbered_options(spec), CHANCE)
    # The tiny game has fewer players than the normal one.
    fewer = spec.read_table(TINY).players if spec.has_tiny else ()
    numbers = [int(choice) for choice in (*players.choices, *fewer)]
    usual = {"players": USUAL, "table": "", "max_plies": PLIES, "history": HISTORIES[0]}
    return pyspiel.GameType(
        short_name=PREFIX + spec.id,
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(numbers),
        min_num_players=min(numbers),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**options, **usual},
        default_loadable=True,
    )


@cache
def enter_all() -> tuple[str, ...]:
    """Register every game, and guard OpenSpiel's C++ bots; returns the games' names."""
    kinds = [_game_type(spec) for spec in GAMES.values()]
    for kind in kinds:
        # A class, not a function: OpenSpiel releases it after the interpreter has ended, and only a class
        # survives that.
        pyspiel.register_game(kind, type(kind.short_name, (OpenSpielGame,), {"kind": kind}))
    guard()
    return tuple(kind.short_name for kind in kinds)

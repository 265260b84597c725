"""Many games at once: training environments, the balance of games and tables, and the strength of bots.

`vector` plays them in arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.play import Game

if TYPE_CHECKING:
    from quarterdeck.lab.arena.evaluation import Evaluation
    from quarterdeck.lab.lanes import Lanes
    from quarterdeck.lab.versioned import EnvironmentSpec

__all__ = ["evaluate", "spec", "vector"]


def evaluate(
    agent: object,
    games: str | Sequence[str] = (),
    *,
    deals: int | None = None,
    jobs: int = 1,
    ray: str | None = None,
) -> Evaluation:
    """Evaluate an agent by the protocol: fixed deals against fixed opponents at every number of players
    (docs/benchmark.md).

    `agent` is the name of a bot, the path of a network's file (.npz), `module:Name`, an object with
    `choose(view)`, or a class or function that makes such an object, from a seed or without arguments.
    `games` are ids; by default all games that the protocol covers. `deals` is 100 by default; results with
    another number have another fingerprint.

    `jobs` processes play, or the Ray cluster at the address `ray`. With more than one process a script needs
    the usual `if __name__ == "__main__":`, and the agent's class has to be in a module.

    Raises GameOptionError for something that is no agent, WeightsError for a damaged network, BotFailure for
    an agent that raises or answers with an illegal action.
    """
    from quarterdeck.lab.arena.agents import agent as agent_of
    from quarterdeck.lab.arena.evaluation import EvaluationRun

    trial = EvaluationRun(agent_of(agent), [games] if isinstance(games, str) else games, deals)
    return trial.evaluation(list(trial.play(jobs, ray)))


def vector(
    game: Game | str,
    n: int,
    *,
    seed: int | str | None = 0,
    observations: bool = True,
    information: int = 0,
    records: bool = False,
    max_plies: int | None = None,
    threads: int | None = None,
    device: str = "cpu",
    **options: str | int,
) -> Lanes:
    """n matches of a game ("lanes") in arrays, compiled: see `quarterdeck.lab.lanes.Lanes`.

    `game` is a Game, or the id of one with its `options`. A match depends only on `seed`, on its lane and on
    its number in that lane. It depends neither on n nor on `threads` (default: one per core). With
    `seed=None` a fresh seed is drawn; see `Lanes.seed`.

    `observations=False` omits observations. `information=L` adds information states with the newest L log
    entries. `records=True` keeps the moves, for `record`. Matches are truncated after `max_plies` (default:
    `Game.max_plies`, far above the length of real matches). With `device="cuda"`, matches and arrays are on
    the CUDA device and stay there: see `quarterdeck.lab.cuda.DeviceLanes`.

    Raises GameOptionError; QuarterdeckError without a CUDA device.
    """
    from quarterdeck.lab.env_common import game_of
    from quarterdeck.lab.lanes import LaneOptions, Lanes

    chosen = game_of(game, options, vector)
    unchecked: object = device
    if not isinstance(unchecked, str) or unchecked not in ("cpu", "cuda"):
        sentence = _("device is “cpu” or “cuda”, not {value}.")
        raise GameOptionError(sentence.format(value=short(device)))
    kind = Lanes
    if device == "cuda":
        from quarterdeck.lab.cuda import DeviceLanes

        kind, threads = DeviceLanes, 1
    settings = LaneOptions(seed, observations, information, records, max_plies, threads)
    return kind(chosen, n, settings)


def spec(game: Game | str, **options: str | int) -> EnvironmentSpec:
    """The properties of a game's environments that a learner depends on, to be stored with its weights.

    `game` is a Game, or the id of one with its `options`. The fields are:

    - `id`: the name of the environments, with their version;
    - `players` and `rules_version`;
    - `features` and `blocks`: an observation's length and its slots;
    - `actions`: the number of actions; `action_hash`: the SHA-256 of their texts, one a line;
    - `hash`: the SHA-256 of all of these but the blocks' meanings. If the hashes of two games are equal, a
      learner of one can play the other.

    Raises GameOptionError.
    """
    from quarterdeck.lab.env_common import game_of
    from quarterdeck.lab.versioned import spec_of

    return spec_of(game_of(game, options))

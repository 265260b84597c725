"""What the doors to other libraries share, and what they say where a library is missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import ActionTextError, GameOptionError, IllegalAction, QuarterdeckError
from quarterdeck.bots.search.weights import read_about, read_net
from quarterdeck.lab import data, env_common, gymnasium, openspiel, pettingzoo, plots, vector
from quarterdeck.lab.arena.files import MatchFolder
from quarterdeck.lab.arena.rows import Rows
from quarterdeck.lab.data.head import Head
from quarterdeck.lab.env_common import action_mask, bound, numbered, play, win_shares
from quarterdeck.testing import random_match
from tests.conformance.settings import each_game

DOORS: dict[str, Callable[[], object]] = {
    "pettingzoo": lambda: pettingzoo.env("mutiny"),
    "gymnasium": lambda: gymnasium.make("mutiny"),
    "openspiel": openspiel.register,
}


HEAD = Head(quarterdeck.game("mutiny"), ("random",) * 4, "0")


@pytest.mark.parametrize("extra", DOORS)
def test_a_missing_library_is_named_with_the_command_that_installs_it(
    extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(env_common, "find_spec", nothing)
    with pytest.raises(QuarterdeckError, match=rf'not installed: “pip install "quarterdeck\[{extra}\]"”\.$'):
        DOORS[extra]()


def test_importing_the_doors_imports_no_library_but_the_one_where_it_registers_games() -> None:
    script = (
        "import sys\n"
        "from quarterdeck.lab import gymnasium, openspiel, pettingzoo\n"
        "print(*{'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "gymnasium\n"


@each_game
def test_a_mask_is_what_is_legal_and_all_shares_make_one_win(name: str) -> None:
    game = quarterdeck.game(name)
    over = game.start(seed=1)
    for number, (position, seat, action) in enumerate(random_match(game, 1)):
        if number % 5 == 0:
            for viewer in range(game.players):
                acts = viewer in position.to_act
                legal = [one.id for one in position.legal(viewer)] if acts else list(range(game.spec.actions))
                assert np.flatnonzero(action_mask(position.view(viewer))).tolist() == legal
            assert win_shares(position) == [0.0] * game.players
        over = position.play(seat, action)
    assert all(action_mask(over.view(viewer)).all() for viewer in range(game.players))
    shares = win_shares(over)
    assert sum(shares) == pytest.approx(1.0 if over.winners else 0.0)
    assert [seat for seat, share in enumerate(shares) if share > 0] == list(over.winners)


def test_an_illegal_action_is_refused_with_the_seat_the_rule_and_what_is_legal() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    seat = position.to_act[0]
    with pytest.raises(IllegalAction) as error:
        play(position, seat, 5)
    legal = "0 (offer 0), 1 (offer 1), 2 (offer 2), 3 (offer 3)"
    assert str(error.value).startswith(f"Seat {seat} may play {legal}, not 5 (show salt): This belongs to")
    assert (error.value.seat, error.value.rule, str(error.value)[-8:]) == (seat, "ME-30", "(ME-30).")


def test_the_error_lists_some_legal_actions_and_counts_the_rest() -> None:
    position = quarterdeck.game("mutiny").start(seed=1)
    with pytest.raises(IllegalAction, match=rf", {len(position.legal(0)) - 12} more, not 736 \(done\)"):
        play(position, 0, 736)


@pytest.mark.parametrize("wrong", [-1, 63, None, "knock", 1.0, True])
def test_an_unknown_action_is_refused(wrong: object) -> None:
    with pytest.raises(ActionTextError, match=r"There is no action .*Cartagena.* the numbers 0 to 62\.$"):
        numbered(quarterdeck.game("cartagena"), wrong)


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3), np.array(3, np.int16)])
def test_every_kind_of_whole_number_is_an_action(action: object) -> None:
    game = quarterdeck.game("mutiny")
    assert numbered(game, action) == game.actions[3]


def test_a_game_is_named_with_its_table_and_options() -> None:
    assert quarterdeck.lab.vector("meuterer", 1, table="tiny").game.players == 2
    assert gymnasium.make("meuterer", table="tiny").game.players == 2
    assert pettingzoo.env("mutiny", players=3).unwrapped.game.players == 3


@pytest.mark.parametrize("make", [gymnasium.make, pettingzoo.env])
@pytest.mark.parametrize("beside", [{"players": 2}, {"table": "tiny"}])
def test_a_game_has_its_options_already(make: Callable[..., object], beside: dict[str, object]) -> None:
    with pytest.raises(GameOptionError, match="A game has its options already"):
        make(quarterdeck.game("mutiny"), **beside)


@pytest.mark.parametrize(
    ("door", "wrong", "near"),
    [
        (vector, {"thread": 2}, "threads"),
        (gymnasium.make, {"oponents": "random"}, "opponents"),
        (gymnasium.make_vec, {"playrs": 3}, "players"),
        (pettingzoo.env, {"mask": "info"}, "masks"),
        (pettingzoo.parallel_env, {"max_ply": 3}, "max_plies"),
    ],
)
@pytest.mark.parametrize("game", ["mutiny", quarterdeck.game("mutiny")], ids=["id", "Game"])
def test_a_misspelt_keyword_is_told_with_the_nearest_one(
    door: Callable[..., object], wrong: dict[str, Any], near: str, game: Any
) -> None:
    with pytest.raises(GameOptionError) as caught:
        door(game, **({"n": 4} if door is vector else {}), **wrong)
    name = door.__name__
    assert str(caught.value).startswith(
        f"“{name}” has no keyword “{next(iter(wrong))}”: did you mean “{near}”?"
    )
    assert "max_plies" in str(caught.value)
    assert "for Mutiny! players, " in str(caught.value)


def test_a_keyword_like_no_other_is_told_with_all_of_them() -> None:
    told = "“vector” has no keyword “zzz”; it has seed, observations, .*, device, and for Mutiny! players, "
    with pytest.raises(GameOptionError, match=told):
        vector("mutiny", 4, zzz=2)


def test_observations_have_bounds_with_the_published_tables_only() -> None:
    game = quarterdeck.game("mutiny", players=2)
    assert bound(game) == 2.0
    fewer = {"tile": game.table.to_json()["tile"][:12]}
    assert bound(quarterdeck.game("mutiny", players=2, table=fewer)) == float("inf")


@pytest.mark.parametrize("wrong", [3, None, b"games", ["games"]])
@pytest.mark.parametrize(
    "use",
    [
        lambda path: list(data.load(path)),
        lambda path: list(data.decisions(path)),
        lambda path: data.writing(path, HEAD).__enter__(),
        quarterdeck.Record.load,
        quarterdeck.Record(quarterdeck.game("mutiny"), 1).save,
        plots.check,
        lambda path: Rows(path, 4),
        MatchFolder,
        lambda path: read_net(path, "mutiny"),
        read_about,
    ],
)
def test_a_value_that_is_no_path_is_refused(use: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(GameOptionError, match=r"^A path is a text or a pathlib\.Path, not "):
        use(wrong)


def test_an_empty_path_is_not_the_folder_one_is_in() -> None:
    with pytest.raises(GameOptionError, match=r"^This path is empty: name a file or a folder\.$"):
        next(iter(data.load("")))

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import GameOptionError, bots
from quarterdeck.bots import levels
from quarterdeck.bots.heuristics import RuleOfThumb
from quarterdeck.bots.levels import Skill
from quarterdeck.bots.search import TreeSearch
from quarterdeck.bots.uniform import Uniform
from tests.bots.contest import against_randoms
from tests.conformance.settings import each_setting

each_bot = pytest.mark.parametrize("name", list(bots.BOTS))
GAMES = [quarterdeck.game("meuterer", pirates="on"), quarterdeck.game("cartagena")]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that think less."""
    hasty = {
        name: Skill(2 + more, one.sharpness, rollouts=2 * bool(one.rollouts))
        for more, (name, one) in enumerate(levels.SKILLS.items())
    }
    monkeypatch.setattr(levels, "SKILLS", hasty)


@each_bot
def test_every_bot_is_known_by_its_name_and_described_in_a_line(name: str) -> None:
    assert callable(bots.bot(name).choose)
    assert bots.BOTS[name].endswith(".")
    assert "\n" not in bots.BOTS[name]
    assert bots.TITLES[name]


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(GameOptionError) as caught:
        bots.bot("stockfish")
    assert str(caught.value) == "There is no bot “stockfish”; there is " + ", ".join(bots.BOTS) + "."


@each_bot
@pytest.mark.parametrize(
    "seed", [None, 1.5, np.nan, True, b"x", np.array([1, 2])], ids=lambda seed: type(seed).__name__
)
def test_a_wrong_seed_is_refused_when_a_bot_is_made(name: str, seed: Any) -> None:
    with pytest.raises(GameOptionError, match=r"^A seed is a text, or a whole number "):
        bots.bot(name, seed)


def test_a_bot_of_a_class_of_ones_own_choice_is_refused_what_is_no_seed() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    nothing: Any = None
    for player in (Uniform(nothing), RuleOfThumb(nothing), TreeSearch(nothing, 2)):
        with pytest.raises(GameOptionError, match=r"^A seed is a text, .* not None\.$"):
            player.choose(position.view(position.to_act[0]))


@each_bot
def test_a_seed_may_be_any_text_and_any_whole_number(name: str) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    view = position.view(position.to_act[0])
    assert bots.bot(name, "\udc80").choose(view) in view.legal()
    number: Any = np.int64(7)
    chosen = {bots.bot(name, seed).choose(view) for seed in (7, "7", number)}
    assert len(chosen) == 1


@each_bot
@each_setting
def test_bots_play_legal_moves_to_the_end_in_every_setting(game: quarterdeck.Game, name: str) -> None:
    game.warm()
    players = [bots.bot(name, seed) for seed in range(game.players)]
    position = game.start(seed="a whole match")
    while not position.over:
        seat = position.to_act[-1]
        view = position.view(seat)
        action = players[seat].choose(view)
        assert action in view.legal()
        position = position.play(seat, action)


@each_bot
@each_game
def test_a_bot_keeps_nothing_so_that_another_can_take_over_at_any_ply(
    game: quarterdeck.Game, name: str
) -> None:
    position = game.start(seed=3)
    plies = 0
    while not position.over and plies < 60:
        seat = position.to_act[0]
        view = position.view(seat)
        chosen = bots.bot(name, f"seed {seat}").choose(view)
        again = bots.bot(name, f"seed {seat}")
        again.choose(view)
        assert again.choose(position.view(seat)) == chosen
        position = position.play(seat, chosen)
        plies += 1
    assert plies == 60


@each_bot
@each_game
def test_a_bot_answers_the_view_alone_whatever_lies_under_it(game: quarterdeck.Game, name: str) -> None:
    for deal in range(8):
        position = game.start(seed=deal)
        for ply in range(25):
            seat = position.to_act[0]
            view = position.view(seat)
            another_world = view.sample(seed=ply)
            player = bots.bot(name, 1)
            assert player.choose(another_world.view(seat)) == player.choose(view)
            position = position.play(seat, player.choose(view))


@each_bot
def test_a_seat_that_is_not_to_act_has_nothing_to_choose(name: str) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    other = (position.to_act[0] + 1) % 4
    for seat in (other, None):
        with pytest.raises(ValueError, match="nothing to choose"):
            bots.bot(name).choose(position.view(seat))


@each_bot
def test_a_bot_that_is_not_given_a_view_says_so(name: str) -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    wrong: list[Any] = [position, position.state, None]
    for given in wrong:
        with pytest.raises(GameOptionError, match=r"^A bot chooses from a seat's view, .* not from "):
            bots.bot(name).choose(given)


def test_random_takes_every_legal_action_about_as_often() -> None:
    position = quarterdeck.game("meuterer").start(seed=1)
    seat = position.to_act[0]
    view = position.view(seat)
    taken = Counter(str(bots.bot("random", seed).choose(view)) for seed in range(800))
    assert set(taken) == {"offer 0", "offer 1", "offer 2", "offer 3"}
    # Four standard deviations of a fair count of 800 / 4.
    assert all(abs(count - 200) < 49 for count in taken.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_of_thumb_wins_nearly_all_games_of_cartagena_against_randoms(players: int) -> None:
    game = quarterdeck.game("cartagena", players=players)
    share, _ahead = against_randoms(game, deals=6)
    assert share > 0.8


@pytest.mark.parametrize(
    ("players", "rules", "pirates"), [(4, "english", "off"), (3, "french", "on"), (4, "manual", "double")]
)
def test_rule_of_thumb_wins_most_games_against_randoms(players: int, rules: str, pirates: str) -> None:
    game = quarterdeck.game("meuterer", players=players, rules=rules, pirates=pirates)
    share, ahead = against_randoms(game, deals=6)
    assert share > 0.55
    assert ahead > 5


def test_higher_levels_search_and_without_a_network_all_do(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    assert {name for name in bots.BOTS if bots.searches(name, game)} == {"captain", "admiral"}
    monkeypatch.setattr(levels, "has_net", lambda _name: False)
    assert {name for name in bots.BOTS if bots.searches(name, game)} == {*levels.SKILLS}

"""Actions: texts that round-trip, and illegal ones that are refused without telling anything."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain, islice
from typing import Any

import pytest

import quarterdeck
from quarterdeck import Action, ActionTextError, Game, IllegalAction, Position
from tests.conformance.settings import (
    AT_ONCE,
    each_game,
    each_size,
    random_match,
    random_positions,
    viewers,
)


@each_game
def test_every_action_has_a_text_that_reads_back(name: str) -> None:
    game = quarterdeck.game(name)
    assert [action.id for action in game.actions] == list(range(game.spec.actions))
    for action in game.actions:
        assert str(action) == action.text
        assert game.action(str(action)) == action
        assert game.action(f"  {str(action).upper().replace(' ', '   ')} ") == action
        assert action.text == " ".join(action.text.split())
        assert action.sentence()
        assert "{" not in action.sentence()
    assert len({str(action).lower() for action in game.actions}) == len(game.actions)


@each_game
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?",
        "nonsense",
        "leave ?",
        "play ?",
        "bid ?",
        "show",
        "take",
        "\n",
        "x" * 10_000,
        "show wine;",
        "coin;",
    ],
)
def test_a_text_that_is_no_action_is_refused_in_one_short_sentence(name: str, text: str) -> None:
    with pytest.raises(ActionTextError) as caught:
        quarterdeck.game(name).action(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@cache
def _exists(game: Game, rule: str) -> bool:
    return game.spec.rulebook.find(rule).id == rule


def _illegal(position: Position, seat: int | None) -> list[Action]:
    legal = set(position.view(seat).legal())
    return [action for action in position.game.actions if action not in legal]


@each_size
def test_every_illegal_action_has_a_rule_against_it_and_a_sentence(game: Game) -> None:
    for position in random_positions(game, seed=11, every=60):
        for seat in (None, *range(game.players)):
            view = position.view(seat)
            for action in _illegal(position, seat):
                rule, sentence = view.why_not(action)
                assert _exists(game, rule)
                assert sentence.endswith(".")
                assert not set(sentence) & set("{}\n")


@each_size
def test_an_illegal_action_changes_nothing_and_is_refused_alike_in_all_worlds(game: Game) -> None:
    chooser = random.Random(12)
    for position in random_positions(game, seed=12, every=9):
        before = position.state.tobytes()
        for seat in range(game.players):
            world = position.view(seat).sample(seed=chooser.getrandbits(32))
            for action in chooser.sample(_illegal(position, seat), 4):
                with pytest.raises(IllegalAction) as caught:
                    position.play(seat, action)
                with pytest.raises(IllegalAction) as elsewhere:
                    world.play(seat, action)
                error, other = caught.value, elsewhere.value
                assert (error.seat, error.action) == (seat, str(action))
                assert (str(error), error.rule) == (str(other), other.rule)
                assert str(error).endswith(f"({error.rule}).")
        assert position.state.tobytes() == before


@each_size
def test_the_public_text_of_an_action_tells_no_more_than_its_events(game: Game) -> None:
    """Who is told of two moves the same facts sees the same text of them."""
    for position, seat, _ in islice(random_match(game, seed=13), 0, None, 4):
        for viewer in viewers(game):
            if viewer == seat:
                continue
            told: dict[str, set[str]] = {}
            for action in position.legal(seat):
                after = position.play(seat, action).view(viewer)
                facts = str([(one.kind, one.seat, one.data) for one in after.events]) + str(after.to_json())
                told.setdefault(facts, set()).add(game.spec.public_text(action.id))
            assert all(len(texts) == 1 for texts in told.values())


@each_size
def test_those_who_act_at_once_may_do_so_in_any_order(game: Game) -> None:
    chooser, seen = random.Random(14), 0
    # In a single random match of Cartagena it may come to no duel with several seats.
    for position in chain.from_iterable(random_positions(game, seed, every=1) for seed in range(14, 18)):
        if len(position.to_act) == 1:
            continue
        moves = [(seat, chooser.choice(position.legal(seat))) for seat in position.to_act]
        ends = []
        for order in (moves, moves[::-1]):
            after = position
            for seat, action in order:
                assert after.legal(seat) == position.legal(seat)
                after = after.play(seat, action)
            ends.append(after)
        assert ends[0] == ends[1]
        seen += 1
    assert bool(seen) == (game.id in AT_ONCE)


@each_size
@pytest.mark.parametrize("seat", [-1, 5, 99, "0", 0.5, None])
def test_there_is_no_other_seat(game: Game, seat: Any) -> None:
    position = game.start(seed=1)
    text = str(position.legal()[0])
    with pytest.raises(ValueError, match="There is no seat"):
        position.play(seat, text)
    if seat is not None:
        with pytest.raises(ValueError, match="There is no seat"):
            position.view(seat)

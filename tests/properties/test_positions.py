"""Properties of any position: what is legal can be played, and what is known agrees with what is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck import GAMES, Action, ActionTextError, Game, IllegalAction, Position, Record, View
from tests.conformance.settings import SILENT, SOMEBODY_WINS, inventory
from tests.strategies import actions, positions, records, seeds, texts, views


@given(actions())
def test_an_action_reads_back_from_its_text(one: tuple[Game, Action]) -> None:
    game, action = one
    assert game.action(str(action)) == action
    assert game.actions[action.id] is action


@given(st.sampled_from(list(GAMES)), st.text(max_size=40) | texts)
def test_a_text_is_an_action_or_is_refused_in_one_sentence(name: str, text: str) -> None:
    game = Game(name)
    known = {str(action).lower() for action in game.actions}
    if " ".join(text.lower().split()) in known:
        assert str(game.action(text)).lower() in known
        return
    with pytest.raises(ActionTextError) as caught:
        game.action(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(positions(), st.data())
def test_every_move_keeps_all_components(position: Position, data: st.DataObject) -> None:
    components = inventory(position)
    if position.over:
        assert position.winners or position.game.id not in SOMEBODY_WINS
        return
    seat = data.draw(st.sampled_from(position.to_act))
    action = data.draw(st.sampled_from(position.legal(seat)))
    after = position.play(seat, action)
    assert inventory(after) == components
    assert after != position
    assert after.events or str(action) in SILENT[position.game.id]


@given(positions(), st.data())
def test_an_action_is_legal_or_refused_with_a_rule(position: Position, data: st.DataObject) -> None:
    action = data.draw(st.sampled_from(position.game.actions))
    seat = data.draw(st.integers(0, position.game.players - 1))
    if action in position.legal(seat):
        position.play(seat, action)
        return
    with pytest.raises(IllegalAction) as caught:
        position.play(seat, action)
    assert (caught.value.rule, caught.value.sentence) == position.view(seat).why_not(action)


@given(views(), seeds)
def test_a_dealt_world_looks_as_its_view(view: View, seed: int) -> None:
    world = view.sample(seed=seed)
    again = world.view(view.seat)
    assert again == view
    assert json.dumps(again.to_json()) == json.dumps(view.to_json())
    assert str(again) == str(view)
    assert again._repr_svg_() == view._repr_svg_()
    for seat in range(view.game.players):
        assert set(world.legal(seat)) <= set(view.possible(seat))


@given(records())
def test_a_record_reads_back(record: Record) -> None:
    again = Record.loads(record.dumps())
    assert again == record
    assert again.position == record.position
    assert again.dumps() == record.dumps()
    assert again.verify().moves == len(record.moves)

"""What a seat knows: everything it needs, nothing else, and worlds that agree with it."""

from __future__ import annotations

import json
import random
from itertools import chain

from quarterdeck import Game, Position, View
from tests.conformance.settings import (
    SOMEBODY_WINS,
    each_setting,
    each_size,
    inventory,
    play_out,
    random_match,
    random_positions,
    viewers,
)

KEYS = {"format", "game", "options", "seat", "to_act", "legal"}

# Matches are compared with their twins until more than so many moves told each viewer nothing but themselves,
# which a few matches have to be enough for.
ALIKE, TWINS = 40, 6


def looks(view: View) -> tuple[bytes, str, str, str]:
    """Everything that is shown of a view: JSON, text, drawing, and how it calls itself."""
    return json.dumps(view.to_json()).encode(), str(view), view._repr_svg_(), repr(view)


@each_size
def test_a_seat_knows_its_own_legal_actions(game: Game) -> None:
    for position, _, _ in random_match(game, seed=1):
        for viewer in range(game.players):
            assert position.view(viewer).legal() == position.legal(viewer)
            assert bool(position.legal(viewer)) == (viewer in position.to_act)
        assert position.view(None).legal() == ()
        assert position.legal() == position.legal(position.to_act[0])


@each_size
def test_what_is_legal_is_possible_to_every_viewer(game: Game) -> None:
    for position in random_positions(game, seed=2, every=3):
        for viewer in viewers(game):
            view = position.view(viewer)
            for seat in range(game.players):
                legal, possible = position.legal(seat), view.possible(seat)
                assert set(legal) <= set(possible)
                if viewer == seat:
                    assert legal == possible
                assert list(possible) == sorted(possible, key=lambda action: action.id)


@each_size
def test_a_dealt_world_looks_just_like_the_view_it_was_dealt_from(game: Game) -> None:
    for ply, position in enumerate(random_positions(game, seed=3, every=2)):
        for viewer in viewers(game):
            view = position.view(viewer)
            world = view.sample(seed=ply)
            assert world.view(viewer) == view
            assert hash(world.view(viewer)) == hash(view)
            assert world.told == world.view(viewer).told == view.told
            assert world.to_act == position.to_act
            assert world.view(viewer).scores == view.scores
            if ply % 12 == 0:
                assert looks(world.view(viewer)) == looks(view)


@each_size
def test_a_dealt_world_holds_all_components_and_can_be_played_to_the_end(game: Game) -> None:
    chooser = random.Random(4)
    for position in random_positions(game, seed=4, every=16):
        viewer = chooser.choice(viewers(game))
        world = position.view(viewer).sample(seed=chooser.getrandbits(32))
        assert inventory(world) == inventory(position)
        end = play_out(world)
        assert inventory(end) == inventory(position)
        assert end.over
        assert end.winners or game.id not in SOMEBODY_WINS


@each_size
def test_a_deal_is_reproducible_and_deals_differ(game: Game) -> None:
    view = game.start(seed=5).view(0)
    assert view.sample(seed=1) == view.sample(seed=1)
    worlds = {view.sample(seed=seed) for seed in range(20)}
    assert len(worlds) == 20


@each_size
def test_a_view_says_nothing_of_the_key_of_the_deal(game: Game) -> None:
    for position in random_positions(game, seed=6, every=20):
        for viewer in viewers(game):
            state = position.view(viewer).state
            assert (list(state.key), int(state.counter)) == ([0, 0], 0)


@each_size
def test_a_view_is_plain_stable_json(game: Game) -> None:
    for position in random_positions(game, seed=7, every=15):
        for viewer in viewers(game):
            view = position.view(viewer)
            body = view.to_json()
            assert json.loads(json.dumps(body)) == body
            assert view.to_json() == body
            assert set(body) >= KEYS
            assert body["format"] == "quarterdeck-view 1"
            assert (body["game"], body["options"], body["seat"]) == (game.id, game.options, viewer)
            assert body["to_act"] == list(position.to_act)
            assert body["legal"] == [str(action) for action in view.legal()]
        whole = position.to_json()
        assert json.loads(json.dumps(whole)) == whole
        assert whole["format"] == "quarterdeck-position 1"
        assert whole["legal"] == [str(action) for action in position.legal()]


@each_size
def test_the_prompt_is_one_line_and_the_same_for_all_worlds(game: Game) -> None:
    names = ["Ann", "Bert", "Cy", "Di", "Ed"][: game.players]
    for position in random_positions(game, seed=8, every=12):
        for viewer in viewers(game):
            view = position.view(viewer)
            prompt = view.prompt(names)
            assert prompt
            assert "\n" not in prompt
            assert view.sample(seed=1).view(viewer).prompt(names) == prompt


@each_setting
def test_twin_matches_look_alike_while_only_unseen_things_differ(game: Game) -> None:
    """Two matches that a viewer can't tell apart, played on with moves that look alike, stay alike.

    They may part only where the viewer is told something, or looks at something by a move of its own, or at
    the end, when cards may be laid open.
    """
    public, chooser = game.spec.public_text, random.Random(9)
    alike = dict.fromkeys(viewers(game), 0)
    for viewer in viewers(game):
        twin: Position | None = None
        matches = (random_match(game, seed) for seed in range(9, 9 + TWINS) if alike[viewer] <= ALIKE)
        for ply, (position, seat, action) in enumerate(chain.from_iterable(matches)):
            if twin is None or twin.view(viewer) != position.view(viewer):
                twin = position.view(viewer).sample(seed=ply)
            if seat == viewer:
                moves = [action]
            else:
                moves = [one for one in twin.legal(seat) if public(one.id) == public(action.id)]
            if not moves:
                twin = None
                continue
            after, twin = position.play(seat, action), twin.play(seat, chooser.choice(moves))
            mine, other = after.view(viewer), twin.view(viewer)
            if seat != viewer and not after.over and mine.events == other.events:
                assert mine == other
                alike[viewer] += 1
                if ply % 25 == 0:
                    assert looks(mine) == looks(other)
    assert min(alike.values()) > ALIKE

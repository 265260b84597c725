"""Positions and views as values."""

from __future__ import annotations

import pickle
import random
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import quarterdeck
from quarterdeck import ActionTextError, IllegalAction, SeatError
from quarterdeck.kernel import batch, jit, verbs
from quarterdeck.kernel.events import blank_news, facts
from quarterdeck.kernel.record import copy, to_bytes
from quarterdeck.play import GAMES
from quarterdeck.play.position import dice
from quarterdeck.play.steps import PLAY, CompiledSteps, Steps

GAME = quarterdeck.game("meuterer", players=3)
HANDS = [["wine", "salt"], ["wine"], ["ruby", "conflict"]]


def start() -> quarterdeck.Position:
    return GAME.start(seed=1, setup={"hands": HANDS})


def test_the_example_of_the_design() -> None:
    position = GAME.start(seed=7)
    while not position.over:
        seat = position.to_act[0]
        position = position.play(seat, position.legal(seat)[0])
    assert len(position.scores) == 3
    assert position.winners == tuple(
        seat for seat in range(3) if position.scores[seat] == max(position.scores)
    )
    assert position.to_act == ()
    assert position.legal() == ()


def test_playing_leaves_the_position_as_it_was() -> None:
    before = start()
    bytes_before = before.state.tobytes()
    after = before.play(0, "offer 2")
    assert before.state.tobytes() == bytes_before
    assert after != before
    assert before == start()


def test_positions_compare_and_hash_by_value() -> None:
    one, other = start().play(0, "offer 2"), start().play(0, GAME.action("offer 2"))
    assert one == other
    assert len({one, other, start()}) == 2
    assert one != one.view(0)
    assert one.view(0) != one.view(1)
    assert one.view(0) == other.view(0)
    assert one != "a position"
    assert one.view(0) != "a view"


@pytest.mark.parametrize("name", list(GAMES))
def test_interpreted_rules_play_on_field_caches_as_on_records(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "loaded", lambda: False)
    position, chance = quarterdeck.game(name, table="tiny").start("field caches"), random.Random(name)
    plain, ids, plies = position.state, batch.no_ids(), 0
    while not position.over and plies < 60:
        seat = chance.choice(position.to_act)
        count = verbs.legal(plain, seat, ids)
        assert [action.id for action in position.legal(seat)] == ids[:count].tolist()
        for viewer in (seat, None):
            seen, number = copy(plain), -1 if viewer is None else viewer
            verbs.blank(seen, number)
            assert position.view(viewer).known == to_bytes(seen)
        verbs.determinize(seen := position.view(seat).state, seat, dice(plies))
        assert position.view(seat).sample(plies).known == to_bytes(seen)
        action, news = chance.choice(position.legal(seat)), blank_news()
        verbs.apply(plain, seat, action.id, news)
        position, plies = position.play(seat, action), plies + 1
        assert (position.known, position.told) == (to_bytes(plain), facts(news).tobytes())


@pytest.mark.parametrize("name", list(GAMES))
def test_compiled_steps_are_the_interpreted_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = quarterdeck.game(name, table="tiny")
    monkeypatch.setattr(jit, "loaded", lambda: False)
    slow, fast, chance = Steps(game), CompiledSteps(game), random.Random(name)
    position, secrets = game.start("steps"), 0
    for _ply in range(60):
        if position.over:
            position = game.start("more steps")
        seat = chance.choice(position.to_act)
        for viewer in range(-1, game.players):
            one, other = (steps.blank(position.known, viewer, position.told) for steps in (slow, fast))
            assert (one[:2], one[3:]) == (other[:2], other[3:])
            secrets += other[4] > 0
        assert slow.choices(position.known, seat) == fast.choices(position.known, seat)
        action = chance.choice(position.legal(seat))
        one, other = (steps.take(position.known, PLAY, seat, action.id) for steps in (slow, fast))
        assert (one[:2], one[3:]) == (other[:2], other[3:])
        position = position.play(seat, action)
        assert other[2] is not None
        assert other[2].actions == position.legal()
    assert secrets


def test_positions_and_views_can_be_pickled() -> None:
    position = start().play(0, "offer 2").play(0, "leave").play(1, "leave").play(1, "leave merchant")
    for one in (position, position.view(1), position.view(0), position.view(None)):
        again = pickle.loads(pickle.dumps(one))
        assert again == one
        assert (again.told, again.to_act, again.events) == (one.told, one.to_act, one.events)
    assert position.view(1).told != position.view(0).told


def test_what_is_no_integer_is_no_seat_even_if_it_equals_one() -> None:
    wrong: Any
    for wrong in (False, 0.0, "0"):
        for ask in (start().legal, start().view, lambda seat: start().play(seat, "offer 2")):
            with pytest.raises(SeatError, match="There is no seat"):
                ask(wrong)
    over = GAME.start(seed=1, setup={"hands": [[], [], []], "round": 9})
    while not over.over:
        over = over.play(over.to_act[0], over.legal()[0])
    with pytest.raises(SeatError, match="There is no seat -1"):
        over.play(-1, GAME.actions[0])
    narrow: Any = np.int8(0)
    assert start().play(narrow, "offer 2") == start().play(0, "offer 2")


def test_threads_do_not_get_in_each_others_way() -> None:
    def played(seed: int) -> list[bytes]:
        chance, position, found = random.Random(seed), GAME.start(seed), []
        while not position.over:
            view = position.view(position.to_act[0])
            position = position.play(position.to_act[0], chance.choice(view.legal()))
            found.append(position.known)
        return found

    GAME.warm()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(24))) == [played(seed) for seed in range(24)]


def test_a_copy_of_the_record_can_be_changed_without_harm() -> None:
    position = start()
    position.state.score[0] = 99
    position.view(0).state.score[0] = 99
    assert position.scores == (0, 0, 0)


def test_an_illegal_action_cites_its_rule() -> None:
    with pytest.raises(IllegalAction) as caught:
        start().play(0, "offer 2").play(0, "show ruby")
    assert str(caught.value) == ("You do not hold a ruby card: show a card that you hold, or leave (ME-30).")
    assert (caught.value.rule, caught.value.seat, caught.value.action) == ("ME-30", 0, "show ruby")


def test_a_malformed_action_is_another_error() -> None:
    with pytest.raises(ActionTextError, match="“shwo wine” is no action of Meuterer"):
        start().play(0, "shwo wine")


def test_a_view_says_why_an_action_is_not_legal() -> None:
    view = start().play(0, "offer 2").view(1)
    assert view.why_not("show ruby") == view.why_not(GAME.action("show ruby"))
    rule, sentence = view.why_not("show wine")
    assert (rule, sentence) == ("ME-30", "It is not your turn: another player has to act first.")


def test_nothing_forbids_what_is_legal() -> None:
    with pytest.raises(ActionTextError, match="“offer 2” is legal here: nothing forbids it"):
        start().view(0).why_not("offer 2")


def test_private_facts_stay_with_their_seat() -> None:
    position = start().play(0, "offer 2").play(0, "leave").play(1, "leave").play(1, "leave merchant")
    kinds = {viewer: [one.kind for one in position.view(viewer).events] for viewer in (None, 0, 1, 2)}
    assert kinds == {None: [], 0: [], 1: ["chose"], 2: []}
    (event,) = position.view(1).events
    assert (event.rule, event.seat, event.data, event.audience) == ("ME-34", 1, {"role": "merchant"}, 1)
    assert [one.kind for one in position.events] == ["chose"]
    assert event.sentence(["Ann", "Bert", "Cy"]) == "Bert chooses to be the Merchant."
    assert event.sentence(["Ann", "Bert", "Cy"], 1) == "You choose to be the Merchant."
    # Whoever has no name is called by the seat.
    assert event.sentence() == "Seat 1 chooses to be the Merchant."
    assert event.sentence(["Ann"]) == "seat 1 chooses to be the Merchant."


def test_the_first_position_has_told_nothing() -> None:
    assert start().events == ()
    assert start().view(0).events == ()


def test_they_print_readably() -> None:
    position = start().play(0, "offer 2").play(0, "show wine")
    assert repr(position) == "<Meuterer position, to act (1,), scores (0, 0, 0)>"
    assert repr(position.view(1)) == "<Meuterer as seat 1 sees it, to act (1,), scores (0, 0, 0)>"
    assert repr(position.view(None)) == "<Meuterer as a spectator sees it, to act (1,), scores (0, 0, 0)>"
    text = str(position)
    assert "Meuterer, round 1 of 9" in text
    assert "Hochland" in text
    assert "holds 1 ruby, 1 conflict card" in text
    assert "ruby" not in "\n".join(line for line in str(position.view(0)).splitlines() if "seat" in line)


@pytest.mark.parametrize("rules", ["english", "manual"])
def test_they_draw_themselves_as_well_formed_svg(rules: str) -> None:
    table = quarterdeck.game("meuterer").table.to_json()
    table["island"][0]["name"] = table["start"] = '<Höch & "land">'
    game = quarterdeck.game("meuterer", rules=rules, pirates="on", table=table)
    position = game.start(seed=3)
    for _ in range(60):
        for drawing in (position, position.view(0), position.view(None)):
            root = ElementTree.fromstring(drawing._repr_svg_())
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
            assert any('<Höch & "land">' in text for text in texts)
        position = position.play(position.to_act[0], position.legal()[0])


def test_a_deal_can_not_be_told_from_the_view() -> None:
    position = start().play(0, "offer 2")
    world = position.view(0).sample(seed=3)
    assert world.view(0) == position.view(0)
    assert world != position
    assert world.told == position.view(0).told != b""


def test_the_prompt_names_who_is_asked() -> None:
    names = ["Ann", "Bert", "Cy"]
    position = start()
    assert "Ann" in position.view(1).prompt(names)
    assert "Ann" not in position.view(0).prompt(names)
    over = GAME.start(seed=1, setup={"hands": [[], [], []], "round": 9})
    while not over.over:
        over = over.play(over.to_act[0], over.legal()[0])
    assert over.view(0).prompt(names) == "The game is over."


@pytest.mark.parametrize(
    ("game", "first", "last"), [("meuterer", 1, 8), ("cartagena", 1, None), ("mutiny", 1, None)]
)
def test_progress_is_the_round_that_goes_on(game: str, first: int, last: int | None) -> None:
    position = quarterdeck.game(game).start(seed=7)
    assert position.progress == position.view(None).progress == (first, last)
    while not position.over:
        before = position.progress[0]
        position = position.play(position.to_act[0], position.legal()[-1])
        assert position.progress[0] in (before, before + 1)
    assert position.progress[0] > first

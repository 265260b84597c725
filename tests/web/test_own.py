"""What the prompt offers beside moves: coming back, taking back, and what to do as soon as it can be done."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN
from quarterdeck.web.table import markup
from tests.tables.tables import OWNER, played, record
from tests.web import fixtures
from tests.web.desk import words
from tests.web.outline import Outline


def prompt(context: dict[str, Any], **more: Any) -> str:
    return markup.regions({**context, **more})["region_prompt"]


def posts(html: str) -> list[str]:
    """Where the forms of a piece of a page go, by their last word."""
    return [address.rpartition("/")[2] for address in Outline(html).values("action")]


def test_whoever_waits_in_phase_2_may_ask_to_leave() -> None:
    offered = prompt(fixtures.waiting())
    assert posts(offered) == ["plan", "act"]
    assert 'name="action" value="leave"' in offered
    asked = prompt(fixtures.waiting(), plan="leave")
    assert "You leave as soon as you can" in words(asked)
    assert 'value="leave"' not in asked.partition("</form>")[0]


@pytest.mark.parametrize("context", [fixtures.showing(), fixtures.gone(), fixtures.finished()])
def test_only_a_player_who_waits_is_offered_a_plan(context: dict[str, Any]) -> None:
    assert "plan" not in posts(prompt(context))


def test_a_spectator_is_offered_nothing_and_whoever_is_away_no_plan() -> None:
    assert posts(prompt(fixtures.watching())) == []
    assert posts(prompt(fixtures.waiting(), away=True)) == ["return", "act"]


def test_a_plan_of_a_program_can_be_dropped_on_the_page() -> None:
    asked = prompt(fixtures.waiting(), plan="show wine")
    assert "As soon as you can: show wine" in words(asked)
    assert posts(asked) == ["plan", "act"]


def test_the_last_move_can_be_asked_back() -> None:
    assert "back" in posts(prompt(fixtures.waiting(), undo=True))
    assert "back" not in posts(prompt(fixtures.waiting()))


def test_what_is_a_seat_s_own_is_in_no_other_sight() -> None:
    match = Match.fresh(record(), [HUMAN] * 4, OWNER)
    mover = match.to_act[0]
    commands.move(mover, 0, match.position.legal(mover)[0])(match, now())
    planner = next(seat for seat in range(4) if seat not in (mover, *match.to_act))
    commands.plan(OWNER, planner, "leave")(match, now())
    commands.away(planner, match.version)(match, now())
    others = {None, 0, 1, 2, 3} - {planner}
    assert (look(match, planner).plan, look(match, planner).away) == ("leave", True)
    assert {(look(match, other).plan, look(match, other).away) for other in others} == {("", False)}
    assert [seat for seat in (None, 0, 1, 2, 3) if look(match, seat).undo] == [mover]


def test_a_move_that_dealt_its_seat_cards_is_not_offered_to_be_taken_back() -> None:
    made = Record(Game("cartagena"), seed="back", names=["Ann", "Ben", "Cleo", "Dan"])
    match, dice = Match.fresh(made, [HUMAN] * 4, OWNER), random.Random(11)
    offered: dict[str, list[bool]] = {"pair_seen": [], "other": []}
    while match.ply < 150:
        mover = match.to_act[0]
        commands.move(mover, match.version, dice.choice(match.position.legal(mover)))(match, now())
        seen = any(event.kind == "pair_seen" for event in match.position.events)
        offered["pair_seen" if seen else "other"].append(look(match, mover).undo)
    assert offered["pair_seen"] == [False] * len(offered["pair_seen"]) != []
    assert sum(offered["other"]) > 30


def test_a_look_back_offers_nothing() -> None:
    match = played(12)
    mover = match.entries[-1].seat
    assert look(match, mover).undo
    assert not look(match, mover, match.ply - 1).undo

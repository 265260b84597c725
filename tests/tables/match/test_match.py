from __future__ import annotations

import pytest

from quarterdeck.tables.errors import NotAllowed, NotFound, StaleMove
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match, Standpoint, Viewer
from quarterdeck.tables.match.sight import check_may_look, look
from quarterdeck.tables.seats import owner_hash
from tests.tables.tables import OWNER, ann_first, kinds, play, played, record, show


def test_the_owner_has_the_human_seat_and_others_watch() -> None:
    match = played(0)
    assert match.standpoint(OWNER) == Standpoint(0)
    assert match.standpoint("ben's hash") == Standpoint(None)
    match.check_actor(OWNER, 0)
    with pytest.raises(NotAllowed, match="another browser"):
        match.check_actor("ben's hash", 0)
    with pytest.raises(NotAllowed):
        match.check_actor(OWNER, 1)
    with pytest.raises(NotAllowed):
        match.check_actor(OWNER, 9)


def test_an_example_without_owner_belongs_to_nobody() -> None:
    match = Match.fresh(record(), kinds(4), "")
    assert match.standpoint(owner_hash("")) == Standpoint(None)


def test_the_curtain_falls_between_two_people_and_stays_up_for_bots() -> None:
    match = Match.fresh(record(ann_first()), kinds(2), OWNER)
    assert match.standpoint(OWNER) == Standpoint(None, curtain=0)
    with pytest.raises(StaleMove):
        match.check_actor(OWNER, 0)
    with pytest.raises(StaleMove):
        show(match, OWNER, 1)
    show(match, OWNER, 0)
    assert match.standpoint(OWNER) == Standpoint(0)
    play(match, 0, 0, match.game.action("offer 0"))
    play(match, 0, 1, match.position.legal(0)[0])
    assert match.position.to_act == (1,)
    assert match.standpoint(OWNER) == Standpoint(None, curtain=1)
    show(match, OWNER, 1)
    show(match, OWNER, 1)
    play(match, 1, 2, match.position.legal(1)[0])
    assert match.position.to_act == (2,)
    assert match.standpoint(OWNER) == Standpoint(1)
    with pytest.raises(NotAllowed):
        show(match, "ben's hash", 1)


def three_at_one_screen() -> Match:
    """Three people share a screen, which the third of them had last; now the bot is to act."""
    match = Match.fresh(record(ann_first()), kinds(3), OWNER)
    play(match, 0, 0, match.game.action("offer 0"))
    for seat in range(3):
        show(match, OWNER, seat)
        play(match, seat, match.version, match.position.legal(seat)[0])
    assert (match.to_act, match.standpoint(OWNER)) == ((3,), Standpoint(2))
    return match


@pytest.mark.parametrize("taken", ["left", "elsewhere"])
def test_a_screen_shows_no_seat_that_is_not_played_there_any_more(taken: str) -> None:
    match = three_at_one_screen()
    if taken == "left":
        commands.leave(OWNER, 2)(match, 0)
        commands.sit("ben's hash", 2, "Benno")(match, 0)
    else:
        commands.hand(OWNER, 2, "ben's hash")(match, 0)
        commands.revoke("ben's hash", 2)(match, 0)
    assert (match.seats_of(OWNER), match.seats_of("ben's hash")) == ((0, 1), (2,))
    assert match.standpoint(OWNER) == Standpoint(None)
    assert match.standpoint("ben's hash") == Standpoint(2)


def test_the_last_at_a_shared_screen_is_handed_it_first() -> None:
    match = three_at_one_screen()
    for seat in (1, 2):
        commands.leave(OWNER, seat)(match, 0)
    assert match.standpoint(OWNER) == Standpoint(None)
    while match.to_act != (0,):
        (seat,) = match.to_act
        play(match, seat, match.version, match.position.legal(seat)[0])
    assert match.standpoint(OWNER) == Standpoint(None, curtain=0)
    show(match, OWNER, 0)
    assert match.standpoint(OWNER) == Standpoint(0)


def test_while_a_match_goes_on_only_ones_own_seat_is_seen() -> None:
    match = played(20)
    check_may_look(match, 0, 0)
    check_may_look(match, 0, None)
    refused: list[tuple[int | None, Viewer]] = [(0, 1), (None, 0), (0, "all")]
    for seat, viewer in refused:
        with pytest.raises(NotAllowed):
            check_may_look(match, seat, viewer)
    with pytest.raises(NotAllowed):
        look(match, "all")
    with pytest.raises(NotFound):
        check_may_look(match, 0, 4)


def test_when_it_is_over_everything_is_seen_and_the_seed_is_told() -> None:
    match = played(10_000)
    assert match.over
    eyes: list[Viewer] = [0, 1, None, "all"]
    for viewer in eyes:
        check_may_look(match, None, viewer)
    sight = look(match, "all", 5)
    assert all(seat["hand"] is not None for seat in sight.view["seats"])
    assert sight.seed == match.record.seed
    assert look(played(5), 0).seed is None


def test_a_replay_knows_what_the_seat_knew_then() -> None:
    match = played(10_000)
    for ply in range(0, match.ply + 1, 9):
        sight = look(match, 2, ply)
        assert {**sight.view} == match.positions[ply].view(2).to_json()
    with pytest.raises(NotFound, match=r"has \d+ moves?\."):
        look(match, 2, match.ply + 1)


def test_a_secret_move_is_told_as_those_see_it_who_may_not_know_it() -> None:
    match = played(10_000)
    secret = next(
        ply for ply, (_seat, action) in enumerate(match.record.moves, 1) if action.text.startswith("leave ")
    )
    seat, action = match.record.moves[secret - 1]
    name, role = match.names[seat], action.sentence().removeprefix("Leave as ")
    assert role in look(match, seat, secret).move
    assert role in look(match, "all", secret).move
    for viewer in ((seat + 1) % 4, None):
        assert role not in look(match, viewer, secret).move
        assert name in look(match, viewer, secret).move


def test_facts_are_grouped_by_chapter() -> None:
    match = played(10_000)
    rounds = look(match, None).chapters
    assert [part.number for part in rounds] == list(range(1, 9))
    assert [part.title for part in rounds] == [f"Round {number}" for number in range(1, 9)]
    assert all(part.events[0].kind == "round_began" for part in rounds[1:])
    told = sum(len(part.events) for part in rounds)
    assert told == sum(len(position.view(None).events) for position in match.positions)


def test_what_a_seat_alone_is_to_know_of_makes_no_version() -> None:
    match = Match.fresh(record(ann_first()), kinds(1), OWNER)
    for text in ("leave", ""):
        commands.plan(OWNER, 0, text)(match, 0)
    commands.hand(OWNER, 0, "another hash")(match, 0)
    assert (match.number, match.version, match.own(0)) == (3, 0, 3)
    assert (match.own(1), match.own(None)) == (0, 0)
    play(match, 0, 0, match.game.action("offer 2"))
    commands.revoke(OWNER, 0)(match, 0)
    play(match, 0, 1, match.position.legal(0)[0])
    assert (match.number, match.version) == (6, 2)
    assert [match.version_at(number) for number in range(7)] == [0, 0, 0, 0, 1, 1, 2]
    assert [match.number_at(version) for version in range(3)] == [3, 5, 6]
    assert match.draft().version == 2
    with pytest.raises(StaleMove):
        match.check_fresh(0, 1)

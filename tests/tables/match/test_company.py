"""Seats that are taken, left, handed on and played for, and moves that are taken back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quarterdeck.errors import ActionTextError, QuarterdeckError
from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import Entry, now
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match, Standpoint
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from tests.tables.tables import OWNER, ann_first, kinds, play, record

BEN, CLEO = "ben's hash", "cleo's hash"
FIRST_OFFER = "offer 2"


def grant(match: Match, command: Command) -> int:
    return command(match, now())


def waiting(terms: Terms | None = None) -> Match:
    """A table of Ann's with two open seats, and a bot in the last."""
    return Match.fresh(record(ann_first()), [HUMAN, VACANT, VACANT, SUBSTITUTE], OWNER, terms)


def full(terms: Terms | None = None) -> Match:
    match = waiting(terms)
    grant(match, commands.sit(BEN, 1, "Benno"))
    grant(match, commands.sit(CLEO, 2, "Clea"))
    return match


def again(match: Match) -> Match:
    """The same match from its row and its log, as another server would make it."""
    return Match(match.row, [Entry(*entry) for entry in match.entries])


def test_a_match_begins_when_its_last_seat_is_taken() -> None:
    match = waiting()
    assert not match.begun
    assert match.to_act == ()
    assert match.summary().state == "waiting"
    with pytest.raises(NotAllowed, match="not begun"):
        grant(match, commands.move(0, 0, match.game.action(FIRST_OFFER)))
    grant(match, commands.sit(BEN, 1, "Benno"))
    assert not match.begun
    grant(match, commands.sit(CLEO, 2, "Clea"))
    assert match.begun
    assert match.to_act == (0,)
    assert match.names == ["Ann", "Benno", "Clea", "Dan"]
    assert match.standpoint(BEN) == Standpoint(1)
    assert match.standpoint("a stranger") == Standpoint(None)
    assert look(match, None).names == ("Ann", "Benno", "Clea", "Dan")
    grant(match, commands.move(0, match.version, match.game.action(FIRST_OFFER)))
    assert again(match).position == match.position


def test_a_name_is_changed_by_an_entry_of_its_own_until_the_match_begins() -> None:
    match = waiting()
    grant(match, commands.hand(OWNER, 0, "ann's phone"))
    seated = match.seats[0]
    grant(match, commands.rename(OWNER, 0, " Annabel "))
    assert match.entries[-1][2:] == ("name", 0, {"name": "Annabel"})
    assert match.seats[0] == replace(seated, name="Annabel")
    version = match.version
    assert grant(match, commands.rename(OWNER, 0, "Annabel")) == version
    for name, error in (("DAN", "has that name already"), ("", "1 to 40 printable")):
        with pytest.raises(QuarterdeckError, match=error):
            grant(match, commands.rename(OWNER, 0, name))
    with pytest.raises(NotAllowed):
        grant(match, commands.rename(BEN, 0, "Ben"))
    assert match.version == version
    assert again(match).names == match.record.names == ["Annabel", "Ben", "Cleo", "Dan"]
    grant(match, commands.fill(OWNER, "random"))
    with pytest.raises(NotAllowed, match="names stay as they are"):
        grant(match, commands.rename(OWNER, 0, "Anna"))


def test_names_changed_by_getting_up_and_sitting_down_are_read_from_older_logs() -> None:
    match = waiting()
    match.add("leave", 0, now())
    match.add("sit", 0, now(), name="Annabel", holder=OWNER)
    match.add("hand", 0, now(), holder="ann's phone")
    read = again(match)
    assert read.names[0] == "Annabel"
    assert read.seats[0].holders == (OWNER, "ann's phone")
    assert not read.begun


def test_nobody_tries_seat_after_seat_to_see_all_hands() -> None:
    match = waiting()
    for seat in range(4):
        with pytest.raises(NotAllowed, match="Nobody looks at a hand before the match has begun"):
            look(match, seat)
    assert look(match, None).you is None
    grant(match, commands.fill(OWNER, "random"))
    assert look(match, 0).you == 0


@pytest.mark.parametrize(
    ("owner", "seat", "name", "sentence"),
    [
        ("dora", 0, "Dora", "Ann has that seat"),
        ("dora", 3, "Dora", "Dan has that seat"),
        ("dora", 4, "Dora", "no such seat"),
        ("dora", -1, "Dora", "no such seat"),
        ("dora", 2, "bENNO", "has that name already"),
        ("dora", 2, "", "1 to 40 printable characters"),
        ("dora", 2, "x" * 41, "1 to 40 printable characters"),
        ("dora", 2, "Do\nra", "1 to 40 printable characters"),
        (BEN, 2, "Benno the second", "have a seat at this table already"),
    ],
)
def test_a_seat_that_cannot_be_taken(owner: str, seat: int, name: str, sentence: str) -> None:
    match = waiting()
    grant(match, commands.sit(BEN, 1, "Benno"))
    with pytest.raises(QuarterdeckError, match=sentence):
        grant(match, commands.sit(owner, seat, name))
    assert match.version == 1


def test_sitting_down_twice_is_sitting_down_once() -> None:
    match = waiting()
    assert [grant(match, commands.sit(BEN, 1, "Benno")) for _ in range(2)] == [1, 1]


def test_who_made_the_table_gives_the_open_seats_to_bots() -> None:
    match = waiting()
    with pytest.raises(NotAllowed, match="Only who made the table"):
        grant(match, commands.fill(BEN, "random"))
    with pytest.raises(QuarterdeckError, match="Nobody called “hal”"):
        grant(match, commands.fill(OWNER, "hal"))
    grant(match, commands.fill(OWNER, "random"))
    assert [seat.kind for seat in match.seats] == [HUMAN, "random", "random", SUBSTITUTE]
    assert match.to_act == (0,)


def test_before_the_beginning_a_seat_that_is_left_is_open_again() -> None:
    match = waiting()
    grant(match, commands.sit(BEN, 1, "Benno"))
    with pytest.raises(NotAllowed):
        grant(match, commands.leave(CLEO, 1))
    grant(match, commands.leave(BEN, 1))
    assert match.seats[1].kind == VACANT
    assert match.names[1] == "Ben"
    assert match.seats_of(BEN) == ()


def test_afterwards_a_bot_has_it_until_somebody_takes_it_over() -> None:
    match = full()
    grant(match, commands.leave(BEN, 1))
    assert match.seats[1].kind == SUBSTITUTE
    assert match.seats[1].played_by_bot
    assert match.seats_of(BEN) == ()
    with pytest.raises(NotAllowed):
        match.check_actor(BEN, 1)
    grant(match, commands.sit("dora", 1, "Dora"))
    assert match.seats_of("dora") == (1,)
    assert match.names[1] == "Dora"


def test_who_has_looked_into_a_hand_takes_back_that_seat_and_no_other() -> None:
    match = full()
    grant(match, commands.leave(BEN, 1))
    grant(match, commands.leave(CLEO, 2))
    for one in (match, again(match)):
        with pytest.raises(NotAllowed, match="the hand of Benno: you can take that seat back, but no other"):
            grant(one, commands.sit(BEN, 2, "Benno"))
    grant(match, commands.sit(BEN, 1, "Benno"))
    grant(match, commands.sit("dora", 2, "Dora"))
    assert (match.seats_of(BEN), match.seats_of("dora")) == ((1,), (2,))


def test_before_the_beginning_nobody_has_looked_into_a_hand() -> None:
    match = waiting()
    grant(match, commands.sit(BEN, 1, "Benno"))
    grant(match, commands.leave(BEN, 1))
    grant(match, commands.sit(BEN, 2, "Benno"))
    grant(match, commands.sit(CLEO, 1, "Clea"))
    grant(match, commands.leave(BEN, 2))
    grant(match, commands.sit(BEN, 2, "Benno"))
    assert match.seats_of(BEN) == (2,)


def test_a_table_can_be_closed_until_the_match_begins() -> None:
    match = waiting()
    with pytest.raises(NotAllowed):
        grant(match, commands.close(BEN))
    grant(match, commands.close(OWNER))
    assert match.summary().state == "closed"
    for command in (commands.sit(BEN, 1, "Benno"), commands.leave(OWNER, 0)):
        with pytest.raises(NotAllowed, match="ended"):
            grant(match, command)
    with pytest.raises(NotAllowed, match="closed"):
        grant(match, commands.fill(OWNER, SUBSTITUTE))
    assert not match.begun
    with pytest.raises(NotAllowed, match="has begun"):
        grant(full(), commands.close(OWNER))


def test_a_seat_is_held_by_several_until_all_others_are_signed_out() -> None:
    match = full()
    with pytest.raises(NotAllowed):
        grant(match, commands.hand(BEN, 0, "ann's phone"))
    grant(match, commands.hand(OWNER, 0, "ann's phone"))
    assert match.standpoint("ann's phone") == match.standpoint(OWNER) == Standpoint(0)
    match.check_actor("ann's phone", 0)
    grant(match, commands.revoke("ann's phone", 0))
    assert match.seats_of(OWNER) == ()
    assert match.seats_of("ann's phone") == (0,)
    for number in range(commands.MOST_HOLDERS - 1):
        grant(match, commands.hand("ann's phone", 0, f"phone {number}"))
    with pytest.raises(NotAllowed, match="At most 8"):
        grant(match, commands.hand("ann's phone", 0, "one more"))
    assert again(match).seats == match.seats


def test_whoever_was_away_takes_the_seat_back() -> None:
    match = full()
    grant(match, commands.away(0, match.version))
    assert match.bots_to_act() == [0]
    assert match.clock.deadline() is None
    with pytest.raises(NotAllowed):
        grant(match, commands.come_back(BEN, 0))
    grant(match, commands.come_back(OWNER, 0))
    assert match.bots_to_act() == []
    assert grant(match, commands.come_back(OWNER, 0)) == match.version == 4


def test_a_plan_is_carried_out_as_soon_as_it_can_be_and_once() -> None:
    match = Match.fresh(record(ann_first()), kinds(4), OWNER)
    later = next(seat for seat in range(1, 4))
    with pytest.raises(ActionTextError):
        grant(match, commands.plan(OWNER, later, "mutiny now"))
    grant(match, commands.plan(OWNER, later, "leave"))
    assert match.seats[later].plan == "leave"
    dice = random.Random(1)
    while match.seats[later].plan:
        seat = match.to_act[0]
        assert seat != later
        legal = [action for action in match.position.legal(seat) if action.text != "leave"]
        play(match, seat, match.version, dice.choice(legal or match.position.legal(seat)))
    made = next(entry for entry in match.entries if entry.kind == "move" and entry.seat == later)
    assert made.data == {"action": "leave", "by": "plan"}
    assert again(match).position == match.position


def test_a_plan_is_dropped_on_request() -> None:
    match = full()
    grant(match, commands.plan(BEN, 1, "leave"))
    grant(match, commands.plan(BEN, 1, ""))
    assert match.seats[1].plan == ""


def test_what_happens_at_the_table_leaves_a_decision_as_it_was() -> None:
    match = full()
    seen = match.version
    grant(match, commands.plan(BEN, 1, "leave"))
    grant(match, commands.hand(BEN, 1, "ben's phone"))
    play(match, 0, seen, match.game.action(FIRST_OFFER))
    assert match.ply == 1


def bids(take_back: bool = True) -> Match:
    """Three people bidding at the same time."""
    made = Record(Game("mutiny", players=3), seed="back", names=["Ann", "Ben", "Cleo"])
    match = Match.fresh(made, [HUMAN, VACANT, VACANT], OWNER, Terms(take_back=take_back))
    grant(match, commands.sit(BEN, 1, "Benno"))
    grant(match, commands.sit(CLEO, 2, "Clea"))
    return match


def bid(match: Match, seat: int) -> None:
    play(match, seat, match.version, match.game.action("bid 1 0"))


def test_a_move_is_taken_back_until_somebody_else_acts() -> None:
    match = bids()
    before = match.position
    bid(match, 0)
    assert match.to_act == (1, 2)
    with pytest.raises(NotAllowed, match="Only your own move"):
        grant(match, commands.take_back(BEN, 1))
    grant(match, commands.take_back(OWNER, 0))
    assert match.position == before
    assert (match.version, match.ply) == (4, 0)
    with pytest.raises(NotAllowed):
        grant(match, commands.take_back(OWNER, 0))
    bid(match, 0)
    bid(match, 1)
    with pytest.raises(NotAllowed, match="until somebody else acts"):
        grant(match, commands.take_back(OWNER, 0))
    assert again(match).position == match.position


def test_a_move_that_laid_something_open_is_not_taken_back() -> None:
    match = bids()
    for seat in (0, 1, 2):
        bid(match, seat)
    with pytest.raises(NotAllowed, match="laid something open"):
        grant(match, commands.take_back(CLEO, 2))


def test_a_table_that_allows_no_take_backs_takes_no_move_back() -> None:
    match = bids(take_back=False)
    bid(match, 0)
    with pytest.raises(NotAllowed, match="can't be taken back at this table"):
        grant(match, commands.take_back(OWNER, 0))


def test_a_page_from_before_a_move_was_taken_back_is_stale() -> None:
    match = bids()
    bid(match, 0)
    seen = match.version
    grant(match, commands.take_back(OWNER, 0))
    for version in (seen - 1, seen):
        with pytest.raises(StaleMove):
            match.check_fresh(0, version)
    # The others' decisions are another one's too: whom they saw bid has not bid any more.
    with pytest.raises(StaleMove):
        match.check_fresh(1, seen)


def test_replays_forget_what_was_taken_back() -> None:
    match = bids()
    bid(match, 0)
    told = look(match, 0).move
    assert told
    grant(match, commands.take_back(OWNER, 0))
    assert look(match, 0).move == ""
    play(match, 0, match.version, match.game.action("bid 0 2"))
    assert look(match, 0).move != told


def test_no_end_of_a_wish_leaves_half_of_it() -> None:
    match = bids()
    draft = match.draft()
    bid(draft, 0)
    assert (match.version, match.ply, match.to_act) == (2, 0, (0, 1, 2))
    assert match.position is match.stages[-1]
    match.become(draft)
    assert (match.version, match.ply, match.to_act) == (3, 1, (1, 2))


def test_a_table_waits_for_who_is_to_act_as_long_as_no_bot_does_it() -> None:
    match, friends = full(), (OWNER, BEN, CLEO)

    def awaited() -> list[str]:
        return [friend for friend in friends if match.summary(None).awaits(friend)]

    assert awaited() == [OWNER]
    while match.to_act == (0,):
        play(match, 0, match.version, match.position.legal()[0])
    (seat,) = match.to_act
    assert awaited() == [friends[seat]]
    grant(match, commands.away(seat, match.version))
    assert awaited() == []


def test_no_table_waits_for_a_move_before_it_has_begun() -> None:
    assert not waiting().summary(None).awaits(OWNER)


def test_taking_back_again_and_again_keeps_no_turn_for_ever() -> None:
    match = full(Terms("live", per_move=12, reserve=5))
    began = match.entries[-1].at
    for second in range(1, 17):
        commands.act(OWNER, 0, match.version, FIRST_OFFER)(match, began + 1000 * second - 500)
        commands.take_back(OWNER, 0)(match, began + 1000 * second)
        assert match.clock.deadline() == (began + 17_000, 0)
        assert again(match).clock == match.clock
    commands.act(OWNER, 0, match.version, FIRST_OFFER)(match, began + 16_900)
    with pytest.raises(NotAllowed, match="The time for this move has run out"):
        commands.take_back(OWNER, 0)(match, began + 17_000)


def test_coming_back_from_a_bot_renews_no_time() -> None:
    match = full(Terms("live", per_move=12, reserve=5, timeout="seat"))
    began = match.entries[-1].at
    commands.away(0, match.version)(match, began + 17_000)
    commands.come_back(OWNER, 0)(match, began + 17_100)
    assert match.clock.left(0, began + 17_100) == 0
    commands.leave(OWNER, 0)(match, began + 17_200)
    commands.sit(OWNER, 0, "Ann")(match, began + 17_300)
    assert match.clock.left(0, began + 17_300) == 0

"""What those at a table that waits for players agree on while whoever made it is absent."""

from __future__ import annotations

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, NotFound, StaleMove
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.absence import DAY, DAYS, Present, maker_is_absent
from quarterdeck.tables.match.agreement import BARRED, Question
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import news
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from tests.tables.match.test_voting import BEN, CLEO, SECOND, Table, refused
from tests.tables.tables import OWNER, ann_first, record

DORA = "dora's hash"


class Room(Table):
    """The waiting room of Ann, who has been gone for days, with Ben and Cleo, who are there, and one seat
    free.
    """

    def __init__(self, seats: tuple[str, ...] = (HUMAN, VACANT, VACANT, VACANT)) -> None:
        self.match = Match.fresh(record(ann_first()), list(seats), OWNER)
        self.now = self.match.row.created * SECOND
        self(commands.sit(BEN, 1, "Benno"))
        self(commands.sit(CLEO, 2, "Cleopatra"))
        self.now += DAYS * DAY
        self.here = {BEN: self.now, CLEO: self.now}

    @property
    def present(self) -> Present:
        return Present(self.here)

    def ask(self, owner: str, what: str, of: int | None = None) -> Command:
        return voting.ask(owner, what, of, self.present)

    def last(self) -> str:
        """What is said of the last entry."""
        return remark(self.match.entries[-1], self.match.isolated_names)


def test_a_bot_s_seat_is_not_freed() -> None:
    match = Match.fresh(record(ann_first()), [HUMAN, VACANT, VACANT, SUBSTITUTE], OWNER)
    commands.sit(BEN, 1, "Benno")(match, match.row.created * SECOND)
    for command in (voting.ask(BEN, "free", 3), voting.ask(OWNER, "free", 3), voting.dismiss(OWNER, 3)):
        with pytest.raises(NotAllowed, match=r"A bot plays for .*: only a person's seat can be freed"):
            command(match, match.row.created * SECOND)


def test_the_others_free_the_seat_of_the_absent_maker_and_begin() -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    assert room.last() == "Benno would like to free the seat of Ann, who is absent."
    assert room.match.agreement.question is not None
    assert room.match.agreement.question.asked == (1, 2)
    room(voting.agree(CLEO, room.asked()))
    assert room.last() == "Ann is absent: the others have freed the seat."
    data = {"by": "vote", "name": "Ann", "absent": True}
    assert room.match.entries[-1][2:] == ("leave", 0, data)
    assert room.match.seats[0].kind == VACANT
    now: Question | None = room.match.agreement.question
    assert (now, room.match.begun) == (None, False)
    again = room.again()
    assert (again.seats, again.agreement) == (room.match.seats, room.match.agreement)
    # Whoever is back may sit down where there is room, and still has made the table.
    room(commands.sit(OWNER, 0, "Ann"), later=SECOND)
    room(voting.dismiss(OWNER, 1))
    assert room.match.seats[1].kind == VACANT


def test_two_ask_a_stranger_to_leave_who_has_no_say_in_it() -> None:
    room = Room((VACANT, VACANT, VACANT, VACANT))
    room(commands.sit(DORA, 3, "Dora"))
    room.here[DORA] = room.now
    room(room.ask(BEN, "free", 3))
    assert room.last() == "Benno would like Dora to leave the table."
    refused(room, voting.refuse(DORA, room.asked()), "The others are asked about your seat")
    refused(room, voting.agree(DORA, room.asked()), "You are not asked")
    # Nor does it help to take another name.
    room(commands.rename(DORA, 3, "Nora"))
    room(voting.agree(CLEO, room.asked()))
    assert room.last() == "Nora was asked to leave, and the seat is free."
    for seat in (0, 3):
        refused(room, commands.sit(DORA, seat, "Dora"), "asked to leave")
    assert room.match.seats_of(BEN) == (1,)
    assert room.again().agreement == room.match.agreement
    room(commands.sit(DORA, 3, "Dora"), later=BARRED)


def test_nobody_who_is_there_is_sent_away_by_one_alone() -> None:
    room = Room()
    refused(room, room.ask(BEN, "free", 2), "Cleopatra is there: it takes one more")
    del room.here[CLEO]
    room(room.ask(BEN, "free", 2))
    assert room.match.seats[2].kind == VACANT
    assert [entry.kind for entry in room.match.entries[-2:]] == ["ask", "leave"]


def test_one_refusal_ends_it_until_the_next_day_or_another_player() -> None:
    room = Room()
    room(room.ask(BEN, "fill"))
    room(voting.refuse(CLEO, room.asked()))
    assert room.last() == "Cleopatra does not agree."
    assert room.match.agreement.question is None
    refused(room, room.ask(BEN, "fill"), "ask again tomorrow")
    room(room.ask(BEN, "free", 0))
    room(voting.refuse(BEN, room.asked()))
    assert room.last() == "Benno takes the question back."
    refused(room, room.ask(CLEO, "free", 0), "ask again tomorrow")
    room(room.ask(CLEO, "free", 0), later=DAY)
    room(voting.agree(BEN, room.asked()))
    room(commands.sit(DORA, 0, "Dora"))
    room(room.ask(BEN, "fill"))


def test_what_the_others_begin_has_bots_for_all_who_are_missing_until_they_are_back() -> None:
    room = Room()
    room(room.ask(BEN, "fill"))
    assert room.last() == "Benno would like to fill the rest with bots and begin."
    room(voting.agree(CLEO, room.asked()))
    match = room.match
    assert match.begun
    assert [seat.kind for seat in match.seats] == [HUMAN, HUMAN, HUMAN, SUBSTITUTE]
    assert [seat.away for seat in match.seats] == [True, False, False, False]
    # Of the waiting room the log of the match says nothing.
    said = look(match, 1).said
    assert "Ann is absent: the others have let a bot play until the player is back." in said
    assert not any("would like" in line for line in said)
    room(commands.come_back(OWNER, 0))
    assert not match.seats[0].away
    assert room.again().seats == match.seats
    assert room(room.ask(BEN, "fill")) == match.version
    refused(room, room.ask(BEN, "free", 0), "has begun")


def test_whoever_is_left_alone_begins_at_once() -> None:
    room = Room()
    del room.here[CLEO]
    room(room.ask(BEN, "fill"))
    assert room.match.begun
    assert [seat.away for seat in room.match.seats] == [True, False, True, False]


def test_there_is_no_vote_while_the_maker_is_there() -> None:
    room = Room()
    room.here[OWNER] = room.now - DAY
    for what, of in (("free", 2), ("fill", None)):
        refused(room, room.ask(BEN, what, of), "Whoever made the table is there")
    # Whose word counts then: theirs, at once.
    room(room.ask(OWNER, "free", 1))
    assert room.match.entries[-1][2:] == ("leave", 1, {"by": "maker", "name": "Benno"})
    room(room.ask(OWNER, "fill"))
    assert room.match.begun
    assert [seat.away for seat in room.match.seats] == [False] * 4


def test_a_maker_without_a_seat_is_there_with_a_page_or_soon_after_making_the_table() -> None:
    room = Room((VACANT, VACANT, VACANT, VACANT))
    assert maker_is_absent(room.match, room.present, room.now)
    assert not maker_is_absent(room.match, room.present, room.now - 1)
    room.here[OWNER] = room.now
    assert not maker_is_absent(room.match, room.present, room.now)


def test_a_maker_who_is_back_refuses_whatever_is_asked() -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    room(voting.refuse(OWNER, room.asked()))
    assert room.last() == "Ann does not agree."
    empty = Room((VACANT, VACANT, VACANT, VACANT))
    empty(empty.ask(BEN, "fill"))
    refused(empty, voting.refuse(DORA, empty.asked()), "Only who has a seat")
    empty(voting.refuse(OWNER, empty.asked()))
    assert empty.match.entries[-1][2:] == ("refuse", TABLE, {})
    assert empty.last() == "Whoever made the table does not agree."
    assert empty.again().agreement == empty.match.agreement


def test_a_sign_of_who_is_said_to_be_absent_ends_the_question_and_one_of_others_does_not() -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    room(commands.rename(BEN, 1, "Benny"))
    assert room.match.agreement.question is not None
    room(commands.rename(OWNER, 0, "Annie"))
    assert room.match.agreement.question is None


@pytest.mark.parametrize(
    "command", [commands.sit(DORA, 3, "Dora"), commands.leave(CLEO, 2), commands.close(OWNER)]
)
def test_a_question_lapses_when_the_table_changes(command: Command) -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    version = room.asked()
    room(command)
    assert room.match.agreement.question is None
    refused(room, voting.agree(BEN, version + 9), "nobody asks that any more", StaleMove)


def test_the_log_names_whoever_asked_when_others_sit_in_their_seats() -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    room(voting.agree(CLEO, room.asked()))
    asked, agreed = room.match.entries[-3:-1]
    room(commands.sit(OWNER, 0, "Ann II"))
    room(voting.dismiss(OWNER, 1))
    room(voting.dismiss(OWNER, 2))
    names = room.match.isolated_names
    assert remark(asked, names) == "Benno would like to free the seat of Ann, who is absent."
    assert remark(agreed, names) == "Cleopatra agrees."


def test_nobody_is_asked_who_shares_a_screen_with_whoever_is_to_leave() -> None:
    room = Room()
    room.match.seats[3] = room.match.seats[1]
    room.here[OWNER] = room.now
    asked = voting.asked_of(room.match, (2,), "free", 1, room.present, room.now)
    assert asked == (0, 2)
    asked = voting.asked_of(room.match, (1, 3), "free", 2, Present({BEN: room.now}), room.now)
    assert asked == (1, 3)


def test_what_cannot_be_asked_in_a_waiting_room() -> None:
    room = Room()
    refused(room, room.ask(BEN, "free"), "Name a seat only if", QuarterdeckError)
    refused(room, room.ask(BEN, "fill", 1), "Name a seat only if", QuarterdeckError)
    refused(room, room.ask(BEN, "free", 9), "no such seat", NotFound)
    refused(room, room.ask(BEN, "free", 1), "your own seat")
    refused(room, room.ask(DORA, "fill"), "Only who has a seat")
    refused(room, room.ask(BEN, "bot", 0), "not begun")
    assert room(room.ask(BEN, "free", 3)) == room.match.version
    room(commands.close(OWNER))
    refused(room, room.ask(BEN, "fill"), "was closed")


def test_nobody_is_told_of_a_waiting_room_by_a_notice() -> None:
    room = Room()
    room(room.ask(BEN, "free", 0))
    assert news(room.match, {}, room.now + DAY) == []

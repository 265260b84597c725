"""What those at a table ask each other and agree on: pauses, an end, a bot for somebody who is absent."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.play import Record
from quarterdeck.tables.entry import TABLE, Entry
from quarterdeck.tables.errors import NotAllowed, NotFound, StaleMove
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.absence import DAY, DAYS, Present
from quarterdeck.tables.match.agreement import BARRED
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.notices import news
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.tables.store.rows import DUPLICATE, REGATTA
from tests.tables.tables import OWNER, ann_first, kinds, record

BEN, CLEO = "ben's hash", "cleo's hash"
LIVE = Terms("live", per_move=12, reserve=5)
SECOND = 1000


class Table:
    """A match of Ann, who made it, Ben and Cleo, with a bot in the last seat, and its time."""

    def __init__(self, terms: Terms | None = None, begin: bool = True) -> None:
        seats = [HUMAN, VACANT, VACANT, SUBSTITUTE]
        self.match = Match.fresh(record(ann_first()), seats, OWNER, terms)
        self.now = self.match.row.created * SECOND
        if begin:
            self(commands.sit(BEN, 1, "Ben"))
            self(commands.sit(CLEO, 2, "Cleo"))

    def __call__(self, command: Command, later: int = 0) -> int:
        """Execute a command, some milliseconds later than the last."""
        self.now += later
        return command(self.match, self.now)

    def move(self, owner: str = OWNER, later: int = 0) -> None:
        """Let whoever is to act make the first legal move."""
        seat = self.match.to_act[0]
        action = self.match.position.legal(seat)[0].text
        self(commands.act(owner, seat, self.match.version, action), later)

    def asked(self) -> int:
        """The version of the question that is open."""
        question = self.match.agreement.question
        assert question is not None
        return self.match.version_at(question.number)

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.match.entries]

    def again(self) -> Match:
        """The same match from its row and its log, as another server would make it."""
        return Match(self.match.row, [Entry(*entry) for entry in self.match.entries])


def refused(table: Table, command: Command, why: str, kind: type[Exception] = NotAllowed) -> None:
    before = table.match.number
    with pytest.raises(kind, match=why):
        table(command)
    assert table.match.number == before


# -- an end by agreement


@pytest.mark.parametrize(("what", "how"), [("draw", "draw"), ("abandon", "abandoned")])
def test_a_match_ends_once_everybody_has_agreed(what: str, how: str) -> None:
    table = Table()
    table(voting.ask(OWNER, what))
    version = table.asked()
    table(voting.agree(BEN, version))
    assert table.match.running
    table(voting.agree(CLEO, version))
    for match in (table.match, table.again()):
        assert (match.over, match.ended, match.running, match.to_act) == (True, how, False, ())
        assert match.entries[-1][2:] == ("end", TABLE, {"how": how})
        assert match.bots_to_act() == []
        summary = match.summary()
        assert (summary.state, summary.standing["ended"], summary.standing["to_act"]) == ("over", how, [])
        assert not summary.awaits(OWNER)
        assert news(match, {}, table.now + DAY) == []
    refused(table, commands.act(OWNER, 0, table.match.version, "offer 2"), "has ended")
    refused(table, voting.ask(OWNER, "draw"), "has ended")
    commands.check_rematch(table.match, BEN)


def test_a_match_that_was_ended_lies_open_and_its_file_says_how() -> None:
    table = Table()
    table.move()
    table(voting.ask(OWNER, "draw"))
    for owner in (BEN, CLEO):
        table(voting.agree(owner, table.asked()))
    sight = look(table.match, "all")
    assert (sight.ended, sight.seed, sight.open) == ("draw", table.match.record.seed, True)
    assert sight.view["to_act"] == sight.view["legal"] == []
    assert sight.said[-1] == "The match ended in a draw by agreement."
    text = table.match.record.dumps()
    assert "\nended draw\nseed " in text
    assert "scores" not in text
    read = Record.loads(text)
    assert read == table.match.record
    assert (read.verify().ended, read.verify().over) == ("draw", False)


def test_asking_for_what_has_been_asked_is_agreeing_and_asking_twice_changes_nothing() -> None:
    table = Table()
    version = table(voting.ask(OWNER, "draw"))
    assert table(voting.ask(OWNER, "draw")) == version
    refused(table, voting.ask(BEN, "abandon"), "Something else has been asked already")
    table(voting.ask(BEN, "draw"))
    table(voting.ask(CLEO, "draw"))
    assert table.match.ended == "draw"


def test_one_who_refuses_ends_the_question_until_another_move() -> None:
    table = Table()
    table(voting.ask(OWNER, "draw"))
    version = table.asked()
    table(voting.refuse(CLEO, version))
    assert table.match.agreement.question is None
    assert table(voting.refuse(CLEO, version)) == table.match.version
    refused(table, voting.agree(BEN, version), "nobody asks that any more", StaleMove)
    refused(table, voting.ask(OWNER, "draw"), "That was refused")
    table(voting.ask(OWNER, "abandon"))
    table(voting.refuse(OWNER, table.asked()))
    table(voting.ask(OWNER, "draw"), later=DAY)
    table(voting.refuse(BEN, table.asked()))
    table.move()
    table(voting.ask(OWNER, "draw"))


def test_a_question_lapses_when_one_who_is_asked_moves_and_not_when_others_do() -> None:
    table = Table()
    table(voting.ask(CLEO, "draw"))
    table.match.add("away", 1, table.now)
    assert table.match.agreement.question is None
    table.match.add("return", 1, table.now)
    table(voting.ask(OWNER, "draw"))
    table.move()
    assert table.match.agreement.question is not None
    seat = table.match.to_act[0]
    owner = {1: BEN, 2: CLEO}.get(seat)
    if owner is None:
        table(commands.move(seat, table.match.version, table.match.position.legal(seat)[0], "bot"))
        assert table.match.agreement.question is not None
        owner = {1: BEN, 2: CLEO}[table.match.to_act[0]]
    table.move(owner)
    assert table.match.agreement.question is None


def test_somebody_agrees_once_and_for_all_their_seats() -> None:
    match = Match.fresh(record(ann_first()), [HUMAN, HUMAN, VACANT, SUBSTITUTE], OWNER)
    now = match.row.created * SECOND
    commands.sit(CLEO, 2, "Cleo")(match, now)
    voting.ask(CLEO, "draw")(match, now)
    assert match.agreement.question is not None
    version = match.version_at(match.agreement.question.number)
    assert voting.agree(CLEO, version)(match, now) == version
    voting.agree(OWNER, version)(match, now)
    assert match.entries[-2][2:] == ("agree", 0, {"seats": [0, 1]})
    assert match.ended == "draw"
    # A click that comes twice.
    assert voting.agree(OWNER, version)(match, now) == match.version


def test_alone_among_bots_one_ends_a_match_at_once_and_draws_with_nobody() -> None:
    match = Match.fresh(record(ann_first()), kinds(1), OWNER)
    with pytest.raises(NotAllowed, match="nobody to share a draw with"):
        voting.ask(OWNER, "draw")(match, match.row.created * SECOND)
    voting.ask(OWNER, "abandon")(match, match.row.created * SECOND)
    assert match.ended == "abandoned"
    assert look(match, 0).said[-1:] == ("The match was abandoned.",)


def test_who_has_no_seat_or_a_bot_in_it_neither_asks_nor_answers() -> None:
    table = Table()
    refused(table, voting.ask("a stranger", "draw"), "Only who has a seat")
    refused(table, voting.resume("a stranger"), "Only who has a seat")
    table.match.add("away", 1, table.now)
    refused(table, voting.ask(BEN, "draw"), "come back first")
    table(voting.ask(OWNER, "draw"))
    for owner, why in (("a stranger", "Only who has a seat"), (BEN, "come back first")):
        refused(table, voting.agree(owner, table.asked()), why)
    refused(table, voting.refuse("a stranger", table.asked()), "Only who has a seat")
    table(voting.agree(CLEO, table.asked()))
    assert table.match.ended == "draw"


@pytest.mark.parametrize(
    ("what", "of", "why"),
    [
        ("tea", None, "ask for pause"),
        ("draw", 1, "Name a seat only if"),
        ("bot", None, "Name a seat only if"),
    ],
)
def test_what_cannot_be_asked(what: str, of: int | None, why: str) -> None:
    table = Table()
    refused(table, voting.ask(OWNER, what, of), why, QuarterdeckError)
    waiting = Table(begin=False)
    refused(waiting, voting.ask(OWNER, "draw"), "not begun")


# -- pauses


def test_a_pause_stops_clocks_bots_and_moves_until_anybody_goes_on() -> None:
    table = Table(LIVE)
    table(voting.ask(BEN, "pause"))
    for owner in (OWNER, CLEO):
        table(voting.agree(owner, table.asked()), later=2 * SECOND)
    assert table.match.paused
    left = table.match.clock.left(0, table.now)
    assert left == 13 * SECOND
    refused(table, commands.act(OWNER, 0, table.match.version, "offer 2"), "paused")
    refused(table, voting.ask(OWNER, "pause"), "paused already")
    sight = look(table.match, 0)
    assert (sight.paused, sight.view["to_act"], sight.why["offer 2"]) == (
        True, [], "The match is paused: let it go on first."
    )  # fmt: skip
    for match in (table.match, table.again()):
        assert match.clock.deadline() is None
        assert match.to_act == ()
        assert match.summary().standing["paused"]
    table(voting.resume(CLEO), later=DAY)
    assert table(voting.resume(CLEO)) == table.match.version
    assert table.match.clock.left(0, table.now) == left
    assert table.again().clock == table.match.clock
    table.move()
    assert sight.said == look(table.match, 0).said[: len(sight.said)]


def test_nobody_grants_a_draw_to_oneself_while_the_others_are_absent() -> None:
    table = Table()
    for seat in (1, 2):
        table.match.add("away", seat, table.now)
    assert voting.askable(table.match) == ["abandon"]
    refused(table, voting.ask(OWNER, "draw"), "nobody to share a draw with")
    table(commands.come_back(BEN, 1))
    table(voting.ask(OWNER, "draw"))
    table(voting.agree(BEN, table.asked()))
    assert table.match.ended == "draw"


def test_without_a_clock_there_is_nothing_to_pause() -> None:
    refused(Table(), voting.ask(OWNER, "pause"), "no clock here")


def test_nobody_pauses_a_rated_game_that_only_bots_would_go_on_with() -> None:
    table = Table(replace(LIVE, take_back=False, rated=True))
    table.match.add("away", 1, table.now)
    table(voting.ask(OWNER, "pause"))
    assert table.asked()
    table(voting.refuse(OWNER, table.asked()))
    table.match.add("away", 2, table.now)
    assert voting.askable(table.match) == ["abandon"]
    refused(table, voting.ask(OWNER, "pause"), "Nobody pauses a rated game alone")


@pytest.mark.parametrize("relation", [REGATTA, DUPLICATE])
def test_no_table_of_a_regatta_is_paused_or_ends_without_a_result(relation: str) -> None:
    table = Table(LIVE)
    table.match = Match(
        replace(table.match.row, parent="regatta/1/0", relation=relation), table.match.entries
    )
    assert voting.askable(table.match) == ["draw"]
    refused(table, voting.ask(OWNER, "pause"), "the others wait for it")
    refused(table, voting.ask(OWNER, "abandon"), "leave your seat to a bot")


def test_a_match_ends_while_it_is_paused() -> None:
    table = Table(LIVE)
    for what in ("pause", "abandon"):
        table(voting.ask(OWNER, what))
        for owner in (BEN, CLEO):
            table(voting.agree(owner, table.asked()))
    assert (table.match.paused, table.match.ended) == (False, "abandoned")
    last = table.match.number
    assert [table.match.agreement.halted_at(number) for number in (5, 6, last)] == [False, True, True]


# -- seats of those who are absent


def test_who_made_the_table_gives_the_seat_of_somebody_absent_to_a_bot() -> None:
    table = Table()
    table.move()
    while table.match.to_act[0] not in (1, 2):
        seat = table.match.to_act[0]
        table(commands.move(seat, table.match.version, table.match.position.legal(seat)[0], "bot"))
    gone = table.match.to_act[0]
    name = table.match.names[gone]
    refused(table, voting.ask(OWNER, "bot", gone), f"{name} is not absent")
    table.now += DAYS * DAY
    holder = table.match.seats[gone].holders[0]
    seen = Present({holder: table.now - DAY})
    refused(table, voting.ask(OWNER, "bot", gone, seen), f"{name} is not absent")
    other = BEN if gone == 2 else CLEO
    table(voting.ask(OWNER, "bot", gone, Present({OWNER: table.now, other: table.now})))
    assert table.match.entries[-1][2:] == ("away", gone, {"by": "maker"})
    assert table.match.bots_to_act() == [gone]
    [notice] = [one for one in news(table.match, {}, table.now) if one.seat == gone]
    assert notice.kind == "given"
    assert f"{name} is absent" in look(table.match, 0).said[-1]
    table(commands.come_back(holder, gone))
    assert table.match.bots_to_act() == []
    assert table.again().seats == table.match.seats


def test_the_others_vote_only_where_the_maker_is_absent() -> None:
    table = Table()
    table.now += DAYS * DAY
    here = Present({BEN: table.now, CLEO: table.now})
    table(voting.ask(BEN, "bot", 0, here))
    assert table.match.agreement.question is not None
    assert table.match.agreement.question.asked == (1, 2)
    table(voting.agree(CLEO, table.asked()))
    assert table.match.entries[-1][2:] == ("away", 0, {"by": "vote"})
    again = Table()
    again.move()
    while again.match.to_act[0] not in (1, 2):
        seat = again.match.to_act[0]
        again(commands.move(seat, again.match.version, again.match.position.legal(seat)[0], "bot"))
    again.now += DAYS * DAY
    gone = again.match.to_act[0]
    other = BEN if gone == 2 else CLEO
    maker = Present({OWNER: again.now, other: again.now})
    refused(again, voting.ask(other, "bot", gone, maker), "Whoever made the table is there")


def test_who_gives_no_sign_is_not_asked_whether_a_bot_shall_have_a_seat() -> None:
    table = Table()
    table.now += DAYS * DAY
    table(voting.ask(BEN, "bot", 0, Present({BEN: table.now})))
    assert table.match.entries[-1][2:] == ("away", 0, {"by": "vote"})


def test_whoever_is_said_to_be_absent_ends_the_question_by_any_sign() -> None:
    table = Table()
    table.now += DAYS * DAY
    here = Present({BEN: table.now, CLEO: table.now})
    table(voting.ask(BEN, "bot", 0, here))
    table.move(OWNER)
    assert table.match.agreement.question is None
    assert not table.match.seats[0].away


def test_the_clock_tells_who_is_absent() -> None:
    table = Table(LIVE)
    action = table.match.position.legal(0)[0]
    table(commands.move(0, table.match.version, action, "clock"), later=17 * SECOND)
    refused(table, voting.ask(OWNER, "bot", 1), "Ben is not absent")
    table(voting.ask(BEN, "bot", 0))
    table(voting.agree(CLEO, table.asked()))
    assert table.match.seats[0].away
    assert table(voting.ask(BEN, "bot", 0)) == table.match.version
    with pytest.raises(NotFound):
        table(voting.ask(BEN, "bot", 7))


def test_nobody_gives_their_own_seat_away_by_a_vote() -> None:
    table = Table(LIVE)
    table(commands.move(0, table.match.version, table.match.position.legal(0)[0], "clock"), later=17 * SECOND)
    table.match.add("leave", 1, table.now, bot=SUBSTITUTE)
    table.match.add("leave", 2, table.now, bot=SUBSTITUTE)
    table.match.add("sit", 1, table.now, name="Ben", holder=BEN)
    table(voting.ask(BEN, "bot", 0))
    assert table.match.seats[0].away


# -- seats before the beginning


def test_who_made_the_table_asks_somebody_to_leave_before_it_begins() -> None:
    table = Table(begin=False)
    table(commands.sit(BEN, 1, "Benno"))
    refused(table, voting.dismiss(BEN, 0), "Only who made the table")
    refused(table, voting.dismiss(OWNER, 0), "your own seat")
    table(voting.dismiss(OWNER, 1))
    assert table.match.seats[1].kind == VACANT
    assert table(voting.dismiss(OWNER, 1)) == table.match.version
    for seat in (1, 2):
        refused(table, commands.sit(BEN, seat, "Benno"), "asked to leave")
    assert table.again().agreement == table.match.agreement
    table(commands.sit(CLEO, 1, "Cleo II"))
    table(commands.sit(BEN, 2, "Benno"), later=BARRED)
    refused(table, voting.dismiss(OWNER, 1), "has begun")


# -- what is told of it


def test_what_was_said_stands_where_it_was_said_whatever_is_taken_back() -> None:
    table = Table()
    table(voting.ask(BEN, "draw"))
    table(voting.refuse(OWNER, table.asked()))
    table.move()
    after = look(table.match, 0).said
    assert "Ben offers a draw." in after
    assert after.index("Ben offers a draw.") < after.index("Ann does not agree.") < len(after) - 1
    table(commands.take_back(OWNER, 0))
    assert look(table.match, 0).said[-2:] == ("Ben offers a draw.", "Ann does not agree.")
    table.move()
    assert look(table.match, 0).said == after
    assert look(table.again(), 0).said == after


def test_logs_of_questions_make_the_same_match_on_every_server() -> None:
    dice = random.Random(4)
    for _round in range(30):
        table = Table(LIVE)
        for _step in range(40):
            owner = dice.choice([OWNER, BEN, CLEO])
            question = table.match.agreement.question
            version = table.match.version_at(question.number) if question else 0
            made: list[Any] = [
                voting.ask(owner, dice.choice(["pause", "draw"])),
                voting.agree(owner, version),
                voting.refuse(owner, version),
                voting.resume(owner),
                commands.take_back(owner, {OWNER: 0, BEN: 1, CLEO: 2}[owner]),
            ]
            for seat in table.match.to_act:
                action = dice.choice(table.match.position.legal(seat))
                made.append(commands.move(seat, table.match.version, action))
            number = table.match.number
            try:
                table(dice.choice(made), later=dice.randrange(9 * SECOND))
            except (NotAllowed, StaleMove):
                assert table.match.number == number
        again = table.again()
        assert again.agreement == table.match.agreement
        assert again.clock == table.match.clock
        assert again.record == table.match.record

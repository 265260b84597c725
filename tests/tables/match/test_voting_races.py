"""What is agreed on while something else happens at the table: whoever comes second finds it as it is."""

from __future__ import annotations

from quarterdeck.tables.errors import StaleMove
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.remarks import remark
from quarterdeck.tables.match.terms import Terms
from quarterdeck.web.table.company import company_page
from tests.tables.match.test_voting import BEN, CLEO, LIVE, SECOND, Table, refused
from tests.tables.tables import OWNER

SEAT = Terms("live", per_move=12, reserve=5, timeout="seat")


def ended_by_the_rules() -> tuple[Table, int]:
    """A match in which a draw was offered, and that went on to its end; and the version of the question."""
    table = Table()
    table(voting.ask(OWNER, "draw"))
    version = table.asked()
    while not table.match.over:
        seat = table.match.to_act[0]
        # Ann, who asked, moves by herself, which leaves her question open.
        by = "player" if seat == 0 else "clock"
        table(commands.move(seat, table.match.version, table.match.position.legal(seat)[-1], by))
    return table, version


def test_nobody_agrees_to_a_draw_in_a_match_that_the_rules_have_ended() -> None:
    table, version = ended_by_the_rules()
    for match in (table.match, table.again()):
        assert match.agreement.question is None
    for owner in (BEN, CLEO):
        refused(table, voting.agree(owner, version), "nobody asks that any more", StaleMove)
    assert (table.match.over, table.match.ended) == (True, "")
    assert table.match.summary().standing["winners"]


def test_no_plan_is_made_in_a_match_that_is_over() -> None:
    table, _version = ended_by_the_rules()
    refused(table, commands.plan(BEN, 1, "offer 2"), "has ended")


def agreed_by_all(table: Table, what: str) -> None:
    table(voting.ask(OWNER, what))
    for owner in (BEN, CLEO):
        table(voting.agree(owner, table.asked()))


def test_no_clock_takes_a_seat_at_a_match_that_was_just_paused_or_ended() -> None:
    for what in ("pause", "draw"):
        table = Table(SEAT)
        late = commands.away(0, table.match.version)
        agreed_by_all(table, what)
        number = table.match.number
        table(late)
        assert (table.match.number, table.match.seats[0].away) == (number, False)


def test_a_bot_that_still_thinks_does_not_move_for_whoever_is_back() -> None:
    table = Table(SEAT)
    table(commands.away(0, table.match.version), later=17 * SECOND)
    version, action = table.match.version, table.match.position.legal(0)[0]
    late = commands.bot_move(0, version, action, "bot")
    table(commands.come_back(OWNER, 0))
    refused(table, late, "out of date", StaleMove)
    table(commands.away(0, table.match.version))
    made = table(late)
    # Of two servers whose bots have thought the same, the second finds the move made.
    assert table(late) == made
    assert table.match.entries[-1].data["by"] == "bot"


def test_nobody_comes_back_to_a_match_that_has_ended() -> None:
    table = Table(SEAT)
    table(commands.away(0, table.match.version), later=17 * SECOND)
    table(voting.ask(BEN, "draw"))
    table(voting.agree(CLEO, table.asked()))
    number = table.match.number
    table(commands.come_back(OWNER, 0))
    assert table.match.number == number


def test_a_question_that_is_taken_back_was_not_refused() -> None:
    table = Table()
    table(voting.ask(BEN, "draw"))
    table(voting.refuse(BEN, table.asked()))
    assert remark(table.match.entries[-1], table.match.names) == "Ben takes the question back."
    refused(table, voting.ask(BEN, "draw"), "refused or taken back")
    table(voting.ask(BEN, "abandon"))
    table(voting.agree(CLEO, table.asked()))
    table(voting.refuse(CLEO, table.asked()))
    assert remark(table.match.entries[-1], table.match.names) == "Cleo does not agree."


def test_no_seat_is_given_away_while_the_match_is_paused() -> None:
    table = Table(LIVE)
    table(commands.move(0, table.match.version, table.match.position.legal(0)[0], "clock"), later=17 * SECOND)
    # Ann has left her seat to the clock, and neither is she asked nor does she answer.
    assert 0 in table.match.agreement.late
    table.match.add("pause", -1, table.now)
    refused(table, voting.ask(BEN, "bot", 0), "The match is paused: let it go on first")


def test_no_clock_on_a_page_tells_that_somebody_plans() -> None:
    table = Table(Terms("live", per_move=12, reserve=60))
    for later in (20, 100):
        table.now += later * SECOND
        before = company_page(table.match, None, "a spectator", "token", table.now)
        move = table.match.position.legal(0)[later % 3].text
        table(commands.plan(BEN, 1, move))
        assert company_page(table.match, None, "a spectator", "token", table.now) == before


def test_no_bot_is_asked_for_where_one_plays() -> None:
    table = Table()
    for owner in (OWNER, BEN, "a spectator"):
        refused(table, voting.ask(owner, "bot", 3), "A bot plays for Dan already")


def test_a_paused_match_that_everybody_has_left_goes_on() -> None:
    table = Table(LIVE)
    agreed_by_all(table, "pause")
    for seat, owner in enumerate((OWNER, BEN, CLEO)):
        assert table.match.paused
        table(commands.leave(owner, seat))
    assert table.match.running
    assert table.match.bots_to_act() == [0]
    assert table.again().agreement == table.match.agreement


def test_a_paused_match_goes_on_without_waiting_for_somebody_who_is_away() -> None:
    table = Table(LIVE)
    table.match.add("away", 2, table.now)
    table(voting.ask(OWNER, "pause"))
    table(voting.agree(BEN, table.asked()))
    for seat, owner in enumerate((OWNER, BEN)):
        assert table.match.paused
        table(commands.leave(owner, seat))
    assert table.match.bots_to_act() == [0]
    table(commands.come_back(CLEO, 2))
    assert table.match.running

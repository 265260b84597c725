"""What the log of a match says of its players besides their moves."""

from __future__ import annotations

from quarterdeck.tables.entry import Entry, now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from tests.tables.tables import OWNER, ann_first, play, record

BEN, CLEO, DORA = "ben's hash", "cleo's hash", "dora's hash"


def begun(*steps: Command) -> Match:
    """A match of Ann, Benno, Clea and a bot, after these steps. Before it began Clea had Benno's seat."""
    terms = Terms("live", per_move=5, timeout="seat")
    match = Match.fresh(record(ann_first()), [HUMAN, VACANT, VACANT, SUBSTITUTE], OWNER, terms)
    before = (commands.sit(CLEO, 1, "Clea"), commands.leave(CLEO, 1), commands.sit(BEN, 1, "Benno"))
    for step in (*before, commands.sit(CLEO, 2, "Clea"), *steps):
        step(match, now())
    return match


def remarks(match: Match, seat: int | None = None) -> list[str]:
    """What is said besides facts."""
    sight = look(match, seat)
    return [said for said, fact in zip(sight.said, sight.heard, strict=True) if fact is None]


def test_of_who_sits_down_before_the_match_the_log_says_nothing() -> None:
    assert remarks(begun()) == []


def test_who_leaves_and_who_takes_the_seat_is_told_to_all_by_their_own_names() -> None:
    match = begun(commands.leave(BEN, 1))
    assert remarks(match) == ["Benno leaves the table, and a bot plays on."]
    commands.sit(DORA, 1, "Dora")(match, now())
    again = Match(match.row, [Entry(*entry) for entry in match.entries])
    for one in (match, again):
        for seat in (0, 1, None):
            assert remarks(one, seat) == ["Benno leaves the table, and a bot plays on.", "Dora sits down."]


def test_who_is_away_and_who_is_back_is_told() -> None:
    match = begun(commands.away(0, 0), commands.come_back(OWNER, 0))
    assert remarks(match) == ["Ann is away: a bot plays until the player is back.", "Ann is back."]
    assert look(match, 0).chapters[-1].lines[-1].seat == 0


def test_a_replay_tells_of_players_with_the_move_that_follows() -> None:
    match = begun()
    play(match, 0, match.version, match.game.action("offer 2"))
    commands.leave(BEN, 1)(match, now())
    left = "Benno leaves the table, and a bot plays on."
    assert left in look(match, 0).said[slice(*look(match, 0).latest)]
    seat = match.to_act[0]
    play(match, seat, match.version, match.position.legal(seat)[0])
    lines = [[line.text for line in look(match, 0, ply).chapters[-1].lines] for ply in (1, 2)]
    assert [left in told for told in lines] == [False, True]
    sights = [look(match, 0, ply) for ply in (1, 2)]
    assert [left in sight.said[slice(*sight.latest)] for sight in sights] == [False, True]

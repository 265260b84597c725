"""The results of a finished match, for each person who has played it: what a logbook says of the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck.tables.daily import seat_of
from quarterdeck.tables.ladder import BOT, Placing
from quarterdeck.tables.match.hosting import ended_by_host
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.match.timeline import timeline_of
from quarterdeck.tables.regatta import Finish
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store.results import BOTH, BOTS, PEOPLE, Booking, How, Opponents, Result, Swing
from quarterdeck.tables.store.rows import LESSON
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.account import Account
from quarterdeck.web.boards.ending import SeatPlace

__all__ = ["booking_of", "finishes_of", "last_page"]


def booking_of(match: Match) -> Booking:
    """The results of a finished match: one for each browser that holds exactly one seat, and one for the bot
    whose voyage of the day it is.

    Lessons, branches, matches that were set up by hand and those with components of somebody's own have none,
    since they are no game like the others. Browsers that several people share have none, since nobody knows
    whose game it was.
    """
    row = match.row
    own_game = row.setup is not None or row.components is not None
    if row.relation == LESSON or row.prelude or own_game or match.game.id not in BOARDS:
        return Booking()
    account, places = _account_and_places(match)
    ranking = _ranking(match, places)
    results = list(_results(match, account, places, bool(ranking)))
    return Booking(match.game.id, results, ranking)


def _ranking(match: Match, places: Mapping[int, SeatPlace]) -> list[Placing]:
    """Everybody's place in a rated match; empty if it does not count. It counts only if it was played to its
    end, without bots in people's places, and if no people share a browser. For a match that was given up see
    `_ranking_when_given_up`.
    """
    if not match.terms.rated or ended_by_host(match):
        return []
    unfinished = bool(match.ended) or any(
        entry.kind == "away" or (entry.kind == "leave" and "bot" in entry.data) for entry in match.entries
    )
    people = _people_at_beginning(match)
    if unfinished:
        return _ranking_when_given_up(match, people)
    if any(len(match.seats_of(holder)) > 1 for seat in match.seats for holder in seat.holders):
        return []
    if len(set(people.values())) < len(people):
        return []
    last = match.game.players
    return [
        Placing(people.get(number, f"{BOT}{seat.kind}"), places[number].place or last)
        for number, seat in enumerate(match.seats)
    ]


def _people_at_beginning(match: Match) -> dict[int, str]:
    """By seat, who had sat down there when the match began. A rating is theirs, whoever holds the seat in the
    end: otherwise one could hand a lost game to somebody else.
    """
    people = {seat: match.row.owner for seat, kind in enumerate(match.row.kinds) if kind == HUMAN}
    vacant = {seat for seat, kind in enumerate(match.row.kinds) if kind == VACANT}
    for entry in match.entries:
        if entry.kind == "same":
            was, now = entry.data["was"], entry.data["now"]
            people = {seat: now if holder == was else holder for seat, holder in people.items()}
        elif vacant and entry.kind == "sit":
            vacant.discard(entry.seat)
            if "holder" in entry.data:
                people[entry.seat] = entry.data["holder"]
        elif vacant and entry.kind == "leave":
            vacant.add(entry.seat)
            people.pop(entry.seat, None)
    return people


def _ranking_when_given_up(match: Match, people: Mapping[int, str]) -> list[Placing]:
    """The places of a match that was given up. A single person among bots comes last, behind all of them;
    between people the match does not count.
    """
    if len(people) != 1:
        return []
    return [
        Placing(people[number], 2) if number in people else Placing(f"{BOT}{seat.kind}", 1)
        for number, seat in enumerate(match.seats)
    ]


def _results(
    match: Match, account: Account | None, places: Mapping[int, SeatPlace], rated: bool
) -> Iterator[Result]:
    ended_at = max(entry.at for entry in match.entries if entry.kind in ("move", "end"))
    winners = () if match.ended else match.position.winners
    how: How = "draw" if match.ended == "draw" else "abandoned" if match.ended else "played"
    for seat, holders in _seats_with_results(match):
        gains = [gain for gain in account.gains if gain.seat == seat] if account else []
        swings = [Swing(gain.ply, gain.amount, gain.source) for gain in gains]
        sources: dict[str, int] = {}
        for gain in gains:
            sources[gain.source] = sources.get(gain.source, 0) + gain.amount
        place = places.get(seat)
        for holder in holders:
            yield Result(
                holder=holder,
                table=match.id,
                seat=seat,
                game=match.game.id,
                players=match.game.players,
                options=dict(match.game.options),
                opponents=_opponents(match, seat),
                ended_at=ended_at,
                how=how,
                place=place.place if place else 0,
                winners=len(winners),
                won=seat in winners,
                score=place.figure if place else None,
                rated=rated,
                sources=sources,
                best=max((swing for swing in swings if swing.amount > 0), key=_amount, default=None),
                dearest=min((swing for swing in swings if swing.amount < 0), key=_amount, default=None),
            )


def _seats_with_results(match: Match) -> Iterator[tuple[int, list[str]]]:
    """The seats with results, each with its players."""
    if match.day is not None and match.row.owner.startswith(BOT):
        yield seat_of(match.day, match.game.players), [match.row.owner]
    for seat in match.humans:
        yield seat, [holder for holder in match.seats[seat].holders if match.seats_of(holder) == (seat,)]


def _amount(swing: Swing) -> int:
    return swing.amount


def _account_and_places(match: Match) -> tuple[Account | None, dict[int, SeatPlace]]:
    """Where the points came from, and each seat's place; no places if the match was ended by agreement."""
    board, timeline = BOARDS[match.game.id], timeline_of(match)
    if match.ended:
        return board.account(timeline), {}
    page = last_page(match, match.isolated_names)
    return board.account(timeline), {place.seat: place for place in board.places(page, timeline)}


def finishes_of(match: Match) -> list[Finish]:
    """How the seats of a finished match came in; nobody has a place if it was ended by agreement."""
    places = _account_and_places(Match(match.row, match.entries, shown=True))[1]
    none = Finish(0, None)
    return [
        Finish(places[seat].place, places[seat].figure) if seat in places else none
        for seat in range(match.game.players)
    ]


def last_page(match: Match, names: Sequence[str]) -> dict[str, Any]:
    """The part of the context of a finished match's page that boards read (`boards.base.Board.places`), for a
    spectator.
    """
    sight = look(match, None)
    board_keys = BOARDS[match.game.id].facts_context(sight.chapters, len(names))
    return {"view": sight.view, "names": tuple(names), "me": None, "ended": "", **board_keys}


def _opponents(match: Match, seat: int) -> Opponents:
    """Who played in the other seats: people, or bots that nobody had left a seat to."""
    kinds = {other.kind == HUMAN or other.left for at, other in enumerate(match.seats) if at != seat}
    if kinds == {False}:
        return BOTS
    return PEOPLE if kinds == {True} else BOTH

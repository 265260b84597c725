"""Commands about other players and about agreements, besides those for moves and seats.

All agreements work the same way: somebody asks, and it is done once everybody asked has agreed; one refusal
ends it. The log keeps who was asked and what came of it, so new rules about consent change no past match.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match.absence import DAY, Present, absent, maker_is_absent, silent
from quarterdeck.tables.match.agreement import (
    ABANDON,
    ABANDONED,
    BEFORE,
    BOT,
    DRAW,
    FILL,
    FREE,
    MAKER,
    OF_SEAT,
    PAUSE,
    QUESTIONS,
    VOTE,
    Question,
)
from quarterdeck.tables.match.command import command
from quarterdeck.tables.match.commands import check_maker, check_seat, fill, seat_bots
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT

__all__ = ["agree", "ask", "askable", "asked_of", "dismiss", "may_refuse", "refuse", "resume"]

# How long a refused question can't be asked again, in milliseconds, unless a move has been made since.
AGAIN: Final = DAY


@command
def ask(
    draft: Match,
    at: int,
    owner: str | None,
    what: str,
    of: int | None = None,
    present: Present | None = None,
) -> int:
    """Ask the players one of QUESTIONS; `of` is the seat to give to a bot or to free. If nobody else has to
    agree, it is done at once. Raises NotAllowed, NotFound, QuarterdeckError.
    """
    present = present or Present({})
    if what not in QUESTIONS:
        sentence = _("“{what}” is nothing to be asked at a table: ask for {known}.")
        raise QuarterdeckError(sentence.format(what=what[:40], known=", ".join(QUESTIONS)))
    if (what in OF_SEAT) != (of is not None):
        sentence = _("Name a seat only if a bot is to have it or if it is to be freed.")
        raise QuarterdeckError(sentence)
    if what in BEFORE:
        done = _free_or_fill(owner, what, of, present, draft, at)
    else:
        _check_going_on(draft)
        done = of is not None and _give_to_bot(owner, of, present, draft, at)
    if done:
        return draft.version
    _check_present(draft, owner)
    question = draft.agreement.question
    if question is not None and (question.what, question.of) == (what, of):
        # Asking an open question again means agreeing to it; duplicate clicks are idempotent.
        return agree(owner, draft.version_at(question.number))(draft, at)
    _check_askable(draft, what, of, at)
    held = draft.seats_of(owner)
    asked = asked_of(draft, held, what, of, present, at)
    agreed = [seat for seat in asked if seat in held]
    if not agreed:
        raise NotAllowed(_("That is your own seat: leave the table instead."))
    about: dict[str, object] = {} if of is None else {"of": of}
    if what == FREE and of is not None:
        about["other"] = draft.names[of]
        if silent(draft, of, present, at):
            about["absent"] = True
        elif len(agreed) == len(asked):
            sentence = _("{name} is there: it takes one more at this table to ask them to leave.")
            raise NotAllowed(sentence.format(name=draft.isolated_names[of]))
    open_seat = draft.standpoint(owner).seat
    seat = open_seat if open_seat in agreed else agreed[0]
    draft.add(
        "ask", seat, at, what=what, **about, asked=list(asked), agreed=agreed, **_name_data(draft, seat)
    )
    _carry_out_if_agreed(draft, at)
    return draft.version


def _free_or_fill(
    owner: str | None, what: str, of: int | None, present: Present, draft: Match, at: int
) -> bool:
    """Before the match begins: free the seat `of`, or fill the open seats if `of` is None. The table's maker
    does so at once; others have to ask. Returns whether it is done, now or already. Raises NotAllowed,
    NotFound.
    """
    if what == FILL and draft.begun:
        return True
    _check_not_begun(draft)
    if of is not None:
        check_seat(draft, of)
    if draft.is_maker(owner):
        (fill(owner, SUBSTITUTE) if of is None else dismiss(owner, of))(draft, at)
        return True
    if of is not None and draft.seats[of].kind != HUMAN:
        _check_no_bot(draft, of)
        return True
    if not maker_is_absent(draft, present, at):
        raise NotAllowed(_("Whoever made the table is there: it is for them to do that."))
    return False


def _give_to_bot(owner: str | None, of: int, present: Present, draft: Match, at: int) -> bool:
    """Give a seat to a bot. The table's maker does so at once; others have to ask. Returns whether it is
    done, now or already. Raises NotAllowed, NotFound.
    """
    check_seat(draft, of)
    if draft.seats[of].kind == HUMAN and draft.seats[of].away:
        return True
    if draft.seats[of].kind != HUMAN:
        raise NotAllowed(_("A bot plays for {name} already.").format(name=draft.isolated_names[of]))
    if draft.paused:
        raise NotAllowed(_("The match is paused: let it go on first."))
    if not absent(draft, of, present, at):
        sentence = ngettext(
            "{name} is not absent: the clock has made no move there, and the match has not waited for "
            "{count} day without a sign.",
            "{name} is not absent: the clock has made no move there, and the match has not waited for "
            "{count} days without a sign.",
            present.days,
        )
        raise NotAllowed(sentence.format(name=draft.isolated_names[of], count=present.days))
    if draft.is_maker(owner):
        draft.add("away", of, at, by=MAKER)
        return True
    if not maker_is_absent(draft, present, at):
        raise NotAllowed(_("Whoever made the table is there and can give this seat to a bot."))
    return False


def askable(match: Match) -> list[str]:
    """The questions that can be put to all players now, besides giving a seat to a bot."""
    if not match.begun or match.over or match.taught or match.shown:
        return []
    # In a regatta the others would wait for the table, and no result would be worth more than the last place.
    in_regatta = match.regatta is not None
    # Absent players are not asked. Without others, a player could grant themselves a draw, or stop a rated
    # game for good before it is lost.
    people = sum(seat.kind == HUMAN and not seat.away for seat in match.seats)
    clock_may_stop = match.terms.clock != "none" and not (match.terms.rated and people == 1)
    pausable = clock_may_stop and not match.paused and not in_regatta
    allowed = {PAUSE: pausable, DRAW: people > 1, ABANDON: not in_regatta}
    return [question for question, may_ask in allowed.items() if may_ask]


def _check_askable(draft: Match, what: str, of: int | None, at: int) -> None:
    """Check that a question can be asked now: no other is open, and it was not refused lately. Raises
    NotAllowed.
    """
    if draft.agreement.question is not None:
        raise NotAllowed(_("Something else has been asked already: answer that first."))
    if what not in (BOT, *BEFORE) and what not in askable(draft):
        if what == DRAW:
            raise NotAllowed(_("There is nobody to share a draw with: nobody else plays here but bots."))
        if what == ABANDON:
            raise NotAllowed(_("A match of a regatta can't end without a result: leave your seat to a bot."))
        if draft.paused:
            raise NotAllowed(_("The match is paused already."))
        if draft.regatta is not None:
            raise NotAllowed(_("A table of a regatta can't be paused: the others wait for it."))
        if draft.terms.rated:
            raise NotAllowed(_("Nobody pauses a rated game alone: that takes another player who agrees."))
        raise NotAllowed(_("There is no clock here to be stopped."))
    refused = draft.agreement.refused.get((what, of))
    if refused is not None and at - refused[0] < AGAIN and draft.ply == refused[1]:
        if not draft.begun:
            raise NotAllowed(_("That was refused or taken back: ask again tomorrow."))
        raise NotAllowed(_("That was refused or taken back: ask again after another move, or tomorrow."))


def asked_of(
    match: Match, held: tuple[int, ...], what: str, of: int | None, present: Present, at: int
) -> tuple[int, ...]:
    """The seats that have to agree: all that people play. For decisions that the maker takes alone while
    present, seats without a sign of life and the seat concerned are not asked. `held` are the asker's seats.
    """
    playing = [seat for seat in match.humans if not match.seats[seat].away]
    if what not in (BOT, *BEFORE):
        return tuple(playing)
    theirs = set(match.seats[of].holders) if of is not None and what == FREE else set()
    others = [seat for seat in playing if seat != of and theirs.isdisjoint(match.seats[seat].holders)]
    return tuple(seat for seat in others if seat in held or not silent(match, seat, present, at))


@command
def agree(draft: Match, at: int, owner: str | None, version: int) -> int:
    """Agree to the question asked at this version, for all seats that somebody holds. Raises NotAllowed,
    StaleMove.
    """
    _check_present(draft, owner)
    question = _question_at(draft, version)
    mine = [seat for seat in question.missing if seat in draft.seats_of(owner)]
    if question is not draft.agreement.question:
        if question.agreed.isdisjoint(draft.seats_of(owner)):
            raise _outdated_error()
        return draft.version
    if mine:
        draft.add("agree", mine[0], at, seats=mine, **_name_data(draft, mine[0]))
        _carry_out_if_agreed(draft, at)
    elif question.agreed.isdisjoint(draft.seats_of(owner)):
        raise NotAllowed(_("You are not asked."))
    return draft.version


@command
def refuse(draft: Match, at: int, owner: str | None, version: int) -> int:
    """Refuse the question asked at this version, or withdraw one's own. Raises NotAllowed, StaleMove."""
    held = draft.seats_of(owner)
    if not (held or may_refuse(draft, owner)):
        raise NotAllowed(_("Only who has a seat at this table can answer."))
    question = _question_at(draft, version)
    if question is draft.agreement.question:
        if not may_refuse(draft, owner):
            raise NotAllowed(_("The others are asked about your seat: you are not."))
        own = {"own": True} if question.seat in held else {}
        seat = (
            question.seat if own else next((seat for seat in (*question.asked, *held) if seat in held), TABLE)
        )
        draft.add("refuse", seat, at, **own, **_name_data(draft, seat))
    return draft.version


def may_refuse(match: Match, owner: str | None) -> bool:
    """Whether somebody may refuse the open question: every seated player except one who is asked to leave;
    and the table's maker, if it was asked because of the maker's absence.
    """
    question, held = match.agreement.question, match.seats_of(owner)
    if question is None:
        return False
    if question.what == FREE and not question.absent and question.of in held:
        return False
    return bool(held) or (question.what in BEFORE and match.is_maker(owner))


@command
def resume(draft: Match, at: int, owner: str | None) -> int:
    """Resume a paused match; any seated player may. Raises NotAllowed."""
    held = draft.seats_of(owner)
    if not held:
        raise NotAllowed(_("Only who has a seat at this table can let the match go on."))
    if draft.paused:
        open_seat = draft.standpoint(owner).seat
        draft.add("resume", held[0] if open_seat is None else open_seat, at)
    return draft.version


@command
def dismiss(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Free a person's seat before the match begins; only for the table's maker. Raises NotAllowed,
    NotFound.
    """
    check_maker(draft, owner)
    check_seat(draft, seat)
    _check_not_begun(draft)
    occupant = draft.seats[seat]
    if owner in occupant.holders:
        raise NotAllowed(_("That is your own seat: get up instead."))
    _check_no_bot(draft, seat)
    if occupant.kind == HUMAN:
        draft.add("leave", seat, at, by=MAKER, name=occupant.name)
    return draft.version


def _check_no_bot(draft: Match, seat: int) -> None:
    """Check that a seat to be freed is a person's, or free already. Raises NotAllowed."""
    if draft.seats[seat].kind not in (HUMAN, VACANT):
        sentence = _("A bot plays for {name}: only a person's seat can be freed.")
        raise NotAllowed(sentence.format(name=draft.isolated_names[seat]))


def _check_not_begun(draft: Match) -> None:
    if draft.begun:
        raise NotAllowed(_("The match has begun: a seat is given to a bot once its player is absent."))
    if draft.closed:
        raise NotAllowed(_("This table was closed before the match began."))


def _name_data(draft: Match, seat: int) -> dict[str, str]:
    """The data of an entry that name the player who asks or answers. Only entries before the match begins
    have them, since the seat may change hands later.
    """
    return {} if draft.begun or seat == TABLE else {"name": draft.names[seat]}


def _carry_out_if_agreed(draft: Match, at: int) -> None:
    """Do what was asked for, once all have agreed."""
    question = draft.agreement.question
    if question is None or question.missing:
        return
    if question.what == PAUSE:
        draft.add("pause", TABLE, at)
    elif question.what == FILL:
        missing = [seat for seat in draft.humans if seat not in question.asked]
        seat_bots(draft, SUBSTITUTE, at)
        # Players who were not asked are absent: the match does not wait for them, and one click brings them
        # back.
        for seat in missing:
            draft.add("away", seat, at, by=VOTE)
    elif question.of is not None and question.what == FREE:
        absent = {"absent": True} if question.absent else {}
        draft.add("leave", question.of, at, by=VOTE, name=draft.names[question.of], **absent)
    elif question.of is not None:
        draft.add("away", question.of, at, by=VOTE)
    else:
        draft.add("end", TABLE, at, how=DRAW if question.what == DRAW else ABANDONED)


def _question_at(draft: Match, version: int) -> Question:
    """The question asked at this version, if it is the latest. Raises StaleMove."""
    for question in (draft.agreement.question, draft.agreement.settled):
        if question is not None and draft.version_at(question.number) == version:
            return question
    raise _outdated_error()


def _outdated_error() -> StaleMove:
    return StaleMove(_("This page was out of date: nobody asks that any more."))


def _check_going_on(draft: Match) -> None:
    """Check that a match of people goes on, in which something can be agreed on. Raises NotAllowed."""
    if not draft.begun:
        raise NotAllowed(_("The match has not begun: some seats are still open."))
    if draft.over or draft.closed:
        raise NotAllowed(_("This match has ended."))
    if draft.shown:
        raise NotAllowed(_("Only who has a seat at this table can ask and answer."))
    if draft.taught:
        raise NotAllowed(_("A lesson waits for you as long as you like: just close the page."))


def _check_present(draft: Match, owner: str | None) -> None:
    """Check that somebody has a seat here and plays it, not a bot. Raises NotAllowed."""
    held = draft.seats_of(owner)
    if not held:
        raise NotAllowed(_("Only who has a seat at this table can ask and answer."))
    if all(draft.seats[seat].away for seat in held):
        raise NotAllowed(_("A bot plays for you: come back first."))

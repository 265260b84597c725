"""The commands that people, programs, bots and clocks can give to a table.

What is marked `@command` says what the command does; it is made by a call without the draft and the time:
`leave(owner, seat)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.bots import BOTS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Action
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, NotFound, StaleMove
from quarterdeck.tables.match.command import Command, command
from quarterdeck.tables.match.endless import end_if_endless
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.player_names import free_name, name_for_bot
from quarterdeck.tables.match.teaching import check_course
from quarterdeck.tables.match.undo import refusal_of_undo
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT

__all__ = [
    "act",
    "at_screen",
    "away",
    "bot_move",
    "check_maker",
    "check_rematch",
    "check_seat",
    "close",
    "come_back",
    "fill",
    "hand",
    "leave",
    "move",
    "plan",
    "rematch",
    "rename",
    "revoke",
    "seat_bots",
    "show",
    "sit",
    "take_back",
]

MOST_HOLDERS = 8


@command
def move(draft: Match, at: int, seat: int, version: int, action: Action, by: str = "player") -> int:
    """A move of a seat that saw `version`.

    Where several seats act at once, the others' moves since then do not make it stale. Repeated moves are
    idempotent. Raises StaleMove, IllegalAction.
    """
    if (entry_number := draft.answer(seat, version, action)) is not None:
        return draft.version_at(entry_number)
    draft.check_fresh(seat, version)
    _check_running(draft)
    if by == "player":
        check_course(draft, seat, action)
    entry = draft.add("move", seat, at, action=action.text, by=by)
    follow_plans(draft, at)
    if by != "player":
        end_if_endless(draft, at)
    return draft.version_at(entry.number)


@command
def bot_move(draft: Match, at: int, seat: int, version: int, action: Action, by: str) -> int:
    """A move that a bot chose at `version` for a seat. As `move`; StaleMove if the seat's player has returned
    meanwhile.
    """
    if not (draft.seats[seat].played_by_bot or draft.played(seat, version, action)):
        raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))
    return move(seat, version, action, by)(draft, at)


@command
def act(draft: Match, at: int, owner: str | None, seat: int, version: int, text: str) -> int:
    """A move sent by a browser, which must hold the seat and have it open when the command is executed.

    Raises NotAllowed, StaleMove, IllegalAction, ActionTextError.
    """
    draft.check_holder(owner, seat)
    action = draft.game.action(text)
    # Duplicate clicks are idempotent, though the move may have handed the screen on.
    if not draft.played(seat, version, action):
        draft.check_actor(owner, seat)
    return move(seat, version, action)(draft, at)


@command
def at_screen(draft: Match, at: int, owner: str | None, seat: int, command: Command) -> int:
    """Wrap a browser's command for a seat: the browser must have the seat open when the command is executed.

    Raises NotAllowed, StaleMove.
    """
    draft.check_actor(owner, seat)
    return command(draft, at)


def follow_plans(draft: Match, at: int) -> None:
    """Make planned moves while any of them is legal."""
    ready = True
    while ready:
        ready = False
        for seat in draft.to_act:
            planned = draft.seats[seat].plan
            if planned and any(action.text == planned for action in draft.position.legal(seat)):
                draft.add("move", seat, at, action=planned, by="plan")
                ready = True
                break


@command
def plan(draft: Match, at: int, owner: str | None, seat: int, text: str) -> int:
    """Plan a move, to be made as soon as it is legal; replaces the seat's earlier plan. An empty text deletes
    it.
    """
    draft.check_holder(owner, seat)
    _check_running(draft)
    if draft.taught:
        raise NotAllowed(_("In a lesson one thing comes after the other: nothing is asked for ahead."))
    if text:
        text = draft.game.action(text).text
    if text != draft.seats[seat].plan:
        draft.add("plan", seat, at, text=text)
        follow_plans(draft, at)
    return draft.version


@command
def take_back(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Undo the seat's last move, if it revealed nothing hidden and nobody has moved since."""
    draft.check_holder(owner, seat)
    if refusal := refusal_of_undo(draft, seat):
        raise NotAllowed(refusal)
    if draft.clock.would_be_late(seat, at):
        raise NotAllowed(_("The time for this move has run out: it can't be taken back any more."))
    draft.add("back", seat, at)
    return draft.version


@command
def sit(draft: Match, at: int, owner: str, seat: int, name: str) -> int:
    """Take an open seat, or one that was left to a bot."""
    return _sit_down(draft, at, owner, {seat: name}, seat)


@command
def sit_together(draft: Match, at: int, owner: str, names: Mapping[int, str]) -> int:
    """Take those of these seats that are open, for several people at one screen. `names`: by seat."""
    # Where none is open, the first one's refusal says why.
    for seat in [seat for seat in names if draft.seats[seat].kind == VACANT] or names:
        _sit_down(draft, at, owner, names, seat)
    return draft.version


def _sit_down(draft: Match, at: int, owner: str, names: Mapping[int, str], seat: int) -> int:
    """Take one of the seats that somebody takes together, `names` by seat."""
    check_seat(draft, seat)
    occupant = draft.seats[seat]
    if occupant.kind == HUMAN and owner in occupant.holders:
        return draft.version
    if draft.over or draft.closed:
        raise NotAllowed(_("This match has ended: nobody can sit down any more."))
    if occupant.kind != VACANT and not occupant.left:
        raise NotAllowed(
            _("{name} has that seat: take one that is open.").format(name=draft.isolated_names[seat])
        )
    if any(held not in names for held in draft.seats_of(owner)):
        raise NotAllowed(_("You have a seat at this table already."))
    if draft.agreement.is_barred(owner, at):
        raise NotAllowed(_("You were asked to leave this table: for an hour you can't take a seat here."))
    seen_seats = draft.looked_into(owner)
    if seen_seats and seat not in seen_seats:
        sentence = _("You have looked into the hand of {name}: you can take that seat back, but no other.")
        raise NotAllowed(sentence.format(name=draft.isolated_names[seen_seats[0]]))
    draft.add("sit", seat, at, name=free_name(draft, seat, names[seat]), holder=owner)
    return draft.version


@command
def rename(draft: Match, at: int, owner: str, seat: int, name: str) -> int:
    """Change a player's name; allowed until the match begins."""
    draft.check_holder(owner, seat)
    if draft.begun:
        raise NotAllowed(_("The match has begun: names stay as they are."))
    if draft.closed:
        raise NotAllowed(_("This table was closed before the match began."))
    if name.strip() != draft.names[seat]:
        draft.add("name", seat, at, name=free_name(draft, seat, name))
    return draft.version


@command
def fill(draft: Match, at: int, owner: str | None, bot: str, names: Sequence[str] = ()) -> int:
    """Give all open seats to a bot, so that the match begins; only for the table's maker. `names`: what bots
    are called here. Raises NotAllowed, QuarterdeckError.
    """
    check_maker(draft, owner)
    if bot not in BOTS:
        sentence = _("Nobody called “{kind}” can sit down; seats are for: {known}.")
        raise QuarterdeckError(sentence.format(kind=bot[:40], known=", ".join(BOTS)))
    if draft.closed:
        raise NotAllowed(_("This table was closed before the match began."))
    seat_bots(draft, bot, at, names)
    return draft.version


def seat_bots(draft: Match, bot: str, at: int, names: Sequence[str] = ()) -> None:
    """Give all open seats to a bot, by one of these names if one is left."""
    for number, seat in enumerate(draft.seats):
        if seat.kind == VACANT:
            name = name_for_bot(draft, number, names)
            draft.add("sit", number, at, bot=bot, **({"name": name} if name else {}))


@command
def leave(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Leave a seat: before the match begins it is open again, afterwards a bot takes it."""
    draft.check_holder(owner, seat)
    if draft.over or draft.closed:
        raise NotAllowed(_("This match has ended: there is nothing to leave."))
    if draft.taught:
        raise NotAllowed(_("A lesson waits for you as long as you like: just close the page."))
    data = {"bot": SUBSTITUTE} if draft.begun else {}
    draft.add("leave", seat, at, **data)
    if draft.paused and all(draft.seats[other].away for other in draft.humans):
        # No person is there to continue the match: the bots go on with it.
        draft.add("resume", seat, at)
    return draft.version


@command
def away(draft: Match, at: int, seat: int, version: int) -> int:
    """Have a bot play for a seat that ran out of time for its decision at `version`, until its player
    returns. Raises StaleMove if the seat has moved after all.
    """
    # A match that has just been paused or ended waits for nobody.
    if draft.running and not draft.seats[seat].played_by_bot:
        draft.check_fresh(seat, version)
        draft.add("away", seat, at)
    return draft.version


@command
def come_back(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Take one's seat back from the bot that played for it."""
    draft.check_holder(owner, seat)
    if draft.seats[seat].away and not draft.over:
        draft.add("return", seat, at)
    return draft.version


@command
def hand(draft: Match, at: int, owner: str | None, seat: int, holder: str) -> int:
    """Let a further browser or program hold a seat."""
    draft.check_holder(owner, seat)
    holders = draft.seats[seat].holders
    if holder in holders:
        return draft.version
    if len(holders) >= MOST_HOLDERS:
        sentence = _("At most {most} browsers and programs can hold a seat: sign the others out first.")
        raise NotAllowed(sentence.format(most=MOST_HOLDERS))
    draft.add("hand", seat, at, holder=holder)
    return draft.version


@command
def revoke(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Take a seat away from every other browser and program that holds it.

    It makes an entry even without other holders: unused private links become invalid.
    """
    draft.check_holder(owner, seat)
    draft.add("revoke", seat, at, holder=owner)
    return draft.version


@command
def show(draft: Match, at: int, owner: str | None, seat: int) -> int:
    """Open a seat in a shared browser, for the person to whom the screen was handed. Raises NotAllowed,
    StaleMove.
    """
    draft.check_holder(owner, seat)
    standpoint = draft.standpoint(owner)
    if standpoint.curtain == seat:
        draft.add("show", seat, at, holder=owner)
    elif standpoint.seat != seat:
        raise StaleMove(
            _("The table has moved on: it is not {name}'s turn.").format(name=draft.isolated_names[seat])
        )
    return draft.version


@command
def close(draft: Match, at: int, owner: str | None) -> int:
    """Cancel a match that has not begun; only for the table's maker."""
    check_maker(draft, owner)
    if draft.begun:
        raise NotAllowed(_("The match has begun: leave your seat to a bot instead of closing the table."))
    if not draft.closed:
        draft.add("close", TABLE, at)
    return draft.version


@command
def rematch(draft: Match, at: int, owner: str | None, table: str) -> int:
    """Announce the rematch of a finished match to everybody at its table, once."""
    check_rematch(draft, owner)
    if draft.rematch is None or draft.rematch.table != table:
        seat = draft.standpoint(owner).seat
        draft.add("rematch", draft.seats_of(owner)[0] if seat is None else seat, at, table=table)
    return draft.version


def check_rematch(match: Match, owner: str | None) -> None:
    """Check that somebody may ask for a rematch. Raises NotAllowed."""
    if not match.seats_of(owner):
        raise NotAllowed(_("Only who had a seat at this table can ask for a rematch."))
    if not match.over:
        raise NotAllowed(_("A rematch can be asked for when the match is over."))


def _check_running(draft: Match) -> None:
    if draft.closed:
        raise NotAllowed(_("This table was closed before the match began."))
    if draft.over:
        raise NotAllowed(_("This match has ended."))
    if draft.paused:
        raise NotAllowed(_("The match is paused: let it go on first."))
    if not draft.begun:
        raise NotAllowed(_("The match has not begun: some seats are still open."))


def check_seat(draft: Match, seat: int) -> None:
    """Check that a seat exists. Raises NotFound."""
    if not 0 <= seat < len(draft.seats):
        raise NotFound(_("There is no such seat at this table."))


def check_maker(draft: Match, owner: str | None) -> None:
    """Check that somebody is the table's maker. Raises NotAllowed."""
    if not draft.is_maker(owner):
        raise NotAllowed(_("Only who made the table can do that."))

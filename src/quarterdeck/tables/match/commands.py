"""The commands that people, programs, bots and clocks can give to a table.

Each public function here makes a command, and the private one of the same name is what the command does. A
command is called with a draft of the match and the time. It checks, appends its entries and returns the
resulting version; or it raises an error with one clear sentence, and the draft is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from quarterdeck.bots import BOTS
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.play import Action
from quarterdeck.tables.entry import TABLE
from quarterdeck.tables.errors import NotAllowed, NotFound, StaleMove
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.player_names import free_name, name_for_bot
from quarterdeck.tables.match.teaching import check_course
from quarterdeck.tables.match.undo import refusal_of_undo
from quarterdeck.tables.seats import HUMAN, STAND_IN, VACANT

__all__ = [
    "Command",
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

# Takes the draft and the time in milliseconds since 1970.
Command = Callable[[Match, int], int]

MOST_HOLDERS = 8


def move(seat: int, version: int, action: Action, by: str = "player") -> Command:
    """A move of a seat that saw `version`.

    Where several seats act at once, the others' moves since then do not make it stale. Repeated moves are
    idempotent. Raises StaleMove, IllegalAction.
    """
    return partial(_move, seat, version, action, by)


def _move(seat: int, version: int, action: Action, by: str, draft: Match, at: int) -> int:
    if (entry_number := draft.answer(seat, version, action)) is not None:
        return draft.version_at(entry_number)
    draft.check_fresh(seat, version)
    _check_running(draft)
    if by == "player":
        check_course(draft, seat, action)
    entry = draft.add("move", seat, at, action=action.text, by=by)
    follow_plans(draft, at)
    return draft.version_at(entry.number)


def bot_move(seat: int, version: int, action: Action, by: str) -> Command:
    """A move that a bot chose at `version` for a seat. As `move`; StaleMove if the seat's player has returned
    meanwhile.
    """
    return partial(_bot_move, seat, version, action, by)


def _bot_move(seat: int, version: int, action: Action, by: str, draft: Match, at: int) -> int:
    if not (draft.seats[seat].played_by_bot or draft.played(seat, version, action)):
        raise StaleMove(_("This page was out of date: the table has moved on. Look again, then choose."))
    return _move(seat, version, action, by, draft, at)


def act(owner: str | None, seat: int, version: int, text: str) -> Command:
    """A move sent by a browser, which must hold the seat and have it open when the command is executed.

    Raises NotAllowed, StaleMove, IllegalAction, ActionTextError.
    """
    return partial(_act, owner, seat, version, text)


def _act(owner: str | None, seat: int, version: int, text: str, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    action = draft.game.action(text)
    # Duplicate clicks are idempotent, though the move may have handed the screen on.
    if not draft.played(seat, version, action):
        draft.check_actor(owner, seat)
    return _move(seat, version, action, "player", draft, at)


def at_screen(owner: str | None, seat: int, command: Command) -> Command:
    """Wrap a browser's command for a seat: the browser must have the seat open when the command is executed.

    Raises NotAllowed, StaleMove.
    """
    return partial(_at_screen, owner, seat, command)


def _at_screen(owner: str | None, seat: int, command: Command, draft: Match, at: int) -> int:
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


def plan(owner: str | None, seat: int, text: str) -> Command:
    """Plan a move, to be made as soon as it is legal; replaces the seat's earlier plan. An empty text deletes
    it.
    """
    return partial(_plan, owner, seat, text)


def _plan(owner: str | None, seat: int, text: str, draft: Match, at: int) -> int:
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


def take_back(owner: str | None, seat: int) -> Command:
    """Undo the seat's last move, if it revealed nothing hidden and nobody has moved since."""
    return partial(_take_back, owner, seat)


def _take_back(owner: str | None, seat: int, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    if refusal := refusal_of_undo(draft, seat):
        raise NotAllowed(refusal)
    if draft.clock.would_be_late(seat, at):
        raise NotAllowed(_("The time for this move has run out: it can't be taken back any more."))
    draft.add("back", seat, at)
    return draft.version


def sit(owner: str, seat: int, name: str) -> Command:
    """Take an open seat, or one that was left to a bot."""
    return partial(_sit, owner, seat, name, ())


def sit_together(owner: str, names: Mapping[int, str]) -> Command:
    """Take those of these seats that are open, for several people at one screen. `names`: by seat."""
    return partial(_sit_together, owner, names)


def _sit_together(owner: str, names: Mapping[int, str], draft: Match, at: int) -> int:
    # Where none is open, the first one's refusal says why.
    for seat in [seat for seat in names if draft.seats[seat].kind == VACANT] or names:
        _sit(owner, seat, names[seat], names, draft, at)
    return draft.version


def _sit(owner: str, seat: int, name: str, together: Collection[int], draft: Match, at: int) -> int:
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
    if any(held not in together for held in draft.seats_of(owner)):
        raise NotAllowed(_("You have a seat at this table already."))
    if draft.agreement.is_barred(owner, at):
        raise NotAllowed(_("You were asked to leave this table: for an hour you can't take a seat here."))
    seen_seats = draft.looked_into(owner)
    if seen_seats and seat not in seen_seats:
        sentence = _("You have looked into the hand of {name}: you can take that seat back, but no other.")
        raise NotAllowed(sentence.format(name=draft.isolated_names[seen_seats[0]]))
    draft.add("sit", seat, at, name=free_name(draft, seat, name), holder=owner)
    return draft.version


def rename(owner: str, seat: int, name: str) -> Command:
    """Change a player's name; allowed until the match begins."""
    return partial(_rename, owner, seat, name)


def _rename(owner: str, seat: int, name: str, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    if draft.begun:
        raise NotAllowed(_("The match has begun: names stay as they are."))
    if draft.closed:
        raise NotAllowed(_("This table was closed before the match began."))
    if name.strip() != draft.names[seat]:
        draft.add("name", seat, at, name=free_name(draft, seat, name))
    return draft.version


def fill(owner: str | None, bot: str, names: Sequence[str] = ()) -> Command:
    """Give all open seats to a bot, so that the match begins; only for the table's maker. `names`: what bots
    are called here.
    """
    return partial(_fill, owner, bot, names)


def _fill(owner: str | None, bot: str, names: Sequence[str], draft: Match, at: int) -> int:
    check_maker(draft, owner)
    if bot not in BOTS:
        sentence = _("Nobody called “{kind}” can sit down; seats are for: {known}.")
        raise QuarterdeckError(sentence.format(kind=bot[:40], known=", ".join(BOTS)))
    seat_bots(draft, bot, at, names)
    return draft.version


def seat_bots(draft: Match, bot: str, at: int, names: Sequence[str] = ()) -> None:
    """Give all open seats to a bot, by one of these names if one is left."""
    for number, seat in enumerate(draft.seats):
        if seat.kind == VACANT:
            name = name_for_bot(draft, number, names)
            draft.add("sit", number, at, bot=bot, **({"name": name} if name else {}))


def leave(owner: str | None, seat: int) -> Command:
    """Leave a seat: before the match begins it is open again, afterwards a bot takes it."""
    return partial(_leave, owner, seat)


def _leave(owner: str | None, seat: int, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    if draft.over or draft.closed:
        raise NotAllowed(_("This match has ended: there is nothing to leave."))
    if draft.taught:
        raise NotAllowed(_("A lesson waits for you as long as you like: just close the page."))
    data = {"bot": STAND_IN} if draft.begun else {}
    draft.add("leave", seat, at, **data)
    if draft.paused and not draft.humans:
        # No person is left to continue the match: the bots play it to its end.
        draft.add("resume", seat, at)
    return draft.version


def away(seat: int, version: int) -> Command:
    """Have a bot play for a seat that ran out of time for its decision at `version`, until its player
    returns. Raises StaleMove if the seat has moved after all.
    """
    return partial(_away, seat, version)


def _away(seat: int, version: int, draft: Match, at: int) -> int:
    # A match that has just been paused or ended waits for nobody.
    if draft.running and not draft.seats[seat].played_by_bot:
        draft.check_fresh(seat, version)
        draft.add("away", seat, at)
    return draft.version


def come_back(owner: str | None, seat: int) -> Command:
    """Take one's seat back from the bot that played for it."""
    return partial(_come_back, owner, seat)


def _come_back(owner: str | None, seat: int, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    if draft.seats[seat].away and not draft.over:
        draft.add("return", seat, at)
    return draft.version


def hand(owner: str | None, seat: int, holder: str) -> Command:
    """Let a further browser or program hold a seat."""
    return partial(_hand, owner, seat, holder)


def _hand(owner: str | None, seat: int, holder: str, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    holders = draft.seats[seat].holders
    if holder in holders:
        return draft.version
    if len(holders) >= MOST_HOLDERS:
        sentence = _("At most {most} browsers and programs can hold a seat: sign the others out first.")
        raise NotAllowed(sentence.format(most=MOST_HOLDERS))
    draft.add("hand", seat, at, holder=holder)
    return draft.version


def revoke(owner: str | None, seat: int) -> Command:
    """Take a seat away from every other browser and program that holds it.

    It makes an entry even without other holders: unused private links become invalid.
    """
    return partial(_revoke, owner, seat)


def _revoke(owner: str | None, seat: int, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    draft.add("revoke", seat, at, holder=owner)
    return draft.version


def show(owner: str | None, seat: int) -> Command:
    """Open a seat in a shared browser, for the person to whom the screen was handed. Raises NotAllowed,
    StaleMove.
    """
    return partial(_show, owner, seat)


def _show(owner: str | None, seat: int, draft: Match, at: int) -> int:
    draft.check_holder(owner, seat)
    standpoint = draft.standpoint(owner)
    if standpoint.curtain == seat:
        draft.add("show", seat, at, holder=owner)
    elif standpoint.seat != seat:
        raise StaleMove(
            _("The table has moved on: it is not {name}'s turn.").format(name=draft.isolated_names[seat])
        )
    return draft.version


def close(owner: str | None) -> Command:
    """Cancel a match that has not begun; only for the table's maker."""
    return partial(_close, owner)


def _close(owner: str | None, draft: Match, at: int) -> int:
    check_maker(draft, owner)
    if draft.begun:
        raise NotAllowed(_("The match has begun: leave your seat to a bot instead of closing the table."))
    if not draft.closed:
        draft.add("close", TABLE, at)
    return draft.version


def rematch(owner: str | None, table: str) -> Command:
    """Announce the rematch of a finished match to everybody at its table, once."""
    return partial(_rematch, owner, table)


def _rematch(owner: str | None, table: str, draft: Match, at: int) -> int:
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

"""What a seat or a spectator sees of a match, and the moves made in it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import PlainTextResponse, Response

from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.play import Action
from quarterdeck.play.record import ending_sentence
from quarterdeck.tables.errors import NotAllowed, StaleMove
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match, Viewer
from quarterdeck.tables.match.sight import look
from quarterdeck.web.api import models
from quarterdeck.web.api.feed import fact_of, failure_of
from quarterdeck.web.api.sent import MOST
from quarterdeck.web.api.service import Operations, Service, check_holder, table_router
from quarterdeck.web.api.tokens import AnyCaller, TokenOwner
from quarterdeck.web.coaching import check_asking

__all__ = ["move_command", "routes"]

ViewerAsked = Annotated[
    str | None,
    Query(
        max_length=8,
        description="A seat that the token holds, “none” for a spectator, or “all” for everything when the "
        "match is over. By default the token's only seat, or a spectator.",
        examples=["0"],
    ),
]
SeatAsked = Annotated[
    str | None, Query(max_length=8, description="By default the token's only seat.", examples=["0"])
]

FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "docs/match-files.md has its lines.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


def routes(service: Service) -> APIRouter:
    """Views, moves, replays."""
    playing = _Playing(service)
    router = table_router("play")
    router.get("/view")(playing.view)
    router.get("/why")(playing.why)
    router.get("/advice")(playing.advice)
    router.post("/moves")(playing.move)
    router.get("/replay")(playing.replay)
    router.get("/match.qd", response_class=Response, responses=FILE)(playing.match_file)
    return router


class _Playing(Operations):
    async def view(self, id: str, caller: AnyCaller, seat: ViewerAsked = None) -> models.View:
        """The view of a seat or a spectator, with the seat's legal actions."""
        match = await self._service.match(id, caller.owner)
        viewer = self._service.viewer(match, caller, seat)
        view = look(match, _allowed_viewer(match, viewer)).view
        own = viewer if isinstance(viewer, int) and viewer in match.seats_of(caller.owner) else None
        legal = () if own is None or own not in match.to_act else match.position.view(own).legal()
        return models.View(
            table=match.id,
            version=match.version,
            ply=match.ply,
            seat=viewer if isinstance(viewer, int) else None,
            prompt=_prompt(match, view),
            legal=[models.Legal(action=action.text, sentence=action.sentence()) for action in legal],
            plan="" if own is None else match.seats[own].plan,
            view={**view, "legal": [action.text for action in legal]},
        )

    async def why(
        self, id: str, caller: AnyCaller, action: models.ActionText, seat: SeatAsked = None
    ) -> models.Why:
        """Whether an action is legal for the seat now; if not, the rule and the reason."""
        match = await self._service.match(id, caller.owner)
        number = self._service.own_seat(match, caller, seat)
        if not match.running:
            raise NotAllowed(_("Nothing can be done at this table: its match is not going on."))
        seen, chosen = match.position.view(number), match.game.action(action)
        if number in match.to_act and chosen in seen.legal():
            return models.Why(action=chosen.text, legal=True, rule=None, sentence=None)
        rule, sentence = seen.why_not(chosen)
        return models.Why(action=chosen.text, legal=False, rule=rule, sentence=sentence)

    async def advice(self, id: str, caller: AnyCaller, seat: SeatAsked = None) -> models.Advice:
        """The coach's advice for a seat to act, after two to three seconds, if the table's terms allow it."""
        match = await self._service.match(id, caller.owner)
        number = self._service.own_seat(match, caller, seat)
        check_asking(match, number)
        self._service.app.coach.check_ready()
        self._service.limit("coach", caller)
        version, view = match.version, match.position.view(number)
        advice = await self._service.app.coach.advise(view)
        return models.Advice(
            table=match.id,
            version=version,
            seat=number,
            choices=[
                models.Considered(
                    action=choice.action.text,
                    sentence=choice.action.sentence(match.names),
                    share=choice.share,
                    win=choice.win,
                )
                for choice in advice.choices
            ],
            wins=list(advice.wins),
            nobody=advice.nobody,
        )

    async def move(self, id: str, body: models.Move, caller: AnyCaller, owner: TokenOwner) -> models.Made:
        """Make a move. Sending the same move again is idempotent: it gets the same answer."""
        match = await self._service.match(id, owner)
        self._service.limit("move", caller)
        check_holder(match, owner, body.seat)
        action = match.game.action(body.action)
        return await self._service.grant(match, move_command(owner, body.seat, body.version, action))

    async def replay(
        self,
        id: str,
        caller: AnyCaller,
        ply: Annotated[int, Query(ge=0, le=MOST, description="After how many moves.")] = 0,
        seat: ViewerAsked = None,
    ) -> models.Replay:
        """The match after its first `ply` moves. While it is going on, a seat sees only its own view."""
        match = await self._service.match(id, caller.owner)
        viewer = _allowed_viewer(match, self._service.viewer(match, caller, seat))
        sight = look(match, viewer, ply)
        position = match.positions[ply]
        events = position.events if isinstance(viewer, str) else position.heard(viewer)
        stand_in = match.instead.get(ply)
        failure = failure_of(match, match.record.moves[ply - 1][0], stand_in) if stand_in else []
        return models.Replay(
            table=match.id,
            ply=ply,
            plies=match.ply,
            seat="all" if isinstance(viewer, str) else viewer,
            move=sight.move,
            events=[
                models.Fact(**fact) for fact in (*failure, *(fact_of(event, match.names) for event in events))
            ],
            view={**sight.view, "legal": []},
        )

    async def match_file(self, id: str, caller: AnyCaller) -> Response:
        """The match file, once the match is over; `quarterdeck verify` checks it."""
        match = await self._service.match(id, caller.owner)
        if not match.open:
            raise NotAllowed(
                _("The match file holds every secret of the match: it is here when the match is over.")
            )
        return PlainTextResponse(match.record.dumps())


def _prompt(match: Match, view: Json) -> str:
    if not match.begun:
        return _("Some seats are open.")
    if match.ended:
        return ending_sentence(match.ended)
    return (
        _("The match is paused by agreement.") if match.paused else match.game.spec.prompt(view, match.names)
    )


def _allowed_viewer(match: Match, viewer: Viewer) -> Viewer:
    """The viewer; a spectator until all have sat down, so that nobody looks at a hand and leaves again."""
    return viewer if match.begun or match.open else None


def move_command(owner: str | None, seat: int, version: int, action: Action) -> Command:
    """A command for a move of a seat that the owner must hold when it is executed. If another move was made
    already, it is stale.
    """

    def command(draft: Match, at: int) -> int:
        check_holder(draft, owner, seat)
        answer_number = draft.answer(seat, version, action)
        if answer_number is not None and draft.entries[answer_number - 1].data["action"] != action.text:
            raise StaleMove(_("This seat has made another move already."))
        return commands.move(seat, version, action)(draft, at)

    return command

"""What can be played, and the tables: made, found, looked up."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from quarterdeck.bots import BOTS
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import find, unknown_option
from quarterdeck.tables.entry import now
from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import ratings
from quarterdeck.tables.store.rows import Summary, TableRow
from quarterdeck.text_safety import bare
from quarterdeck.web import forms
from quarterdeck.web.api import models
from quarterdeck.web.api.ladder import Ladder, Rung
from quarterdeck.web.api.questions import question_of
from quarterdeck.web.api.service import Operations, Service, refusals
from quarterdeck.web.api.tokens import SECURED, AnyCaller, TokenOwner
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.pages import ladder

__all__ = ["routes"]


def routes(service: Service) -> APIRouter:
    """Games and tables."""
    tables, router = _Tables(service), APIRouter(tags=["tables"])
    router.get("/games", responses=refusals())(tables.games)
    router.get("/tables", responses=refusals())(tables.listed)
    router.post("/tables", status_code=201, responses=refusals(401), dependencies=SECURED)(tables.create)
    router.get("/playing", responses=refusals(401), dependencies=SECURED)(tables.playing)
    router.get("/ladder", responses=refusals(404))(tables.ladder)
    router.get("/tables/{id}", responses=refusals(404, 409))(tables.table)
    changes = refusals(401, 404, 409)
    router.post("/tables/{id}/fill", responses=changes, dependencies=SECURED)(tables.fill)
    router.post("/tables/{id}/close", responses=changes, dependencies=SECURED)(tables.close)
    return router


class _Tables(Operations):
    async def games(self) -> models.Games:
        """The games with their options, and the bots that play them."""
        return models.Games(
            games=[_game_model(find(name)) for name in BOARDS],
            bots=[models.Bot(name=name, about=_(about)) for name, about in BOTS.items()],
        )

    async def listed(self, state: Literal["waiting", "running", "over"] = "waiting") -> models.Tables:
        """Public tables: waiting, running or finished ones. Waiting and running tables are left out after a
        time without activity, which the host sets.
        """
        found = await self._service.room.lobby(state, self._service.app.listed_since(state))
        return models.Tables(tables=[models.Listed(**_table_fields(row, summary)) for row, summary in found])

    async def playing(self, owner: TokenOwner) -> models.OwnTables:
        """The token's own tables that are waiting or running, such as after a program's restart; lessons are
        left out.
        """
        found = [
            models.OwnTable(
                **_table_fields(row, summary),
                mine=[seat.seat for seat in summary.seats if owner in seat.holders],
                turn=summary.awaits(owner),
            )
            for row, summary in await self._service.room.listed(owner)
            if summary.state in ("waiting", "running") and row.game in BOARDS
        ]
        return models.OwnTables(tables=found)

    async def ladder(self, game: Annotated[str, Query(max_length=40)]) -> Ladder:
        """The ladder of a game: everybody who has joined it, and the bots' fixed ratings."""
        if game not in BOARDS:
            raise NotFound(_("There is no such game here."))
        rungs = ladder.rungs(game, await self._service.room.ask(ratings.joined, game))
        return Ladder(
            **{
                kind: [Rung(**{**one, "name": bare(one["name"])}) for one in found]
                for kind, found in rungs.items()
            }
        )

    async def create(self, body: models.NewTable, caller: AnyCaller) -> models.Opened:
        """Make a table. Its maker may give open seats to bots, and close the table before the match."""
        wanted = forms.new_table(_browser_form(body), components=body.components)._replace(
            terms=Terms.from_json(body.terms), public=body.public
        )
        # One at a time, so that each sees the tables of those before: many may come at once.
        async with self._service.room.once:
            await self._service.limit_new_table(caller)
            owner, token = self._service.admit(caller)
            match = await self._service.room.create(wanted.match(owner))
        return models.Opened(
            table=match.id, version=match.version, seats=list(match.seats_of(owner)), token=token
        )

    async def table(self, id: str, caller: AnyCaller) -> models.Table:
        """A table's public state."""
        match = await self._service.match(id, caller.owner)
        at = now()
        clocks = [
            models.Clocks(seat=seat, left=left, reserve=match.clock.reserve(seat, at))
            for seat in range(match.game.players)
            if (left := match.clock.left(seat, at)) is not None
        ]
        return models.Table(
            **_table_fields(match.row, match.summary()),
            version=match.version,
            ply=match.ply,
            public=match.row.public,
            to_act=list(match.to_act),
            clocks=clocks,
            commitment=match.record.commitment,
            seed=match.record.seed if match.open else None,
            question=question_of(match),
        )

    async def fill(self, id: str, body: models.Fill, owner: TokenOwner) -> models.Made:
        """Give all open seats to a bot. Only the table's maker may."""
        match = await self._service.match(id, owner)
        names = BOARDS[match.game.id].companions
        return await self._service.grant(match, commands.fill(owner, body.bot, names))

    async def close(self, id: str, owner: TokenOwner) -> models.Made:
        """Close a table before its match begins. Only its maker may."""
        match = await self._service.match(id, owner)
        return await self._service.grant(match, commands.close(owner))


def _game_model(spec: GameSpec) -> models.Game:
    options = [
        models.Option(
            name=option.name,
            label=spec.label(option.name),
            rule=option.rule or None,
            values=_option_values(spec, option),
        )
        for option in spec.options
    ]
    return models.Game(id=spec.id, title=spec.title, options=options)


def _option_values(spec: GameSpec, option: Option) -> list[models.Value]:
    point = spec.house_rule(option.name)
    readings = point.readings if point else [None] * len(option.choices)
    return [
        models.Value(
            value=value,
            label=spec.label(option.name, value),
            reading=reading.text if reading else None,
            changes=(reading.changes or None) if reading else None,
        )
        for value, reading in zip(option.choices, readings, strict=True)
    ]


def _table_fields(row: TableRow, summary: Summary) -> dict[str, Any]:
    return {
        "table": row.id,
        "game": row.game,
        "options": row.options,
        "components": row.components,
        "terms": row.terms,
        "state": summary.state,
        "ended": summary.standing.get("ended"),
        "paused": bool(summary.standing.get("paused")),
        "seats": [
            models.Seat(seat=seat.seat, name=seat.name, kind=seat.kind, away=seat.away)
            for seat in summary.seats
        ],
    }


def _browser_form(body: models.NewTable) -> dict[str, str]:
    """The request as the fields of the browsers' form. Raises GameOptionError."""
    options = {name: str(value) for name, value in body.options.items()}
    spec = find(body.game)
    for name in options:
        if spec.option(name) is None:
            raise unknown_option(spec, name)
    players = str(len(body.seats))
    if options.setdefault("players", players) != players:
        sentence = _("“seats” has {count} seats, and “players” is {players}: they have to agree.")
        raise GameOptionError(sentence.format(count=players, players=options["players"][:40]))
    form = {"game": body.game, **options}
    for seat, chair in enumerate(body.seats):
        if chair.kind not in ("me", "open", *BOTS):
            sentence = _("“seats.{seat}.kind” can be {known}, not “{kind}”.")
            known = ", ".join(["me", "open", *BOTS])
            raise GameOptionError(sentence.format(seat=seat, known=known, kind=chair.kind))
        if chair.kind == "open" and chair.name is not None:
            sentence = _("“seats.{seat}.name” names an open seat: whoever sits down there brings a name.")
            raise GameOptionError(sentence.format(seat=seat))
        form[f"kind{seat}"] = {"me": HUMAN, "open": VACANT}.get(chair.kind, chair.kind)
        form[f"name{seat}"] = chair.name or ""
    return form

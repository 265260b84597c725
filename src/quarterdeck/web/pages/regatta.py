"""Regattas: the form that sets one up, and the page of one. Words, no markup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.bots import TITLES
from quarterdeck.i18n import N_, _, decimal, ngettext
from quarterdeck.kernel.generic import capitalized
from quarterdeck.kernel.sentences import listed
from quarterdeck.play import Game, check_new_name, find
from quarterdeck.tables.match.terms import PRESETS, Terms
from quarterdeck.tables.regatta import FEWEST, MOST, MOST_ROUNDS, RegattaError, Seating, check_rounds
from quarterdeck.tables.seats import SUBSTITUTE
from quarterdeck.tables.store.regattas import Entrant, Regatta
from quarterdeck.tables.store.rows import TableState
from quarterdeck.text_safety import isolated
from quarterdeck.web import forms
from quarterdeck.web.boards import BOARDS, details
from quarterdeck.web.boards.base import Context
from quarterdeck.web.rendering import templates
from quarterdeck.web.rendering.dates import iso_day

__all__ = ["new", "own_table", "page", "read_regatta", "standings"]

# The clocks that a regatta can have: a round has to end.
CLOCKS: Final = ("live-30", "live-60", "live-120", "slow-1")
BOTS: Final = ("deckhand", "mate", "rule-of-thumb", "captain")
STATES: Final = {
    "running": N_("going on"),
    "over": N_("over"),
    "waiting": N_("begins"),
    "closed": N_("closed"),
}


def read_regatta(form: Mapping[str, str], id_: str, owner: str, created: int) -> Regatta:
    """The new regatta that a form describes. Raises GameOptionError, RecordError, RegattaError."""
    game = forms.known_game(form.get("game", ""))
    played = Game(game, **({"players": form["players"]} if form.get("players") else {}))
    clock, bot = form.get("clock", "live-60"), form.get("bot", SUBSTITUTE)
    if clock not in CLOCKS:
        raise RegattaError(_("A regatta has one of these clocks: {clocks}.").format(clocks=", ".join(CLOCKS)))
    if bot not in BOTS:
        raise RegattaError(_("Free seats are for one of these bots: {bots}.").format(bots=", ".join(BOTS)))
    kind = form.get("deals", "same")
    if kind not in ("same", "own"):
        raise RegattaError(_("“deals” is “same” or “own”."))
    terms = Terms(**{**vars(PRESETS[clock]), "timeout": "seat", "take_back": False})
    return Regatta(
        id=id_,
        title=check_new_name(form.get("title", "").strip() or _("Regatta")),
        owner=owner,
        game=game,
        options=dict(played.options),
        terms=terms.to_json(),
        bot=bot,
        rounds=check_rounds(forms.whole_number({"rounds": form.get("rounds", "3")}, "rounds")),
        duplicate=kind == "same",
        created=created,
    )


def new(context: Context) -> str:
    """The page with the form. Reads ``mine``: (id, title, game, time) of the viewer's regattas; ``form``,
    ``csrf``, ``error``.
    """
    form = context["form"]
    wanted = form.get("game") if form.get("game") in BOARDS else next(iter(BOARDS))
    option = find(str(wanted)).option("players")
    players = [str(choice) for choice in option.choices] if option else []
    return templates.render(
        "regatta_new.html",
        {
            **context,
            "known": [(name, find(name).title) for name in BOARDS],
            "wanted": wanted,
            "players": sorted(players),
            "seats": form.get("players") or next(iter(players), ""),
            "clocks": [(clock, capitalized(PRESETS[clock].clock_words())) for clock in CLOCKS],
            "bots": [(bot, capitalized(_(TITLES[bot]))) for bot in BOTS],
            "most": MOST_ROUNDS,
            "mine": [
                {
                    "id": id_,
                    "title": isolated(title),
                    "game": find(game).title if game in BOARDS else game,
                    "day": iso_day(created),
                }
                for id_, title, game, created in context["mine"]
            ],
        },
    )


def page(context: Context) -> str:
    """The page of a regatta. Reads ``regatta``; ``me``: the viewer's hash; ``seatings``: who sits where in
    each round; ``tables``: for each round that has begun its tables; ``own_table``: the table to which the
    viewer is led; ``left_table``: whether the viewer has left it for good; ``link``, ``name``, ``csrf`` and
    ``error``.
    """
    regatta: Regatta = context["regatta"]
    mine = regatta.entrant(context["me"])
    host = regatta.owner == context["me"]
    players = Game(regatta.game, **regatta.options).players
    number = regatta.begun + 1 if regatta.between else regatta.begun
    count = -(-len(regatta.entrants) // players)
    alone = regatta.begun > 0 and count == 1
    rows = [row for row, _points in standings(regatta, mine)]
    return templates.render(
        "regatta.html",
        {
            **context,
            "id": regatta.id,
            "title": isolated(regatta.title),
            "game_title": find(regatta.game).title,
            "details": _detail_words(regatta, alone),
            "mine": mine,
            "people": [isolated(entrant.name) for entrant in regatta.entrants],
            "begun": regatta.begun,
            "over": regatta.over,
            "between": regatta.between,
            "number": number,
            "may_begin": (mine is not None or host) and regatta.between and not regatta.over,
            "enough": len(regatta.entrants) >= FEWEST,
            "fewest": FEWEST,
            "full": len(regatta.entrants) >= MOST,
            "count": count,
            "rows": rows,
            "done": len(regatta.results),
            "rounds": [
                _round_context(regatta, at, seating, tables, mine)
                for at, (seating, tables) in enumerate(
                    zip(context["seatings"], context["tables"], strict=False), 1
                )
            ][::-1],
            "headline": _winners_sentence(rows) if regatta.over else "",
            "shared": regatta.duplicate and not alone,
        },
    )


def _detail_words(regatta: Regatta, alone: bool) -> list[str]:
    """What was agreed; `alone`: there is a single table, which shares its deal with no other."""
    rounds = ngettext("{count} round", "{count} rounds", regatta.rounds).format(count=regatta.rounds)
    deals = _("the same deal at all tables") if regatta.duplicate else _("each table has its own deal")
    clock = Terms.from_json(regatta.terms).clock_words()
    return [*details(regatta.game, regatta.options), rounds, *([] if alone else [deals]), clock]


def standings(regatta: Regatta, mine: Entrant | None) -> list[tuple[dict[str, Any], list[float]]]:
    """Everybody in a regatta, the most points first: for each a row of texts for pages, and the points of
    each finished round.
    """
    points_of: dict[int, list[float]] = {entrant.number: [] for entrant in regatta.entrants}
    for results in regatta.results:
        by_number = {result.entrant: result.points for result in results}
        for number, points in points_of.items():
            points.append(by_number.get(number, 0))
    totals = {number: sum(points) for number, points in points_of.items()}
    people = sorted(regatta.entrants, key=lambda entrant: (-totals[entrant.number], entrant.number))
    return [
        (
            {
                "rank": 1 + sum(other > totals[entrant.number] + 1e-9 for other in totals.values()),
                "name": isolated(entrant.name),
                "me": mine is not None and entrant.number == mine.number,
                "points": [decimal(part) for part in points_of[entrant.number]],
                "total": decimal(totals[entrant.number]),
            },
            points_of[entrant.number],
        )
        for entrant in people
    ]


def _winners_sentence(rows: list[dict[str, Any]]) -> str:
    first = listed(row["name"] for row in rows if row["rank"] == 1)
    return _("The regatta is won by {names}.").format(names=first)


def _round_context(
    regatta: Regatta, number: int, seating: Seating, tables: Mapping[int, TableState], mine: Entrant | None
) -> dict[str, Any]:
    """A round that has begun: its tables, with who sits there and how they came in."""
    results = regatta.results[number - 1] if number <= len(regatta.results) else ()
    by_seat = {(result.table, result.seat): result for result in results}
    rows = []
    for table, people in enumerate(seating):
        begun = tables.get(table)
        seats = []
        for seat, person in enumerate(people):
            entrant = regatta.entrants[person] if person >= 0 else None
            result = by_seat.get((table, seat))
            seats.append(
                {
                    "name": isolated(entrant.name) if entrant else _("a bot"),
                    "bot": entrant is None,
                    "me": entrant is not None and entrant == mine,
                    "place": result.place if result else 0,
                    "points": decimal(result.points) if result else "",
                }
            )
        open_ = begun is not None and (not regatta.duplicate or bool(results))
        rows.append(
            {
                "number": table + 1,
                "seats": seats,
                "table": begun.table if begun and open_ else "",
                "state": _(STATES[begun.state]) if begun else "",
            }
        )
    return {"number": number, "tables": rows, "done": bool(results)}


def own_table(
    regatta: Regatta, owner: str, seatings: list[Seating], tables: Sequence[Mapping[int, TableState]]
) -> str:
    """The table at which a browser was seated in the current round, or ""."""
    mine = regatta.entrant(owner)
    if mine is None or regatta.between:
        return ""
    own_index = next(index for index, entrant in enumerate(regatta.entrants) if entrant == mine)
    for table, people in enumerate(seatings[regatta.begun - 1]):
        if own_index in people and table in tables[-1]:
            return str(tables[-1][table].table)
    return ""

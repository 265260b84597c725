"""Explicit set-ups: a table laid out by hand, for tests, puzzles and lessons."""

from __future__ import annotations

from quarterdeck.errors import SetupError
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.bank import doubloons_in_play
from quarterdeck.games.mutiny.retrieval import all_tiles, begin_retrieval, turn_tile
from quarterdeck.games.mutiny.rules import go_on
from quarterdeck.games.mutiny.state import CREW, DOUBLOONS, Phase, State
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.i18n import _
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import no_news
from quarterdeck.kernel.layout import SetupLayout, index_of, list_of, number
from quarterdeck.kernel.spec import Json

KEYS = (
    "bribes",
    "doubloons",
    "rum",
    "cutlasses",
    "lookout",
    "turn_no",
    "tile",
    "tiles_left",
    "called",
    "resolving",
    "retrieving",
)
STAGES = ("called", "resolving", "retrieving")
MOST_TURNS = 99


def arrange(s: State, _table: object, given: Json) -> None:
    """Lay out a template as `given` says; everything else is as at the start of a match.

    docs/json/mutiny.md describes the keys. The bank holds all other doubloons and rum. SetupError names the
    first error.
    """
    layout = SetupLayout(given, KEYS, int(s.seats))
    s.lookout = layout.seat("lookout")
    s.turn_no = layout.number("turn_no", 1, MOST_TURNS, default=1)
    if "bribes" in layout:
        _lay_bribes(s, layout["bribes"])
    _lay_unplayed_tokens(s, layout)
    _lay_tiles(s, layout)
    step = _first_step(s, layout)
    while step != Step.ASK:
        step = go_on(s, step, no_news())
    if s.phase == Phase.OVER:
        raise SetupError(_("With this set-up the game is over before anybody has a choice (MU-50)."))


# What the seats have


def _lay_bribes(s: State, bribes: object) -> None:
    """`bribes`: by crew member, doubloons and rum of each seat."""
    if not isinstance(bribes, dict):
        raise SetupError(_("bribes must map crew members to lists."))
    all_rum = int(s.bank) + sum(map(int, s.rum))
    for name in bribes:
        crew = _crew_index(name, "bribes")
        for seat, tokens in SetupLayout(bribes, bribes, int(s.seats)).per_seat(name):
            doubloons, rum = list_of(tokens, "bribes", 2)
            s.doubloons_on[crew, seat] = number(doubloons, "bribes", 0, DOUBLOONS)
            s.rum_on[crew, seat] = number(rum, "bribes", 0, all_rum)


def _crew_index(name: object, key: str) -> int:
    sentence = _("{key}: “{name}” is no crew member; they are {known}.")
    return index_of(name, CREW_NAMES, key, sentence)


def _lay_unplayed_tokens(s: State, layout: SetupLayout) -> None:
    """The unplayed tokens; without the key, the rest of the starting tokens (MU-2)."""
    in_all = int(s.bank) + sum(map(int, s.rum))
    for seat in range(int(s.seats)):
        s.doubloons[seat] = max(0, int(s.doubloons[seat]) - int(sum(s.doubloons_on[:, seat])))
        s.rum[seat] = max(0, int(s.rum[seat]) - int(sum(s.rum_on[:, seat])))
    for key, tokens, most in (
        ("doubloons", s.doubloons, DOUBLOONS),
        ("rum", s.rum, in_all),
        ("cutlasses", s.cutlasses, int(s.needed) - 1),
    ):
        for seat, count in layout.per_seat(key):
            tokens[seat] = number(count, key, 0, most)
    for seat in range(int(s.seats)):
        if doubloons_in_play(s, seat) > DOUBLOONS:
            sentence = _("Seat {seat} has {count} doubloons; there are {most} of each colour (MU-2).")
            count = doubloons_in_play(s, seat)
            raise SetupError(sentence.format(seat=seat, count=count, most=DOUBLOONS))
    rum = sum(map(int, s.rum)) + sum(int(count) for crew in range(CREW) for count in s.rum_on[crew])
    if rum > in_all:
        sentence = _("There are {count} rum on the table; there are only {most} (MU-2).")
        raise SetupError(sentence.format(count=rum, most=in_all))
    s.bank = in_all - rum


# The chart


def _lay_tiles(s: State, layout: SetupLayout) -> None:
    """`tile`, `tiles_left`: the face-up tile and the face-down tiles (MU-3)."""
    left = 0
    if "tiles_left" in layout:
        for value in layout.items("tiles_left"):
            left |= 1 << _tile_number(s, value, "tiles_left", left)
    upper = all_tiles(s) & ~left
    if "tile" in layout:
        upper = 1 << _tile_number(s, layout["tile"], "tile", left)
    if not upper:
        raise SetupError(_("tiles_left: one tile lies face up, so these can't be all of them (MU-3)."))
    s.pile = upper
    turn_tile(s)
    s.pile = left if "tiles_left" in layout else all_tiles(s) & ~(1 << int(s.tile))


def _tile_number(s: State, value: object, key: str, taken: int) -> int:
    tile = number(value, key, 0, int(s.tiles) - 1)
    if has(taken, tile):
        raise SetupError(_("{key}: tile {tile} is there only once (MU-3).").format(key=key, tile=tile))
    return tile


# How far the turn has come


def _first_step(s: State, layout: SetupLayout) -> Step:
    """`called`, `resolving`, `retrieving`: which decision comes next."""
    retrieving = layout.flag("retrieving")
    stages = [key for key in STAGES if layout[key]]
    if len(stages) > 1:
        sentence = _("Only one of {keys} can be what comes next.")
        raise SetupError(sentence.format(keys=", ".join(stages)))
    if retrieving:
        return begin_retrieval(s)
    if layout["resolving"]:
        s.crew = _crew_index(layout["resolving"], "resolving")
        return Step.RESOLVE
    s.crew = _crew_index(layout["called"] or CREW_NAMES[0], "called")
    for crew in range(int(s.crew), CREW):
        if any(s.rum_on[crew]):
            sentence = _("bribes: rum lies only on crew members that have been called this turn (MU-41).")
            raise SetupError(sentence)
    return Step.CALL

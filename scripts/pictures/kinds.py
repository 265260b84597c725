"""The list of all kinds of pages in all states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Page

from quarterdeck.coach.collection import puzzles
from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import owner_hash
from scripts.pictures import doing
from scripts.pictures.scenes import (
    GAMES,
    OTHER_SIZES,
    SETUPS,
    Moves,
    Scene,
    all_offered,
    all_tied,
    fullest,
    long_duel,
    running_dry,
    scenes,
)
from scripts.pictures.stock import SOMEBODY, Stock

__all__ = ["HEIGHTS", "Kind", "Scheme", "coached", "kinds", "show", "turn"]

Scheme = Literal["light", "dark"]
# Window heights by width.
HEIGHTS: Final = {1440: 900, 390: 844, 360: 640, 320: 640}

# Long names, as long as people are likely to have them.
LONG = ("Maximiliane", "Bartholomäus", "Cleo", "Jean-Baptiste", "Evangeline")
# A phase with waiting seats, for each game.
WAITED: Final = ("show", "cabins", "pick")
REFUSED: Final = 400
SERVER_FAILED: Final = 500
# The section of pages that say no.
REFUSALS: Final = "Refusals"


class Kind(NamedTuple):
    """A kind of page in a state: its section of the list, its name and its path, or a function that makes one
    which soon expires. `do` brings the page into that state. `twin`: so similar to another that tests skip it
    and only `make pictures` uses it.
    """

    part: str
    name: str
    where: str | Callable[[], str]
    do: Callable[[Page], None] | None = None
    twin: bool = False

    @property
    def path(self) -> str:
        """The path to open now."""
        return self.where if isinstance(self.where, str) else self.where()

    @property
    def slug(self) -> str:
        """The name for files and the command line."""
        return f"{self.part}-{self.name}".lower().replace(" ", "-").replace("!", "").replace(",", "")


def show(page: Page, kind: Kind, width: int, scheme: Scheme) -> None:
    """Open such a page in a window of this width, light or dark. Raises RuntimeError for an error where none
    is wanted: its page would make a fine picture, too.
    """
    turn(page, width, scheme)
    path = kind.path
    answer = page.goto(path)
    if answer is not None and answer.status >= (SERVER_FAILED if kind.part == REFUSALS else REFUSED):
        raise RuntimeError(f"{path} of “{kind.slug}” answered {answer.status}")
    if kind.do is not None:
        kind.do(page)


def turn(page: Page, width: int, scheme: Scheme) -> None:
    """Set the window's width, and light or dark mode."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def kinds(stock: Stock, twins: bool = True) -> list[Kind]:
    """All kinds except those that need the coach, or without `twins`; adds their matches to the stock."""
    found = [
        *_home_and_lobby(stock),
        *(kind for game in GAMES for kind in _table_in_each_phase(stock, game, twins)),
        *(
            kind._replace(twin=True)
            for game in OTHER_SIZES
            if twins
            for kind in _table_in_each_phase(stock, game, twins)
        ),
        *_around_a_table(stock),
        *_replays(stock),
        *_lessons(),
        *_puzzles(),
        *_pages_of_guest(stock),
        *_pages_to_read(stock),
    ]
    return [kind for kind in found if twins or not kind.twin]


def coached(stock: Stock) -> list[Kind]:
    """The kinds that need the coach, and thus a server that compiles its rules."""
    over = stock.keep(stock.match("meuterer", scenes("meuterer")[-1].moves, mine=(0,)))
    scene = _latest_scene("meuterer")
    asked = stock.keep(stock.match("meuterer", scene.moves, mine=scene.to_act[:1], terms=Terms(coach=True)))
    return [
        Kind("Coach", "before it is asked", f"{over}/replay?ply=40&seat=0"),
        Kind("Coach", "a replay", f"{over}/replay?ply=40&seat=0", doing.ask_about_a_replay),
        Kind("Coach", "all figures", f"{over}/figures?ply=40&seat=0"),
        Kind("Coach", "advice", asked, doing.ask_for_advice),
    ]


def _home_and_lobby(stock: Stock) -> Iterator[Kind]:
    for game in GAMES:
        yield Kind("Home", f"the form of {game}", f"/?game={game}")
    yield Kind("Home", "unfolded", "/", lambda page: doing.unfold(page, ".terms"))
    yield Kind("Home", "refused", "/", doing.submit_equal_names, twin=True)
    for game in GAMES:
        waiting = stock.match(game, open_seats=(1, 2) if game == "cartagena" else (1,), public=True)
        stock.keep(waiting)
        stock.keep(stock.match(game, _latest_scene(game).moves, public=True))
    yield Kind("Lobby", "with tables", "/lobby")


def _latest_scene(game: str) -> Scene:
    """The latest scene before the end."""
    return max(scenes(game)[:-1], key=lambda scene: len(scene.moves))


def _table_in_each_phase(stock: Stock, game: str, twins: bool) -> Iterator[Kind]:
    """A table in each phase: for the seat to act, for a waiting seat, for a spectator; and after the end."""
    players, part = SETUPS[game][1]["players"], game.capitalize()
    yield Kind(part, "beginning", stock.keep(stock.match(game, mine=(players - 1,))))
    for scene in scenes(game)[:-1]:
        mine = scene.to_act[0]
        match = stock.match(game, scene.moves, mine=(mine,), terms=Terms("live", 60, 300, coach=True))
        yield Kind(part, f"{scene.phase}, to act", stock.keep(match))
        others = [seat for seat in range(players) if seat not in scene.to_act]
        twin = scene.phase not in WAITED
        if others and (twins or not twin):
            match = stock.match(game, scene.moves, mine=(others[0],), names=LONG)
            yield Kind(part, f"{scene.phase}, waiting", stock.keep(match), twin=twin)
    yield Kind(part, "watched", stock.keep(stock.match(game, _latest_scene(game).moves)))
    end = scenes(game)[-1].moves
    yield Kind(part, "over", stock.keep(stock.match(game, end, mine=(0,))))
    yield Kind(part, "over, watched", stock.keep(stock.match(game, end, names=LONG)), twin=True)


def _around_a_table(stock: Stock) -> Iterator[Kind]:
    moves = _latest_scene("meuterer").moves
    talked = stock.match("meuterer", moves, mine=(1,))
    path = stock.keep(talked)
    stock.talk(talked)
    yield Kind("At a table", "talk", path, lambda page: doing.press(page, "#tab-talk"))
    yield Kind("At a table", "keys", path, lambda page: page.keyboard.press("?"))
    yield Kind("At a table", "what is this", path, lambda page: page.keyboard.press("w"))
    yield Kind("At a table", "this is the ship", path, doing.ask_about_the_ship)
    yield Kind("At a table", "everything unfolded", path, lambda page: doing.unfold(page, ".table details"))
    yield Kind("At a table", "away", stock.keep(_match_with_seat_away(stock, moves)))
    end = stock.keep(stock.match("cartagena", scenes("cartagena")[-1].moves, mine=(0,)))
    yield Kind("At a table", "the end in figures", end, lambda page: doing.unfold(page, ".finale details"))
    yield Kind("At a table", "sharing", end, doing.open_share_dialog)
    yield Kind("At a table", "a draw", stock.keep(_match_ended_in_draw(stock, moves)))
    rare = {
        ("Mutiny", "all tied"): ("mutiny", all_tied()),
        ("Mutiny", "all offered"): ("mutiny-4", all_offered()),
        ("Mutiny", "much to take back"): ("mutiny-2", _scene_of_phase("mutiny-2", "retrieve")),
        ("Cartagena", "long duel"): ("cartagena", long_duel()),
        ("Cartagena", "four in a duel"): ("cartagena-4", _scene_of_phase("cartagena-4", "duel")),
        ("Cartagena", "many doors"): ("cartagena", fullest("cartagena", "take", "open")),
        ("Cartagena", "running dry"): ("cartagena", running_dry()),
        ("Meuterer", "many roles"): ("meuterer", fullest("meuterer", "leave")),
    }
    for (part, name), (game, scene) in rare.items():
        match = stock.match(game, scene.moves, mine=scene.to_act[:1], terms=Terms(coach=True))
        yield Kind(part, name, stock.keep(match))
    for game, phase in (("meuterer", "offer"), ("cartagena", "cabins")):
        scene = _scene_of_phase(game, phase)
        match = stock.match(game, scene.moves, mine=scene.to_act[:1], terms=Terms(coach=True))
        yield Kind(game.capitalize(), "out of date", stock.keep(match), doing.choose_too_late)
    branch = stock.match("meuterer", moves, mine=(0,))
    yield Kind("At a table", "curtain", stock.keep(stock.match("meuterer", moves, mine=range(4))))
    hosted = stock.match("cartagena", mine=(0,), open_seats=(1, 2))
    yield Kind("Waiting room", "host", stock.keep(hosted), lambda page: doing.unfold(page, "details"))
    free = stock.match("mutiny", open_seats=(1, 3), names=LONG)
    yield Kind("Waiting room", "a friend", stock.keep(free))
    closed = stock.match("mutiny", mine=(0,), open_seats=(1, 3))
    commands.close(stock.owner)(closed, now())
    yield Kind("Waiting room", "closed", stock.keep(closed))
    path = stock.keep(branch)
    yield Kind("Devices", "before", f"{path}/devices")
    yield Kind(
        "Devices", "with a link", f"{path}/devices", lambda page: doing.send_form(page, "form .primary")
    )
    joined = stock.match("cartagena", open_seats=(1,))
    stock.keep(joined)
    yield Kind("Devices", "join", partial(stock.join, joined, 0))


def _scene_of_phase(game: str, phase: str) -> Scene:
    return next(scene for scene in scenes(game) if scene.phase == phase)


def _match_ended_in_draw(stock: Stock, moves: Moves) -> Match:
    """A match that its players have ended by agreement."""
    match = stock.match("meuterer", moves, mine=(0,))
    voting.ask(stock.owner, "draw")(match, now())
    version_asked = match.version
    for seat in range(1, match.game.players):
        voting.agree(owner_hash(f"{SOMEBODY} {seat}"), version_asked)(match, now())
    return match


def _match_with_seat_away(stock: Stock, moves: Moves) -> Match:
    match = stock.match("meuterer", moves, mine=(0,), terms=Terms("slow", days=2, timeout="seat"))
    commands.away(0, match.version)(match, now())
    return match


def _replays(stock: Stock) -> Iterator[Kind]:
    for game in GAMES:
        over = scenes(game)[-1].moves
        path = stock.keep(stock.match(game, over, mine=(0,)))
        middle = len(over) // 2
        yield Kind("Replay", f"{game}, a seat", f"{path}/replay?ply={middle}&seat=0")
        closed = f"{path}/replay?ply={middle}&seat=none&spoilers=off"
        yield Kind(
            "Replay",
            f"{game}, open cards",
            f"{path}/replay?ply={len(over) - 2}&seat=all",
            twin=game != "cartagena",
        )
        yield Kind("Replay", f"{game}, without spoilers", closed, twin=game != "meuterer")
    yield Kind(
        "Replay", "what if", f"{path}/replay?ply=9", lambda page: doing.press(page, "[popovertarget=what-if]")
    )
    yield Kind(
        "Replay", "share", f"{path}/replay?ply=9", lambda page: doing.press(page, "[popovertarget=share]")
    )
    yield Kind("Replay", "the example", "/table/example/replay?ply=16", twin=True)


def _lessons() -> Iterator[Kind]:
    for game in GAMES:
        course = f"/learn/{game}"
        yield Kind("Lessons", game, course, twin=game != "meuterer")
        yield Kind("Lessons", f"{game}, at the table", course, doing.start_course, twin=game == "meuterer")


def _puzzles() -> Iterator[Kind]:
    for game in GAMES:
        known = puzzles(game)
        yield Kind("Puzzles", f"of {game}", f"/puzzles?game={game}", twin=game != "meuterer")
        for at, what in enumerate(("asked", "solved", "failed")):
            puzzle = known[len(known) * at // 3]
            answers = {"solved": puzzle.answer.text, "failed": puzzle.other.text}
            do = partial(doing.answer_puzzle, action=answers[what]) if what in answers else None
            yield Kind("Puzzles", f"{game}, {what}", f"/puzzles/{puzzle.name}", do)


def _pages_of_guest(stock: Stock) -> Iterator[Kind]:
    stock.guest()
    stock.friends()
    yield Kind("You", "everything", "/me", lambda page: doing.unfold(page, ".forget"))
    for what, path in stock.email_links().items():
        yield Kind("You", f"e-mail, {what}", path)
    yield Kind(
        "You", "a recovery code", "/me", lambda page: doing.send_form(page, "form[action$='/me/code'] button")
    )
    yield Kind("You", "two guests", stock.two_guests)
    yield Kind("You", "a wrong code", "/me", doing.type_wrong_code, twin=True)
    yield Kind("Friends", "with everything", "/friends")
    stock.ladder()
    yield Kind("Ladder", "with people and bots", "/ladder")
    yield Kind("Ladder", "of a game that nobody has joined", "/ladder?game=mutiny", twin=True)
    stock.voyages()
    yield Kind("Daily", "before", "/daily?game=mutiny")
    yield Kind("Daily", "under way", "/daily?game=cartagena", twin=True)
    yield Kind("Daily", "compared", "/daily?game=meuterer")
    yield Kind("Daily", "a day that is over", f"/daily?game=meuterer&day={stock.yesterday}")
    yield Kind("Daily", "the table", stock.voyage)
    going_on, over = stock.regattas()
    yield Kind("Regatta", "the form", "/regatta?game=mutiny")
    yield Kind("Regatta", "before", stock.regatta(4))
    yield Kind("Regatta", "to join", stock.regatta(12, mine=False))
    yield Kind("Regatta", "going on", going_on)
    yield Kind("Regatta", "over", over)
    for game, seat in product(GAMES, (0, 1, 2)):
        stock.keep(stock.match(game, scenes(game)[-1].moves, mine=(seat,)))
    yield Kind("Your games", "all", "/games")
    yield Kind("Your games", "one game", "/games?game=mutiny", twin=True)
    old = stock.match("meuterer", scenes("meuterer")[-1].moves, mine=(0,))
    yield Kind("Your games", "under rules of old", stock.keep(old, rules_version=0))


def _pages_to_read(stock: Stock) -> Iterator[Kind]:
    for game in GAMES:
        yield Kind("Rules", game, f"/rules/{game}", twin=game != "mutiny")
        yield Kind("Rules", f"{game}, things", f"/rules/{game}/things", twin=game != "cartagena")
    yield Kind("Rules", "a search", "/rules/mutiny?q=spyglass#numbered")
    yield Kind("Rules", "one of them", "/rules/mutiny#MU-24", twin=True)
    yield Kind("Reading", "export", "/export")
    yield Kind("App", "no connection", "/offline")
    yield Kind("App", "a match file", "/open")
    yield Kind("App", "no match file", "/open", partial(doing.open_file, text="Ahoy!"))
    yield Kind("App", "a replay of a file", "/open", partial(doing.open_file, text=_random_match_file()))
    yield Kind("Reading", "network", "/network")
    yield Kind("Reading", "interface", "/api/v1/docs")
    yield Kind(REFUSALS, "no such page", "/nowhere")
    theirs = stock.keep(stock.match("mutiny"))
    yield Kind("Reading", "for the host", f"/host?table={theirs}")
    yield Kind(REFUSALS, "not yours", f"{theirs}/devices")


def _random_match_file() -> str:
    """The match file of a random game."""
    seed, options = GAMES["cartagena"]
    record = Record(Game("cartagena", **options), seed)
    for seat, action in scenes("cartagena")[-1].moves:
        record.append(seat, action)
    return record.dumps()

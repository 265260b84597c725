"""A server with a match in every state, and its pages walked through one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from scripts.pictures.kinds import Kind, kinds
from scripts.pictures.scenes import GAMES, scenes
from scripts.pictures.stock import Stock
from tests.browser.conftest import open_page

__all__ = ["PARTS", "PEOPLES_PARTS", "Stocked", "stocked_at"]

# The parts of the list of pages, first those on which people's names stand.
PEOPLES_PARTS: Final = (
    *("Home", "Lobby", "Meuterer", "Cartagena", "Mutiny", "At a table", "Waiting room", "Devices"),
    *("Replay", "You", "Friends", "Your games", "Daily", "Regatta", "Refusals"),
)
PARTS: Final = (*PEOPLES_PARTS, "Ladder", "Puzzles", "Lessons", "Rules", "Reading", "App")


class Stocked(NamedTuple):
    """Where the server is, what it has, and what is to be seen there."""

    address: str
    stock: Stock
    kinds: list[Kind]

    def named(self, *slugs: str) -> list[Kind]:
        """The pages with these names."""
        found = [kind for kind in self.kinds if kind.slug in slugs]
        assert len(found) == len(slugs)
        return found

    def tables(self, game: str) -> Iterator[str]:
        """The address of a new table for each kind of decision in a game: it is up to us."""
        return (self.table(game, scene.phase) for scene in scenes(game)[:-1])

    def table(self, game: str, phase: str, waits: bool = False) -> str:
        """The address of a new table in this phase: it is up to us, or if we wait, to others alone."""
        scene = next(scene for scene in scenes(game) if scene.phase == phase)
        seats = range(GAMES[game][1]["players"])
        mine = next(seat for seat in seats if (seat in scene.to_act) != waits)
        with self.stock.reopened():
            return self.stock.keep(self.stock.match(game, scene.moves, mine=[mine]))

    def complaints(self, part: str, look: Callable[[Kind], Iterable[str]]) -> list[str]:
        """What is wrong with the pages of a part, each line with its page before it."""
        pages = (kind for kind in self.kinds if kind.part == part)
        return [f"{kind.slug}{line}" for kind in pages for line in look(kind)]

    @contextmanager
    def signed_in(self, chromium: Browser, complaints: list[str] | None = None) -> Iterator[Page]:
        """The page of whoever has the seats, with a mouse; `complaints` gets what the browser says."""
        page = open_page(chromium, self.address, [] if complaints is None else complaints)
        self.sign_in(page.context)
        yield page
        page.context.close()

    def sign_in(self, context: BrowserContext, seat: int | None = None) -> None:
        """Make it the browser of whoever has the seats; or, of this seat where that is somebody else."""
        self.stock.sign_in(context, self.address, seat)


@contextmanager
def stocked_at(data: Path, names: Sequence[str] | None = None) -> Iterator[Stocked]:
    """A server whose data are in this folder and where no bot moves; `names`: what everybody is called."""
    stock = Stock(data, names)
    found = kinds(stock, twins=False)
    server = stock.server()
    assert server.address
    yield Stocked(server.address, stock, found)
    written = server.stop()
    assert written == "", written

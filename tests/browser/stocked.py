"""A server with a match in every state, and its pages walked through one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from scripts.pictures.kinds import Kind, kinds
from scripts.pictures.stock import Stock
from tests.browser.conftest import open_page

__all__ = ["PARTS", "PEOPLES_PARTS", "Stocked", "stocked_at"]

# The parts of the list of pages, first those on which people's names stand.
PEOPLES_PARTS: Final = (
    *("Home", "Lobby", "Meuterer", "Cartagena", "Mutiny", "At a table", "Waiting room", "Devices"),
    *("Replay", "You", "Your games", "Refusals"),
)
PARTS: Final = (*PEOPLES_PARTS, "Lessons", "Rules", "Reading")


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

    def complaints(self, part: str, look: Callable[[Kind], Iterable[str]]) -> list[str]:
        """What is wrong with the pages of a part, each line with its page before it."""
        pages = (kind for kind in self.kinds if kind.part == part)
        return [f"{kind.slug}{line}" for kind in pages for line in look(kind)]

    @contextmanager
    def signed_in(self, chromium: Browser) -> Iterator[Page]:
        """The page of whoever has the seats, with a mouse."""
        page = open_page(chromium, self.address, [])
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
    assert server.stop() == ""

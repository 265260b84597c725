"""Takes a picture of every page in every state: `make pictures`.

The pictures, at 1440 and 390 pixels, light and dark, in every language, go into build/pictures with an index.
Each page is also checked with axe-core, and its layout is measured in windows of all sizes. Any fault makes
the command fail.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from quarterdeck.i18n import languages
from scripts import chromium
from scripts.pictures.axe import violations
from scripts.pictures.kinds import HEIGHTS, Kind, Scheme, coached, kinds, show, turn
from scripts.pictures.layout import SIZES, faults, turn_to
from scripts.pictures.sheet import PageShot, sheet
from scripts.pictures.stock import Stock

__all__ = ["main", "take"]

FOLDER: Final = Path(__file__).parents[2] / "build" / "pictures"
WIDTHS: Final = (1440, 390)
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")
# Timeout in milliseconds for a coach that first compiles its rules.
PATIENCE: Final = 300_000
# Maximum height of a picture: only the rules are longer.
LONGEST: Final = 2600


def main(arguments: Sequence[str] | None = None) -> int:
    """Take all pictures, or those of the pages whose names have one of the words given."""
    parser = argparse.ArgumentParser(prog="python -m scripts.pictures", description=main.__doc__)
    parser.add_argument("words", nargs="*", help="words in names of pages, such as cartagena or replay-share")
    parser.add_argument("--languages", nargs="+", default=languages(), choices=languages())
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder, by default build/pictures")
    parser.add_argument("--coach", action="store_true", help="also what the coach says, which takes minutes")
    options = parser.parse_args(arguments)
    program = chromium.path()
    if program is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        stock = Stock(Path(data))
        wanted = [*kinds(stock), *(coached(stock) if options.coach else [])]
        if options.words:
            wanted = [kind for kind in wanted if any(word in kind.slug for word in options.words)]
        server = stock.server(compiled=options.coach)
        browser = chromium.launch(playwright, program)
        shots = take(browser, server.address, stock, wanted, options.languages, options.into)
        browser.close()
        server.stop()
    (options.into / "index.html").write_text(sheet(shots), "utf-8")
    print(f"{len(shots)} pictures: {options.into / 'index.html'}")
    return 1 if any(shot.violations for shot in shots) else 0


def take(
    browser: Browser,
    address: str,
    stock: Stock,
    wanted: Sequence[Kind],
    in_languages: Sequence[str],
    into: Path,
) -> list[PageShot]:
    """Take pictures of these kinds of pages into a folder; returns each with its page's faults."""
    into.mkdir(parents=True, exist_ok=True)
    shots = []
    for language in in_languages:
        context = browser.new_context(base_url=address, locale=language)
        context.set_default_timeout(PATIENCE)
        stock.sign_in(context, address)
        page = context.new_page()
        for kind in wanted:
            show(page, kind, WIDTHS[0], SCHEMES[0])
            for width in WIDTHS:
                for scheme in SCHEMES:
                    turn(page, width, scheme)
                    name = f"{kind.slug}-{language}-{width}-{scheme}.jpg"
                    _take_picture(page, width, into / name)
                    shots.append(PageShot(kind, language, width, scheme, name, violations(page)))
            shots[-1].violations.extend(_layout_faults(page))
            print(f"{language} {kind.slug}")
            for shot in shots[-len(WIDTHS) * len(SCHEMES) :]:
                for line in shot.violations:
                    print(f"{shot.name}: {line}")
            sys.stdout.flush()
        context.close()
    return shots


def _layout_faults(page: Page) -> list[str]:
    """The faults of the page's layout, in windows of all sizes."""
    lines = []
    for size in SIZES:
        turn_to(page, size)
        lines += [f"{size[0]}x{size[1]}: {line}" for line in faults(page)]
    turn_to(page, (WIDTHS[0], HEIGHTS[WIDTHS[0]]))
    return lines


def _take_picture(page: Page, width: int, path: Path) -> None:
    """A picture of the whole page, up to the maximum height."""
    height = page.evaluate("document.documentElement.scrollHeight")
    height = max(HEIGHTS[width], min(height, LONGEST))
    page.screenshot(
        path=path,
        type="jpeg",
        quality=70,
        full_page=True,
        clip={"x": 0, "y": 0, "width": width, "height": height},
    )


if __name__ == "__main__":
    sys.exit(main())

"""Films how a round and a game end, as a strip of pictures, four a second: `python -m scripts.film GAME OUT`.

A game of bots is played without a window up to a few moves before that moment; from there a browser plays it
at the chosen pace. OUT gets each frame, and a page and a picture with all of them.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from quarterdeck.bots import bot
from quarterdeck.play import GAMES, Game, Record
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.sight import look
from quarterdeck.tables.seats import HUMAN
from scripts import chromium
from scripts.pictures.stock import Stock

__all__ = ["film", "main"]

PLAYER: Final = "rule-of-thumb"
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
# Seconds between two frames.
BEAT: Final = 0.25
# The most frames of a film, and those after its end.
MOST: Final = 480
AFTER: Final = 12
# Frames in a row of the strip.
ROW: Final = 8
STYLE: Final = f"""
body {{ display: grid; grid-template-columns: repeat({ROW}, 1fr); gap: 4px; margin: 0; }}
figure, p {{ margin: 0; }}
img {{ width: 100%; }}
"""
POSSIBLE: Final = "#region_prompt #acts button[name=action]:not([aria-disabled])"
SUMMED: Final = "#story .scene:visible .sums"
HALTED: Final = ".sums, .landfall"
OVER: Final = "#region_finale .headline:visible"


def main(arguments: Sequence[str] | None = None) -> int:
    """Film a game's round and end."""
    parser = argparse.ArgumentParser(prog="python -m scripts.film", description=main.__doc__)
    parser.add_argument("game", choices=list(GAMES), help="the game's id")
    parser.add_argument("out", type=Path, help="the folder for the frames")
    parser.add_argument("--part", choices=("round", "end"), action="append", help="only this part")
    window = "the window's width and height, such as 390x844 (1280x720)"
    parser.add_argument("--size", type=size, default=(1280, 720), help=window)
    parser.add_argument("--pace", default="normal", choices=("brisk", "normal", "calm"))
    parser.add_argument(
        "--before", type=int, default=8, help="how many moves before that moment the film begins"
    )
    parser.add_argument("--seed", default="film", help="which game")
    options = parser.parse_args(arguments)
    program = chromium.path()
    if program is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    width, height = options.size
    for part in options.part or ("round", "end"):
        with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
            stock = Stock(Path(data))
            path = stock.keep(
                _match_before_moment(options.game, options.seed, stock.owner, part, options.before)
            )
            server = stock.server(pause=1.0)
            browser = chromium.launch(playwright, program)
            context = browser.new_context(
                base_url=server.address, viewport={"width": width, "height": height}, locale="en"
            )
            context.add_init_script(
                f'try {{ localStorage["quarterdeck-pace"] ||= "{options.pace}"; }} catch {{}}'
            )
            stock.sign_in(context, server.address)
            page = context.new_page()
            page.goto(path)
            count = film(page, options.out / part, SUMMED if part == "round" else OVER)
            _make_strip(browser, options.out / part, count, width)
            browser.close()
            server.stop()
            print(f"{count} frames: {options.out / part / 'strip.png'}")
    return 0


def size(text: str) -> tuple[int, int]:
    """Parse a window's width and height."""
    sides = re.fullmatch(r"([1-9]\d{1,3})x([1-9]\d{1,3})", text)
    if not sides:
        raise argparse.ArgumentTypeError(f"“{text[:40]}” is no size of a window, such as 390x844")
    return int(sides[1]), int(sides[2])


def _match_before_moment(game: str, seed: str, owner: str, part: str, before: int) -> Match:
    """A match of one person and bots, a few moves before the end of its second round, or of the game."""
    record = Record(Game(game, players=len(NAMES)), seed, list(NAMES))
    kinds = [HUMAN, *[PLAYER] * (len(NAMES) - 1)]
    players = [bot(PLAYER, seat) for seat in range(len(NAMES))]
    moves, position = [], record.position
    while not position.over:
        seat = position.to_act[0]
        moves.append((seat, players[seat].choose(position.view(seat))))
        position = position.play(*moves[-1])
    whole = _match_after(record, kinds, owner, moves)
    chapters = look(whole, None).chapters
    end = len(moves) if part == "end" else chapters[2].ply
    return _match_after(record, kinds, owner, moves[: max(0, end - before)])


def _match_after(record: Record, kinds: list[str], owner: str, moves: Sequence[tuple[int, object]]) -> Match:
    match = Match.fresh(record, kinds, owner)
    for seat, action in moves:
        match.add("move", seat, 0, action=str(action), by="player")
    return match


def film(page: Page, out: Path, until: str) -> int:
    """Film a table until an element is there, and a little longer; whoever plays acts when nothing is told
    any more, and goes on after a while. Returns the number of frames.
    """
    out.mkdir(parents=True, exist_ok=True)
    frames_left, waited, count = AFTER, 0, 0
    started_at = time.monotonic()
    while count < MOST and frames_left:
        page.screenshot(path=out / f"{count:03}.jpg", type="jpeg", quality=60)
        count += 1
        frames_left -= bool(page.locator(until).count())
        # What waits for whoever plays: a story that has come to a halt, or a decision.
        halted = page.locator(f"#story:has({HALTED}) [data-story=on]:visible")
        story = page.locator("#story:visible")
        awaited = halted if story.count() else page.locator(POSSIBLE)
        waited = waited + 1 if awaited.count() else 0
        if waited > AFTER and frames_left == AFTER:
            awaited.first.click()
            waited = 0
        time.sleep(max(0.0, started_at + count * BEAT - time.monotonic()))
    return count


def _make_strip(browser: Browser, out: Path, count: int, width: int) -> None:
    """A page with all frames, and a picture of it."""
    frames = "".join(
        f'<figure><img src="{number:03}.jpg"><p>{number * BEAT:.2f} s</p></figure>' for number in range(count)
    )
    (out / "index.html").write_text(f"<!doctype html><style>{STYLE}</style>{frames}", "utf-8")
    page = browser.new_page(viewport={"width": ROW * min(width, 400), "height": 800})
    page.goto((out / "index.html").resolve().as_uri())
    page.screenshot(path=out / "strip.png", full_page=True)
    page.close()


if __name__ == "__main__":
    sys.exit(main())

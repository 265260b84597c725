"""Retakes the README's and the site's pictures, at 1440 and 390 pixels, from games played in a browser: `make
screenshots`.

The pictures go to docs/images, as PNG files with a palette of 256 colours: a quarter of the size, and no
visible loss.
"""

from __future__ import annotations

import argparse
import base64
import random
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

from scripts import chromium
from tests.servers import running

FOLDER = Path(__file__).parents[1] / "docs" / "images"
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}
# Pictures that are also taken in dark mode.
NIGHTS = {"home", "table", "cartagena-doors", "mutiny-bid"}
POSSIBLE = "#region_prompt button[name=action]:not([aria-disabled])"
OVER = "#region_prompt .after"
# The preferred choices in Cartagena, if available.
LIKED = ("take bijoux", "take ojo", "take crackpott", "take cambivalute", "take tembo")
# Other players act at the same time, so only this shows that the table has answered.
ANSWERED = "#main:not([aria-busy])"
DECIDING = "#region_prompt button[type=submit]:not([aria-disabled])"
COLOURS = 256
# Not every deal has a duel with cards to lay, or a tie for which rum is offered.
MOST_GAMES = 8
PIXELS = """async source => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const pixels = new Uint8Array(canvas.getImageData(0, 0, picture.width, picture.height).data);
  let text = "";
  for (let at = 0; at < pixels.length; at += 8192)
    text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return btoa(text);
}"""


def main(given: Sequence[str] | None = None) -> int:
    """Take all pictures, or those whose names are given."""
    parser = argparse.ArgumentParser("python -m scripts.screenshots", description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder, by default docs/images")
    options = parser.parse_args(given)
    wanted = set(options.names or NAMES)
    if unknown := wanted - set(NAMES):
        parser.error(f"there is no {min(unknown)}; known are {', '.join(NAMES)}")
    program = chromium.path()
    if program is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    options.into.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright, program)
        context = browser.new_context(base_url=server.address, reduced_motion="reduce")
        # Moves are shown at once, without their story.
        context.add_init_script("""try { localStorage["quarterdeck-pace"] = "now"; } catch {}""")
        camera = Camera(context.new_page(), browser.new_page(), wanted, options.into)
        for names, play in TOURS:
            if wanted & set(names):
                play(camera)
        browser.close()
    return 0


class Camera:
    """Takes a page's picture at each size, and compresses the files with the help of an empty page."""

    def __init__(self, page: Page, darkroom: Page, wanted: set[str], into: Path) -> None:
        self.page = page
        self._darkroom = darkroom
        self._wanted = wanted
        self._into = into
        self.seen: set[str] = set()

    @property
    def done(self) -> bool:
        """Whether all requested pictures were taken."""
        return self._wanted <= self.seen

    def take(self, name: str) -> None:
        """Take a picture of the page in each size, in light and perhaps dark mode; only once per name."""
        if name in self.seen:
            return
        self.seen.add(name)
        if name not in self._wanted:
            return
        self._take_each_size(name)
        if name in NIGHTS:
            self.page.emulate_media(color_scheme="dark")
            self._take_each_size(f"{name}-night")
            self.page.emulate_media(color_scheme="light")

    def _take_each_size(self, name: str) -> None:
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.mouse.move(0, 0)
            self.page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
            self.page.wait_for_timeout(300)
            screenshot = "data:image/png;base64," + base64.b64encode(self.page.screenshot()).decode()
            raw = base64.b64decode(self._darkroom.evaluate(PIXELS, screenshot))
            pixels = np.frombuffer(raw, np.uint8).reshape(height, width, 4)[:, :, :3]
            path = self._into / f"{name}-{size}.png"
            path.write_bytes(small_png(pixels))
            print(f"{path}  {path.stat().st_size // 1024} KiB")


def begin(page: Page, game: str) -> None:
    """Start a game against bots from the first page."""
    page.goto("/")
    page.locator(f"button[name=quick][value={game}]").click()
    page.wait_for_url("**/table/*")


def play_until(
    camera: Camera, names: set[str], play: Callable[[Camera, random.Random], None], seed: int
) -> None:
    """Play complete games until pictures of these names have been taken, at most MOST_GAMES."""
    dice = random.Random(seed)
    for _game in range(MOST_GAMES):
        play(camera, dice)
        if names <= camera.seen:
            break


def tour(camera: Camera) -> None:
    """From the first page through a game to its replay, with pictures of each step."""
    page, dice = camera.page, random.Random(5)
    page.goto("/")
    camera.take("home")
    if camera.done:
        return
    begin(page, "meuterer")
    while True:
        page.wait_for_selector(f"{POSSIBLE}, {OVER}")
        if page.locator(OVER).count():
            break
        actions = page.locator(POSSIBLE).evaluate_all("buttons => buttons.map(button => button.value)")
        late = page.locator("#region_result .round").count() >= 2
        subject = {"show": "table", "conflict": "mutiny"}.get(actions[0].split()[0])
        if late and subject and page.locator(".seat .shown .mini").count() >= 3:
            camera.take(subject)
        version = page.locator("[name=version]").first.get_attribute("value")
        page.locator(f'{POSSIBLE}[value="{dice.choice(actions)}"]').first.click()
        page.wait_for_selector(f"{OVER}, [name=version]:not([value='{version}'])", state="attached")
    camera.take("over")
    page.goto("/table/example/replay?ply=16")
    camera.take("replay")


def voyage(camera: Camera) -> None:
    """Games of Cartagena: doors, a duel late in the mutiny, and the end."""
    play_until(camera, {"cartagena-doors", "cartagena-duel"}, _play_voyage, seed=11)
    camera.take("cartagena-over")


def _play_voyage(camera: Camera, dice: random.Random) -> None:
    page = camera.page
    begin(page, "cartagena")
    while True:
        page.wait_for_selector(f"{POSSIBLE}, {OVER}")
        if page.locator(OVER).count():
            break
        actions = page.locator(POSSIBLE).evaluate_all("buttons => buttons.map(button => button.value)")
        if subject := _picture_name(page, actions):
            camera.take(subject)
        liked = [action for action in actions if action in LIKED] or actions
        page.locator(f'{POSSIBLE}[value="{dice.choice(liked)}"]').click()
        page.wait_for_selector(ANSWERED)


def _picture_name(page: Page, actions: list[str]) -> str | None:
    """The picture that the current state is worth: doors late in the voyage, or a duel in progress."""
    if actions[0].startswith("play") and page.locator(".fight li").count() >= 2:
        return "cartagena-duel"
    sailors, rounds = page.locator(".pair.placed").count(), page.locator("#log .told").count()
    if "open" in actions and len(actions) >= 3 and sailors >= 2 and rounds >= 6:
        return "cartagena-doors"
    return None


def bribery(camera: Camera) -> None:
    """Games of Mutiny!: a late bid, a tie for which rum is offered, and the end."""
    play_until(camera, {"mutiny-bid", "mutiny-tie"}, _play_bribery, seed=3)
    camera.take("mutiny-over")


def _play_bribery(camera: Camera, dice: random.Random) -> None:
    page = camera.page
    begin(page, "mutiny")
    while True:
        page.wait_for_selector(f"{DECIDING}, {OVER}")
        if page.locator(OVER).count():
            break
        subject = _compose_choice(page, dice)
        late = page.locator("#log .told").count() >= 2
        if late and subject in ("bid", "tie"):
            camera.take(f"mutiny-{subject}")
        kinds = {"bid": ".go", "offer": ".go", "move": ".target:not([aria-disabled])"}
        dice.choice(page.locator(kinds.get(subject, DECIDING)).all()).click()
        page.wait_for_selector(ANSWERED)


def _compose_choice(page: Page, dice: random.Random) -> str:
    """Compose a bid, an offer or a move up to its confirmation, or break a tie; returns which it was."""
    if page.locator(".bidding").count():
        for key in dice.choice(("", "2", "22", "24", "4")):
            page.keyboard.press(key)
        return "bid"
    if page.locator(".moving").count():
        dice.choice(page.locator(".token-pick").all()).click()
        return "move"
    if page.locator(".offering").count():
        return "offer"
    return "tie" if page.locator(".offers .shown").count() else ""


TOURS: Final = (
    (("home", "table", "mutiny", "over", "replay"), tour),
    (("cartagena-doors", "cartagena-duel", "cartagena-over"), voyage),
    (("mutiny-bid", "mutiny-tie", "mutiny-over"), bribery),
)
NAMES: Final = tuple(name for names, _play in TOURS for name in names)


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """A PNG file with a palette, from uint8 [height, width, 3]."""
    height, width, _channels = pixels.shape
    palette, indexes = quantized(pixels.reshape(-1, 3))
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = indexes.reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        ("IHDR", header),
        ("PLTE", palette.tobytes()),
        ("IDAT", zlib.compress(rows.tobytes(), 9)),
        ("IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind.encode(), data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def quantized(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The palette, uint8 [256, 3], and each pixel's index, by median cut: the widest box of colours is
    split.
    """
    codes = pixels.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    known, back, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([known >> 16, known >> 8 & 255, known & 255], axis=1).astype(np.int64)
    boxes = [np.arange(len(colours))]
    while len(boxes) < COLOURS:
        spreads = [
            int(np.ptp(colours[box], axis=0).max() * np.sqrt(counts[box].sum())) if len(box) > 1 else -1
            for box in boxes
        ]
        widest = int(np.argmax(spreads))
        if spreads[widest] < 0:
            break
        box = boxes.pop(widest)
        channel = int(np.ptp(colours[box], axis=0).argmax())
        box = box[np.argsort(colours[box, channel], kind="stable")]
        middle = np.searchsorted(np.cumsum(counts[box]), counts[box].sum() / 2)
        cut = int(min(max(middle, 1), len(box) - 1))
        boxes += [box[:cut], box[cut:]]
    palette = np.zeros((COLOURS, 3), np.uint8)
    index_of = np.zeros(len(colours), np.uint8)
    for number, box in enumerate(boxes):
        palette[number] = np.average(colours[box], axis=0, weights=counts[box]).round()
        index_of[box] = number
    return palette, index_of[back.reshape(-1)]


if __name__ == "__main__":
    sys.exit(main())

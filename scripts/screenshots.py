"""Retakes the README's and the site's pictures, at 1440 and 390 pixels, from games played in a browser: `make
screenshots`.

The pictures go to docs/images, as PNG files with a palette of 256 colours: a quarter of the size, and no
visible loss.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PIL import Image
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
        camera = Camera(context.new_page(), wanted, options.into)
        for names, play in TOURS:
            if wanted & set(names):
                play(camera)
        browser.close()
    return 0


class Camera:
    """Takes a page's picture at each size, as a file with a palette."""

    def __init__(self, page: Page, wanted: set[str], into: Path) -> None:
        self.page = page
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
            path = self._into / f"{name}-{size}.png"
            path.write_bytes(small_png(self.page.screenshot()))
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
        kinds = {"bid": ".go", "offer": ".go", "move": ".target"}
        meant = page.locator(f"{kinds.get(subject, DECIDING)}:not([aria-disabled])").all()
        dice.choice(meant or page.locator(DECIDING).all()).click()
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
        # A price names who is to be picked; the form begins with nobody.
        for nobody in page.locator(".for-whom:not(:has([aria-pressed=true])) .choose").all()[:1]:
            nobody.click()
        return "offer"
    return "tie" if page.locator(".offers .shown").count() else ""


TOURS: Final = (
    (("home", "table", "mutiny", "over", "replay"), tour),
    (("cartagena-doors", "cartagena-duel", "cartagena-over"), voyage),
    (("mutiny-bid", "mutiny-tie", "mutiny-over"), bribery),
)
NAMES: Final = tuple(name for names, _play in TOURS for name in names)


def small_png(screenshot: bytes) -> bytes:
    """The same picture as a PNG file with a palette."""
    small = io.BytesIO()
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    sys.exit(main())

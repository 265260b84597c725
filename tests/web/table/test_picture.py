"""The picture of a preview: its size, and that no name is too long or too odd for it."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from quarterdeck.web.table.picture import HEIGHT, PAGE, WIDTH, drawable, picture
from quarterdeck.web.table.preview import Preview, RankedPlayer

PLAIN = Preview("Meuterer", ("English rulebook", "4 players"), "The game is going on.", ())
ODD = [
    "W" * 40,
    "Żaneta Öğüt-Łukasiewicz von und zu Schifferstadt",
    "محمد العربي",
    "😀👨‍👩‍👧",
    "Zalgo" + "\u0337\u0349" * 12,
    "\u202egnorw",
    "<b>&amp;",
    "日本語 Ann",
]


def drawn(preview: Preview) -> Image.Image:
    return Image.open(io.BytesIO(picture(preview))).convert("RGB")


def outside(image: Image.Image) -> Image.Image:
    """The picture without the sheet."""
    image = image.copy()
    image.paste((0, 0, 0), PAGE)
    return image


def test_it_has_the_size_that_previews_want_and_is_small() -> None:
    assert drawn(PLAIN).size == (WIDTH, HEIGHT) == (1200, 630)
    assert len(picture(PLAIN)) < 100_000


def test_equal_previews_give_equal_bytes_and_others_do_not() -> None:
    again = Preview(*PLAIN.__dict__.values())
    picture.cache_clear()
    first = picture(PLAIN)
    picture.cache_clear()
    assert picture(again) == first
    assert picture(Preview("Mutiny!", PLAIN.details, PLAIN.sentence, ())) != first


@pytest.mark.parametrize("at", range(len(ODD)))
def test_no_name_leaves_the_sheet(at: int) -> None:
    names = drawable(ODD)
    sentence = f"{names[at]} won, 3 points ahead of {names[at]} and {names[at]}."
    players = tuple(RankedPlayer(f"{seat + 1}.", names[at], "1000 points") for seat in range(6))
    found = outside(drawn(Preview(names[at] * 3, (names[at],) * 4, sentence, players)))
    # The colours of the whole are chosen anew for each picture, so shades may differ a little.
    change = ImageChops.difference(found, outside(drawn(PLAIN))).convert("L").point(lambda shade: shade > 60)
    assert change.getbbox() is None


def test_names_are_written_as_far_as_the_font_goes() -> None:
    long, polish, arabic, family, stacked, turned, markup, mixed = drawable(ODD)
    assert (long, polish) == (ODD[0], ODD[1])
    assert (arabic, family) == ("Player 3", "Player 4")
    assert stacked == "Zalgo"
    assert turned == "gnorw"
    assert markup == "<b>&amp;"
    assert mixed == "Ann"

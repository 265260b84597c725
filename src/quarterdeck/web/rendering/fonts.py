"""The site's typeface: Source Serif, cut down to the letters of western European languages.

The package font-source-serif-pro has the whole typeface, under the SIL Open Font License. Browsers get WOFF2
files of some 17 kB. They are made once and kept in the cache folder.
"""

from __future__ import annotations

import hashlib
import io
import os
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from quarterdeck.kernel.jit import cache_base
from quarterdeck.play.new_files import draft_of

__all__ = ["FACES", "Face", "face_css", "woff2"]


class Face(NamedTuple):
    """A cut of the typeface: its file in the package, and when browsers use it."""

    style: str
    weights: str
    slant: str

    @property
    def path(self) -> str:
        """The path below /static."""
        return f"fonts/{self.style.lower()}.woff2"


# Black is for great titles, Semibold for titles, names of places and cards; the others are for text.
FACES: Final = (
    Face("Regular", "400", "normal"),
    Face("It", "400", "italic"),
    Face("Semibold", "600 700", "normal"),
    Face("SemiboldIt", "600 700", "italic"),
    Face("BlackIt", "900", "italic"),
)
# Latin-1, the letters that French and German need beyond it, and the punctuation of our sentences.
CHARACTERS: Final = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x152, 0x153, 0x178, 0x1E9E, 0x2026, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2212, 0x2260),
    *(0x2009, 0x202F, *range(0x2010, 0x2015)),
    *range(0x2018, 0x2023),
)
FEATURES: Final = ("kern", "liga", "lnum", "tnum", "pnum", "ccmp", "locl")
# The typeface's name is reserved for whole copies: ours has another, and keeps the copyright and the licence.
NAMES: Final = (0, 13, 14)
# Faces that computers have, which pages use until ours has loaded, and their width relative to ours. They
# get the ascent, descent and line gap of ours, so that no line moves when ours takes their place.
FALLBACKS: Final = (
    ("Georgia", ("Georgia", "Gelasio"), 101.2),
    ("Times", ("Times New Roman", "Times", "Liberation Serif", "Tinos"), 111.1),
    ("DejaVu", ("DejaVu Serif",), 87.3),
)
ASCENT, DESCENT = 103.6, 33.5


def face_css(addresses: dict[str, str]) -> str:
    """The style sheet with the faces; `addresses` maps their paths to the addresses of their files."""
    rules = [
        f'@font-face {{ font-family: "Quarterdeck"; font-weight: {face.weights}; font-style: {face.slant}; '
        f'font-display: swap; src: url("{addresses[face.path]}") format("woff2"); }}'
        for face in FACES
    ]
    for name, locals_, width in FALLBACKS:
        sources = ", ".join(f'local("{one}")' for one in locals_)
        rules.append(
            f'@font-face {{ font-family: "Quarterdeck like {name}"; src: {sources}; size-adjust: {width}%; '
            f"ascent-override: {ASCENT * 100 / width:.1f}%; descent-override: {DESCENT * 100 / width:.1f}%; "
            "line-gap-override: 0%; }"
        )
    return "\n".join(rules) + "\n"


def woff2(face: Face) -> bytes:
    """The file of a face: from the cache folder, or made and kept there."""
    source = (files("font_source_serif_pro") / "files" / f"SourceSerifPro-{face.style}.ttf").read_bytes()
    version = hashlib.sha256(source + repr((CHARACTERS, FEATURES, NAMES)).encode()).hexdigest()[:16]
    cached = cache_base() / "fonts" / f"{face.style}-{version}.woff2"
    with suppress(OSError):
        return cached.read_bytes()
    content = _make_woff2(source)
    # Without a cache folder that can be written, each server makes them for itself.
    with suppress(OSError):
        _write_whole(cached, content)
    return content


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(path) as draft:
        draft.write_bytes(content)
        os.replace(draft, path)


def _make_woff2(source: bytes) -> bytes:
    # Imported here, since it takes half a second and is rarely needed.
    from fontTools import subset

    options = subset.Options(
        hinting=False, layout_features=list(FEATURES), name_IDs=list(NAMES), flavor="woff2"
    )
    font = subset.load_font(io.BytesIO(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()

"""The page with the pictures from `make screenshots`, each in its available sizes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

__all__ = ["gallery"]

# Picture name → its caption; without one the name is the caption.
TITLES = {
    "home": "The first page",
    "table": "Meuterer: a hand of cards",
    "mutiny": "Meuterer: the mutiny",
    "over": "Meuterer: the end, with where each point came from",
    "replay": "A replay",
    "cartagena-doors": "Cartagena: the cabin doors",
    "cartagena-duel": "Cartagena: a duel",
    "cartagena-over": "Cartagena: the end",
    "mutiny-bid": "Mutiny!: a closed fist",
    "mutiny-tie": "Mutiny!: a tie, and rum for the lookout",
    "mutiny-over": "Mutiny!: the end",
}
# Name suffix → the size or mode of a picture, in display order.
SIZES = {
    "wide": "on a screen",
    "narrow": "on a phone",
    "night-wide": "on a screen by night",
    "night-narrow": "on a phone by night",
}
INTRO = """# Pictures

Taken by `make screenshots` from games that a browser plays, at 1440 and at 390 pixels.
Click one to see it whole.
"""


def gallery(folder: Path) -> str:
    """The page as Markdown, for the folder above the pictures."""
    found: dict[str, dict[str, Path]] = defaultdict(dict)
    for path in sorted(folder.glob("*.png")):
        size = max((one for one in SIZES if path.stem.endswith(f"-{one}")), key=len, default="")
        found[path.stem.removesuffix(f"-{size}")][size or "wide"] = path
    known = [name for name in TITLES if name in found]
    return "\n".join([INTRO, *(_section(name, found[name]) for name in dict.fromkeys([*known, *found]))])


def _section(name: str, sizes: dict[str, Path]) -> str:
    title = TITLES.get(name, name.replace("-", " ").capitalize())
    pictures = "\n".join(
        f"[![{title}, {words}](images/{sizes[size].name})](images/{sizes[size].name})"
        for size, words in SIZES.items()
        if size in sizes
    )
    return f'## {title}\n\n<div class="pictures" markdown>\n{pictures}\n</div>\n'

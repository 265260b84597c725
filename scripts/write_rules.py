"""Write the pages of rules from the rules as data: ``python -m scripts.write_rules``.

``docs/rules/<game>.md`` comes from the game's words and its component table. Change those, then run this; a
test fails while a page is out of date.
"""

from pathlib import Path

from scripts.rules_of_cartagena import cartagena
from scripts.rules_of_meuterer import meuterer
from scripts.rules_of_mutiny import mutiny

__all__ = ["PAGES", "WRITERS", "cartagena", "main", "meuterer", "mutiny"]

FOLDER = Path(__file__).parent.parent / "docs" / "rules"
WRITERS = {"meuterer": meuterer, "cartagena": cartagena, "mutiny": mutiny}
PAGES = {game: FOLDER / f"{game}.md" for game in WRITERS}


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game, page in PAGES.items():
        page.write_text(WRITERS[game](), encoding="utf-8")


if __name__ == "__main__":
    main()

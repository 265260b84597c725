"""Collect the sentences for translators and compile their catalogues: ``python -m scripts.messages``.

Writes ``locale/quarterdeck.pot`` from the Python files and templates, merges it into each
``locale/<language>/LC_MESSAGES/quarterdeck.po`` there is, and compiles those to the ``.mo`` files that the
program reads. To add a language, copy the ``.pot`` to that path. No current dates are written, so a run
without new messages changes nothing.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "quarterdeck"
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
# By default Babel silently skips a template that Jinja can't parse.
OPTIONS = {"**/templates/**.html": {"encoding": "utf-8", "silent": "false"}}
# Compiled catalogues need a date.
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
HEADER = "# The sentences of Quarterdeck."


def extract(package: Path) -> Catalog:
    """The catalogue of all sentences below `package`."""
    catalog = Catalog(project="quarterdeck", header_comment=HEADER, charset="utf-8", fuzzy=False)
    found = extract_from_dir(package, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, line, message, comments, context in found:
        catalog.add(message, locations=[(file, line)], auto_comments=comments, context=context)
    return catalog


def read(path: Path) -> Catalog:
    """The catalogue in a ``.po`` file; its folder gives the language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def text_of(catalog: Catalog) -> str:
    """A catalogue as a ``.po`` or ``.pot`` file, without dates and line numbers."""
    file = BytesIO()
    write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if "-Date: " not in line)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as a ``.mo`` file; the bytes are reproducible."""
    catalog.creation_date = catalog.revision_date = UNDATED
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def refresh(package: Path) -> None:
    """Bring the template and all catalogues of `package` up to date, and print how complete each is."""
    template = extract(package)
    folder = package / "locale"
    folder.mkdir(exist_ok=True)
    (folder / "quarterdeck.pot").write_text(text_of(template), encoding="utf-8")
    print(f"{len(template)} sentences")
    for path in sorted(folder.glob("*/LC_MESSAGES/quarterdeck.po")):
        catalog = read(path)
        catalog.update(template)
        path.write_text(text_of(catalog), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        print(f"{catalog.locale}: {len(missing(catalog))} without a translation")


def missing(catalog: Catalog) -> list[Message]:
    """The messages without a translation, with missing plural forms, or with an unchecked (fuzzy)
    translation.
    """
    return [message for message in catalog if message.id and (message.fuzzy or not _is_translated(message))]


def _is_translated(message: Message) -> bool:
    strings = message.string
    return all(strings) if isinstance(strings, (list, tuple)) else bool(strings)


def main(given: Sequence[str] | None = None) -> None:
    """Run a command line."""
    parser = argparse.ArgumentParser("python -m scripts.messages", description=refresh.__doc__)
    parser.add_argument("package", type=Path, nargs="?", default=PACKAGE, help="default: quarterdeck itself")
    refresh(parser.parse_args(given).package)


if __name__ == "__main__":
    main()

"""Collect the sentences for translators and compile their catalogues: ``python -m scripts.messages``.

Writes ``locale/quarterdeck.pot`` from the Python files and templates, merges it into each
``locale/<language>/LC_MESSAGES/quarterdeck.po`` there is, and compiles those to the ``.mo`` files that the
program reads. A new language begins as a copy of the ``.pot`` at that path. No dates are written, so a run
that finds nothing new changes nothing.
"""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "quarterdeck"
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
# By default a template that Jinja can't parse is passed over without a word.
OPTIONS = {"**/templates/**.html": {"encoding": "utf-8", "silent": "false"}}
HEADER = "# The sentences of Quarterdeck."


def extract(package: Path) -> Catalog:
    """The catalogue of all sentences below `package`."""
    catalog = Catalog(project="quarterdeck", header_comment=HEADER, charset="utf-8", fuzzy=False)
    found = extract_from_dir(package, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, line, message, comments, context in found:
        catalog.add(message, locations=[(file, line)], auto_comments=comments, context=context)
    return catalog


def write(catalog: Catalog, path: Path) -> None:
    """Write `catalog` as a ``.po`` or ``.pot`` file without dates and line numbers."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "-Date: " not in line), encoding="utf-8")


def refresh(package: Path) -> None:
    """Bring the template and all catalogues of `package` up to date, and print how complete each is."""
    template = extract(package)
    write(template, package / "locale" / "quarterdeck.pot")
    print(f"{len(template)} sentences")
    for path in sorted(package.glob("locale/*/LC_MESSAGES/quarterdeck.po")):
        language = path.parent.parent.name
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
        catalog.update(template)
        write(catalog, path)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        missing = sum(1 for message in catalog if message.id and not (message.string and any(message.string)))
        print(f"{language}: {missing} without a translation")


if __name__ == "__main__":
    refresh(PACKAGE)

"""Write the table of options in docs/hosting.md: ``python -m scripts.write_options``.

The table is generated from `quarterdeck.settings`. Change the descriptions there, then run this; a test fails
while the page is out of date.
"""

from pathlib import Path

from quarterdeck.settings.options import Settings, documentation_of

__all__ = ["PAGE", "main", "page", "table"]

PAGE = Path(__file__).parent.parent / "docs" / "hosting.md"
BEGIN, END = "<!-- options: written by scripts.write_options -->\n", "<!-- end of the options -->\n"


def table() -> str:
    """A row for each option: name, effect, allowed values, default."""
    rows = ["| option | what it is for | what it has to be | unless set |", "| --- | --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        cells = [
            f"`{name}`",
            str(field.description),
            str(documentation_of(name)["right"]),
            _default_text(field.default),
        ]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def _default_text(value: object) -> str:
    if value is None or value == ():
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"`{value}`"


def page(text: str) -> str:
    """The page with its regenerated table."""
    before, _begin, rest = text.partition(BEGIN)
    _old, end, after = rest.partition(END)
    assert end, f"{PAGE.name} has lost its marks"
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> None:
    """Write the table."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

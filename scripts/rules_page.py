"""Building blocks of the rules pages: chapters of numbered rules, links, lists and tables."""

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from quarterdeck.kernel.contested import Contested
from quarterdeck.kernel.rulebook import Rule
from quarterdeck.kernel.spec import GameSpec

GAMES = Path(__file__).parent.parent / "src" / "quarterdeck" / "games"
WIDTH = 110


def chapters(spec: GameSpec, note: Callable[[Rule], str | None]) -> list[str]:
    """A chapter of Markdown for each section of a game's rulebook, a heading for each rule; `note` may add a
    line to a rule.
    """
    return [
        f"## {section.title}\n\n" + "\n".join(_rule(spec, rule, note(rule)) for rule in section.rules)
        for section in spec.rulebook.sections
    ]


def _rule(spec: GameSpec, rule: Rule, note: str | None) -> str:
    paragraphs = [f"### {rule.id}", f"**{rule.title}.** {linked(rule.text)}"]
    if rule.decision:
        paragraphs.append(f"> **Decision.** {linked(rule.decision)}")
    for point in spec.contested:
        if point.rule == rule.id:
            paragraphs += _contested_point(spec, point)
    if note:
        paragraphs.append(note)
    return "\n\n".join(paragraphs) + "\n"


def _contested_point(spec: GameSpec, point: Contested) -> list[str]:
    """A contested point, and a list of its readings, the one that is played first; with an option that
    chooses, its value for each.
    """
    choice = f"; the option `{point.option}` chooses" if point.option else ""
    head = f"**Contested: {point.title}.** The first reading is played{choice}."
    option = spec.option(point.option)
    values = [str(value) for value in option.choices] if option else [""] * len(point.readings)
    return [
        head,
        bullets(
            f"{_reading_name(one.label, value)}: {linked(one.text)} {linked(one.changes)}"
            for one, value in zip(point.readings, values, strict=True)
        ),
    ]


def _reading_name(label: str, value: str) -> str:
    """A reading's label and the value that chooses it, if there is one; once if both are the same."""
    if label == value:
        return f"`{value}`"
    return f"*{label}* (`{value}`)" if value else f"*{label}*"


def at_a_glance(spec: GameSpec) -> dict[str, str]:
    """A game's ``aim``, and a list of the ``things`` on its table."""
    return {"aim": spec.glance.aim, "things": steps(spec.glance.things)}


def linked(text: str) -> str:
    """The text with rule numbers linked to their headings, except in backticks."""
    return re.sub(r"`[^`]*`|\b[A-Z]{2}-\d+", lambda found: _link(found[0]), text)


def _link(found: str) -> str:
    return found if found.startswith("`") else f"[{found}](#{found.lower()})"


def wrapped(page: str) -> str:
    """The page wrapped for reading as plain text; tables stay unwrapped."""
    return "\n\n".join(_wrapped_block(block) for block in page.rstrip().split("\n\n")) + "\n"


def _wrapped_block(block: str) -> str:
    if block.startswith(("|", "#", "<!--")):
        return block
    items = re.split(r"\n(?=- |\d\. )", block)
    return "\n".join(_wrapped_item(" ".join(item.split())) for item in items)


def _wrapped_item(text: str) -> str:
    opening = re.match(r"- |\d\. |> ", text)
    mark = opening[0] if opening else ""
    indent = mark if mark == "> " else " " * len(mark)
    return textwrap.fill(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def code_list(forms: str) -> str:
    """Forms that are separated by commas, each in backticks."""
    return ", ".join(f"`{form}`" for form in forms.split(", "))


def bullets(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {item}" for item in items)


def steps(items: Iterable[tuple[str, str]]) -> str:
    """A numbered list of titled items."""
    return "\n".join(f"{number}. **{title}.** {text}" for number, (title, text) in enumerate(items, start=1))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

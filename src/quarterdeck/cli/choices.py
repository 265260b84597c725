"""The choices at the prompt: one line each. If there are many, choices that differ in one word share a
line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.i18n import _

# More choices than these are folded.
MOST = 20


def choices(legal: Sequence[str], effect: Callable[[str], str]) -> RenderableType:
    """The legal action texts, numbered from 1, with each one's effect unless lines are folded."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    if len(legal) > MOST:
        table.add_column(overflow="fold")
        for first, texts in folded(legal):
            last = first + len(texts) - 1
            numbers = str(first) if first == last else f"{first}–{last}"
            table.add_row(Text(numbers, "bold"), Text(unfolded(texts), "bold"))
        words = _("Type a number or the words, “{example}” say; “why {example}” tells what it would do.")
        return Group(table, Text(words.format(example=legal[-1]), "dim"))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, text in enumerate(legal, 1):
        table.add_row(Text(str(number), "bold"), Text(text, "bold"), Text(effect(text), "dim"))
    return table


def folded(legal: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Groups of neighbours that differ in the same single word, each with its first number."""
    group: list[str] = []
    for number, text in enumerate(legal, 1):
        if group and differing([*group, text]) is None:
            yield number - len(group), group
            group = []
        group.append(text)
    if group:
        yield len(legal) - len(group) + 1, group


def differing(texts: Sequence[str]) -> int | None:
    """The index of the only word in which the texts differ; None if they differ in no word or in several."""
    places = [len(set(words)) > 1 for words in zip(*(text.split() for text in texts), strict=False)]
    same_length = len({len(text.split()) for text in texts}) == 1
    return places.index(True) if same_length and sum(places) == 1 else None


def unfolded(texts: Sequence[str]) -> str:
    """The texts merged into one, with all variants of the differing word: "bid 2 0…3", "lose cook|pilot"."""
    place = differing(texts)
    if place is None:
        return texts[0]
    words = texts[0].split()
    variants = [text.split()[place] for text in texts]
    numbers = [str(number) for number in range(len(variants) + 1)]
    row = variants in (numbers[:-1], numbers[1:]) and len(variants) > 2
    words[place] = f"{variants[0]}…{variants[-1]}" if row else "|".join(variants)
    return " ".join(words)

"""The choices at the prompt: a line each or, where they are many, one for those that differ in one word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.i18n import _

# More than these are folded.
MOST = 20


def choices(legal: Sequence[str], effect: Callable[[str], str]) -> RenderableType:
    """The legal action texts, numbered from 1, with what each will do as long as there is a line for each."""
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
    """Neighbours that differ in the same single word, with the number of the first of them."""
    group: list[str] = []
    for number, text in enumerate(legal, 1):
        if group and differing([*group, text]) is None:
            yield number - len(group), group
            group = []
        group.append(text)
    if group:
        yield len(legal) - len(group) + 1, group


def differing(texts: Sequence[str]) -> int | None:
    """The place of the only word in which the texts differ; None if they don't, or in several."""
    places = [len(set(words)) > 1 for words in zip(*(text.split() for text in texts), strict=False)]
    same_length = len({len(text.split()) for text in texts}) == 1
    return places.index(True) if same_length and sum(places) == 1 else None


def unfolded(texts: Sequence[str]) -> str:
    """The texts as one, with all the words there are where they differ: "bid 2 0…3", "lose cook|pilot"."""
    place = differing(texts)
    if place is None:
        return texts[0]
    words = texts[0].split()
    found = [text.split()[place] for text in texts]
    numbers = [str(number) for number in range(len(found) + 1)]
    row = found in (numbers[:-1], numbers[1:]) and len(found) > 2
    words[place] = f"{found[0]}…{found[-1]}" if row else "|".join(found)
    return " ".join(words)

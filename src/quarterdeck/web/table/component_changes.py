"""What a component table of somebody's own changes, figure by figure, for those who play with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quarterdeck.kernel.spec import Json
from quarterdeck.play import find

__all__ = ["ComponentChange", "changes"]


class ComponentChange(NamedTuple):
    """A figure by its place in the table, such as ``cards.ruby``, with what the game has there and what this
    match has; None where one of them has nothing.
    """

    name: str
    usual: str | None
    own: str | None


def changes(game: str, components: Json | None) -> list[ComponentChange]:
    """The figures in which a match's component table differs from the game's; none for the game's own."""
    if components is None:
        return []
    usual = dict(_figures(find(game).read_table(None).to_json()))
    own = dict(_figures(components))
    return [
        ComponentChange(name, usual.get(name), own.get(name))
        for name in {**usual, **own}
        if usual.get(name) != own.get(name)
    ]


def _figures(part: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each figure of a part of a table, with its place. Parts of a list are named by their `name`."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            yield from _figures(value, f"{place}.{key}" if place else key)
    elif _is_list_of_tables(part):
        for number, one in enumerate(part, 1):
            yield from _figures(one, f"{place}[{one.get('name', number)}]")
    else:
        yield place, ", ".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part)


def _is_list_of_tables(part: Any) -> bool:
    return isinstance(part, Sequence) and bool(part) and all(isinstance(one, Mapping) for one in part)

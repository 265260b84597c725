"""Positions of the games played by hand, and what is shown of them."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from quarterdeck import Position

SVG = "{http://www.w3.org/2000/svg}"


def play(position: Position, *moves: str) -> Position:
    """Moves written "SEAT ACTION"."""
    for move in moves:
        position = position.play(int(move[0]), move[2:])
    return position


def played_on(position: Position, seed: int) -> Iterator[Position]:
    """A position, and those after it when random moves are made, up to the end."""
    chooser = random.Random(seed)
    while not position.over:
        yield position
        seat = chooser.choice(position.to_act)
        position = position.play(seat, chooser.choice(position.legal(seat)))
    yield position


def lines(position: Position, seat: int | None) -> list[str]:
    """The page of text that a seat gets."""
    return str(position.view(seat)).splitlines()


def picture(position: Position, seat: int | None) -> ElementTree.Element:
    """The picture that a seat gets."""
    return ElementTree.fromstring(position.view(seat)._repr_svg_())


def words(position: Position, seat: int | None) -> list[str]:
    """The texts in the picture that a seat gets."""
    return [element.text or "" for element in picture(position, seat).iter(SVG + "text")]

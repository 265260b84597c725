"""How the page stages a sentence of the story: what flies from where to where, and to which set piece it
belongs.

A cue is made of facts that the viewer has been told, and of nothing else. Places are named as the templates
name them: an element with ``data-place="island-3"`` is the place ``island-3``, and ``data-tally="score-2"``
is the figure ``score`` of seat 2. A place or figure that a page does not show is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, NamedTuple

from quarterdeck.play import Event

__all__ = ["Cue", "Flight", "Heard", "Lay", "Scene", "since", "staged"]

# What each sentence of a story is about; None for a remark that is no fact.
Heard = Sequence[Event | None]


class Flight(NamedTuple):
    """Tokens that fly from one place to another: the `icon` of the sprite, `number` times. When they arrive,
    the figure `tally` changes by `change`.
    """

    origin: str
    target: str
    icon: str
    number: int = 1
    tally: str = ""
    change: int = 0


class Lay(NamedTuple):
    """Something that is laid in a set piece: on which of its sides, by which seat (−1: nobody), as the `icon`
    of the sprite, `number` times, with a few words.
    """

    side: int
    seat: int
    icon: str
    number: int = 1
    words: str = ""


class Scene(NamedTuple):
    """A set piece as far as it has come, drawn above the sentence: its title, the headings of its sides, what
    is laid there, their totals, and which side has won. Sentences with the same name and title go on with it.
    """

    name: str
    title: str = ""
    sides: tuple[str, ...] = ()
    lays: tuple[Lay, ...] = ()
    totals: tuple[int, ...] = ()
    won: int | None = None


class Cue(NamedTuple):
    """How a sentence is staged.

    `lit`: the places that are framed while it is told. `sail`: a ship's id, and the place it sails to.
    `source`: what the figures change for, in the summary. `sound`: one of card, coin, ship, mutiny and win.
    `brief`: the sentence needs less time than others. `turns`: the page shows the move from this sentence on,
    and until then stays as it was. `ends`: a summary is shown until the viewer goes on; the label of that
    button. `heading`: the summary's title.
    """

    flights: tuple[Flight, ...] = ()
    scene: Scene | None = None
    lit: tuple[str, ...] = ()
    sail: tuple[str, str] | None = None
    source: str = ""
    sound: str = ""
    brief: bool = False
    turns: bool = False
    ends: str = ""
    heading: str = ""

    def plain(self) -> dict[str, Any]:
        """The cue as plain data for JSON, without what is empty."""
        told = {name: value for name, value in self._asdict().items() if value}
        if self.flights:
            told["flights"] = [flight._asdict() for flight in self.flights]
        if self.scene is not None:
            scene = {
                name: value for name, value in self.scene._asdict().items() if value not in ((), "", None)
            }
            told["scene"] = {**scene, "lays": [lay._asdict() for lay in self.scene.lays]}
        return told


def staged(cue: Callable[[Heard, int], Cue | None], heard: Heard, first: int) -> list[dict[str, Any] | None]:
    """The cues of the sentences from number `first` on, as plain data; None for one without."""
    cues = (cue(heard, at) if heard[at] is not None else None for at in range(first, len(heard)))
    return [None if one is None else one.plain() for one in cues]


def since(heard: Heard, at: int, kinds: Container[str]) -> Iterator[Event]:
    """The facts before number `at`, the latest first, back to the first of one of these kinds, which is the
    last one given.
    """
    for index in range(at - 1, -1, -1):
        event = heard[index]
        if event is None:
            continue
        yield event
        if event.kind in kinds:
            return

"""How the page stages a sentence of the story: what flies from where to where, and to which set piece it
belongs.

A cue is made of facts that the viewer has been told, and of nothing else. Places are named as the templates
name them: an element with ``data-place="island-3"`` is the place ``island-3``, and ``data-tally="score-2"``
is the figure ``score`` of seat 2. A place or figure that a page does not show is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, Final, NamedTuple

from quarterdeck.i18n import _
from quarterdeck.play import Event

__all__ = [
    "WINNERS",
    "Cue",
    "Flight",
    "Heard",
    "Lay",
    "Scene",
    "StoryGain",
    "StorySummary",
    "gained",
    "latest",
    "rule_title",
    "since",
    "staged",
    "victory",
]

# Facts of these kinds name who has won, or shares the first place.
WINNERS: Final = ("won", "drawn")
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


class StoryGain(NamedTuple):
    """What a seat has gained or paid: `change` times what the `icon` shows (None: the picture alone, if there
    is one), for what, by which rule ("": none), and the amount in words, without its sign: "2 coins".
    """

    seat: int
    icon: str
    change: int | None
    source: str
    rule: str
    words: str = ""


class StorySummary(NamedTuple):
    """What a part of the match has brought: its title, what each seat has gained and paid, and the numbers of
    the facts whose sentences are worth repeating.
    """

    heading: str
    gains: tuple[StoryGain, ...] = ()
    facts: tuple[int, ...] = ()


class Cue(NamedTuple):
    """How a sentence is staged.

    `lit`: the places that are framed while it is told. `sail`: a ship's id, and the place it sails to.
    `source`: what the figures change for, in the summary. `sound`: one of card, coin, ship, mutiny and win.
    `brief`: the sentence needs less time than others. `turns`: the page shows the move from this sentence on,
    and until then stays as it was. `ends`: the story waits until the viewer goes on; the label of that
    button. `summary`: what is shown until then. `flags`: the seats under whose flags the ship comes in.
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
    summary: StorySummary | None = None
    flags: tuple[int, ...] = ()

    def plain(self, said: Sequence[str], heard: Heard) -> dict[str, Any]:
        """The cue as plain data for JSON, without what is empty; `said` are the sentences of all facts."""
        plain = {name: value for name, value in self._asdict().items() if value}
        if self.flights:
            plain["flights"] = [flight._asdict() for flight in self.flights]
        if self.scene is not None:
            scene = {
                name: value for name, value in self.scene._asdict().items() if value not in ((), "", None)
            }
            plain["scene"] = {**scene, "lays": [lay._asdict() for lay in self.scene.lays]}
        if self.summary is not None:
            facts = [
                {"text": said[at], "rule": event.rule} for at in self.summary.facts if (event := heard[at])
            ]
            gains = [gain._asdict() for gain in self.summary.gains]
            plain["summary"] = {"heading": self.summary.heading, "gains": gains, "facts": facts}
        return plain


Stage = Callable[[Heard, int], Cue | None]


def staged(cue: Stage, heard: Heard, said: Sequence[str], first: int) -> list[dict[str, Any] | None]:
    """The cues of the sentences from number `first` on, as plain data; None for one without."""
    cues = (cue(heard, at) if heard[at] is not None else None for at in range(first, len(heard)))
    return [None if staging is None else staging.plain(said, heard) for staging in cues]


def latest(heard: Heard, at: int, kinds: Container[str]) -> int:
    """The number of the last fact of one of these kinds before number `at`; −1 without one."""
    numbers = range(at - 1, -1, -1)
    return next(
        (number for number in numbers if (event := heard[number]) is not None and event.kind in kinds), -1
    )


def since(heard: Heard, at: int, kinds: Container[str]) -> Iterator[Event]:
    """The facts before number `at`, the latest first, up to and including the first that is of one of these
    kinds.
    """
    for index in range(at - 1, max(latest(heard, at, kinds), 0) - 1, -1):
        event = heard[index]
        if event is not None:
            yield event


def gained(
    cue: Stage, heard: Heard, at: int, kinds: Container[str], counted: Callable[[str, int], str]
) -> tuple[StoryGain, ...]:
    """What each seat has gained and paid after the last fact of one of these kinds and before number `at`:
    the sums of the flights by seat, source and icon. `counted` puts an icon and its number into words.
    """
    gains: dict[tuple[int, str, str], StoryGain] = {}
    for number in range(latest(heard, at, kinds) + 1, at):
        event = heard[number]
        staging = None if event is None else cue(heard, number)
        if event is None or staging is None or not staging.source:
            continue
        for flight in staging.flights:
            seat = int(flight.tally.rpartition("-")[2])
            key = (seat, staging.source, flight.icon)
            change = flight.change + ((gains[key].change or 0) if key in gains else 0)
            words = counted(flight.icon, abs(change))
            gains[key] = StoryGain(seat, flight.icon, change, staging.source, event.rule, words)
    return tuple(gain for gain in gains.values() if gain.change)


def rule_title(event: Event) -> str:
    """The title of the rule that a fact follows from."""
    return event.spec.rulebook.rules[event.rule].title


def victory(heard: Heard, at: int) -> Cue:
    """The cue of fact number `at`, which says who has won: the ship comes in under the flags of the winners
    so far. The story waits for the viewer unless another winner is still to be told.
    """
    winners = tuple(event.seat for event in heard[: at + 1] if event is not None and event.kind in WINNERS)
    more = any(event is not None and event.kind in WINNERS for event in heard[at + 1 :])
    ends = "" if more else _("To the result")
    return Cue(lit=(f"seat-{winners[-1]}",), sound="win", turns=True, flags=winners, ends=ends)

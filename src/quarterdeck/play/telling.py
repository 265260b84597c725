"""Which facts a reader is told in one sentence: cards that this reader knows, and what all know of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from quarterdeck.play.action import Event

__all__ = ["Told", "told"]


class Told(NamedTuple):
    """A sentence of the log: the fact that it tells, and all the facts that it covers, in their order.

    `staged` is the fact that all readers know, as it is shown to them.
    """

    event: Event
    covers: tuple[Event, ...]
    staged: Event


def told(events: Sequence[Event]) -> Iterator[Told]:
    """The facts of a move as a reader is told them: "You draw a ruby" says that a card was drawn.

    `events` are all facts of the move that this reader knows. What the game lists in `GameSpec.retold` is
    told by the private facts beside it, those of one kind in one sentence.
    """
    at = 0
    while at < len(events):
        end, public = _retold(events, at)
        if public is None:
            yield Told(events[at], (events[at],), events[at])
            at += 1
            continue
        *first, last = _gathered([event for event in events[at:end] if event is not public], public)
        yield from (Told(event, covered, event) for event, covered in first)
        # The public fact goes with the last sentence, on whichever side of the private ones it stands.
        event, covered = last
        both = (public, *covered) if events[at] is public else (*covered, public)
        yield Told(event, both, public)
        at = end


def _retold(events: Sequence[Event], at: int) -> tuple[int, Event | None]:
    """The end of the private facts from number `at` on and of the public fact beside them that they tell;
    and that public fact, None if there is none.
    """
    spec = events[at].spec

    def tells(private: Event, public: Event) -> bool:
        kinds = spec.retold.get(public.kind, {})
        return private.kind in kinds and private.audience == private.seat == public.seat

    if events[at].kind in spec.retold:
        end = at + 1
        while end < len(events) and tells(events[end], events[at]):
            end += 1
        return (end, events[at]) if end > at + 1 else (at, None)
    end = at
    while end < len(events) and events[end].audience is not None:
        end += 1
    if end == at or end == len(events):
        return at, None
    public = events[end]
    alike = all(tells(event, public) for event in events[at:end])
    return (end + 1, public) if alike else (at, None)


def _gathered(privates: Sequence[Event], public: Event) -> list[tuple[Event, tuple[Event, ...]]]:
    """Facts of one kind in a row as one fact that lists their values, each with the facts that it covers."""
    found: list[tuple[Event, tuple[Event, ...]]] = []
    for event in privates:
        value = public.spec.retold[public.kind][event.kind]
        if value and found and found[-1][0].kind == event.kind:
            whole, covered = found[-1]
            data = {**whole.data, value: f"{whole.data[value]},{event.data[value]}"}
            found[-1] = replace(whole, data=data), (*covered, event)
        else:
            found.append((event, (event,)))
    return found

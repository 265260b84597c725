"""What a reader knows of a card is told once: not as a card first, and then as a number of cards."""

from __future__ import annotations

import random

import pytest

import quarterdeck
from quarterdeck.i18n import use
from quarterdeck.play import GAMES, Event
from quarterdeck.play.telling import Told, told

NAMES = ("Ann", "Bert", "Cy", "Dee")


def fact(game: str, kind: str, seat: int, private: bool = False, **data: int | str) -> Event:
    return Event(kind, "ME-73", seat, data, seat if private else None, GAMES[game])


def drawn(seat: int, good: str) -> Event:
    return fact("meuterer", "drew_good", seat, private=True, good=good)


def sentences(*events: Event, you: int | None = 0) -> list[str]:
    return [one.event.sentence(NAMES, you) for one in told(events)]


def test_cards_drawn_are_told_in_one_sentence() -> None:
    number = fact("meuterer", "drew", 0, count=4)
    cards = [drawn(0, good) for good in ("wine", "ruby", "conflict", "ruby")]
    assert sentences(*cards, number) == ["You draw 2 rubies, 1 wine and 1 conflict card."]
    assert next(told([*cards, number])).staged is number
    assert sentences(drawn(0, "ruby"), fact("meuterer", "drew", 0, count=1)) == ["You draw a ruby card."]


def test_each_seat_has_its_own() -> None:
    other = fact("meuterer", "drew", 1, count=1)
    assert sentences(drawn(0, "ruby"), other) == ["You draw a ruby card.", "Bert draws 1 card."]
    # Somebody who sees all cards.
    assert sentences(drawn(1, "ruby"), other, you=None) == ["Bert draws a ruby card."]


def test_the_order_does_not_matter() -> None:
    public = fact("meuterer", "gave_back", 0)
    private = fact("meuterer", "gave_back_good", 0, private=True, good="wine")
    assert list(told([public, private])) == [Told(private, (public, private), public)]
    assert sentences(public) == ["You give back one of the cards just drawn, face down."]


def test_what_was_looked_at_is_listed_kind_by_kind() -> None:
    card = fact("cartagena", "looked_at_card", 0, private=True, card="pink-2", tembo=0)
    gold = fact("cartagena", "looked_at_gold_card", 0, private=True, value=3)
    public = fact("cartagena", "looked_at", 0, cards=1, gold=1, tembo=0)
    assert len(list(told([card, gold, public]))) == 2
    assert [len(one.covers) for one in told([card, gold, public])] == [1, 2]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_no_fact_is_lost_or_untold(game: str, language: str) -> None:
    dice = random.Random(3)
    position = quarterdeck.game(game, players=4).start(seed=2)
    kinds = set[str]()
    with use(language):
        for _ in range(400):
            if position.over:
                break
            for viewer in (None, *range(4)):
                events = position.heard(viewer)
                found = list(told(events))
                assert tuple(event for one in found for event in one.covers) == events
                assert all(one.event.sentence(NAMES, viewer) for one in found)
                if viewer is None:
                    # Nobody who knows no card is told less.
                    assert [one.event for one in found] == list(events)
                kinds |= {one.staged.kind for one in found if len(one.covers) > 1}
            seat = position.to_act[0]
            position = position.play(seat, dice.choice(position.legal(seat)))
    assert kinds & set(GAMES[game].retold)

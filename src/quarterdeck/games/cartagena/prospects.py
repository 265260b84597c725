"""What may come of a choice in Cartagena until the round or the duel is over, for the coach's reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.coach.foresight import Prospect
from quarterdeck.i18n import N_
from quarterdeck.play import Event

__all__ = ["PROSPECTS"]


def _meets_ghost(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "ghost_met" and one.seat == seat for one in events)


def _coins_gained(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    got = sum(
        int(one.data["coins"])
        for one in events
        if one.kind in ("got_coins", "mascot_paid") and one.seat == seat
    )
    robbed = [one for one in events if one.kind == "robbed"]
    return got + sum((one.seat == seat) - (one.data["player"] == seat) for one in robbed)


def _combat_cards_drawn(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(int(one.data["cards"]) for one in events if one.kind == "drew_combat" and one.seat == seat)


def _gold_cards_drawn(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return sum(int(one.data["cards"]) for one in events if one.kind == "drew_gold" and one.seat == seat)


def _wins_duel(events: Sequence[Event], seat: int, view: Mapping[str, Any]) -> float:
    won = [one.data["side"] for one in events if one.kind == "duel_won"]
    return bool(won) and won[0] == view["seats"][seat]["side"]


def _voyage_ends(events: Sequence[Event], _seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "voyage_ended" for one in events)


PROSPECTS: Final = (
    Prospect(N_("The chance that you meet the Ghost in this round"), _meets_ghost, wish=-1),
    Prospect(N_("The chance that your side wins this duel"), _wins_duel),
    Prospect(N_("The chance that the voyage ends with this round"), _voyage_ends, wish=0),
    Prospect(N_("Coins from this round, on average"), _coins_gained, amount=True),
    Prospect(N_("New combat cards in this round, on average"), _combat_cards_drawn, amount=True),
    Prospect(N_("New gold cards in this round, on average"), _gold_cards_drawn, amount=True),
)

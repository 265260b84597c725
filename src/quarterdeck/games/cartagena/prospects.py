"""What may come of a choice in Cartagena until the round or the duel is over, for the coach's reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from quarterdeck.coach.foresight import Prospect
from quarterdeck.i18n import N_
from quarterdeck.play import Event

__all__ = ["PROSPECTS"]

# The facts of coins that come from the supply, and the change by each other fact of one coin.
PAID: Final = ("got_coins", "mascot_paid")
CHANGES: Final = {"sold": 1, "bought": -1, "coin_given_back": -1}


def _meets_ghost(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return any(one.kind == "ghost_met" and one.seat == seat for one in events)


def _coins_gained(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    """The coins that the seat gets, less those that it pays, gives back or is robbed of."""
    gained = 0
    for one in events:
        if one.kind == "robbed":
            gained += (one.seat == seat) - (one.data["player"] == seat)
        elif one.seat == seat:
            gained += int(one.data["coins"]) if one.kind in PAID else CHANGES.get(one.kind, 0)
    return gained


def _combat_cards_gained(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return _cards_gained(events, seat, "combat")


def _gold_cards_gained(events: Sequence[Event], seat: int, _view: Mapping[str, Any]) -> float:
    return _cards_gained(events, seat, "gold")


def _cards_gained(events: Sequence[Event], seat: int, pile: str) -> int:
    """The cards of a pile that the seat draws, or keeps of those that it looks at (CA-41, CA-43)."""
    own = [one for one in events if one.seat == seat]
    drawn = sum(int(one.data["cards"]) for one in own if one.kind == f"drew_{pile}")
    return drawn + sum(one.kind == "kept" and one.data["pile"] == pile for one in own)


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
    Prospect(N_("New combat cards in this round, on average"), _combat_cards_gained, amount=True),
    Prospect(N_("New gold cards in this round, on average"), _gold_cards_gained, amount=True),
)

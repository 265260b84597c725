"""How the page stages what happens: coins and cards that fly, the ship's sailing, and the duels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.games.cartagena.words import names
from quarterdeck.i18n import _
from quarterdeck.web.boards.cues import Cue, Flight, Heard, Lay, Scene, since

__all__ = ["cue"]

SCENE = "duel"


def cue(heard: Heard, at: int) -> Cue | None:
    """The cue of the fact number `at`."""
    event = heard[at]
    if event is None:
        return None
    kind, seat, data = event.kind, event.seat, event.data
    found = _coins(heard, at) or _cards(kind, seat, data) or _voyage(kind, seat, data)
    return found or _duel(heard, at) or _ending(kind, seat, data)


def _coins(heard: Heard, at: int) -> Cue | None:
    """Coins fly between the supply and the seats."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    purse = f"coins-{seat}"
    duel = kind in ("mascot_paid", "coin_given_back") or data.get("mascot")
    scene = _scene(heard, at) if duel else None
    flight: Flight | None = None
    if kind in ("got_coins", "mascot_paid"):
        coins = int(data["coins"])
        flight = Flight("supply-coins", purse, "coins", coins, purse, coins)
    elif kind == "sold":
        flight = Flight("supply-coins", purse, "coins", 1, purse, 1)
    elif kind in ("bought", "coin_given_back"):
        flight = Flight(purse, "supply-coins", "coins", 1, purse, -1)
    elif kind == "robbed":
        victim = f"coins-{data['player']}"
        given = Flight(victim, purse, "coins", 1, purse, 1)
        return Cue((given, Flight(victim, purse, "coins", 0, victim, -1)), scene, sound="coin")
    return Cue((flight,), scene, sound="coin", brief=scene is not None) if flight else None


def _cards(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    """Cards fly, face down, from the islands to the seats and back."""
    if kind in ("drew_combat", "drew_gold"):
        pile = kind.removeprefix("drew_")
        return Cue(
            (Flight(f"supply-{pile}", f"seat-{seat}", f"{pile}-back", int(data["cards"])),), sound="card"
        )
    if kind == "kept":
        pile = "combat" if data["pile"] == "combat" else "gold"
        return Cue((Flight(f"supply-{pile}", f"seat-{seat}", f"{pile}-back"),), sound="card")
    if kind == "put_under":
        return Cue((Flight(f"seat-{seat}", "supply-combat", "combat-back"),), sound="card")
    if kind in ("opened", "side_placed", "posted"):
        return Cue(lit=(f"seat-{seat}",), sound="card", brief=True)
    if kind == "spied":
        return Cue((Flight(f"seat-{seat}", f"seat-{data['player']}", "eye"),))
    return None


def _voyage(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    """CA-27, CA-29: the ship sails, and the voyage ends."""
    if kind == "sailed":
        return Cue(sail=("ship", f"space-{data['to']}"), lit=(f"space-{data['to']}",), sound="ship")
    if kind == "round_began":
        return Cue(lit=(f"seat-{seat}",), brief=True, turns=True)
    if kind == "voyage_ended":
        return Cue(sound="mutiny", ends=_("To the mutiny"), heading=_("The voyage is over"))
    return None


def _duel(heard: Heard, at: int) -> Cue | None:
    """CA-62 to CA-68: the two sailors, the cards laid one by one, and who has won."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    if kind == "duel_began":
        return Cue(scene=_scene(heard, at), sound="mutiny", turns=True)
    if kind == "card_shown":
        return Cue(scene=_scene(heard, at), sound="card", brief=True)
    if kind == "strength":
        return Cue(scene=_scene(heard, at), turns=_stays(heard, at))
    if kind == "mascot_shown":
        bird = Flight(f"seat-{seat}", "fight", "parrot")
        return Cue((bird,), _scene(heard, at), sound="card", brief=True, turns=_stays(heard, at))
    if kind == "duel_won":
        won = names.SIDES.index(str(data["side"]))
        return Cue(scene=_scene(heard, at)._replace(won=won), sound="mutiny", ends=_("Go on"))
    return None


def _stays(heard: Heard, at: int) -> bool:
    """Whether the duel goes on after all that is told: else the page already shows the next one."""
    return all(event is None or event.kind != "duel_won" for event in heard[at + 1 :])


def _scene(heard: Heard, at: int) -> Scene:
    """The present duel: the cards of the round, and how it stands."""
    title, totals = "", tuple[int, ...]()
    laid: list[Lay] = []
    round_over = False
    for event in [*since(heard, at + 1, ("duel_began",))][::-1]:
        if event.kind == "duel_began":
            title, totals = _("Duel {letter}").format(letter=event.data["pair"]), _totals(event.data)
        elif event.kind in ("strength", "duel_won"):
            totals, round_over = _totals(event.data), True
        elif event.kind == "posted" and round_over:
            laid, round_over = [], False
        elif event.kind == "card_shown":
            card = str(event.data["card"])
            side = names.SIDES.index(names.side_of(card))
            laid.append(Lay(side, -1, "wheel" if side == 0 else "hook", words=card[-1]))
    return Scene(SCENE, title, tuple(map(names.side_leader, names.SIDES)), tuple(laid), totals)


def _totals(data: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(data[side]) for side in names.SIDES)


def _ending(kind: str, seat: int, data: Mapping[str, Any]) -> Cue | None:
    """CA-69: who stood where, and whose gold counts."""
    if kind == "mutiny_won":
        return Cue(sound="mutiny", turns=True)
    if kind == "side_shown":
        return Cue(lit=(f"seat-{seat}",), sound="card", brief=True)
    if kind == "gold_counted":
        return Cue(lit=(f"seat-{seat}",), sound="coin")
    return Cue(lit=(f"seat-{seat}",), sound="win") if kind == "won" else None

"""How the page stages what happens: coins and cards that fly, the ship's sailing, and the duels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from quarterdeck.games.cartagena.board.accounts import gold
from quarterdeck.games.cartagena.describe import FIRST_PIRATE_RULE
from quarterdeck.games.cartagena.words import names
from quarterdeck.i18n import _
from quarterdeck.web.boards.cues import (
    Cue,
    Flight,
    Heard,
    Lay,
    Scene,
    StoryGain,
    StorySummary,
    gained,
    latest,
    rule_title,
    since,
    victory,
)

__all__ = ["cue"]

SCENE: Final = "duel"
COUNT: Final = "count"
# CA-27 to CA-29: what a round's end tells.
SAILING: Final = ("sailed", "storm_met", "ran_out")


def cue(heard: Heard, at: int) -> Cue | None:
    """The cue of the fact number `at`."""
    event = heard[at]
    if event is None:
        return None
    return (
        _coin_cue(heard, at)
        or _card_cue(heard, at)
        or _voyage_cue(heard, at)
        or _duel_cue(heard, at)
        or _ending_cue(heard, at)
    )


def _coin_cue(heard: Heard, at: int) -> Cue | None:
    """Coins fly between the supply and the seats."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    purse = f"coins-{seat}"
    duel = kind in ("mascot_paid", "coin_given_back") or bool(data.get("mascot"))
    flights: tuple[Flight, ...] = ()
    if kind in ("got_coins", "mascot_paid"):
        coins = int(data["coins"])
        flights = (Flight("supply-coins", purse, "coins", coins, purse, coins),)
    elif kind == "sold":
        flights = (_card_flight("combat", seat, -1), Flight("supply-coins", purse, "coins", 1, purse, 1))
    elif kind in ("bought", "coin_given_back"):
        flights = (Flight(purse, "supply-coins", "coins", 1, purse, -1),)
    elif kind == "robbed":
        victim = f"coins-{data['player']}"
        stolen = Flight(victim, purse, "coins", 1, purse, 1)
        flights = (stolen, Flight(victim, purse, "coins", 0, victim, -1))
    if not flights:
        return None
    scene = _duel_scene(heard, at) if duel else None
    return Cue(flights, scene, sound="coin", brief=duel, source=rule_title(event))


def _card_flight(pile: str, seat: int, change: int) -> Flight:
    """Cards fly, face down, from an island to a seat, or back under the pile."""
    island, hand = f"supply-{pile}", f"seat-{seat}"
    ends = (island, hand) if change > 0 else (hand, island)
    return Flight(*ends, f"{pile}-back", abs(change), f"{pile}-{seat}", change)


def _card_cue(heard: Heard, at: int) -> Cue | None:
    """Cards drawn, kept and put back; doors, and what is laid on the table."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    if kind in ("drew_combat", "drew_gold"):
        flight = _card_flight(kind.removeprefix("drew_"), seat, int(data["cards"]))
        return Cue((flight,), sound="card", source=rule_title(event))
    if kind == "kept":
        pile = "combat" if data["pile"] == "combat" else "gold"
        return Cue((_card_flight(pile, seat, 1),), sound="card", source=rule_title(event))
    if kind == "put_under":
        return Cue((_card_flight("combat", seat, -1),), sound="card", source=rule_title(event))
    if kind in ("opened", "used", "ghost_met", "side_placed", "posted"):
        return Cue(lit=(f"seat-{seat}",), sound="card", brief=True)
    if kind == "spied":
        return Cue((Flight(f"seat-{seat}", f"seat-{data['player']}", "eye"),))
    return None


def _voyage_cue(heard: Heard, at: int) -> Cue | None:
    """CA-27, CA-29: the ship sails, and the round or the voyage ends."""
    event = heard[at]
    assert event is not None
    kind, data = event.kind, event.data
    if kind == "sailed":
        return Cue(sail=("ship", f"space-{data['to']}"), lit=(f"space-{data['to']}",), sound="ship")
    if kind == "round_began":
        number = int(data["round"])
        lit = (f"seat-{event.seat}",)
        if number == 1:
            return Cue(lit=lit, brief=True, turns=True)
        summary = _round_summary(heard, at, _("Round {round} has brought").format(round=number - 1))
        return Cue(lit=lit, turns=True, ends=_("Next round"), summary=summary)
    if kind == "voyage_ended":
        summary = _round_summary(heard, at, _("The last round of the voyage has brought"))
        return Cue(sound="mutiny", ends=_("To the mutiny"), summary=summary)
    return None


def _round_summary(heard: Heard, at: int, heading: str) -> StorySummary:
    """The round that has ended: the pirates visited, what they brought and cost, how the ship has sailed."""
    visits, facts = list[StoryGain](), list[int]()
    for number in range(latest(heard, at, ("round_began",)) + 1, at):
        event = heard[number]
        if event is None:
            continue
        if event.kind in ("used", "ghost_met"):
            pirate = str(event.data.get("pirate", "ghost"))
            rule = f"CA-{FIRST_PIRATE_RULE + names.PIRATES.index(pirate)}"
            visits.append(StoryGain(event.seat, pirate, None, names.pirate_name(pirate), rule))
        elif event.kind in SAILING:
            facts.append(number)
    return StorySummary(heading, (*visits, *gained(cue, heard, at, ("round_began",), _counted)), tuple(facts))


def _counted(icon: str, count: int) -> str:
    return names.counted(icon.removesuffix("-back"), count)


def _duel_cue(heard: Heard, at: int) -> Cue | None:
    """CA-62 to CA-68: the two sailors, the cards laid one by one, and who has won."""
    event = heard[at]
    assert event is not None
    kind, seat, data = event.kind, event.seat, event.data
    if kind == "duel_began":
        return Cue(scene=_duel_scene(heard, at), sound="mutiny", turns=True)
    if kind == "card_shown":
        return Cue(scene=_duel_scene(heard, at), sound="card", brief=True)
    if kind == "strength":
        return Cue(scene=_duel_scene(heard, at), turns=_is_still_fought(heard, at))
    if kind == "mascot_shown":
        bird = Flight(f"seat-{seat}", "fight", "parrot")
        return Cue(
            (bird,), _duel_scene(heard, at), sound="card", brief=True, turns=_is_still_fought(heard, at)
        )
    if kind == "duel_won":
        won = names.SIDES.index(str(data["side"]))
        scene = _duel_scene(heard, at)._replace(won=won)
        more = any(one is not None and one.kind == "duel_began" for one in heard[at + 1 :])
        ends = _("Next duel") if more else _("Go on")
        return Cue(scene=scene, sound="mutiny", ends=ends, summary=_duel_summary(heard, at))
    return None


def _duel_summary(heard: Heard, at: int) -> StorySummary:
    """CA-65, CA-68: what the mascots of a duel brought and cost, and how many duels each side has won."""
    won = Counter(
        event.data["side"] for event in heard[: at + 1] if event is not None and event.kind == "duel_won"
    )
    heading = _("Duels won: {valverde} for Captain Valverde, {diaz} for Ramon Diaz")
    heading = heading.format(valverde=won["valverde"], diaz=won["diaz"])
    return StorySummary(heading, gained(cue, heard, at, ("duel_began",), _counted))


def _is_still_fought(heard: Heard, at: int) -> bool:
    """Whether no later fact ends this duel. If one does, the page already shows the next duel."""
    return all(event is None or event.kind != "duel_won" for event in heard[at + 1 :])


def _duel_scene(heard: Heard, at: int) -> Scene:
    """The present duel: the cards of the round, and how it stands."""
    title, totals = "", tuple[int, ...]()
    laid: list[Lay] = []
    round_over = False
    for event in [*since(heard, at + 1, ("duel_began",))][::-1]:
        if event.kind == "duel_began":
            title, totals = _("Duel {letter}").format(letter=event.data["pair"]), _side_totals(event.data)
        elif event.kind in ("strength", "duel_won"):
            totals, round_over = _side_totals(event.data), True
        elif event.kind == "posted" and round_over:
            laid, round_over = [], False
        elif event.kind == "card_shown":
            card = str(event.data["card"])
            side = names.SIDES.index(names.side_of(card))
            laid.append(Lay(side, -1, "wheel" if side == 0 else "hook", words=card[-1]))
    return Scene(SCENE, title, tuple(map(names.side_leader, names.SIDES)), tuple(laid), totals)


def _side_totals(data: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(int(data[side]) for side in names.SIDES)


def _ending_cue(heard: Heard, at: int) -> Cue | None:
    """CA-69: how the mutiny ended, who stood where, and whose gold counts."""
    event = heard[at]
    assert event is not None
    if event.kind == "mutiny_won":
        return Cue(scene=_count_scene(heard, at), sound="mutiny")
    if event.kind in ("side_shown", "gold_counted"):
        sound = "card" if event.kind == "side_shown" else "coin"
        return Cue(scene=_count_scene(heard, at), lit=(f"seat-{event.seat}",), sound=sound)
    return victory(heard, at) if event.kind == "won" else None


def _count_scene(heard: Heard, at: int) -> Scene:
    """The final count as far as it has come: everybody on the side where they stood, and their gold."""
    stood: dict[int, Lay] = {}
    won: int | None = None
    for event in [*since(heard, at + 1, ("mutiny_won",))][::-1]:
        if event.kind == "mutiny_won":
            won = names.SIDES.index(str(event.data["side"]))
        elif event.kind == "side_shown":
            side = names.SIDES.index(str(event.data["side"]))
            stood[event.seat] = Lay(side, event.seat, f"seat-face-{event.seat % 6}")
        elif event.kind == "gold_counted":
            stood[event.seat] = stood[event.seat]._replace(words=gold(int(event.data["gold"])))
    leaders = tuple(map(names.side_leader, names.SIDES))
    return Scene(COUNT, _("Who stood where"), leaders, tuple(stood.values()), won=won)

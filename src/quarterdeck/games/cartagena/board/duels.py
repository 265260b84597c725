"""The mutiny, prepared for the templates from a view: the duel, those before it, and the final standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.games.cartagena.board.places import UPPER_DECK, people_noun
from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.hints import Json
from quarterdeck.i18n import _
from quarterdeck.tables.match.transcript import Chapter
from quarterdeck.web.boards.base import Context, of_chapter

__all__ = ["duels_context", "final_standings", "past", "stage"]


def duels_context(chapters: Sequence[Chapter]) -> dict[str, Any]:
    """``mascots`` and ``counted``, from the facts.

    ``mascots``, by the letter of a duel: each mascot shown, with its round and the coin it brought (CA-64,
    CA-65). ``counted``, by seat: gold and combat cards in the final count (CA-69).
    """
    mascots: dict[str, list[dict[str, Any]]] = {}
    counted: dict[int, dict[str, int]] = {}
    for chapter in chapters:
        of_duel, of_end = _mascots_and_counts(chapter)
        mascots |= of_duel
        counted |= of_end
    return {"mascots": mascots, "counted": counted}


@of_chapter
def _mascots_and_counts(
    chapter: Chapter,
) -> tuple[dict[str, list[dict[str, Any]]], dict[int, dict[str, int]]]:
    """The mascots and the final count in one chapter; every duel begins a chapter."""
    mascots: dict[str, list[dict[str, Any]]] = {}
    counted: dict[int, dict[str, int]] = {}
    shown: list[dict[str, Any]] = []
    for event in chapter.events:
        data: Mapping[str, Any] = event.data
        if event.kind == "duel_began":
            shown = mascots.setdefault(str(data["pair"]), [])
        elif event.kind == "mascot_shown":
            shown.append({"seat": event.seat, "round": int(data["round"]), "coins": 0, "robbed": None})
        elif event.kind == "mascot_paid" or (event.kind == "robbed" and data["mascot"]):
            mascot = next(one for one in reversed(shown) if one["seat"] == event.seat)
            mascot["coins"] += int(data.get("coins", 1))
            mascot["robbed"] = data.get("player")
        elif event.kind == "gold_counted":
            counted[event.seat] = {"gold": int(data["gold"]), "combat": int(data["combat"])}
    return mascots, counted


def stage(context: Context) -> dict[str, Any] | None:
    """CA-62 to CA-68: the present duel, after the match the last one; None in the voyage."""
    view: Json = context["view"]
    if not view["duels"]:
        return None
    duel = view["duels"][-1]
    won = {one["letter"]: one["winner"] for one in view["duels"]}
    at = len(view["duels"]) - 1
    return {
        **_duel_variables(context, duel),
        "won": [
            {
                "letter": pair["letter"],
                "winner": won.get(pair["letter"]),
                "now": pair["letter"] == duel["letter"] and not duel["winner"],
                "sentence": _duel_state_words(pair["letter"], won),
            }
            for pair in view["sailors"]["pairs"]
        ],
        "figures": {"valverde": f"sailor{2 * at}", "diaz": f"sailor{2 * at + 1}"},
        "decks": {side: _sailors_on_upper_deck(view, side) for side in wording.SIDES},
        **_lifeboat_variables(view),
        "crew": [_fighter_variables(context, seat) for seat in range(len(view["seats"]))],
        "over": view["winning_side"],
        "coins": view["supply"]["coins"],
    }


def _duel_state_words(letter: str, won: Mapping[str, str | None]) -> str:
    if letter not in won:
        return _("Duel {letter}: still to come").format(letter=letter)
    winner = won[letter]
    if winner is None:
        return _("Duel {letter}: fought now").format(letter=letter)
    return _("Duel {letter}: won by {side}").format(letter=letter, side=wording.side_leader(winner))


def _sailors_on_upper_deck(view: Json, side: str) -> list[dict[str, Any]]:
    """CA-68: a side's victorious sailors, and the free places."""
    places = [_fought_sailor(view, at, side) for at, winner in _finished_duels(view) if winner == side]
    return [*places, *[{} for _free in range(UPPER_DECK - len(places))]]


def _lifeboat_variables(view: Json) -> dict[str, Any]:
    """CA-68: the sailors who have lost their duels, and a sentence about them."""
    lost = [_fought_sailor(view, at, _opposite_side(winner)) for at, winner in _finished_duels(view)]
    words = _("The lifeboat is empty.")
    if lost:
        values = wording.listed(
            _("{value} of duel {letter}").format(value=one["value"], letter=one["letter"]) for one in lost
        )
        words = _("In the lifeboat: {sailors}.").format(sailors=values)
    return {"boat": lost, "boat_sentence": words}


def _opposite_side(side: str) -> str:
    return next(one for one in wording.SIDES if one != side)


def _finished_duels(view: Json) -> list[tuple[int, str]]:
    """The finished duels: the number of the pair, and the side that has won."""
    return [(at, duel["winner"]) for at, duel in enumerate(view["duels"]) if duel["winner"]]


def _fought_sailor(view: Json, at: int, side: str) -> dict[str, Any]:
    """A sailor who has fought. The last duel's two sailors are still drawn facing each other as well."""
    pair = view["sailors"]["pairs"][at]
    last = at == len(view["duels"]) - 1
    name = "" if last else f"sailor{2 * at + wording.SIDES.index(side)}"
    return {"name": name, "value": pair[side], "letter": pair["letter"], "side": side}


def _duel_variables(context: Context, duel: Json) -> dict[str, Any]:
    view: Json = context["view"]
    pair = next(one for one in view["sailors"]["pairs"] if one["letter"] == duel["letter"])
    mascots = context["mascots"].get(duel["letter"], [])
    last = max([len(duel["rounds"]), *(one["round"] for one in mascots)])
    return {
        "letter": duel["letter"],
        "round": duel["round"],
        "winner": duel["winner"],
        "sides": {
            side: {
                "leader": wording.side_leader(side),
                "sailor": pair[side],
                "strength": duel["strength"][side],
                "total": duel["total"][side],
                "ahead": duel["total"][side] > duel["total"][other],
            }
            for side, other in zip(wording.SIDES, reversed(wording.SIDES), strict=True)
        },
        "rounds": [
            {
                "number": number + 1,
                **_cards_of_round(context, duel["rounds"][number] if number < len(duel["rounds"]) else None),
                "mascots": [_mascot_words(context, one) for one in mascots if one["round"] == number + 1],
            }
            for number in range(last)
        ],
        "tied": duel["total"]["valverde"] == duel["total"]["diaz"],
    }


def _cards_of_round(context: Context, shown: Json | None) -> dict[str, Any]:
    """CA-63: a round's cards by side, with their players as far as the viewer knows them."""
    cards: dict[str, list[dict[str, Any]]] = {side: [] for side in wording.SIDES}
    for card, by in zip(shown["cards"], shown["by"], strict=True) if shown else ():
        whose = "" if by is None else _("by {name}").format(name=people_noun(context, [by]))
        cards[wording.side_of(card)].append({"card": card, "by": whose})
    return {"cards": {side: sorted(found, key=lambda one: one["card"]) for side, found in cards.items()}}


def _mascot_words(context: Context, mascot: Mapping[str, Any]) -> str:
    name = context["names"][mascot["seat"]]
    if mascot["round"] == 1:
        return _("{name}: the mascot at once, out of the game").format(name=name)
    if mascot["robbed"] is not None:
        return _("{name}: the mascot, and a coin from {victim}").format(
            name=name, victim=people_noun(context, [mascot["robbed"]])
        )
    if mascot["coins"]:
        return _("{name}: the mascot, and a coin from the supply").format(name=name)
    return _("{name}: the mascot").format(name=name)


def _fighter_variables(context: Context, seat: int) -> dict[str, Any]:
    """What a player has done in this round of the duel."""
    view: Json = context["view"]
    fighter = view["seats"][seat]
    duelling = view["phase"] == "duel"
    if not fighter["alive"]:
        state, words = "out", _("out of the game")
    elif view["phase"] == "over":
        state, words = "done", ""
    elif not fighter["fighting"]:
        state, words = "done", _("mascot out: done with this duel")
    elif fighter["posted"] is not None:
        state, words = "posted", _("has laid a card")
    elif duelling:
        state, words = "waiting", _("still to lay a card")
    else:
        state, words = "done", ""
    return {
        "seat": seat,
        "name": context["names"][seat],
        "me": seat == context["me"],
        "state": state,
        "words": words,
        "card": fighter["posted"],
    }


def past(context: Context) -> list[dict[str, Any]]:
    """The finished duels, the newest first."""
    return [_duel_variables(context, duel) for duel in reversed(context["view"]["duels"]) if duel["winner"]]


def final_standings(context: Context) -> list[dict[str, Any]] | None:
    """CA-69: the final standings, the winners first; None before the end."""
    view: Json = context["view"]
    if view["phase"] != "over":
        return None
    counted = context["counted"]
    rows = [
        {
            "seat": seat,
            "name": context["names"][seat],
            "side": player["side"],
            "alive": player["alive"],
            "with_winners": player["alive"] and player["side"] == view["winning_side"],
            "gold": counted[seat]["gold"] if seat in counted else player["gold_worth"],
            "at_least": player["gold"] is None and seat not in counted,
            "combat": counted.get(seat, {}).get("combat"),
            "combat_left": player["combat_count"],
            "best": seat in view["winners"],
            "why": _standing_reason(view, seat, counted),
        }
        for seat, player in enumerate(view["seats"])
    ]
    return sorted(rows, key=lambda row: (not row["best"], not row["with_winners"], -row["gold"]))


def _standing_reason(view: Json, seat: int, counted: Mapping[int, Mapping[str, int]]) -> str:
    """Why this player has won or not."""
    player = view["seats"][seat]
    if player["side"] is None:
        return _("took no side")
    if not player["alive"]:
        at_once = player["combat_count"] > 0
        return _("let the mascot out in a first round") if at_once else _("ran out of combat cards")
    if player["side"] != view["winning_side"]:
        return _("stood for the losing side")
    rivals = [gold["gold"] for other, gold in counted.items() if other != seat]
    mine = counted[seat]["gold"] if seat in counted else player["gold_worth"]
    if seat in view["winners"]:
        if not rivals:
            return _("stood for the winning side, alone")
        if len(view["winners"]) > 1:
            return _("as much gold, and as many combat points left")
        return _("most gold on the winning side") if mine > max(rivals) else _("more combat points left")
    best = max(counted[winner]["gold"] for winner in view["winners"]) if counted else mine
    return _("less gold than the winner") if mine < best else _("as much gold, fewer combat points left")

"""The chart of the voyage, prepared for the templates from a view: route, supplies, and the ship's deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.games.cartagena.board import sea
from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.hints import Json
from quarterdeck.i18n import N_, Noun, _, ngettext, noun
from quarterdeck.web.boards.base import Context

__all__ = ["SUPPLY_OF", "deck", "distances", "pair", "people", "people_noun", "route", "supplies"]

# CA-11: the supply on each island, and the number from which on it may run out within a round or two.
SUPPLY_OF = {"gold": "coins", "treasure": "gold", "volcano": "combat"}
SOON = {"coins": 6, "gold": 3, "combat": 8}
UPPER_DECK = 3  # CA-69: the number of sailors on an upper deck that wins the mutiny


def route(view: Json) -> dict[str, Any]:
    """The spaces and the ship with their slots, and the state of the voyage in a sentence."""
    voyage = view["route"]
    count = len(voyage["spaces"])
    return {
        "spaces": [
            {
                "space": space,
                "at": at,
                "slot": sea.slot_of(at, count),
                "passed": at < voyage["ship"],
                "here": at == voyage["ship"],
                "before_start": at < voyage["start"],
                "title": _space_title(view, space, at),
            }
            for at, space in enumerate(voyage["spaces"])
        ],
        "start": sea.slot_of(voyage["start"], count),
        "ship": sea.slot_of(voyage["ship"], count),
        "left": voyage["left"],
        "storm": _moves_to_storm(voyage),
        "sentence": _(", ").join(distances(voyage)),
    }


def _space_title(view: Json, space: str, at: int) -> str:
    name = wording.space_name(space)
    if space in SUPPLY_OF:
        pile = SUPPLY_OF[space]
        left = wording.counted(pile, view["supply"][pile])
        name = _("{island}: {supply} left").format(island=name, supply=left)
    away = at - view["route"]["ship"]
    if away > 0 and space in ("storm", "mutiny"):
        moves = ngettext("{count} move away", "{count} moves away", away).format(count=away)
        name = _("{space}, {away}").format(space=name, away=moves)
    return name


def _moves_to_storm(voyage: Json) -> int | None:
    """The number of moves to the next storm space; None if there is none ahead."""
    ahead = [at for at, space in enumerate(voyage["spaces"]) if space == "storm" and at > voyage["ship"]]
    return ahead[0] - voyage["ship"] if ahead else None


def distances(voyage: Json) -> list[str]:
    """The distance to the mutiny in words, and to the next storm if there is one ahead."""
    if not voyage["left"]:
        return [_("The ship has reached the mutiny space.")]
    parts = [
        ngettext("{count} move to the mutiny", "{count} moves to the mutiny", voyage["left"]).format(
            count=voyage["left"]
        )
    ]
    storm = _moves_to_storm(voyage)
    if storm is not None:
        parts.append(
            ngettext("{count} to the next storm", "{count} to the next storm", storm).format(count=storm)
        )
    return parts


def supplies(view: Json) -> dict[str, dict[str, Any]]:
    """The supply of each island (CA-11): its number, and whether it runs out soon or has run out (CA-29)."""
    supplies_by_island: dict[str, dict[str, Any]] = {}
    for island, pile in SUPPLY_OF.items():
        count = view["supply"][pile]
        state = "dry" if pile in view["dry"] else "soon" if count <= SOON[pile] else ""
        sign = {"dry": _("run out: the voyage ends"), "soon": _("runs out soon"), "": ""}[state]
        supplies_by_island[island] = {
            "pile": pile,
            "count": count,
            "name": wording.pile_name(pile),
            "state": state,
            "sign": sign,
        }
    return supplies_by_island


def deck(context: Context) -> dict[str, Any]:
    """CA-51: the pairs of letter spaces, the sailors still on deck, and the lifeboat.

    ``held`` says whether two sailors are being placed.
    """
    view: Json = context["view"]
    sailors = view["sailors"]
    held = sailors["placed"] if context["held"] else None
    first = 10 - sailors["on_deck"]
    return {
        "pairs": [pair(context, at, at == held) for at in range(len(sailors["pairs"]))],
        # A sailor has the same name here as later on a letter space, so that the page animates its way there.
        "mates": [f"sailor{at}" for at in range(first, 10)],
        "boat": view["boat"],
        "boat_sentence": _("In the lifeboat: {pirate}, seasick.").format(
            pirate=wording.pirate_phrase(view["boat"])
        )
        if view["boat"]
        else _("The lifeboat is empty."),
    }


def pair(context: Context, at: int, held: bool = False) -> dict[str, Any]:
    """A pair of letter spaces: its sailors as far as the viewer knows them, and who has seen them."""
    view: Json = context["view"]
    sailors = view["sailors"]["pairs"][at]
    seen_by = [] if sailors["shown"] else sailors["seen_by"]
    unsure = sailors["values"] is not None and sailors["valverde"] is None
    return {
        "letter": sailors["letter"],
        "placed": sailors["placed"],
        "held": held,
        "inspected": view["sailors"]["inspected"] == sailors["letter"],
        "names": {"valverde": f"sailor{2 * at}", "diaz": f"sailor{2 * at + 1}"},
        "values": {side: _sailor_value(sailors, side) for side in wording.SIDES},
        "unsure": unsure,
        "seen": len(seen_by),
        "sentence": _pair_sentence(context, sailors, held, seen_by),
    }


def _sailor_value(sailors: Json, side: str) -> str:
    if sailors[side] is not None:
        return str(sailors[side])
    return "{}/{}".format(*sailors["values"]) if sailors["values"] is not None else "?"


def _pair_sentence(context: Context, sailors: Json, held: bool, seen_by: Sequence[int]) -> str:
    if held:
        words = _("two sailors are looked at")
        if sailors["values"] is not None:
            words = _("two sailors in your hands, {low} and {high}").format(
                low=sailors["values"][0], high=sailors["values"][1]
            )
    elif not sailors["placed"]:
        words = _("nobody stands here yet")
    elif sailors["valverde"] is not None:
        words = _("{valverde} for Captain Valverde, {diaz} for Ramon Diaz").format(
            valverde=sailors["valverde"], diaz=sailors["diaz"]
        )
    elif sailors["values"] is not None:
        words = _("{low} and {high}, whichever way round").format(
            low=sailors["values"][0], high=sailors["values"][1]
        )
    else:
        words = _("two sailors unknown to you")
    line = _("Pair {letter}: {what}").format(letter=sailors["letter"], what=words)
    if seen_by:
        line = _("{line}; seen by {names}").format(line=line, names=people_noun(context, seen_by))
    return line


def people(context: Context, seats: Sequence[int]) -> str:
    """Players as a list; the reader is "you"."""
    return str(people_noun(context, seats))


def people_noun(context: Context, seats: Sequence[int]) -> Noun:
    """Players within a sentence, in the form that it asks for; the reader is "you"."""
    mine, names = context["me"], context["names"]
    return Noun.of((noun(N_("you")) if seat == mine else names[seat] for seat in seats), wording.listed)

"""The panels of the seats, prepared for the templates from a view: what the viewer knows of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck.games.cartagena.board.places import people
from quarterdeck.games.cartagena.words import names as wording
from quarterdeck.games.cartagena.words.hints import Json
from quarterdeck.i18n import _
from quarterdeck.web.boards.base import Context, Piece, SeatFigure, seat_data, seat_pieces

__all__ = ["figures", "own", "panels", "piles"]

MOST_BACKS = 9  # the highest number of card backs drawn; a number gives the total


def panels(context: Context) -> list[Piece]:
    """The panels of all seats, clockwise, the viewer's own seat last: nearest to the hand."""
    return seat_pieces(context, _panel_data, _panel_variables)


def _panel_data(context: Context, index: int) -> dict[str, Any]:
    """What a panel depends on."""
    view: Json = context["view"]
    you: int | None = view["seat"]
    readers = [
        other
        for other, reader in enumerate(view["seats"])
        if other not in (you, index) and (look := _find_look(reader, index)) is not None and look["fresh"]
    ]
    return {
        **seat_data(context, index),
        "giver": index == view["giver"] and not view["duels"],
        "dueling": bool(view["duels"]),
        "over": view["phase"] == "over",
        "parity": view["round"] % 2,
        "used": _pirate_used(view, index),
        "mine": index == you,
        "watched": you is None,
        "saw": None if you is None or you == index else _find_look(view["seats"][you], index),
        "readers": people(context, readers) if readers else "",
        "read": len(readers),
    }


def _panel_variables(data: dict[str, Any]) -> dict[str, Any]:
    seat = data["seat"]
    values = Counter(seat["gold_known"])
    panel = {
        **{key: data[key] for key in ("index", "name", "bot", "me", "giver", "dueling", "acting", "winner")},
        "out": not seat["alive"],
        "coins": seat["coins"],
        "combat": piles(seat["combat_known"]),
        "combat_backs": min(MOST_BACKS, seat["combat_count"] - len(seat["combat_known"])),
        "combat_count": seat["combat_count"],
        "combat_words": _combat_words(seat),
        "gold": [{"value": value, "count": values[value]} for value in sorted(values, reverse=True)],
        "gold_backs": min(MOST_BACKS, seat["gold_count"] - len(seat["gold_known"])),
        "gold_count": seat["gold_count"],
        "gold_words": _gold_words(seat),
        "worth": seat["gold_worth"] if seat["gold"] is not None and seat["gold_count"] else None,
        "used": _used_variables(data["used"]),
        **_conviction_variables(data),
    }
    return {"seat": panel, "parity": data["parity"]}


def own(context: Context) -> dict[str, Any]:
    """What the viewer has: on phones it stands beside the actions."""
    panel: dict[str, Any] = _panel_variables(_panel_data(context, context["me"]))["seat"]
    return panel


def figures(view: Mapping[str, Any], index: int) -> Iterator[SeatFigure]:
    """The figures of a seat's short line."""
    seat = view["seats"][index]
    yield SeatFigure("coins", str(seat["coins"]), _("coins"), "coins")
    # Whose card is shown in a duel is not told: its figure does not fly.
    combat = "" if view["duels"] else "combat"
    yield SeatFigure("cutlasses", str(seat["combat_count"]), _("combat cards"), combat)
    yield SeatFigure("ingots", str(seat["gold_count"]), _("gold cards"), "gold")
    if index == view["giver"] and not view["duels"]:
        yield SeatFigure("giver", "", _("Giver"))


def piles(cards: Sequence[str]) -> list[dict[str, Any]]:
    """Combat cards by kind: pink before grey, the strongest first."""
    counts = Counter(cards)
    kinds = sorted(counts, key=lambda card: (wording.SIDES.index(wording.side_of(card)), -int(card[-1])))
    return [{"card": card, "count": counts[card]} for card in kinds]


def _combat_words(seat: Json) -> str:
    """A hand in words: the number of cards, and the known ones."""
    words = wording.counted("combat", seat["combat_count"])
    known = [
        f"{pile['count']} × {wording.combat_name(pile['card'])}"
        if pile["count"] > 1
        else wording.combat_name(pile["card"])
        for pile in piles(seat["combat_known"])
    ]
    if not known:
        return words
    cards = _(", ").join(known)
    if seat["combat"] is not None:
        return _("{count}: {cards}").format(count=words, cards=cards)
    return _("{count}, among them {cards}").format(count=words, cards=cards)


def _gold_words(seat: Json) -> str:
    words = wording.counted("gold", seat["gold_count"])
    if not seat["gold_known"]:
        return words
    values = _(", ").join(str(value) for value in sorted(seat["gold_known"], reverse=True))
    if seat["gold"] is not None:
        return _("{count}, worth {values}").format(count=words, values=values)
    return _("{count}, among them worth {values}").format(count=words, values=values)


def _pirate_used(view: Json, index: int) -> tuple[str, int] | None:
    """The pirate card used in this round, and its place in the row, where its animation starts."""
    for at, door in enumerate(view["row"]):
        if door["state"] == "used" and door["by"] == index:
            return door["pirate"], at
    return None


def _used_variables(used: tuple[str, int] | None) -> dict[str, Any] | None:
    return used and {"pirate": used[0], "name": wording.pirate_phrase(used[0]), "at": used[1]}


def _conviction_variables(data: dict[str, Any]) -> dict[str, Any]:
    """The conviction card: the side that the viewer knows, how it is known, and the other readers."""
    side, look, over = data["seat"]["side"], data["saw"], data["over"]
    known_side = side if side not in (None, "unknown") else None
    # The view has a side that was seen and not handled since; otherwise it is only a memory.
    remembered_side = look["side"] if look is not None and known_side is None else None
    return {
        "side": known_side,
        "stale": remembered_side,
        "placed": side is not None,
        "spied": known_side is not None and look is not None and not over,
        "readers": 0 if over else data["read"],
        "side_words": _side_words(data, known_side, remembered_side),
    }


def _find_look(viewer: Json, owner: int) -> Json | None:
    return next((look for look in viewer["saw"] if look["seat"] == owner), None)


def _side_words(data: dict[str, Any], known_side: str | None, remembered_side: str | None) -> str:
    if data["seat"]["side"] is None:
        return _("No side taken yet")
    if known_side and data["over"]:
        return wording.side_name(known_side)
    if known_side and data["mine"]:
        words = _("You stand for {side}").format(side=wording.side_name(known_side))
    elif known_side:
        words = _("Stands for {side}: you have looked").format(side=wording.side_name(known_side))
        if data["watched"]:
            words = _("Stands for {side}").format(side=wording.side_name(known_side))
    elif remembered_side:
        words = _("Was for {side} when you looked, and has handled the card since").format(
            side=wording.side_name(remembered_side)
        )
    else:
        words = _("Has taken a side, face down")
    if data["readers"] and not data["over"]:
        words = _("{words}; {names} looked at it").format(words=words, names=data["readers"])
    return words

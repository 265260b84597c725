"""The seats' panels, made ready for the templates from a view: what each has, as far as this viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from quarterdeck.games.cartagena.words import names as called
from quarterdeck.games.cartagena.words.hints import Json
from quarterdeck.web.boards.base import Context
from quarterdeck.web.boards.cartagena.places import people
from quarterdeck.words import _

__all__ = ["piles", "seats"]

MOST_BACKS = 9  # so many cards of a kind that can't be seen are drawn; a number says how many there are


def seats(context: Context) -> list[dict[str, Any]]:
    """Every seat's panel, clockwise, the person's own seat last: nearest to the hand."""
    me: int | None = context["me"]
    count = len(context["view"]["seats"])
    first = 0 if me is None else (me + 1) % count
    return [_panel(context, (first + index) % count) for index in range(count)]


def _panel(context: Context, index: int) -> dict[str, Any]:
    view: Json = context["view"]
    seat = view["seats"][index]
    values = Counter(seat["gold_known"])
    return {
        "index": index,
        "name": context["names"][index],
        "bot": context["kinds"][index] == "bot",
        "me": index == context["me"],
        "giver": index == view["giver"] and not view["duels"],
        "acting": index in view["to_act"],
        "winner": index in view["winners"],
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
        "used": _used(view, index),
        **_conviction(context, index),
    }


def piles(cards: Sequence[str]) -> list[dict[str, Any]]:
    """Combat cards by kind: pink before grey, the strongest first."""
    counts = Counter(cards)
    kinds = sorted(counts, key=lambda card: (called.SIDES.index(called.side_of(card)), -int(card[-1])))
    return [{"card": card, "count": counts[card]} for card in kinds]


def _combat_words(seat: Json) -> str:
    """A hand in words: how many cards, and which of them are known."""
    words = called.counted("combat", seat["combat_count"])
    known = [
        f"{pile['count']} × {called.combat_name(pile['card'])}"
        if pile["count"] > 1
        else called.combat_name(pile["card"])
        for pile in piles(seat["combat_known"])
    ]
    if not known:
        return words
    told = _(", ").join(known)
    if seat["combat"] is not None:
        return _("{count}: {cards}").format(count=words, cards=told)
    return _("{count}, among them {cards}").format(count=words, cards=told)


def _gold_words(seat: Json) -> str:
    words = called.counted("gold", seat["gold_count"])
    if not seat["gold_known"]:
        return words
    values = _(", ").join(str(value) for value in sorted(seat["gold_known"], reverse=True))
    if seat["gold"] is not None:
        return _("{count}, worth {values}").format(count=words, values=values)
    return _("{count}, among them worth {values}").format(count=words, values=values)


def _used(view: Json, index: int) -> dict[str, Any] | None:
    """The pirate card used in this round, and its place in the row, from which it is seen to come."""
    for at, door in enumerate(view["row"]):
        if door["state"] == "used" and door["by"] == index:
            return {"pirate": door["pirate"], "name": called.pirate_name(door["pirate"]), "at": at}
    return None


def _conviction(context: Context, index: int) -> dict[str, Any]:
    """The conviction card: the side as far as it is known, how that is known, and to whom else."""
    view: Json = context["view"]
    me: int | None = view["seat"]
    side = view["seats"][index]["side"]
    saw = None if me is None or me == index else _look(view["seats"][me], index)
    shown = side if side not in (None, "unknown") else None
    # What has been seen and lies still is in the view; what was handled since is only a memory.
    stale = saw["side"] if saw is not None and shown is None else None
    readers = [
        other
        for other, one in enumerate(view["seats"])
        if other not in (me, index) and (look := _look(one, index)) is not None and look["fresh"]
    ]
    return {
        "side": shown,
        "stale": stale,
        "placed": side is not None,
        "spied": shown is not None and saw is not None and view["phase"] != "over",
        "readers": len(readers) if view["phase"] != "over" else 0,
        "side_words": _side_words(context, index, shown, stale, readers),
    }


def _look(one: Json, owner: int) -> Json | None:
    return next((look for look in one["saw"] if look["seat"] == owner), None)


def _side_words(
    context: Context, index: int, shown: str | None, stale: str | None, readers: Sequence[int]
) -> str:
    view: Json = context["view"]
    side = view["seats"][index]["side"]
    if side is None:
        return _("No side taken yet")
    if shown and view["phase"] == "over":
        return called.side_name(shown)
    if shown and index == view["seat"]:
        words = _("You stand for {side}").format(side=called.side_name(shown))
    elif shown:
        words = _("Stands for {side}: you have looked").format(side=called.side_name(shown))
        if view["seat"] is None:
            words = _("Stands for {side}").format(side=called.side_name(shown))
    elif stale:
        words = _("Was for {side} when you looked, and has handled the card since").format(
            side=called.side_name(stale)
        )
    else:
        words = _("Has taken a side, face down")
    if readers and view["phase"] != "over":
        words = _("{words}; {names} looked at it").format(words=words, names=people(context, readers))
    return words

"""A small chart of a view as SVG, for notebooks: sea route, doors or duel, sailors and seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import sin

from quarterdeck.games.cartagena.plain import SIDES, holdings, posted, status, supply
from quarterdeck.games.cartagena.words.names import counted, pirate_name, side_leader, space_name
from quarterdeck.i18n import _
from quarterdeck.kernel.spec import Json
from quarterdeck.kernel.svg import BOLD, FROM_THE_LEFT, SABRES, SHIP, WIDTH, engraving, heading, picture, text

HEIGHT = 470
COLOURS = {"valverde": "#c9577d", "diaz": "#7d8285"}
LAND = {"gold": "#e4bd62", "treasure": "#c9a15a", "volcano": "#a8643c"}

# Small engravings about (0, 0): a storm, and a cabin door of 84 by 92.
STORM = "M-7 1 A4 4 0 0 1 -4 -6 A5 5 0 0 1 5 -6 A4 4 0 0 1 7 1 H2 L-1 9 L0 3 H-3 L-1 1 Z"
DOOR = "M-42 46 V-26 Q-42 -46 0 -46 Q42 -46 42 -26 V46 Z"


def draw(view: Json) -> str:
    """The SVG text of a view's or position's JSON."""
    parts = [
        heading(status(view)),
        *_draw_route(view["route"]),
        *(_draw_cards(view) if view["duels"] else _draw_doors(view)),
        text(WIDTH / 2, 236, supply(view)),
        *_draw_sailors(view),
        FROM_THE_LEFT,
    ]
    for seat in range(len(view["seats"])):
        parts += _draw_seat(view, seat, 270 + 50 * seat)
    return picture(status(view), HEIGHT, parts)


def _draw_route(route: Json) -> Iterator[str]:
    """The spaces of the sea on a wave, the ship above its own."""
    step = (WIDTH - 100) / max(1, len(route["spaces"]) - 1)
    places = [(50 + step * at, 78 + 14 * sin(at / 2.2)) for at in range(len(route["spaces"]))]
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
    yield f'<polyline points="{line}" fill="none" stroke="#8aa5a8" stroke-width="2" stroke-dasharray="3 4"/>'
    for (x, y), space in zip(places, route["spaces"], strict=True):
        if space in LAND:
            yield f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="15" ry="9" fill="{LAND[space]}" stroke="#6b5836"/>'
            yield text(x, y + 23, space_name(space), ' font-size="10"')
        elif space in ("storm", "mutiny"):
            path, colour = (STORM, "#3f5a63") if space == "storm" else (SABRES, "#8c2f22")
            yield engraving(path, x, y, colour)
        else:
            yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#8aa5a8"/>'
    x, y = places[route["ship"]]
    yield f'<path d="{SHIP}" transform="translate({x:.0f} {y - 18:.0f})"/>'


def _draw_doors(view: Json) -> Iterator[str]:
    """The row of cabin doors."""
    left = WIDTH / 2 - 48 * (len(view["row"]) - 1)
    for at, door in enumerate(view["row"]):
        x = left + 96 * at
        fill = {"closed": "#8a6238", "open": "#fbf5e4", "used": "#e2d5b4"}[door["state"]]
        width = 3 if door["available"] else 1
        yield (
            f'<path d="{DOOR}" fill="{fill}" stroke="#6b5836" stroke-width="{width}" '
            f'transform="translate({x:.0f} 168)"/>'
        )
        if door["state"] == "closed":
            yield f'<circle cx="{x + 30:.0f}" cy="174" r="4" fill="#e4bd62"/>'
            continue
        faded = ' opacity="0.55"' if door["state"] == "used" else BOLD
        words = pirate_name(door["pirate"]).split(" ")
        for number, word in enumerate(words):
            yield text(x, 166 + 16 * number, word, ' font-size="12"' + faded)
        if door["state"] == "used":
            yield text(x, 206, _("seat {seat}").format(seat=door["by"]), ' font-size="11"')
        elif door["pirate"] == "sate" and view["sate_coins"]:
            yield text(x, 206, "+" + counted("coins", view["sate_coins"]), ' font-size="11"')


def _draw_cards(view: Json) -> Iterator[str]:
    """The present or last duel's combat cards, a row for each side."""
    duel = view["duels"][-1]
    for row, side in enumerate(SIDES):
        y = 140 + 46 * row
        colour = "pink" if side == "valverde" else "grey"
        shown = [card for one in duel["rounds"] for card in one["cards"] if card.startswith(colour)]
        yield text(150, y + 16, side_leader(side) + _(": ") + str(duel["total"][side]), BOLD)
        for at, card in enumerate(shown):
            x = 250 + min(34, 480 / max(1, len(shown))) * at
            yield (
                f'<rect x="{x:.0f}" y="{y - 8}" width="28" height="38" rx="4" fill="{COLOURS[side]}" '
                f'stroke="#f3e8cf"/><text x="{x + 14:.0f}" y="{y + 16}" fill="#fff">{card[-1]}</text>'
            )


def _draw_sailors(view: Json) -> Iterator[str]:
    """CA-51, CA-62: the five pairs, one row for each side, and the number of sailors on deck."""
    sailors = view["sailors"]
    winners = {duel["letter"]: duel["winner"] for duel in view["duels"]}
    for row, side in enumerate(SIDES):
        y = 310 + 74 * row
        yield text(185, y - 34 if row == 0 else y + 46, side_leader(side), ' font-size="12"')
        for at, pair in enumerate(sailors["pairs"]):
            x = 65 + 60 * at
            fill = COLOURS[side] if pair["placed"] else "none"
            ring = "#e4bd62" if winners.get(pair["letter"]) == side else "#6b5836"
            yield f'<circle cx="{x}" cy="{y}" r="20" fill="{fill}" stroke="{ring}" stroke-width="3"/>'
            if pair["placed"]:
                value = "?" if pair[side] is None else str(pair[side])
                yield text(x, y + 6, value, ' font-size="17" fill="#fff"')
    for at, pair in enumerate(sailors["pairs"]):
        letter = pair["letter"]
        if pair["values"] and pair["valverde"] is None:
            letter += " · {}/{}".format(*pair["values"])
        yield text(65 + 60 * at, 352, letter, BOLD)
    deck = _("Sailors on deck: {count}").format(count=sailors["on_deck"])
    yield text(185, 456, deck, ' font-size="12"')


def _draw_seat(view: Json, seat: int, y: int) -> Iterator[str]:
    player = view["seats"][seat]
    title = _("Seat {seat}: {coins}").format(seat=seat, coins=counted("coins", player["coins"]))
    if seat in view["winners"]:
        title += " · " + _("has won")
    elif view["duels"] and not player["alive"]:
        title += " · " + _("out of the game")
    elif seat in view["to_act"]:
        title += " · " + _("to act")
    gold, combat, side = holdings(player)
    if player["posted"]:
        side += " · " + posted(player["posted"])
    yield text(370, y, title, BOLD)
    yield text(370, y + 16, f"{gold} · {side}", ' font-size="12"')
    yield text(370, y + 31, combat, ' font-size="12"')

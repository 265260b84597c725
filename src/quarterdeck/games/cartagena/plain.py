"""A view as a page of plain text: what `print(position)` shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quarterdeck.games.cartagena.words.names import (
    combat_name,
    counted,
    phase_name,
    pile_name,
    pirate_name,
    side_leader,
)
from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.spec import Json

SIDES = ("valverde", "diaz")


def text(view: Json) -> str:
    """A view's or position's JSON as plain text: ship, doors, supplies, sailors and seats."""
    lines = [status(view), _route_line(view)]
    if view["row"]:
        lines.append(
            _("Doors: {doors}").format(doors=", ".join(_door_words(view, one) for one in view["row"]))
        )
    if view["boat"]:
        lines.append(_("In the lifeboat: {pirate}").format(pirate=pirate_name(view["boat"])))
    lines.append(_("Supply: {supply}").format(supply=supply(view)))
    lines += [_pair_line(pair) for pair in view["sailors"]["pairs"] if pair["placed"] and not pair["shown"]]
    lines += [duel_line(duel) for duel in view["duels"]]
    return "\n".join(lines + [_seat_line(view, seat) for seat in range(len(view["seats"]))])


def status(view: Json) -> str:
    """The round of the voyage, or the duel, and the decision to make."""
    phase = phase_name(view["phase"])
    if not view["duels"]:
        return _("Cartagena, round {number}: {phase}").format(number=view["round"], phase=phase)
    if view["winning_side"]:
        return _("Cartagena: {side} has won the mutiny").format(side=side_leader(view["winning_side"]))
    duel = view["duels"][-1]
    if view["phase"] == "duel":
        sentence = _("Cartagena, duel {letter}, round {number}")
        return sentence.format(letter=duel["letter"], number=duel["round"])
    return _("Cartagena, duel {letter}: {phase}").format(letter=duel["letter"], phase=phase)


def _route_line(view: Json) -> str:
    route = view["route"]
    if not route["left"]:
        return _("The ship has reached the mutiny space")
    left = route["left"]
    moves = ngettext("{count} move to the mutiny", "{count} moves to the mutiny", left).format(count=left)
    storms = [at for at, space in enumerate(route["spaces"]) if space == "storm" and at > route["ship"]]
    if not storms:
        return moves
    storm = storms[0] - route["ship"]
    ahead = ngettext("{count} to the next storm", "{count} to the next storm", storm).format(count=storm)
    return f"{moves}, {ahead}"


def _door_words(view: Json, door: Json) -> str:
    if door["state"] == "closed":
        return _("closed")
    name = pirate_name(door["pirate"])
    if door["state"] == "used":
        return _("{pirate} (seat {seat})").format(pirate=name, seat=door["by"])
    if door["pirate"] == "sate" and view["sate_coins"]:
        return f"{name} (+{counted('coins', view['sate_coins'])})"
    return name


def supply(view: Json) -> str:
    """The piles and the coins, and which of them have run out."""
    piles = ", ".join(counted(pile, number) for pile, number in view["supply"].items())
    if not view["dry"]:
        return piles
    dry = ", ".join(pile_name(pile) for pile in view["dry"])
    return piles + " · " + _("run out: {piles}").format(piles=dry)


def _pair_line(pair: Json) -> str:
    sides = ", ".join(f"{side_leader(side)} {_value_or_unknown(pair[side])}" for side in SIDES)
    line = _("Pair {letter}: {sides}").format(letter=pair["letter"], sides=sides)
    if pair["values"] and pair["valverde"] is None:
        low, high = pair["values"]
        line += " " + _("({low} and {high}, whichever way)").format(low=low, high=high)
    return line


def _value_or_unknown(value: int | None) -> str:
    return "?" if value is None else str(value)


def duel_line(duel: Json) -> str:
    """A duel's letter and totals, and its winner."""
    sides = ", ".join(f"{side_leader(side)} {duel['total'][side]}" for side in SIDES)
    line = _("Duel {letter}: {sides}").format(letter=duel["letter"], sides=sides)
    if duel["winner"]:
        line += " · " + _("won by {side}").format(side=side_leader(duel["winner"]))
    return line


def _seat_line(view: Json, seat: int) -> str:
    player = view["seats"][seat]
    parts = [_("seat {seat}: {coins}").format(seat=seat, coins=counted("coins", player["coins"]))]
    if seat == view["giver"] and view["row"]:
        parts.append(_("giver"))
    parts += holdings(player)
    if player["posted"]:
        parts.append(posted(player["posted"]))
    if view["duels"] and not player["alive"]:
        parts.append(_("out of the game"))
    if seat in view["winners"]:
        parts.append(_("has won"))
    return "     " + ", ".join(parts)


def holdings(player: Json) -> list[str]:
    """A seat's gold, combat cards and side, as far as the viewer knows them."""
    gold = counted("gold", player["gold_count"])
    if player["gold_known"]:
        gold += f" ({' '.join(_gold_values(player))})"
    combat = counted("combat", player["combat_count"])
    if player["combat_known"]:
        known = cards(player["combat_known"])
        combat += f" ({known})" if player["combat"] is not None else f" ({known}, …)"
    return [gold, combat, side(player["side"])]


def _gold_values(player: Json) -> Sequence[str]:
    unknown = player["gold_count"] - len(player["gold_known"])
    return [*map(str, player["gold_known"]), *["?"] * unknown]


def cards(kinds: Sequence[str]) -> str:
    """Combat cards by kind: "Pink 1, 2 × Grey 2"."""
    return ", ".join(
        combat_name(kind) if count == 1 else f"{count} × {combat_name(kind)}"
        for kind, count in Counter(kinds).items()
    )


def side(name: str | None) -> str:
    """The side of a seat, as far as the viewer knows it."""
    if name is None:
        return _("no side yet")
    return _("side hidden") if name == "unknown" else _("for {side}").format(side=side_leader(name))


def posted(card: str) -> str:
    """The card that a seat has laid face down."""
    return _("has laid a card") if card == "unknown" else _("has laid: {card}").format(card=combat_name(card))

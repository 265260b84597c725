"""One plain sentence for every fact that a game of Cartagena tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.games.cartagena.words import names as called
from quarterdeck.games.cartagena.words.tellings import TELLINGS
from quarterdeck.words import _

Data = Mapping[str, int | str]

KINDS = tuple(kind for kind in TELLINGS if " " not in kind)


def sentence(kind: str, data: Data, seat: int, names: Sequence[str], you: int | None = None) -> str:
    """The event as one sentence, in the second person when `you` is the seat it is about.

    `you` may also be the player to whom something is done ("Ann steals a coin from you."). `seat` is -1 for
    an event about nobody. Names are users' text and only ever fill a placeholder. Raises KeyError for a kind
    that Cartagena does not tell.
    """
    telling = TELLINGS[_variant(kind, data)]
    template = telling.they
    if telling.you is not None and seat >= 0 and seat == you:
        template = telling.you
    elif telling.victim is not None and you is not None and data["player"] == you:
        template = telling.victim
    text = _(template) if isinstance(template, str) else template(int(data[telling.by]))
    return text.format(**_values(data, names), name=names[seat] if seat >= 0 else "")


def chapter(kind: str, data: Data) -> str | None:
    """The title of the part of the log that a fact opens, or None. "" is the match's beginning."""
    match kind:
        case "" | "round_began":
            return _("Round {number}").format(number=data.get("round", 1))
        case "voyage_ended":
            return _("Mutiny")
        case "duel_began":
            return _("Duel {pair}").format(pair=data["pair"])
        case "mutiny_won":
            return _("The end")
    return None


def _variant(kind: str, data: Data) -> str:
    """The key of the telling that fits these numbers and names."""
    match kind:
        case "opened" if not data["closed"]:
            return "opened last"
        case "went_empty" | "ran_out":
            return f"{kind} {data['pile']}"
        case "looked_at" if data["gold"]:
            return "looked_at gold"
        case "kept" if not data["tembo"]:
            return f"kept {data['pile']}"
        case "robbed" if data["mascot"]:
            return "robbed by mascot"
        case "sailed" if not data["spaces"]:
            return "sailed nowhere"
        case "voyage_ended" if not data["mutiny_space"]:
            return "voyage_ended dry"
        case "card_shown":
            return f"card_shown {called.side_of(str(data['card']))}"
        case "mascot_shown" if data["round"] == 1:
            return "mascot_shown at once"
        case "mascot_paid" if not data["coins"]:
            return "mascot_paid nothing"
        case "won" if not data["gold"]:
            return "won nothing"
        case "strength" if data["valverde"] == data["diaz"]:
            return "strength even"
        case "duel_won" if data["valverde"] == data["diaz"]:
            return "duel_won tied"
        case "mutiny_won":
            return f"mutiny_won {data['side']}"
        case "nobody_won" if data["none_left"]:
            return "nobody_won none left"
    return kind


def _values(data: Data, names: Sequence[str]) -> dict[str, int | str]:
    """The placeholders' values: numbers as they are, all else by name."""
    values = dict(data)
    if "pirate" in data:
        values["pirate"] = called.pirate_phrase(str(data["pirate"]))
    if "card" in data:
        values["card"] = called.combat_phrase(str(data["card"]))
        values["Card"] = called.combat_name(str(data["card"]))
    if "side" in data:
        values["side"] = called.side_name(str(data["side"]))
        values["leader"] = called.side_leader(str(data["side"]))
    if "player" in data:
        values["other"] = names[int(data["player"])]
    if {"valverde", "diaz"} <= data.keys():
        totals = (int(data["valverde"]), int(data["diaz"]))
        values["more"], values["less"] = max(totals), min(totals)
        values["ahead"] = called.side_leader("valverde" if totals[0] > totals[1] else "diaz")
    return values

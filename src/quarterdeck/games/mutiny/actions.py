"""Actions as text: small, language-neutral and exact both ways."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.state import MOST_RUM, SEATS, Crew
from quarterdeck.i18n import N_
from quarterdeck.kernel.action_text import ActionIds

CREW_NAMES = tuple(crew.name.lower().replace("_", "-") for crew in Crew)
DESTINATION_NAMES = ("north", "south")
TOKEN_NAMES = ("doubloon", "rum")


def text(action: int) -> str:
    """The text of an action id, `bid 2 1` say."""
    if action < codes.NO_OFFER:
        return f"bid {action // codes.RUM_BIDS} {action % codes.RUM_BIDS}"
    if action < codes.OFFER:
        return "no offer"
    if action < codes.PICK:
        player, rum = divmod(action - codes.OFFER, MOST_RUM)
        return f"offer {rum + 1} for {player}"
    if action < codes.STAY:
        player, payer = divmod(action - codes.PICK, SEATS + 1)
        return f"pick {player} paid by {payer - 1}" if payer else f"pick {player}"
    if action < codes.MOVE:
        return "stay"
    if action < codes.COURSE:
        return _move_text(action - codes.MOVE)
    if action < codes.LOSE_UNPLAYED:
        return DESTINATION_NAMES[action - codes.COURSE]
    if action < codes.LOSE:
        return "lose unplayed"
    if action < codes.RETRIEVE:
        return f"lose {CREW_NAMES[action - codes.LOSE]}"
    return f"retrieve {CREW_NAMES[action - codes.RETRIEVE]}" if action < codes.DONE else "done"


def _move_text(code: int) -> str:
    whose, way = divmod(code, codes.WAYS)
    token, owner = divmod(whose, SEATS)
    start, end = CREW_NAMES[codes.way_start(way)], CREW_NAMES[codes.way_end(way)]
    return f"move {TOKEN_NAMES[token]} of {owner} from {start} to {end}"


def public_text(action: int) -> str:
    """The text of an action for those who may not know all of it."""
    if action < codes.NO_OFFER:
        return "bid ?"
    return "offer ?" if action < codes.PICK else text(action)


parse = ActionIds(
    text,
    codes.ACTIONS,
    N_(
        "“{text}” is no action of Mutiny!; actions read like “bid 2 1”, “offer 1 for 3”, “no offer”, "
        "“pick 3”, “pick 3 paid by 0”, “move rum of 1 from gunner to cook”, “stay”, “north”, "
        "“lose unplayed”, “lose pilot”, “retrieve gunner” or “done”."
    ),
)

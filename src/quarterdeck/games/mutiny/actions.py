"""Actions as text: small, language-neutral and exact both ways."""

from __future__ import annotations

import re

from quarterdeck.errors import ActionTextError
from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.state import NONE, RUM_AT_ONCE, SEATS, Crew
from quarterdeck.games.mutiny.targets import excluded, first_of, second_of
from quarterdeck.games.mutiny.words.names import counted
from quarterdeck.i18n import N_, _
from quarterdeck.kernel.action_text import ActionIds

CREW_NAMES = tuple(crew.name.lower().replace("_", "-") for crew in Crew)
DESTINATION_NAMES = ("north", "south")
TOKEN_NAMES = ("doubloon", "rum")


def text(action: int) -> str:
    """The text of an action id, for example `bid 2 1`."""
    if action < codes.NO_OFFER:
        return f"bid {action // codes.RUM_BIDS} {action % codes.RUM_BIDS}"
    if action < codes.OFFER:
        return "no offer"
    if action < codes.PICK:
        player, rum = divmod(action - codes.OFFER, RUM_AT_ONCE)
        return f"offer {rum + 1} for {player}"
    if action < codes.STAY:
        player, payer = codes.picked_player(action), codes.picked_payer(action)
        return f"pick {player}" if payer == NONE else f"pick {player} paid by {payer}"
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
    if action < codes.OFFER_OTHER:
        return f"retrieve {CREW_NAMES[action - codes.RETRIEVE]}" if action < codes.DONE else "done"
    return _deal_text(action)


def target_text(target: int) -> str:
    """What an offer is for, as in its text: `1`, `not 1`, `1 then 2`."""
    if excluded(target) != NONE:
        return f"not {excluded(target)}"
    first, second = first_of(target), second_of(target)
    return str(first) if second == NONE else f"{first} then {second}"


def _deal_text(action: int) -> str:
    """An action of an open negotiation (MU-23)."""
    if action < codes.WITHDRAW:
        return f"offer {codes.offered_rum(action)} for {target_text(codes.offered_target(action))}"
    if action < codes.ASK:
        return "withdraw" if action == codes.WITHDRAW else "pass"
    if action < codes.TAKE:
        player, rum = divmod(action - codes.ASK, RUM_AT_ONCE)
        return f"ask {rum + 1} for {player}"
    return f"take {action - codes.TAKE}" if action < codes.WAIT else "wait"


def _move_text(code: int) -> str:
    whose, way = divmod(code, codes.WAYS)
    token, owner = divmod(whose, SEATS)
    start, end = CREW_NAMES[codes.way_start(way)], CREW_NAMES[codes.way_end(way)]
    return f"move {TOKEN_NAMES[token]} of {owner} from {start} to {end}"


def public_text(action: int) -> str:
    """The text of an action for other seats, which may not know what is in a bid or in a closed offer."""
    return "offer ?" if codes.NO_OFFER <= action < codes.PICK else open_text(action)


def open_text(action: int) -> str:
    """The text of an action for other seats where offers are open: only what is in a bid is hidden."""
    return "bid ?" if action < codes.NO_OFFER else text(action)


_ids = ActionIds(
    text,
    codes.ACTIONS,
    N_(
        "“{text}” is no action of Mutiny!; actions read like “bid 2 1”, “offer 1 for 3”, “take 3”, “pick 3”, "
        "“ask 2 for 1”, “move rum of 1 from gunner to cook”, “north”, “lose unplayed”, “retrieve gunner” or "
        "“done”."
    ),
)
_RUM = re.compile(r"(bid \d+|offer|ask) (\d{1,9})\b", re.ASCII)


def parse(words: str) -> int:
    """The id of an action's text.

    Raises ActionTextError for an unknown text. If the text names too much rum or none, its sentence cites the
    rule.
    """
    try:
        return _ids(words)
    except ActionTextError:
        match = _RUM.match(" ".join(words.lower().split()))
        refusal = _amount_refusal(match[1], int(match[2])) if match else ""
        if not refusal:
            raise
        raise ActionTextError(refusal) from None


def _amount_refusal(verb: str, rum: int) -> str:
    """Why a bid, an offer or a price can't be of this much rum; empty if it can."""
    if rum > RUM_AT_ONCE:
        sentence = _("A bid or an offer holds {things} at most ({rule}).")
        return sentence.format(things=counted("rum", RUM_AT_ONCE), rule="MU-2")
    if rum:
        return ""
    if verb == "offer":
        return _("An offer is of 1 rum at least (MU-23).")
    return _("A price is of 1 rum at least (MU-23).") if verb == "ask" else ""

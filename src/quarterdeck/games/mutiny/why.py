"""Why an action is illegal: the rule and one sentence, from what the seat itself can see."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.describe import PHASES
from quarterdeck.games.mutiny.rules import to_act
from quarterdeck.games.mutiny.state import MOST_RUM, NONE, SEATS, Phase, Rank, State
from quarterdeck.games.mutiny.table import ComponentTable
from quarterdeck.games.mutiny.words.reasons import PHASE_RULES, reason
from quarterdeck.kernel.bits import has

Why = tuple[str, str]

# The phase of each block of actions, by its first id.
_BLOCKS = (
    (codes.BID, Phase.BID),
    (codes.NO_OFFER, Phase.OFFER),
    (codes.PICK, Phase.PICK),
    (codes.STAY, Phase.MOVE),
    (codes.COURSE, Phase.COURSE),
    (codes.LOSE_UNPLAYED, Phase.LOSE),
    (codes.RETRIEVE, Phase.RETRIEVE),
)


def why_not(view: State, seat: int, action: int, _table: ComponentTable) -> Why:
    """The rule id and the sentence for an action that `view`, blanked for `seat`, does not allow."""
    wanted = next(phase for first, phase in reversed(_BLOCKS) if first <= action)
    if view.phase == Phase.OVER:
        return reason("game_over")
    if view.phase != wanted:
        return reason("wrong_phase", phase=PHASES[wanted], current=PHASES[view.phase])
    if seat == NONE or not has(to_act(view), seat):
        return _not_your_turn(view, seat)
    if wanted == Phase.BID:
        return reason("too_high_a_bid", doubloons=int(view.doubloons[seat]), rum=int(view.rum[seat]))
    if wanted == Phase.OFFER:
        return _offer(view, seat, action - codes.OFFER)
    if wanted == Phase.PICK:
        return _pick(view, action - codes.PICK)
    if wanted == Phase.MOVE:
        return _move(view, seat, action - codes.MOVE)
    if action == codes.LOSE_UNPLAYED:
        return reason("nothing_unplayed")
    crew = action - (codes.LOSE if wanted == Phase.LOSE else codes.RETRIEVE)
    return reason("none_of_yours", crew=CREW_NAMES[crew], rule=PHASE_RULES[PHASES[wanted]])


def _not_your_turn(view: State, seat: int) -> Why:
    """MU-10, MU-23: where several act at once, why the seat is not one of them."""
    if seat != NONE and view.phase == Phase.BID:
        return reason("already_bid" if view.doubloons[seat] or view.rum[seat] else "nothing_to_bid")
    if seat != NONE and view.phase == Phase.OFFER:
        if seat == view.lookout:
            return reason("lookout_asked")
        return reason("already_offered" if view.rum[seat] else "no_rum_to_offer")
    return reason("not_your_turn", rule=PHASE_RULES[PHASES[view.phase]])


def _candidate(view: State, player: int) -> Why | None:
    """MU-21: why a player can't be picked, if so."""
    if player >= view.seats:
        return reason("no_such_seat", seat=player, last=int(view.seats) - 1)
    return None if has(view.tied, player) else reason("not_tied", seat=player)


def _offer(view: State, seat: int, code: int) -> Why:
    """MU-23."""
    return _candidate(view, code // MOST_RUM) or reason("too_high_an_offer", rum=int(view.rum[seat]))


def _pick(view: State, code: int) -> Why:
    """MU-21, MU-23: one of the tied, and an offer made for that one."""
    player, payer = code // (SEATS + 1), code % (SEATS + 1) - 1
    if payer >= view.seats:
        return reason("no_such_seat", seat=payer, last=int(view.seats) - 1)
    return _candidate(view, player) or reason("no_such_offer", payer=payer, seat=player)


def _move(view: State, seat: int, code: int) -> Why:
    """MU-24: a token that lies there, for the secondary ability one of the own."""
    whose, way = divmod(code, codes.WAYS)
    token, owner = divmod(whose, SEATS)
    if owner >= view.seats:
        return reason("no_such_seat", seat=owner, last=int(view.seats) - 1, rule="MU-24")
    if owner != seat and view.rank == Rank.SECONDARY:
        return reason("not_your_token")
    missing = "no_rum_there" if token else "no_doubloon_there"
    return reason(missing, seat=owner, crew=CREW_NAMES[codes.way_start(way)])

"""Why an action is illegal: the rule id and one sentence, from the seat's own view."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.actions import CREW_NAMES
from quarterdeck.games.mutiny.deals import decides_both, is_open, may_go_on, most_rum_of_others
from quarterdeck.games.mutiny.describe import PHASES
from quarterdeck.games.mutiny.rules import to_act
from quarterdeck.games.mutiny.state import (
    NONE,
    RUM_AT_ONCE,
    SEATS,
    Phase,
    Rank,
    Reading,
    State,
    bribe,
    reading,
)
from quarterdeck.games.mutiny.table import ComponentTable
from quarterdeck.games.mutiny.targets import excluded, first_of, second_of
from quarterdeck.games.mutiny.ties import settled_crew
from quarterdeck.games.mutiny.words.reasons import PHASE_RULES, reason
from quarterdeck.kernel.bits import count_bits, has, nth_bit

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
    (codes.OFFER_OTHER, Phase.OFFER),
    (codes.ASK, Phase.PICK),
)


def why_not(view: State, seat: int, action: int, _table: ComponentTable) -> Why:
    """The rule id and the sentence for an action that is illegal in `view`, blanked for `seat`."""
    phase_of_action = next(phase for first, phase in reversed(_BLOCKS) if first <= action)
    if view.phase == Phase.OVER:
        return reason("game_over")
    if view.phase != phase_of_action:
        return reason("wrong_phase", phase=PHASES[phase_of_action], current=PHASES[view.phase])
    if seat == NONE or not has(to_act(view), seat):
        return _turn_refusal(view, seat)
    if phase_of_action == Phase.BID:
        return reason("too_high_a_bid", doubloons=int(view.doubloons[seat]), rum=int(view.rum[seat]))
    if phase_of_action == Phase.OFFER:
        return (
            _open_offer_refusal(view, seat, action)
            if is_open(view)
            else _closed_offer_refusal(view, seat, action)
        )
    if phase_of_action == Phase.PICK:
        return _pick_refusal(view, action) if action < codes.ASK else _deal_refusal(view, action)
    if phase_of_action == Phase.MOVE:
        return _move_refusal(view, seat, action - codes.MOVE)
    if action == codes.LOSE_UNPLAYED:
        return reason("nothing_unplayed")
    crew = action - (codes.LOSE if phase_of_action == Phase.LOSE else codes.RETRIEVE)
    return reason("none_of_yours", crew=CREW_NAMES[crew], rule=PHASE_RULES[PHASES[phase_of_action]])


def _turn_refusal(view: State, seat: int) -> Why:
    """MU-10, MU-23: why the seat may not act while several others may."""
    if seat != NONE and view.phase == Phase.BID:
        return reason("already_bid" if view.doubloons[seat] or view.rum[seat] else "nothing_to_bid")
    if seat != NONE and view.phase == Phase.OFFER:
        if seat == view.lookout:
            return reason("lookout_asked")
        if is_open(view) and view.rum[seat]:
            return reason("not_your_turn", rule="MU-23")
        return reason("already_offered" if view.rum[seat] else "no_rum_to_offer")
    return reason("not_your_turn", rule=PHASE_RULES[PHASES[view.phase]])


def _candidate_refusal(view: State, player: int) -> Why | None:
    """MU-21: why a player can't be picked; None if it can."""
    if player >= view.seats:
        return reason("no_such_seat", seat=player, last=int(view.seats) - 1)
    if has(view.tied, player):
        return None
    return reason("ruled_out" if _was_tied(view, player) else "not_tied", seat=player)


def _was_tied(view: State, player: int) -> bool:
    """MU-21, MU-23: whether a player was among those tied, before deals left fewer of them in `tied`.

    No token moves before the lookout has picked, so all who are tied have the same bribe.
    """
    if view.rank != Rank.COURSE:
        if player == view.primary:
            return False
        if view.first_tied:
            return has(view.first_tied, player)
    crew, one = settled_crew(view), nth_bit(int(view.tied), 0)
    return bool(bribe(view, crew, player) == bribe(view, crew, one))


def _closed_offer_refusal(view: State, seat: int, action: int) -> Why:
    """MU-23: why a closed offer is illegal."""
    if action >= codes.OFFER_OTHER:
        return reason("closed_offers")
    refused = _candidate_refusal(view, codes.offered_target(action))
    return refused or reason("too_high_an_offer", rum=int(view.rum[seat]))


def _open_offer_refusal(view: State, seat: int, action: int) -> Why:
    """MU-23: why an offer in an open negotiation is illegal."""
    if action == codes.NO_OFFER:
        return reason("open_deals")
    if action == codes.WITHDRAW:
        return reason("nothing_to_withdraw")
    target, rum = codes.offered_target(action), codes.offered_rum(action)
    refused = _target_refusal(view, target)
    if refused is not None:
        return refused
    if rum > view.rum[seat]:
        return reason("too_high_an_offer", rum=int(view.rum[seat]))
    return reason("same_offer")


def _target_refusal(view: State, target: int) -> Why | None:
    """MU-23: why nothing can be offered for this; None if it can."""
    if excluded(target) != NONE:
        refused = _candidate_refusal(view, excluded(target))
        few = count_bits(view.tied) < 3
        return refused or (reason("too_few_tied", seat=excluded(target)) if few else None)
    second = second_of(target)
    refused = _candidate_refusal(view, first_of(target))
    if refused or second == NONE:
        return refused
    if second >= view.seats:
        return _candidate_refusal(view, second)
    if not decides_both(view):
        return reason("no_second_rank")
    return None if has(view.first_tied, second) else reason("not_tied_first", seat=second)


def _pick_refusal(view: State, action: int) -> Why:
    """MU-21, MU-23: why a pick is illegal."""
    player, payer = codes.picked_player(action), codes.picked_payer(action)
    if payer >= view.seats:
        return reason("no_such_seat", seat=payer, last=int(view.seats) - 1)
    refused = _candidate_refusal(view, player)
    if refused is None and not reading(view, Reading.ONE_PAYMENT):
        return reason("take_first" if view.offer_rum[payer] > 0 else "nothing_to_take", payer=payer)
    return refused or reason("no_such_offer", payer=payer, seat=player)


def _deal_refusal(view: State, action: int) -> Why:
    """MU-23: why an offer can't be taken, a price can't be named, or the lookout can't wait."""
    if codes.TAKE <= action < codes.WAIT:
        payer = action - codes.TAKE
        if payer >= view.seats:
            return reason("no_such_seat", seat=payer, last=int(view.seats) - 1, rule="MU-23")
        return reason("bound" if view.offer_rum[payer] > 0 else "nothing_to_take", payer=payer)
    if reading(view, Reading.CLOSED_OFFERS):
        return reason("closed_offers")
    if not may_go_on(view):
        return reason("last_round")
    if action == codes.WAIT:
        return reason("nothing_changed")
    player = (action - codes.ASK) // RUM_AT_ONCE
    return _candidate_refusal(view, player) or reason("too_high_a_price", rum=most_rum_of_others(view))


def _move_refusal(view: State, seat: int, code: int) -> Why:
    """MU-24: why a move is illegal."""
    whose, way = divmod(code, codes.WAYS)
    token, owner = divmod(whose, SEATS)
    if owner >= view.seats:
        return reason("no_such_seat", seat=owner, last=int(view.seats) - 1, rule="MU-24")
    if owner != seat and view.rank == Rank.SECONDARY:
        return reason("not_your_token")
    missing = "no_rum_there" if token else "no_doubloon_there"
    return reason(missing, seat=owner, crew=CREW_NAMES[codes.way_start(way)])

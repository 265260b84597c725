"""Why an action is illegal: the rule id and one sentence, from the seat's own view."""

from __future__ import annotations

from quarterdeck.games.cartagena import codes
from quarterdeck.games.cartagena.actions import CARD_NAMES, PAIR_NAMES, PIRATE_NAMES
from quarterdeck.games.cartagena.describe import PHASES
from quarterdeck.games.cartagena.rules import to_act
from quarterdeck.games.cartagena.state import (
    NONE,
    Direction,
    Phase,
    Reading,
    State,
    reading,
    row_pirate,
)
from quarterdeck.games.cartagena.supplies import combat_left
from quarterdeck.games.cartagena.table import ComponentTable
from quarterdeck.games.cartagena.voyage import closed_doors
from quarterdeck.games.cartagena.words.reasons import PHASE_RULES, reason
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.hands import hand_size

Why = tuple[str, str]

# The phases that `codes.DONE` may end.
ENDED_BY_DONE = (Phase.SWAP, Phase.TRADE, Phase.ROB, Phase.SIDE, Phase.SPY, Phase.INSPECT)
# The phase of each block of actions, by its first id; `codes.DONE` also belongs to others.
_BLOCKS = (
    (codes.TAKE, Phase.CABINS),
    (codes.KEEP_GOLD, Phase.DIAZ),
    (codes.KEEP, Phase.TEMBO),
    (codes.SWAP, Phase.SWAP),
    (codes.SELL, Phase.TRADE),
    (codes.DRAW, Phase.PANG),
    (codes.ROB, Phase.ROB),
    (codes.SIDE, Phase.SIDE),
    (codes.SPY, Phase.SPY),
    (codes.HIGHER, Phase.SAILORS),
    (codes.INSPECT, Phase.INSPECT),
    (codes.SWAP_SAILORS, Phase.HANDLE),
    (codes.PLAY, Phase.DUEL),
)


def why_not(view: State, seat: int, action: int, table: ComponentTable) -> Why:
    """The rule id and the sentence for an action that is illegal in `view`, blanked for `seat`."""
    phase_of_action = _phase_of(view, action)
    if view.phase == Phase.OVER:
        return reason("game_over")
    if view.duel != NONE and seat != NONE and not _is_alive(view, seat):
        return _out_of_mutiny(view, seat)
    if view.phase != phase_of_action:
        return reason("wrong_phase", phase=PHASES[phase_of_action], current=PHASES[view.phase])
    if seat == NONE or not has(to_act(view), seat):
        return _turn_refusal(view, seat)
    if action == codes.DONE:
        return reason("not_declined", rule=_decision_rule(view))
    if phase_of_action == Phase.CABINS:
        return _door_refusal(view, action)
    if phase_of_action == Phase.TEMBO:
        return reason("not_looked_at", card=CARD_NAMES[action - codes.KEEP])
    if phase_of_action == Phase.SWAP:
        return reason("not_in_hand", card=CARD_NAMES[action - codes.SWAP])
    if phase_of_action == Phase.TRADE:
        return _trade_refusal(view, seat, action)
    if phase_of_action in (Phase.ROB, Phase.SPY):
        return _target_refusal(
            view, seat, action - (codes.ROB if phase_of_action == Phase.ROB else codes.SPY)
        )
    if phase_of_action == Phase.INSPECT:
        pair, last = PAIR_NAMES[action - codes.INSPECT], PAIR_NAMES[int(view.pairs) - 1]
        return reason("no_such_pair", pair=pair, last=last)
    if action == codes.PLAY_MASCOT:
        return reason("mascot_too_early")
    return reason("not_in_hand", card=CARD_NAMES[action - codes.PLAY], rule="CA-63")


def _phase_of(view: State, action: int) -> Phase:
    if action == codes.DONE and view.phase in ENDED_BY_DONE:
        return Phase(int(view.phase))
    return next(phase for first, phase in reversed(_BLOCKS) if first <= action)


def _is_alive(view: State, seat: int) -> bool:
    return has(view.alive, seat)


def _out_of_mutiny(view: State, seat: int) -> Why:
    """CA-60, CA-66: why a seat takes no part in the mutiny any more."""
    if view.side[seat] == NONE:
        return reason("left_out")
    return reason("mascot_at_once" if hand_size(view, seat) > 0 else "out_of_cards")


def _turn_refusal(view: State, seat: int) -> Why:
    if seat == NONE or view.phase != Phase.DUEL:
        return reason("not_your_turn", rule=_decision_rule(view))
    if not has(view.fighting, seat):
        return reason("left_duel")
    return reason("already_laid")


def _decision_rule(view: State) -> str:
    """The rule of the present decision; mascots rob by CA-65."""
    return "CA-65" if view.phase == Phase.ROB and view.duel != NONE else PHASE_RULES[PHASES[view.phase]]


def _door_refusal(view: State, action: int) -> Why:
    """CA-22 to CA-28: why a card or the next door can't be chosen; the row is public."""
    if action == codes.OPEN:
        return reason("no_closed_door")
    pirate = action - codes.TAKE
    name = PIRATE_NAMES[pirate]
    opened = [int(view.row[at]) for at in range(int(view.opened))]
    if pirate in opened:
        return reason("passed_by", pirate=name, open=PIRATE_NAMES[row_pirate(opened[-1])])
    if pirate in map(row_pirate, opened):
        return reason("already_used", pirate=name)
    if pirate == view.boat:
        return reason("in_lifeboat", pirate=name)
    return reason("door_closed", pirate=name) if closed_doors(view) else reason("no_closed_door")


def _trade_refusal(view: State, seat: int, action: int) -> Why:
    """CA-45: why a trade is illegal."""
    buys = action == codes.BUY
    if view.direction != NONE and buys != (view.direction == Direction.BUY):
        return reason("one_way", direction="sell" if buys else "buy")
    if buys:
        return reason("no_card_to_buy" if combat_left(view) == 0 else "no_coin")
    kind = action - codes.SELL
    if view.hand[seat, kind] == 0:
        return reason("not_in_hand", card=CARD_NAMES[kind], rule="CA-45")
    return reason("no_coin_for_sale")


def _target_refusal(view: State, seat: int, other: int) -> Why:
    """CA-47, CA-50, CA-65: why a player can't be robbed or looked at."""
    if other >= view.seats:
        return reason("no_such_seat", seat=other, last=int(view.seats) - 1, rule=_decision_rule(view))
    if other == seat:
        return reason("yourself", rule=_decision_rule(view))
    if view.phase == Phase.SPY:
        return reason("nothing_to_spy", seat=other)
    if not _is_alive(view, other) and not reading(view, Reading.ALL_ARE_OPPONENTS):
        return reason("out_of_reach", seat=other)
    return reason("nothing_to_steal", seat=other, rule=_decision_rule(view))

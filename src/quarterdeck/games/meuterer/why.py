"""Why an action is illegal: the rule id and one sentence, from the seat's own view."""

from __future__ import annotations

from quarterdeck.games.meuterer.actions import ROLE_NAMES
from quarterdeck.games.meuterer.codes import (
    CONFLICT,
    LEAVE,
    LOTS,
    RETURN,
    SELL,
    SHOW,
    TAKE,
    lot_kind,
    lot_number,
)
from quarterdeck.games.meuterer.describe import PHASES
from quarterdeck.games.meuterer.mutiny import with_captain, with_mutineer
from quarterdeck.games.meuterer.selling import buys, takes
from quarterdeck.games.meuterer.state import NONE, Good, Phase, Rules, State
from quarterdeck.games.meuterer.table import GOODS, ComponentTable, buys_text
from quarterdeck.games.meuterer.words.reasons import reason
from quarterdeck.kernel.bits import has


def why_not(view: State, seat: int, action: int, table: ComponentTable) -> tuple[str, str]:
    """The rule id and the sentence for an action that is illegal in `view`, blanked for `seat`."""
    phase_of_action = _phase_of(action)
    if view.phase == Phase.OVER:
        return reason("game_over")
    if phase_of_action == Phase.OFFER and seat != view.captain:
        return reason("not_captain")
    if phase_of_action == Phase.SELL and view.rules == Rules.MANUAL:
        return reason("no_selling_choice_in_manual")
    if view.phase != phase_of_action:
        return _phase_refusal(view, phase_of_action)
    if seat == NONE:
        return _turn_refusal(view, seat)
    if phase_of_action == Phase.MUTINY and not (with_captain(view, seat) or with_mutineer(view, seat)):
        return reason("not_involved")
    if seat != view.turn:
        return _turn_refusal(view, seat)
    if phase_of_action == Phase.SHOW:
        return _show_refusal(view, seat, action)
    if phase_of_action == Phase.MUTINY:
        return _conflict_refusal(view, seat, action)
    if phase_of_action == Phase.SELL:
        return _sale_refusal(view, seat, action - SELL, table)
    return reason("not_just_drawn", good=GOODS[action - RETURN])


def _phase_of(action: int) -> Phase:
    if action < SHOW:
        return Phase.OFFER
    if action < CONFLICT:
        return Phase.SHOW
    if action < SELL:
        return Phase.MUTINY
    return Phase.SELL if action < RETURN else Phase.RETURN


def _mutiny_rule(view: State) -> str:
    """The rule of the rule set by which conflict cards are played."""
    return "ME-52" if view.rules == Rules.MANUAL else "ME-51"


def _phase_refusal(view: State, wanted: Phase) -> tuple[str, str]:
    phases = {"phase": PHASES[wanted], "current": PHASES[view.phase]}
    if wanted == Phase.MUTINY:
        return reason("wrong_phase", rule=_mutiny_rule(view), **phases)
    return reason("wrong_phase", **phases)


def _show_refusal(view: State, seat: int, action: int) -> tuple[str, str]:
    has_left = view.exit_order[seat] != NONE
    if action < LEAVE:
        if has_left:
            return reason("has_left")
        if not any(view.hand[seat]):
            return reason("no_card")
        return reason("not_in_hand", good=GOODS[action - SHOW])
    if action == LEAVE:
        return reason("must_take_role")
    if seat == view.captain:
        return reason("captain_takes_no_role")
    if not has_left:
        return reason("leave_first")
    return reason("role_taken", role=ROLE_NAMES[action - TAKE])


def _conflict_refusal(view: State, seat: int, action: int) -> tuple[str, str]:
    held, count = int(view.hand[seat, Good.CONFLICT]), action - CONFLICT
    if count <= held:
        return reason("one_conflict_a_turn")
    return reason("too_many_conflicts", held=held, count=count, rule=_mutiny_rule(view))


def _turn_refusal(view: State, seat: int) -> tuple[str, str]:
    if view.phase == Phase.MUTINY and seat != NONE and has(view.passed, seat):
        return reason("has_passed", rule=_mutiny_rule(view))
    if view.phase == Phase.MUTINY and view.rules == Rules.MANUAL:
        return reason("not_your_turn", rule="ME-52")
    return reason("not_your_turn", phase=PHASES[view.phase])


def _sale_refusal(view: State, seat: int, sale: int, table: ComponentTable) -> tuple[str, str]:
    lots = ((sale // LOTS, int(view.ship)), (sale % LOTS, int(view.astern)))
    sold = dict.fromkeys(range(len(GOODS)), 0)
    for code, place in lots:
        if not code:
            continue
        kind = lot_kind(code)
        sold[kind] += lot_number(code)
        if place == NONE:
            return reason("no_island_astern")
        if not takes(view, place, kind):
            island = table.islands[view.ring[place]]
            return reason(
                "sale_wrong_kind", good=GOODS[kind], island=island.name, buys=buys_text(buys(view, place))
            )
    for kind, count in sold.items():
        if count > view.shown[seat, kind]:
            return reason("sale_not_shown", good=GOODS[kind], count=count, shown=int(view.shown[seat, kind]))
    return reason("sale_holds_back")

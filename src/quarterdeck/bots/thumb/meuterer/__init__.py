"""Rules of thumb for Meuterer: what each legal action of a view seems to be worth, in points."""

from __future__ import annotations

from quarterdeck.bots.thumb.meuterer import mutiny
from quarterdeck.bots.thumb.meuterer.plans import CHAIR, SPITE, Plans
from quarterdeck.bots.thumb.meuterer.sales import sale_worth
from quarterdeck.bots.thumb.meuterer.selling import CONFLICT_KEPT, Prospects, worth
from quarterdeck.bots.thumb.meuterer.sight import FOR, Cards, Sight
from quarterdeck.kernel.spec import Json

__all__ = ["judge"]


def judge(view: Json) -> dict[str, float]:
    """Points by action text, for every legal action of this view's JSON."""
    sight = Sight(view)
    phase = view["phase"]
    if phase == "show":
        phase = "take" if sight.seat(sight.me)["left"] else "show"
    weigh = {
        "offer": _offer,
        "show": _show,
        "take": _take,
        "mutiny": _fight,
        "sell": _sell,
        "return": _return,
    }
    return weigh[phase](sight)


def _legal(sight: Sight, verb: str) -> list[str]:
    """What stands behind the verb in the legal actions that begin with it."""
    return [text.removeprefix(verb).strip() for text in sight.view["legal"] if text.split()[0] == verb]


def _offer(sight: Sight) -> dict[str, float]:
    """Offer what makes the command safe, if the dock is worth more: nothing with a strong hand."""
    dock = max(sight.dock(sight.ahead(cards)) for cards in range(sight.hand.total() + 1))
    chair = 0.0 if sight.last_round else CHAIR
    worths = {}
    for offer in map(int, _legal(sight, "offer")):
        made = Sight({**sight.view, "offer": offer})
        mate = mutiny.taken_by_rival(made, "first-mate", None)
        rebel = mutiny.taken_by_rival(made, "mutineer", None)
        stays = 1 - rebel * mutiny.success(made, None, sight.hand["conflict"])
        worths[f"offer {offer}"] = stays * (dock + chair - mate * (offer + SPITE * (1 + offer)))
    return worths


def _show(sight: Sight) -> dict[str, float]:
    """Follow the best plan: leave if it shows nothing more, else show its most telling card."""
    plans = Plans(sight)
    best: dict[str, float] = {}
    for cards, points in plans.shows():
        for kind in cards if cards.total() else ():
            if cards[kind]:
                best[kind] = max(best.get(kind, points), points + _telling(plans, kind))
        if not cards.total():
            best["leave"] = points
    worths = {"leave": best.get("leave", 0.0)}
    for kind in _legal(sight, "show"):
        worths[f"show {kind}"] = _pirates(plans) if kind == "pirates" else best[kind]
    return worths


def _telling(plans: Plans, kind: str) -> float:
    """Of a plan's cards show first what wins an island, which warns the others off; conflict cards last."""
    table = plans.sight.shown[plans.sight.me]
    manual = plans.sight.manual
    if kind == "conflict":
        return -0.03
    gain = worth(plans.markets, table + Cards([kind]), manual) - worth(plans.markets, table, manual)
    return min(0.05, 0.02 * gain)


def _pirates(plans: Plans) -> float:
    """ME-80, ME-81: send the pirates when the others lose more by it than I do."""
    sight = plans.sight
    left = sight.hand.total() - 1
    steps = left * (2 if sight.view["options"]["pirates"] == "double" else 1)
    ring = len(sight.view["islands"])
    meets = (sight.view["pirate_ship"] - sight.ship) % ring <= steps
    stay = plans.plan(Cards())
    if not meets:
        # Nothing happens, and a useless card is gone.
        return stay - 0.2
    mine = worth(plans.markets, sight.shown[sight.me], sight.manual)
    theirs = sum(worth(plans.markets, sight.shown[seat], sight.manual) for seat in sight.rivals)
    return stay + SPITE * theirs - mine - 0.3


def _take(sight: Sight) -> dict[str, float]:
    """Take the action card that is worth most with this hand."""
    roles = Plans(sight).roles(sight.shown[sight.me], sight.hand)
    return {f"leave {role}": roles[role] for role in _legal(sight, "leave")}


def _fight(sight: Sight) -> dict[str, float]:
    """Play as many conflict cards as are worth more than keeping them."""
    role = sight.seat(sight.me)["role"]
    courses = sight.view["destinations"]
    ours, theirs = (
        (courses["mutineer"], courses["captain"])
        if role in FOR
        else (courses["captain"], courses["mutineer"])
    )
    chair = 0.0 if sight.last_round else CHAIR
    offer = sight.view["offer"]
    has_mate = any(one["role"] == "first-mate" for one in sight.view["seats"])
    stake = {
        None: sight.dock(ours) + chair - (offer if has_mate else 0),
        "mutineer": sight.dock(ours) + chair,
        "first-mate": 1 + offer,
        "cabin-boy": 2,
    }[role] + SPITE * sight.dock(theirs)
    kept = 0.0 if sight.last_round else CONFLICT_KEPT

    def outcome(more: int) -> float:
        won = mutiny.success_now(sight, more)
        return float(stake * (won if role in FOR else 1 - won) - kept * more)

    counts = [int(count) for count in _legal(sight, "conflict")]
    if not sight.manual:
        return {f"conflict {count}": outcome(count) for count in counts}
    # ME-52: one card a turn, and a pass is final: look ahead to all that I could still play.
    later = [outcome(more) for more in range(1, sight.hand["conflict"] + 1)]
    return {f"conflict {count}": max(later) if count else outcome(0) for count in counts}


def _sell(sight: Sight) -> dict[str, float]:
    """Sell for the most points over the others, given what they have decided and are likely to decide."""
    return {f"sell {lots}": sale_worth(sight, lots) for lots in _legal(sight, "sell")}


def _return(sight: Sight) -> dict[str, float]:
    """ME-74: give back what the rest of the hand misses least at the islands that are active now."""
    prospects = Prospects(sight)
    active = [place for place in (sight.ship, sight.view["came_from"]) if place is not None]
    return {
        f"return {kind}": prospects.hand(sight.hand - Cards([kind]), *active)
        for kind in _legal(sight, "return")
    }

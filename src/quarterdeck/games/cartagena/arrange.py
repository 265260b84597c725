"""Explicit set-ups: a table laid out by hand, for tests, puzzles and lessons."""

from __future__ import annotations

from typing import Any

from quarterdeck.errors import SetupError
from quarterdeck.games.cartagena.actions import CARD_NAMES, PAIR_NAMES, PIRATE_NAMES, SIDE_NAMES
from quarterdeck.games.cartagena.cards import from_hand_of, gold_seen_by
from quarterdeck.games.cartagena.duels import show_combat_cards, show_mascots
from quarterdeck.games.cartagena.mutiny import begin_duel, begin_mutiny, end_duel, winning_side
from quarterdeck.games.cartagena.rules import go_on
from quarterdeck.games.cartagena.setup import deal_seat
from quarterdeck.games.cartagena.state import (
    COLOURS,
    GOLDS,
    KINDS,
    MASCOT,
    NONE,
    Pirate,
    Reading,
    Saw,
    State,
    doors,
    reading,
    row_user,
)
from quarterdeck.games.cartagena.steps import Step
from quarterdeck.games.cartagena.supplies import note_all_dry, set_sure
from quarterdeck.games.cartagena.voyage import closed_doors, lay_row, mark_used
from quarterdeck.i18n import _
from quarterdeck.kernel.bits import has
from quarterdeck.kernel.events import no_news
from quarterdeck.kernel.layout import check_keys, index_of, list_of, number, per_seat
from quarterdeck.kernel.packing import with_item
from quarterdeck.kernel.piles import count, pick
from quarterdeck.kernel.spec import Json

KEYS = (
    "hands",
    "gold",
    "coins",
    "sides",
    "spied",
    "giver",
    "first_giver",
    "round",
    "ship",
    "boat",
    "row",
    "knocked",
    "sate_coins",
    "pairs",
    "pile",
    "gold_pile",
    "under",
    "gold_under",
    "duels",
)
VOYAGE_KEYS = ("ship", "boat", "row", "knocked", "sate_coins", "pile", "gold_pile")  # unknown to a mutiny
MOST_ROUNDS = 99


def arrange(s: State, _table: object, layout: Json) -> None:
    """Lay out a template as `layout` says; everything else is as at the start of a match.

    docs/json/cartagena.md describes the keys. All other things stay in their pile, on deck or face down among
    the pirate cards. SetupError names the first error.
    """
    check_keys(layout, KEYS)
    if s.dealt != NONE and layout.get("duels") is None:
        raise SetupError(
            _("This table has no voyage: a set-up needs duels, which may be an empty list (CA-80).")
        )
    last = int(s.seats) - 1
    s.alive = (1 << int(s.seats)) - 1
    s.giver = number(layout.get("giver", 0), "giver", 0, last)
    oldest = int(s.giver) if s.first == NONE else int(s.first)
    s.first = number(layout.get("first_giver", oldest), "first_giver", 0, last)
    s.round_no = number(layout.get("round", 1), "round", 1, MOST_ROUNDS)
    for seat in range(int(s.seats)):
        deal_seat(s, seat)
    _deal_hands(s, layout)
    _deal_gold(s, layout)
    _pay(s, layout)
    _choose_sides(s, layout)
    _place_sailors(s, layout)
    _lay_under(s, layout)
    _lay_gold_under(s, layout)
    step = _lay_out_voyage(s, layout) if layout.get("duels") is None else _lay_out_mutiny(s, layout)
    while step != Step.ASK:
        step = go_on(s, step, no_news())


# What the seats have


def _deal_hands(s: State, layout: Json) -> None:
    """Custom hands replace the starting hands, which all seats know."""
    hands = per_seat(layout, "hands", int(s.seats))
    for seat, _cards in hands:
        s.start = with_item(s.start, seat, COLOURS, 0)
        for kind in range(KINDS):
            s.pile[kind] += s.hand[seat, kind]
            s.hand[seat, kind] = 0
            for viewer in range(int(s.seats)):
                set_sure(s, viewer, seat, kind, 0)
    for seat, cards in hands:
        for name in list_of(cards, "hands"):
            s.hand[seat, _from_pile(s, name, "hands")] += 1


def _deal_gold(s: State, layout: Json) -> None:
    for seat, values in per_seat(layout, "gold", int(s.seats)):
        for value in list_of(values, "gold"):
            s.gold[seat, _from_gold_pile(s, value, "gold")] += 1


def _pay(s: State, layout: Json) -> None:
    """CA-1: all listed seats give back what they have, then each takes its coins from the supply."""
    total = int(s.supply) + int(s.seats)
    paid = per_seat(layout, "coins", int(s.seats))
    for seat, _coins in paid:
        s.supply += s.coins[seat]
    for seat, coins in paid:
        s.coins[seat] = number(coins, "coins", 0, total)
        if s.coins[seat] > s.supply:
            sentence = _("coins: the players can't have more than the {total} coins there are (CA-1).")
            raise SetupError(sentence.format(total=total))
        s.supply -= s.coins[seat]


def _choose_sides(s: State, layout: Json) -> None:
    for seat, side in per_seat(layout, "sides", int(s.seats)):
        sentence = _("{key}: “{name}” is no side; a seat has {known}, or null for none yet.")
        s.side[seat] = index_of(side, SIDE_NAMES, "sides", sentence)
    for pair in list_of(layout.get("spied", []), "spied"):
        viewer, owner = (_seat(s, seat, "spied") for seat in list_of(pair, "spied", 2))
        if viewer == owner or s.side[owner] == NONE:
            raise SetupError(_("spied: a seat looks at another's conviction that is placed (CA-50)."))
        s.saw[viewer, owner] = Saw.FRESH + int(s.side[owner])


def _seat(s: State, seat: object, key: str) -> int:
    return number(seat, key, 0, int(s.seats) - 1)


# Sailors and piles


def _place_sailors(s: State, layout: Json) -> None:
    """`pairs`: the values for each side and, optionally, the seats that know them."""
    for pair in list_of(layout.get("pairs", []), "pairs"):
        if s.placed == s.pairs:
            sentence = _("pairs: there are only {count} pairs of sailors (CA-51).")
            raise SetupError(sentence.format(count=int(s.pairs)))
        at = int(s.placed)
        values = list_of(pair, "pairs")
        knowing = list_of(values[2], "pairs") if len(values) == COLOURS + 1 else []
        for side, value in enumerate(list_of(values[:COLOURS], "pairs", COLOURS)):
            bit = 1 << (number(value, "pairs", 1, COLOURS * int(s.pairs)) - 1)
            if not int(s.sailors) & bit:
                sentence = _("pairs: the sailor {value} is there only once (CA-1).")
                raise SetupError(sentence.format(value=value))
            s.sailors = int(s.sailors) & ~bit
            s.pair[at, side] = value
        for seat in knowing:
            s.seen[at] = int(s.seen[at]) | 1 << _seat(s, seat, "pairs")
        s.order[at] = s.seen[at]
        s.placed += 1


def _lay_under(s: State, layout: Json) -> None:
    """`under`: cards below the pile, top first; `[card, seat]` if a seat put it there from its hand."""
    for entry in list_of(layout.get("under", []), "under"):
        name, seat = list_of(entry, "under", 2) if isinstance(entry, (list, tuple)) else (entry, None)
        code = _from_pile(s, name, "under")
        if seat is not None:
            code = from_hand_of(_seat(s, seat, "under"), code)
        s.trail[int(s.under)] = code
        s.under += 1


def _lay_gold_under(s: State, layout: Json) -> None:
    """`gold_under`: gold cards below their pile, top first; `[value, [seat, …]]` for known cards."""
    for entry in list_of(layout.get("gold_under", []), "gold_under"):
        value, seats = list_of(entry, "gold_under", 2) if isinstance(entry, (list, tuple)) else (entry, [])
        code = _from_gold_pile(s, value, "gold_under")
        for seat in list_of(seats, "gold_under"):
            code = gold_seen_by(_seat(s, seat, "gold_under"), code)
        s.gold_trail[int(s.gold_under)] = code
        s.gold_under += 1


def _order_piles(s: State, layout: Json) -> None:
    """`pile`, `gold_pile`: the top cards, top first; the seed decides the order of the others."""
    if layout.get("pile") is not None:
        top = [_from_pile(s, name, "pile") for name in list_of(layout["pile"], "pile")]
        cards = [*top, *_shuffled(s, s.pile), *(int(entry) for entry in s.trail[: s.under])]
        s.trail[: len(cards)] = cards
        s.under = len(cards)
    if layout.get("gold_pile") is not None:
        top = [_from_gold_pile(s, value, "gold_pile") for value in list_of(layout["gold_pile"], "gold_pile")]
        cards = [*top, *_shuffled(s, s.gold_pile), *(int(entry) for entry in s.gold_trail[: s.gold_under])]
        s.gold_trail[: len(cards)] = cards
        s.gold_under = len(cards)


def _shuffled(s: State, pile: Any) -> list[int]:
    """The kinds of all cards of a pile, drawn from it one by one."""
    kinds = []
    while count(pile) > 0:
        kinds.append(pick(pile, s, count(pile)))
        pile[kinds[-1]] -= 1
    return kinds


def _from_pile(s: State, name: object, key: str) -> int:
    sentence = _("{key}: “{name}” is no combat card; they are {known}.")
    kind = index_of(name, CARD_NAMES, key, sentence)
    if s.pile[kind] == 0:
        raise SetupError(_("There are not that many combat cards {card} (CA-2).").format(card=name))
    s.pile[kind] -= 1
    return kind


def _from_gold_pile(s: State, value: object, key: str) -> int:
    kind = number(value, key, 1, GOLDS) - 1
    if s.gold_pile[kind] == 0:
        raise SetupError(_("There are not that many gold cards of value {value} (CA-1).").format(value=value))
    s.gold_pile[kind] -= 1
    return kind


# The voyage


def _lay_out_voyage(s: State, layout: Json) -> Step:
    if layout.get("ship") is not None:
        s.space = number(layout["ship"], "ship", 0, int(s.goal) - 1)
    if layout.get("boat") is not None:
        s.boat = _pirate(layout["boat"], "boat")
    lay_row(s)
    for entry in list_of(layout.get("row", []), "row"):
        _open(s, entry)
    _check_users(s)
    if not isinstance(layout.get("knocked", False), bool):
        raise SetupError(_("knocked must be true or false."))
    s.knocked = int(layout.get("knocked", False))
    _lay_on_sate(s, layout)
    _order_piles(s, layout)
    note_all_dry(s, no_news())
    if not s.knocked:
        return Step.TURN
    if s.opened == 0 or row_user(s.row[int(s.opened) - 1]) != NONE or closed_doors(s) == 0:
        sentence = _(
            "knocked: the seat to act has opened the last pirate of row, but not the last door (CA-23)."
        )
        raise SetupError(sentence)
    return Step.ASK


def _pirate(name: object, key: str) -> int:
    return index_of(name, PIRATE_NAMES, key, _("{key}: “{name}” is no pirate; the pirates are {known}."))


def _open(s: State, entry: object) -> None:
    """An open door: a pirate, or `[pirate, seat]` if that seat has used it."""
    name, seat = list_of(entry, "row", 2) if isinstance(entry, (list, tuple)) else (entry, None)
    pirate = _pirate(name, "row")
    if not has(s.deck, pirate):
        sentence = _("row: {pirate} stands there twice, or sits in the lifeboat (CA-20).")
        raise SetupError(sentence.format(pirate=name))
    if s.opened == doors(s):
        raise SetupError(_("row: there are only {count} doors (CA-20).").format(count=doors(s)))
    if pirate == Pirate.GHOST and seat is None:
        raise SetupError(_('row: a seat has met the Ghost, ["ghost", seat] (CA-25).'))
    at = int(s.opened)
    s.deck = int(s.deck) & ~(1 << pirate)
    s.row[at] = pirate
    s.opened += 1
    if seat is not None:
        mark_used(s, at, _seat(s, seat, "row"))
        s.acted += 1


def _check_users(s: State) -> None:
    """CA-21: check that the giver and the next seats, each once, have used the cards."""
    users = sorted(row_user(s.row[at]) for at in range(int(s.opened)) if row_user(s.row[at]) != NONE)
    turns = [(int(s.giver) + turn) % int(s.seats) for turn in range(int(s.seats))]
    if users != sorted(turns[: len(users)]) or len(users) == len(turns):
        sentence = _(
            "row: cards are used by the giver, seat {giver}, and those after it, not by all (CA-21)."
        )
        raise SetupError(sentence.format(giver=int(s.giver)))
    s.turn = turns[len(users)]


def _lay_on_sate(s: State, layout: Json) -> None:
    coins = number(layout.get("sate_coins", 0), "sate_coins", 0, int(s.supply))
    if coins and Pirate.SATE not in [int(s.row[at]) for at in range(int(s.opened))]:
        raise SetupError(_("sate_coins needs sate among the unused pirates of row (CA-48)."))
    s.sate = coins
    if reading(s, Reading.SATE_SET_ASIDE):
        s.supply -= coins


# The mutiny


def _lay_out_mutiny(s: State, layout: Json) -> Step:
    """`duels`: the finished ones, each a list of rounds; a round has each seat's card or null."""
    for key in VOYAGE_KEYS:
        if layout.get(key) is not None:
            sentence = _("{key} belongs to the voyage; with duels this is the mutiny (CA-61).")
            raise SetupError(sentence.format(key=key))
    finished, known = list_of(layout["duels"], "duels"), int(s.placed)
    if len(finished) > known:
        raise SetupError(_("pairs must name the sailors of every finished duel (CA-62)."))
    lay_row(s)
    s.space = s.goal
    begin_mutiny(s, no_news())
    for rounds in finished:
        if winning_side(s) == NONE:
            _fight(s, list_of(rounds, "duels"))
    if winning_side(s) != NONE:
        raise SetupError(_("duels: a side has won three, so nothing is left to play (CA-69)."))
    return Step.DUEL


def _fight(s: State, rounds: Any) -> None:
    """CA-62 to CA-68: a whole duel. A seat without a card lays the mascot, without coins for it."""
    begin_duel(s, no_news())
    for cards in [*rounds, [None] * int(s.seats)]:
        s.duel_round += 1
        for seat, name in enumerate(list_of(cards, "duels", int(s.seats))):
            fighting = has(s.fighting, seat)
            if name is not None and not fighting:
                sentence = _("duels: seat {seat} is not in round {round} of duel {letter} (CA-64).")
                letter = PAIR_NAMES[s.duel]
                raise SetupError(sentence.format(seat=seat, round=int(s.duel_round), letter=letter))
            if name is not None:
                s.posted[seat] = _from_pile(s, name, "duels")
                s.hand[seat, int(s.posted[seat])] += 1
            elif fighting:
                s.posted[seat] = MASCOT
        show_combat_cards(s, no_news())
        show_mascots(s, no_news())
    end_duel(s, no_news())

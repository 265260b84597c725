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
from quarterdeck.kernel.layout import SetupLayout, index_of, list_of, number, take, with_more
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


def arrange(s: State, _table: object, given: Json) -> None:
    """Lay out a template as `given` says; everything else is as at the start of a match.

    docs/json/cartagena.md describes the keys. All other things stay in their pile, on deck or face down among
    the pirate cards. SetupError names the first error.
    """
    layout = SetupLayout(given, KEYS, int(s.seats))
    if s.dealt != NONE and "duels" not in layout:
        raise SetupError(
            _("This table has no voyage: a set-up needs duels, which may be an empty list (CA-80).")
        )
    s.alive = (1 << int(s.seats)) - 1
    s.giver = layout.seat("giver")
    s.first = layout.seat("first_giver", default=int(s.giver) if s.first == NONE else int(s.first))
    s.round_no = layout.number("round", 1, MOST_ROUNDS, default=1)
    for seat in range(int(s.seats)):
        deal_seat(s, seat)
    _deal_hands(s, layout)
    _deal_gold(s, layout)
    _deal_coins(s, layout)
    _choose_sides(s, layout)
    _place_sailors(s, layout)
    _lay_combat_under(s, layout)
    _lay_gold_under(s, layout)
    step = _lay_out_mutiny(s, layout) if "duels" in layout else _lay_out_voyage(s, layout)
    while step != Step.ASK:
        step = go_on(s, step, no_news())


# What the seats have


def _deal_hands(s: State, layout: SetupLayout) -> None:
    """Custom hands replace the starting hands, which all seats know."""
    hands = layout.per_seat("hands")
    for seat, _cards in hands:
        s.start = with_item(s.start, seat, COLOURS, 0)
        for kind in range(KINDS):
            s.pile[kind] += s.hand[seat, kind]
            s.hand[seat, kind] = 0
            for viewer in range(int(s.seats)):
                set_sure(s, viewer, seat, kind, 0)
    for seat, cards in hands:
        for name in list_of(cards, "hands"):
            s.hand[seat, _take_combat_card(s, name, "hands")] += 1


def _deal_gold(s: State, layout: SetupLayout) -> None:
    for seat, values in layout.per_seat("gold"):
        for value in list_of(values, "gold"):
            s.gold[seat, _take_gold_card(s, value, "gold")] += 1


def _deal_coins(s: State, layout: SetupLayout) -> None:
    """`coins`: all seats listed give theirs back before any gets new ones, so that only the sum counts."""
    coins, total = layout.per_seat("coins"), int(s.supply + s.coins.sum())
    for seat, _coins in coins:
        s.supply += s.coins[seat]
        s.coins[seat] = 0
    for seat, value in coins:
        s.coins[seat] = number(value, "coins", 0, total)
        if s.coins[seat] > s.supply:
            sentence = _("coins: the players can't have more than the {total} coins there are (CA-1).")
            raise SetupError(sentence.format(total=total))
        s.supply -= s.coins[seat]


def _choose_sides(s: State, layout: SetupLayout) -> None:
    for seat, side in layout.per_seat("sides"):
        sentence = _("{key}: “{name}” is no side; a seat has {known}, or null for none yet.")
        s.side[seat] = index_of(side, SIDE_NAMES, "sides", sentence)
    for pair in layout.items("spied"):
        viewer, owner = (layout.seat_of(seat, "spied") for seat in list_of(pair, "spied", 2))
        if viewer == owner or s.side[owner] == NONE:
            raise SetupError(_("spied: a seat looks at another's conviction that is placed (CA-50)."))
        s.saw[viewer, owner] = Saw.FRESH + int(s.side[owner])


# Sailors and piles


def _place_sailors(s: State, layout: SetupLayout) -> None:
    """`pairs`: the values for each side and, optionally, the seats that know them."""
    for pair in layout.items("pairs"):
        if s.placed == s.pairs:
            sentence = _("pairs: there are only {count} pairs of sailors (CA-51).")
            raise SetupError(sentence.format(count=int(s.pairs)))
        at = int(s.placed)
        values, knowing = list_of(pair, "pairs"), ()
        if len(values) == COLOURS + 1:
            *values, knowing = values
        for side, value in enumerate(list_of(values, "pairs", COLOURS)):
            bit = 1 << (number(value, "pairs", 1, COLOURS * int(s.pairs)) - 1)
            if not int(s.sailors) & bit:
                sentence = _("pairs: the sailor {value} is there only once (CA-1).")
                raise SetupError(sentence.format(value=value))
            s.sailors = int(s.sailors) & ~bit
            s.pair[at, side] = value
        for seat in list_of(knowing, "pairs"):
            s.seen[at] = int(s.seen[at]) | 1 << layout.seat_of(seat, "pairs")
        s.order[at] = s.seen[at]
        s.placed += 1


def _lay_combat_under(s: State, layout: SetupLayout) -> None:
    """`under`: cards below the pile, top first; `[card, seat]` if a seat put it there from its hand."""
    for entry in layout.items("under"):
        name, seat = with_more(entry, "under")
        code = _take_combat_card(s, name, "under")
        if seat is not None:
            code = from_hand_of(layout.seat_of(seat, "under"), code)
        s.trail[int(s.under)] = code
        s.under += 1


def _lay_gold_under(s: State, layout: SetupLayout) -> None:
    """`gold_under`: gold cards below their pile, top first; `[value, [seat, …]]` for known cards."""
    for entry in layout.items("gold_under"):
        value, seats = with_more(entry, "gold_under", [])
        code = _take_gold_card(s, value, "gold_under")
        for seat in list_of(seats, "gold_under"):
            code = gold_seen_by(layout.seat_of(seat, "gold_under"), code)
        s.gold_trail[int(s.gold_under)] = code
        s.gold_under += 1


def _order_piles(s: State, layout: SetupLayout) -> None:
    """`pile`, `gold_pile`: the top cards, top first; the seed decides the order of the others."""
    if "pile" in layout:
        top = [_take_combat_card(s, name, "pile") for name in layout.items("pile")]
        cards = [*top, *_draw_all(s, s.pile), *(int(entry) for entry in s.trail[: s.under])]
        s.trail[: len(cards)] = cards
        s.under = len(cards)
    if "gold_pile" in layout:
        top = [_take_gold_card(s, value, "gold_pile") for value in layout.items("gold_pile")]
        cards = [*top, *_draw_all(s, s.gold_pile), *(int(entry) for entry in s.gold_trail[: s.gold_under])]
        s.gold_trail[: len(cards)] = cards
        s.gold_under = len(cards)


def _draw_all(s: State, pile: Any) -> list[int]:
    """Draw all cards of a pile at random; their kinds in that order."""
    kinds = []
    while count(pile) > 0:
        kinds.append(pick(pile, s, count(pile)))
        pile[kinds[-1]] -= 1
    return kinds


def _take_combat_card(s: State, name: object, key: str) -> int:
    sentence = _("{key}: “{name}” is no combat card; they are {known}.")
    kind = index_of(name, CARD_NAMES, key, sentence)
    return take(s.pile, kind, _("There are not that many combat cards {card} (CA-2).").format(card=name))


def _take_gold_card(s: State, value: object, key: str) -> int:
    kind = number(value, key, 1, GOLDS) - 1
    refusal = _("There are not that many gold cards of value {value} (CA-1).").format(value=value)
    return take(s.gold_pile, kind, refusal)


# The voyage


def _lay_out_voyage(s: State, layout: SetupLayout) -> Step:
    if "ship" in layout:
        s.space = layout.number("ship", 0, int(s.goal) - 1)
    if "boat" in layout:
        s.boat = _pirate_index(layout["boat"], "boat")
    lay_row(s)
    for entry in layout.items("row"):
        _lay_open_door(s, layout, entry)
    _set_turn(s)
    s.knocked = int(layout.flag("knocked"))
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


def _pirate_index(name: object, key: str) -> int:
    return index_of(name, PIRATE_NAMES, key, _("{key}: “{name}” is no pirate; the pirates are {known}."))


def _lay_open_door(s: State, layout: SetupLayout, entry: object) -> None:
    """An open door: a pirate, or `[pirate, seat]` if that seat has used it."""
    name, seat = with_more(entry, "row")
    pirate = _pirate_index(name, "row")
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
        mark_used(s, at, layout.seat_of(seat, "row"))
        s.acted += 1


def _set_turn(s: State) -> None:
    """CA-21: set whose turn it is. The giver and the seats after it must have used the cards, one each."""
    users = sorted(row_user(s.row[at]) for at in range(int(s.opened)) if row_user(s.row[at]) != NONE)
    turns = [(int(s.giver) + turn) % int(s.seats) for turn in range(int(s.seats))]
    if users != sorted(turns[: len(users)]) or len(users) == len(turns):
        sentence = _(
            "row: cards are used by the giver, seat {giver}, and those after it, not by all (CA-21)."
        )
        raise SetupError(sentence.format(giver=int(s.giver)))
    s.turn = turns[len(users)]


def _lay_on_sate(s: State, layout: SetupLayout) -> None:
    coins = layout.number("sate_coins", 0, int(s.supply))
    if coins and Pirate.SATE not in [int(s.row[at]) for at in range(int(s.opened))]:
        raise SetupError(_("sate_coins needs sate among the unused pirates of row (CA-48)."))
    s.sate = coins
    if reading(s, Reading.SATE_SET_ASIDE):
        s.supply -= coins


# The mutiny


def _lay_out_mutiny(s: State, layout: SetupLayout) -> Step:
    """`duels`: the finished ones, each a list of rounds; a round has each seat's card or null."""
    for key in VOYAGE_KEYS:
        if key in layout:
            sentence = _("{key} belongs to the voyage; with duels this is the mutiny (CA-61).")
            raise SetupError(sentence.format(key=key))
    finished, pairs = layout.items("duels"), int(s.placed)
    if len(finished) > pairs:
        raise SetupError(_("pairs must name the sailors of every finished duel (CA-62)."))
    lay_row(s)
    s.space = s.goal
    begin_mutiny(s, no_news())
    for rounds in finished:
        if winning_side(s) == NONE:
            _fight_duel(s, list_of(rounds, "duels"))
    if winning_side(s) != NONE:
        raise SetupError(_("duels: a side has won three, so nothing is left to play (CA-69)."))
    return Step.DUEL


def _fight_duel(s: State, rounds: Any) -> None:
    """CA-62 to CA-68: a whole duel. A seat without a card lays the mascot, without coins for it."""
    begin_duel(s, no_news())
    letter = PAIR_NAMES[s.duel]
    for duel_round, cards in enumerate([*rounds, [None] * int(s.seats)], 1):
        names = list_of(cards, "duels", int(s.seats))
        if not s.fighting and duel_round <= len(rounds):
            sentence = _("duels: nobody is left for round {round} of duel {letter} (CA-64).")
            raise SetupError(sentence.format(round=duel_round, letter=letter))
        s.duel_round = duel_round
        for seat, name in enumerate(names):
            fighting = has(s.fighting, seat)
            if name is not None and not fighting:
                sentence = _("duels: seat {seat} is not in round {round} of duel {letter} (CA-64).")
                raise SetupError(sentence.format(seat=seat, round=duel_round, letter=letter))
            if name is not None:
                s.posted[seat] = _take_combat_card(s, name, "duels")
                s.hand[seat, int(s.posted[seat])] += 1
            elif fighting:
                s.posted[seat] = MASCOT
        show_combat_cards(s, no_news())
        show_mascots(s, no_news())
    end_duel(s, no_news())

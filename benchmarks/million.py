"""Random games with every card counted after every move: `make million`, or so many with ARGS="20000".

`check_games` plays compiled random games of one setting and looks at every position on the way:

- every card is in exactly one place, and hands, roles and notes are as the rules leave them;
- now and then also at what each seat knows of it (`blank`): a position dealt from that (`determinize`) holds
  every card, looks the same to that seat, byte for byte, and allows only what the seat thought possible.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.games.meuterer.cargo import hand_size, slip_kind, slip_place
from quarterdeck.games.meuterer.state import HAND, KINDS, NONE, ROLES, Good, Phase, Place, Role, State
from quarterdeck.kernel.batch import no_ids, random_move
from quarterdeck.kernel.events import News, no_news
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import Dice, siphash
from quarterdeck.kernel.record import zeros
from quarterdeck.kernel.verbs import blank, determinize, legal, over, setup, to_act
from quarterdeck.play import Game
from quarterdeck.play.position import dice

GAMES = 1_000_000
VIEWS_EVERY = 50
LOADER_EXTRA = 3

# What may be found wrong; the numbers are those that `count_cards` and `look_at_views` give.
FAULTS = (
    "",
    "a card is lost or doubled",
    "a count is negative",
    "a hand is too large",
    "a hand is not filled up before a new round",
    "an action card is held twice, or by the Captain",
    "a dealt position does not hold all cards",
    "a dealt position does not look like the view it was dealt from",
    "an action is legal that the viewer thought impossible",
    "a seat's own legal actions differ in its view",
    "an unknown is left in a dealt position",
)
LOST, NEGATIVE, LARGE, UNFILLED, ROLES_TWICE, DEAL_LOST, DEAL_DIFFERS, IMPOSSIBLE, OWN_LEGAL, UNDEALT = range(
    1, 11
)


@dataclass(frozen=True)
class Count:
    """What `check_games` has seen: games and moves played, and views looked at."""

    games: int
    moves: int
    views: int


@rule
def count_cards(s: State, deck: NDArray[np.int8]) -> int:
    """The number of the first fault in where the cards of a position lie; 0 if there is none."""
    for kind in range(KINDS):
        n = int(s.pile[kind]) + int(s.discard[kind])
        if s.pile[kind] < 0 or s.discard[kind] < 0 or s.made[kind] < 0 or s.just[kind] < 0:
            return NEGATIVE
        for seat in range(int(s.seats)):
            if s.hand[seat, kind] < 0 or s.shown[seat, kind] < 0:
                return NEGATIVE
            n += int(s.hand[seat, kind]) + int(s.shown[seat, kind])
            if kind == Good.CONFLICT:
                n += int(s.fought[seat])
        for at in range(int(s.slips)):
            if slip_place(s.slip[at]) == Place.BOTTOM and slip_kind(s.slip[at]) == kind:
                n += 1
        if n != deck[kind]:
            return LOST
    return count_hands(s)


@rule
def count_hands(s: State) -> int:
    """The number of the first fault in hands and roles; 0 if there is none."""
    taken = 0
    for seat in range(int(s.seats)):
        most = HAND + LOADER_EXTRA if s.phase == Phase.RETURN and seat == s.turn else HAND
        if hand_size(s, seat) > most:
            return LARGE
        if s.phase == Phase.OFFER and hand_size(s, seat) != HAND:
            return UNFILLED
        role = int(s.role[seat])
        if role != NONE:
            if role >= ROLES or (taken >> role) & 1 or (seat == s.captain and s.phase <= Phase.MUTINY):
                return ROLES_TWICE
            taken |= 1 << role
    return 0


@rule
def all_known(s: State) -> bool:
    """Whether a position holds no unknown."""
    for seat in range(int(s.seats)):
        if s.hidden[seat] != 0 or s.role[seat] == Role.UNKNOWN:
            return False
    return bool(s.gone == 0)


@rule
def look_at_views(states: Any, raw: NDArray[np.uint8], deck: NDArray[np.int8], roll: Any, ids: Any) -> int:
    """The number of the first fault in what the seats know of `states[1]`; 0 if there is none.

    `states[2]` is room for a view and `states[3]` for a position dealt from it; `raw` is their bytes.
    """
    s = states[1]
    acting = 0
    while not (to_act(s) >> acting) & 1:
        acting += 1
    legal_now = legal(s, acting, ids[0])
    for viewer in range(-1, int(s.seats)):
        states[2] = states[1]
        blank(states[2], viewer)
        possible = legal(states[2], acting, ids[1])
        if viewer == acting and possible != legal_now:
            return OWN_LEGAL
        at = 0
        for i in range(legal_now):
            while at < possible and ids[1][at] < ids[0][i]:
                at += 1
            if at == possible or ids[1][at] != ids[0][i]:
                return IMPOSSIBLE
        states[3] = states[2]
        determinize(states[3], viewer, roll)
        if count_cards(states[3], deck) != 0:
            return DEAL_LOST
        if not all_known(states[3]):
            return UNDEALT
        blank(states[3], viewer)
        for i in range(raw.shape[1]):
            if raw[2, i] != raw[3, i]:
                return DEAL_DIFFERS
    return 0


@compiled
def play_and_look(
    states: Any, raw: NDArray[np.uint8], rolls: Any, ids: Any, news: News, found: NDArray[np.int64]
) -> None:
    """Play `found[0]` games, the first with number `found[1]`, and look at the views every `found[2]` moves.

    `states` are four records: the template, the game in progress, and room for `look_at_views`; `rolls` are
    the master key, the random player and the source of deals. Fills `found[3:]`: moves, views, and, at the
    first fault, which ends it, the game, the move and the fault's number.
    """
    deck = states[0].pile.copy()
    s = states[1]
    for game in range(found[1], found[1] + found[0]):
        states[1] = states[0]
        s.key[0] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game)
        s.key[1] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game + 1)
        rolls[1].key[0] = siphash(rolls[0].key[0], rolls[0].key[1], 3 * game + 2)
        rolls[1].counter = 0
        setup(s)
        move = 0
        while True:
            fault = count_cards(s, deck)
            if fault == 0 and not over(s) and (game + move) % found[2] == 0:
                fault = look_at_views(states, raw, deck, rolls[2], ids)
                found[4] += int(s.seats) + 1
            if fault != 0:
                found[5], found[6], found[7] = game, move, fault
                return
            if over(s):
                break
            found[3] += random_move(s, rolls[1], ids[0], news)
            move += 1


def check_games(
    game: Game, count: int, seed: int | str = 0, views_every: int = VIEWS_EVERY, first: int = 0
) -> Count:
    """Play `count` random games, looking at every position. AssertionError: the first fault, and where."""
    states = zeros(game.spec.state, 4)
    states[0] = game.spec.template(game.options, game.table)
    raw = states.view(np.ndarray).view(np.uint8).reshape(4, -1)
    rolls = zeros(Dice, 3)
    rolls[0], rolls[2] = dice(seed), dice(f"{seed} deals")
    ids: NDArray[np.int64] = np.stack([no_ids(), no_ids()])
    found = np.array([count, first, views_every, 0, 0, -1, -1, 0], np.int64)
    play_and_look(states, raw, rolls, ids, no_news(), found)
    moves, views, number, ply, fault = (int(n) for n in found[3:])
    assert fault == 0, f"{game!r}, seed {seed!r}, game {number}, after {ply} moves: {FAULTS[fault]}."
    return Count(count, moves, views)


def settings() -> list[Game]:
    """Every setting of Meuterer: players × rule sets × pirates."""
    return [
        quarterdeck.game("meuterer", players=players, rules=rules, pirates=pirates)
        for players in (3, 4)
        for rules in ("english", "french", "manual")
        for pirates in ("off", "on", "double")
    ]


def main() -> None:
    """Share out so many games over all settings and print what was seen."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    games = settings()
    start = time.perf_counter()
    moves = views = done = 0
    for number, game in enumerate(games):
        share = (wanted * (number + 1)) // len(games) - done
        seen = check_games(game, share, seed="a million")
        done, moves, views = done + seen.games, moves + seen.moves, views + seen.views
        print(f"{game!r}: {seen.games:,} games, {seen.moves:,} moves, {seen.views:,} views")
    seconds = time.perf_counter() - start
    print(
        f"{done:,} games in {seconds:.0f} s: cards counted after {moves:,} moves, {views:,} views compared."
    )


if __name__ == "__main__":
    main()

"""The compiled step of many matches; when a lane's match ends, the next one begins.

All arrays have a row for each lane, and lanes are independent, so threads can share them out in any way.
"""

from __future__ import annotations

from typing import Annotated, Any

from quarterdeck.kernel.batch import MOST_ACTIONS
from quarterdeck.kernel.encode import Numbers, slot
from quarterdeck.kernel.jit import compiled, rule
from quarterdeck.kernel.random import quick_below, siphash
from quarterdeck.kernel.record import I32, I64, U64, I16s, U64s, record
from quarterdeck.kernel.ring import first_seat
from quarterdeck.kernel.verbs import (
    Ids,
    apply,
    blank,
    legal,
    observe,
    over,
    scores,
    setup,
    to_act,
    winners,
)
from quarterdeck.lab.lanes.keys import set_key
from quarterdeck.lab.lanes.memory import (
    Memories,
    RecordWords,
    begin_memory,
    hear_facts,
    hear_of_action,
    keep_deal,
    see,
    write_state,
)
from quarterdeck.lab.lanes.prefetch import fetch
from quarterdeck.lab.lanes.work import Actions, Kept, Moves, Outputs, Rows, Scratch, Setting

# Pseudo-actions: look at the position again, or begin the lane's first match.
LOOK, BEGIN = -1, -2
# A move is packed into 16 bits as action + SEAT * seat.
SEAT = MOST_ACTIONS
# Most positions have at most FEW legal actions. Their flags are set and cleared in whole groups of GROUP,
# because a processor can't predict where a loop of varying length ends.
FEW = 16
GROUP = 8
# Lanes per batch of each phase: comparing actions, playing, observing.
CHUNK = 64
# How many lanes ahead memory is prefetched.
AHEAD = 2


@record
class Lane:
    """A lane's data besides its position. `key` and `counter` belong to its random choices."""

    key: Annotated[U64s, 2]
    counter: U64
    match: I64
    ply: I32
    before: I32  # plies of the previous match
    seat: I32
    # The number of legal actions. If it is at most FEW, `shown` lists them, and copies of the first one fill
    # up the last group.
    count: I32
    first: I32  # the lowest and the highest of them
    last: I32
    shown: Annotated[I16s, FEW]


@compiled
def first_illegal(
    actions: Actions, sampled: Actions, lanes: Any, states: Any, slate: Any, begin: int, end: int
) -> int:
    """The first lane from `begin` up to, not including, `end` with an illegal action; −1 if there is none.

    An action that equals the lane's `sampled` one, which is legal, needs no check. The output arrays are not
    used, because callers may overwrite them.
    """
    ids = slate[0].ids
    for first in range(begin, end, CHUNK):
        last = min(first + CHUNK, end)
        others = 0
        for i in range(first, last):
            others += int(actions[slot(i)] != sampled[slot(i)])
        if others > 0:
            for i in range(first, last):
                if actions[i] != sampled[i] and not is_legal(states[i], lanes[i], int(actions[i]), ids):
                    return i
    return -1


@rule
def is_legal(s: Any, lane: Any, action: int, ids: Ids) -> bool:
    """Whether the action is legal for the seat to act."""
    found = False
    if lane.count <= FEW:
        for group in range(0, int(lane.count), GROUP):
            for one in range(group, group + GROUP):
                found |= lane.shown[slot(one)] == action
    else:
        for one in range(legal(s, lane.seat, ids)):
            found |= ids[one] == action
    return bool(found)


@rule
def advance(
    begin: int, end: int, setting: Setting, kept: Kept, out: Outputs, scratch: Scratch, news: Any
) -> None:
    """Step lanes `begin` to `end`, each by its action in `kept.chosen`, which must be legal, LOOK or BEGIN.

    If `news` is None, no facts are collected, and compiled code has no instructions for them.

    Arrays are taken out of their tuples once, before the loops, because compiled code counts references each
    time that it takes one out.
    """
    states, lanes, chosen, sampled, moves = kept.states, kept.lanes, kept.chosen, kept.sampled, kept.moves
    seat, mask, seen, rewards, points = out.seat, out.mask, out.seen, out.rewards, out.points
    ended, truncated, ids = out.ended, out.truncated, scratch.slate[0].ids
    template, public_ids, most = setting.template, setting.public_ids, setting.max_plies
    sight, words = scratch.sight, scratch.words
    memories = Memories(kept.dealt, kept.log, kept.told, out.digest)
    seats = len(rewards) // len(ended)
    clear_results(begin, end, seats, out)
    for first in range(begin, end, CHUNK):
        last = min(first + CHUNK, end)
        for i in range(first, last):
            fetch(states, i + AHEAD, 0)
            # The next legal actions are usually near the present ones in the mask.
            fetch(mask, i + AHEAD, lanes[min(i + AHEAD, len(ended) - 1)].first)
            s, lane, action = states[i], lanes[i], int(chosen[i])
            fresh = action == BEGIN
            if fresh:
                begin_lane(lane, i, template[0].key)
            elif action >= 0:
                if moves.shape[2] > 0:
                    moves[i, lane.match & 1, lane.ply] = action + SEAT * lane.seat
                lane.ply += 1
                if news is None:
                    apply(s, lane.seat, action, None)
                else:
                    news[0].told = 0
                    apply(s, lane.seat, action, news[0])
                    hear(i, int(lane.seat), action, public_ids, news[0], memories)
                done = over(s)
                if done | (lane.ply >= most):
                    own, after = i * seats, (i + 1) * seats
                    finish(s, lane, rewards[own:after], points[own:after])
                    ended[i] = True
                    truncated[i] = not done
                    fresh = True
            else:
                # A tree search places one position many times: each time it has the whole limit of plies.
                lane.ply = 0
            if fresh:
                states[i] = template[0]
                deal_match(s, lane, i, setting, scratch)
            if news is not None and action != LOOK:
                see_all(i, s, fresh, sight, words, seen, memories)
            sampled[i] = list_legal(s, lane, ids, mask[i])
            seat[i] = lane.seat
        if len(seen) > 0:
            show(first, last, states, lanes, seen, sight)
            if news is not None and len(memories.log) > 0:
                for i in range(first, last):
                    write_state(i, int(lanes[i].seat), seen[i].row, memories, out.state)


@rule
def clear_results(begin: int, end: int, seats: int, out: Outputs) -> None:
    """Note that no match of lanes `begin` to `end` has ended in this step."""
    ended, truncated, rewards, points = out.ended, out.truncated, out.rewards, out.points
    for i in range(begin, end):
        ended[slot(i)] = truncated[slot(i)] = False
    for at in range(begin * seats, end * seats):
        rewards[slot(at)] = 0.0
        points[slot(at)] = 0


@rule
def show(begin: int, end: int, states: Any, lanes: Any, seen: Rows, sight: Any) -> None:
    """Write what the seat to act sees in each lane.

    A batch of lanes at once: alternating between observing and playing would spoil the processor's branch
    prediction for both.
    """
    for i in range(begin, end):
        sight[0] = states[i]
        blank(sight[0], lanes[i].seat)
        observe(sight[0], lanes[i].seat, seen[i].row)


@rule
def hear(i: int, seat: int, action: int, public_ids: Moves, news: Any, memories: Memories) -> None:
    """Store what each seat is told of an action and its facts, if information states are requested."""
    log, told, digest = memories.log, memories.told, memories.digest
    if len(log) == 0:
        return
    for one in range(told.shape[1]):
        shown = action if one == seat else int(public_ids[action])
        hear_of_action(i, one, seat, shown, log, told, digest)
        hear_facts(i, one, news, log, told, digest)


@rule
def see_all(
    i: int, s: Any, fresh: bool, sight: Any, words: RecordWords, seen: Rows, memories: Memories
) -> None:
    """Mix what each seat sees now into its digest, if information states are requested.

    In a new match, first reset the seat's memory and store its observation of the deal.
    """
    told, digest = memories.told, memories.digest
    if len(memories.log) == 0:
        return
    for one in range(told.shape[1]):
        sight[0] = s
        blank(sight[0], one)
        if fresh:
            begin_memory(digest, told, i, one)
            observe(sight[0], one, seen[i].row)
            keep_deal(i, one, seen[i].row, memories.dealt)
        see(digest, i, one, words)


@rule
def list_legal(s: Any, lane: Any, ids: Ids, mask: Any) -> int:
    """Find the seat to act, and write its legal actions to the mask; returns one of these at random."""
    seat = first_seat(to_act(s))
    lane.seat = seat
    count = legal(s, seat, ids)
    show_legal(lane, ids, count, mask)
    return int(ids[quick_below(lane, count)])


@rule
def begin_lane(lane: Any, number: int, master: Any) -> None:
    """Initialize a lane; its random choices depend on the seed and its number."""
    lane.match = 0
    lane.before = 0
    lane.key[0] = siphash(master[0], master[1], number)
    lane.counter = 0


@rule
def deal_match(s: Any, lane: Any, i: int, setting: Setting, scratch: Scratch) -> None:
    """Deal the present match of lane `i`; its record is a copy of the template."""
    set_key(s, i, int(lane.match), scratch.text, scratch.room, setting.start)
    setup(s)
    lane.ply = 0


@rule
def finish(s: Any, lane: Any, rewards: Numbers, points: Moves) -> None:
    """Write a match's result: each winner's share of the win (none if truncated), and everybody's points."""
    lane.match += 1
    lane.before = lane.ply
    won = winners(s)
    sharing = 0
    for seat in range(len(rewards)):
        sharing += (won >> seat) & 1
    for seat in range(len(rewards)):
        if (won >> seat) & 1:
            rewards[seat] = 1.0 / sharing
    scores(s, points)


@rule
def show_legal(lane: Any, ids: Ids, count: int, mask: Any) -> None:
    """Clear the flags of the previous legal actions, and set those of `ids[:count]`.

    GROUP - 1 ids beyond these are overwritten, for which `ids` has room (`kernel.batch.SPARE`).
    """
    flags = mask.row
    if lane.count <= FEW:
        for group in range(0, int(lane.count), GROUP):
            for one in range(group, group + GROUP):
                flags[slot(lane.shown[slot(one)])] = 0
    else:
        for action in range(int(lane.first), int(lane.last) + 1):
            flags[slot(action)] = 0
    for one in range(count, count + GROUP - 1):
        ids[slot(one)] = ids[0]
    for group in range(0, count, GROUP):
        for one in range(group, group + GROUP):
            action = int(ids[slot(one)])
            flags[slot(action)] = 1
            if group < FEW:
                lane.shown[slot(one)] = action
    lane.count = count
    lane.first = ids[0]
    lane.last = ids[slot(count - 1)]

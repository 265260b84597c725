"""Clocks: what a decision uses up, when time has run out, and that the same calls make the same clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.tables.match.clocks import Clock
from quarterdeck.tables.match.terms import Terms

SEATS = 4
LIVE = Terms("live", per_move=10, reserve=60)
SLOW = Terms("slow", days=3)
NOON = 1_800_000_000_000


def at(seconds: float) -> int:
    """So many seconds after noon."""
    return NOON + round(seconds * 1000)


def clock(terms: Terms = LIVE) -> Clock:
    return Clock(terms, SEATS)


def test_a_decision_uses_the_time_of_its_move_first_and_then_the_reserve() -> None:
    live = clock()
    live.turn([1], at(0))
    assert live.left(1, at(0)) == 70_000
    assert (live.left(1, at(4)), live.reserve(1, at(4))) == (66_000, 60_000)
    assert (live.left(1, at(25)), live.reserve(1, at(25))) == (45_000, 45_000)
    live.moved(1, at(25))
    live.turn([2], at(25))
    assert (live.left(1, at(99)), live.reserve(1, at(99))) == (55_000, 45_000)


def test_a_quick_move_saves_nothing_for_later() -> None:
    live = clock()
    live.turn([1], at(0))
    live.moved(1, at(1))
    live.turn([1], at(1))
    assert live.left(1, at(1)) == 70_000


def test_what_others_do_at_the_same_time_does_not_begin_a_decision_anew() -> None:
    live = clock()
    live.turn([0, 1, 2], at(0))
    live.moved(2, at(5))
    live.turn([0, 1], at(5))
    live.turn([1, 3], at(8))
    assert live.left(1, at(8)) == 62_000
    assert live.deadline() == (at(70), 1)


def test_a_move_of_one_s_own_does_even_if_one_is_to_act_again_at_once() -> None:
    live = clock()
    live.turn([1], at(0))
    live.moved(1, at(30))
    live.turn([1], at(30))
    assert live.deadline() == (at(30 + 10 + 40), 1)


def test_after_the_reserve_is_gone_each_move_has_its_own_time_only() -> None:
    live = clock()
    live.turn([1], at(0))
    assert (live.left(1, at(70)), live.left(1, at(500))) == (0, 0)
    live.moved(1, at(71))  # by a bot, a little late
    live.turn([1], at(71))
    assert (live.left(1, at(71)), live.reserve(1, at(71))) == (10_000, 0)
    assert live.deadline() == (at(81), 1)


def test_a_seat_that_need_not_act_any_more_has_used_what_it_has_used() -> None:
    live = clock()
    live.turn([1], at(0))
    live.turn([], at(30))
    assert live.deadline() is None
    assert live.reserve(1, at(30)) == live.reserve(1, at(99)) == 40_000


def test_the_slow_clock_gives_days_for_each_move_and_has_no_reserve() -> None:
    slow, days = clock(SLOW), 3 * 24 * 3600
    slow.turn([0, 2], at(0))
    assert slow.left(0, at(60)) == (days - 60) * 1000
    assert slow.reserve(0, at(60)) == 0
    assert slow.deadline() == (at(days), 0)
    slow.moved(0, at(days - 1))
    slow.turn([0, 2], at(days - 1))
    assert (slow.left(0, at(days - 1)), slow.left(2, at(days - 1))) == (days * 1000, 1000)
    assert slow.deadline() == (at(days), 2)


def test_without_a_clock_time_never_runs_out() -> None:
    none = clock(Terms())
    none.turn([0, 1], at(0))
    assert (none.left(0, at(0)), none.reserve(0, at(0)), none.deadline()) == (None, 0, None)


def test_a_clock_that_was_set_back_adds_no_time() -> None:
    live = clock()
    live.turn([1], at(100))
    assert live.left(1, at(0)) == 70_000
    live.moved(1, at(0))
    assert live.reserve(1, at(0)) == 60_000


def test_a_draft_leaves_the_clock_it_was_copied_from_alone() -> None:
    live, same = clock(), clock()
    for one in (live, same):
        one.turn([0, 1], at(0))
    draft = live.copy()
    assert draft == live
    draft.moved(0, at(40))
    draft.turn([1], at(40))
    assert live == same != draft


class Call(NamedTuple):
    """One call of a clock: its time since the last one, who moves, if anybody, and who is to act."""

    later: int
    mover: int | None
    to_act: frozenset[int]


seat_sets = st.frozensets(st.integers(0, SEATS - 1))
calls = st.lists(st.builds(Call, st.integers(0, 90_000), st.none() | st.integers(0, SEATS - 1), seat_sets))
all_terms = st.sampled_from([LIVE, Terms("live", per_move=5), Terms("live", 30, 7200), SLOW, Terms()])


def replay(
    terms: Terms, made: Sequence[Call], seen: Callable[[Clock, Call, int], None] | None = None
) -> Clock:
    """A clock after these calls; `seen` is shown it just before each, with the call and its time."""
    one, now = clock(terms), NOON
    for call in made:
        now += call.later
        if seen:
            seen(one, call, now)
        if call.mover is not None:
            one.moved(call.mover, now)
        one.turn(call.to_act, now)
    return one


@given(all_terms, calls)
def test_the_same_calls_make_the_same_clock(terms: Terms, made: list[Call]) -> None:
    assert replay(terms, made) == replay(terms, made)
    half = len(made) // 2
    assert replay(terms, made[:half]) == replay(terms, made[:half]).copy()


@given(all_terms.filter(lambda terms: terms.clock != "none"), calls)
def test_the_time_that_decisions_took_beyond_their_own_is_what_the_reserve_lacks(
    terms: Terms, made: list[Call]
) -> None:
    free = (terms.per_move + terms.days * 86400) * 1000
    whole = terms.reserve * 1000
    began: dict[int, int] = {}
    taken = dict.fromkeys(range(SEATS), 0)

    def seen(one: Clock, call: Call, now: int) -> None:
        for seat in range(SEATS):
            beyond = max(0, now - began[seat] - free) if seat in began else 0
            assert one.reserve(seat, now) == max(0, whole - taken[seat] - beyond)
            if seat in began and (seat == call.mover or seat not in call.to_act):
                del began[seat]
                taken[seat] += beyond
        for seat in call.to_act - began.keys():
            began[seat] = now

    replay(terms, made, seen)


@given(all_terms, calls, st.lists(st.integers(0, 200_000), min_size=2, max_size=5))
def test_what_is_left_only_shrinks_within_a_decision_and_is_gone_at_the_deadline(
    terms: Terms, made: list[Call], later: list[int]
) -> None:
    one = replay(terms, made)
    end = NOON + sum(call.later for call in made)
    for seat in made[-1].to_act if made and terms.clock != "none" else ():
        left = [one.left(seat, end + wait) for wait in sorted(later)]
        assert left == sorted(left, key=lambda ms: -1 if ms is None else ms, reverse=True)
        whole = one.left(seat, end)
        assert whole is not None
        assert one.left(seat, end + whole) == 0
        assert whole == 0 or one.left(seat, end + whole - 1) == 1


@given(all_terms, calls)
def test_reserves_never_grow(terms: Terms, made: list[Call]) -> None:
    least = [terms.reserve * 1000] * SEATS

    def seen(one: Clock, _call: Call, now: int) -> None:
        for seat in range(SEATS):
            assert 0 <= one.reserve(seat, now) <= least[seat]
            least[seat] = one.reserve(seat, now)

    replay(terms, made, seen)


@given(terms=all_terms, made=calls)
def test_the_deadline_is_the_earliest_of_those_to_act(terms: Terms, made: list[Call]) -> None:
    one = replay(terms, made)
    now = NOON + sum(call.later for call in made)
    acting = made[-1].to_act if made and terms.clock != "none" else frozenset()
    found = one.deadline()
    if found is None:
        assert not acting
        return
    when, seat = found
    assert seat in acting
    assert max(0, when - now) == min(one.left(other, now) or 0 for other in acting)


def test_a_move_that_is_taken_back_has_not_ended_its_decision() -> None:
    live = clock()
    live.turn([1], at(0))
    for tried in range(1, 40):
        live.moved(1, at(tried))
        live.turn([2], at(tried))
        live.taken_back()
        live.turn([1], at(tried))
        assert live.left(1, at(tried)) == 70_000 - 1000 * tried
        assert live.reserve(1, at(tried)) == 60_000 - max(0, 1000 * tried - 10_000)
    assert live.deadline() == (at(70), 1)


def test_the_time_while_a_move_stood_counts_and_nobody_else_loses_by_it() -> None:
    live = clock()
    live.turn([1], at(0))
    live.moved(1, at(5))
    live.turn([2], at(5))
    assert live.reserve(2, at(45)) == 30_000
    assert not live.would_be_late(1, at(69))
    assert live.would_be_late(1, at(70))
    live.taken_back()
    live.turn([1], at(45))
    assert (live.left(1, at(45)), live.reserve(1, at(45)), live.reserve(2, at(45))) == (
        25_000,
        25_000,
        60_000,
    )


def test_thinking_on_after_one_s_own_move_is_no_way_to_more_time() -> None:
    live = clock()
    live.turn([1], at(0))
    for minute in range(0, 60, 10):
        live.moved(1, at(minute + 1))
        live.turn([1], at(minute + 1))
        live.taken_back()
        live.turn([1], at(minute + 10))
    assert live.left(1, at(60)) == 10_000


def test_a_decision_that_is_suspended_goes_on_with_the_time_it_had_left() -> None:
    live = clock()
    live.turn([0, 1], at(0))
    live.turn([1], at(30), [0])
    assert (live.left(0, at(500)), live.reserve(0, at(500))) == (40_000, 40_000)
    assert live.deadline() == (at(70), 1)
    live.turn([0, 1], at(60))
    assert live.deadline() == (at(70), 1)
    assert live.left(0, at(60)) == 40_000
    live.turn([], at(60), [0])
    live.turn([], at(99))
    assert live.reserve(0, at(99)) == 40_000


def test_a_copy_does_not_change_what_is_gone_back_to() -> None:
    live = clock()
    live.turn([1], at(0))
    live.moved(1, at(30))
    live.turn([2], at(30))
    draft = live.copy()
    for one in (draft, live):
        one.taken_back()
        one.turn([1], at(31))
        assert one.left(1, at(31)) == 39_000
        one.moved(1, at(32))
        one.turn([2], at(32))

"""Facts: each is worded, cites a rule and reaches its audience alone; random play reaches all kinds, and lets
every seat win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.events import CAPACITY
from quarterdeck.play import Game
from quarterdeck.testing.matches import Case, at, play_out, random_match, require, viewers, who

__all__ = ["CHECKS", "all_is_reached", "every_fact_can_be_told", "every_seat_wins"]

# Random matches of a setting that together reach everything.
MATCHES = 8
# Random matches of which each seat wins one.
MOST_MATCHES = 200


def every_fact_can_be_told(case: Case) -> None:
    """`facts` names each kind that `apply` tells, and each has a sentence that needs only its numbers."""
    for position, seat, action in random_match(case.game, seed=51):
        try:
            events = position.play(seat, action).events
        except KeyError as error:
            sentence = f"`facts` has no entry for the kind {error} of a fact that is told {at(seat, action)}"
            raise AssertionError(sentence) from None
        for event in events:
            if "name" in event.data:
                sentence = (
                    f"`facts` call a number of a fact {event.kind} “name”, as sentences call the player"
                )
                raise AssertionError(sentence)
            try:
                event.sentence(case.names)
            except KeyError as error:
                sentence = f"`event_sentence` of a fact {event.kind} finds no {error}: the fact has "
                known = ", ".join(event.data) or "no numbers"
                raise AssertionError(sentence + known) from None


def every_fact_is_worded_and_cites_a_rule(case: Case) -> None:
    """Each action tells something. Each fact has a sentence, and cites a rule that there is."""
    find = case.game.spec.rulebook.find
    for position, seat, action in random_match(case.game, seed=51):
        events = position.play(seat, action).events
        tells_something = bool(events) or str(action) in case.silent
        require(tells_something, f"nothing is told {at(seat, action)}: `apply` tells each fact to `news`")
        require(len(events) < CAPACITY, f"more than {CAPACITY} facts are told {at(seat, action)}")
        for event in events:
            try:
                require(find(event.rule).id == event.rule, f"a fact {event.kind} cites {event.rule!r}")
            except QuarterdeckError:
                sentence = f"a fact {event.kind} cites {event.rule!r}, which is no rule"
                raise AssertionError(sentence) from None
            for reader in viewers(case.game):
                words = event.sentence(case.names, reader)
                is_sentence = words[-1:] in (".", "!", "?") and not set(words) & set("{}\n")
                require(
                    is_sentence,
                    f"a fact {event.kind} is told {who(reader)} as {words!r}, which is no sentence",
                )


def facts_reach_their_audience_alone(case: Case) -> None:
    """A view has the facts for all and for its seat."""
    for position, seat, action in random_match(case.game, seed=52):
        after = position.play(seat, action)
        for viewer in viewers(case.game):
            expected = tuple(event for event in after.events if event.audience in (None, viewer))
            sentence = f"{who(viewer)} is told other facts than its own {at(seat, action)}"
            require(after.view(viewer).events == after.heard(viewer) == expected, sentence)


def all_is_reached(games: Sequence[Game], wanted: Iterable[str] = ()) -> None:
    """Random matches of these games together reach what is wanted, and every kind of fact in `facts`."""
    reached = set()
    for game in games:
        for seed in range(60, 60 + MATCHES):
            last = game.start(seed=seed)
            for position, seat, action in random_match(game, seed):
                reached.add(f"phase {position.to_json()['phase']}")
                last = position.play(seat, action)
                reached.update(f"fact {event.kind}" for event in last.events)
            reached.update((f"phase {last.to_json()['phase']}", f"winners {len(last.winners)}"))
            reached.update(f"seat {seat} wins" for seat in last.winners)
    kinds = {f"fact {name}" for game in games for name, _, _ in game.spec.facts.values()}
    missing = sorted((kinds | set(wanted)) - reached)
    require(not missing, f"no random match reaches {', '.join(missing)}")
    phases = {one.removeprefix("phase ") for one in reached if one.startswith("phase ")}
    refused = {phase for game in games for phase in game.spec.refusals}
    for phase in sorted(refused - phases):
        sentence = f"`refusals` has the phase “{phase}”, which no random match reaches: phases are "
        raise AssertionError(sentence + ", ".join(sorted(phases)))


def every_seat_wins(game: Game) -> None:
    """Of some random matches of a game, each seat wins one."""
    left = set(range(game.players))
    for seed in range(100, 100 + MOST_MATCHES):
        if not left:
            return
        left -= set(play_out(game.start(seed=seed), seed).winners)
    sentence = (
        f"seat {min(left, default=0)} wins none of {MOST_MATCHES} random matches: is `winners` a bit mask of "
        "seats, `1 << seat`? If that seat can't win by chance, check with all_seats_win=False"
    )
    require(not left, sentence)


CHECKS: tuple[Callable[[Case], None], ...] = (
    every_fact_is_worded_and_cites_a_rule,
    facts_reach_their_audience_alone,
)

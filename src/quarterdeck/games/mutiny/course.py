"""Where the ship sails (MU-27), and the effects of its destination (MU-30 to MU-32)."""

from __future__ import annotations

from quarterdeck.games.mutiny import codes
from quarterdeck.games.mutiny.bank import DESTINATION, NO_DOUBLOON, doubloons_in_play, gain, lose
from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.retrieval import enough_cutlasses
from quarterdeck.games.mutiny.state import (
    CREW,
    EFFECTS,
    NONE,
    Phase,
    Rank,
    Reading,
    Resource,
    State,
    effect_amount,
    effect_crew,
    effect_resource,
    reading,
)
from quarterdeck.games.mutiny.steps import Step
from quarterdeck.games.mutiny.ties import effect_at, highest_bribers, settle_among
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.verbs import Ids


@rule
def set_course(s: State, seat: int, destination: int, news: News) -> Step:
    """MU-27: set the course north or south."""
    s.destination = destination
    s.rank = Rank.COURSE
    tell(news, Event.SET_COURSE, ALL, seat, destination, 0, 0)
    return Step.CONTROL


@rule
def settle_control(s: State, news: News) -> Step:
    """MU-27: settle who controls the next effect's crew member, before any effect is carried out.

    The effects come in printed order, and each crew member is settled only once.
    """
    at = int(s.settled)
    if no_effect(s, at):
        return Step.EFFECT
    crew = effect_crew(effect_at(s, at))
    for before in range(at):
        if effect_crew(effect_at(s, before)) == crew:
            s.hit[at] = s.hit[before]
            s.settled += 1
            return Step.CONTROL
    candidates = highest_bribers(s, crew, NONE)
    if candidates == 0:
        tell(news, Event.MISSED, ALL, NONE, crew, 0, 0)
        s.settled += 1
        return Step.CONTROL
    return settle_among(s, candidates, news)


@rule
def no_effect(s: State, at: int) -> bool:
    """Whether the destination has no further effects."""
    return at == EFFECTS or effect_at(s, at) == 0


@rule
def carry_out_effect(s: State, news: News) -> Step:
    """MU-27: carry out the next effect, in the same order; first take the doubloons that are still owed."""
    if s.owed > 0:
        return lose_next_doubloon(s, news)
    if reading(s, Reading.VICTORY_AT_ONCE) and enough_cutlasses(s):
        return Step.FINISH
    at = int(s.done)
    if no_effect(s, at):
        return Step.NEXT_ABILITY
    seat = int(s.hit[at])
    resource = effect_resource(effect_at(s, at))
    amount = effect_amount(effect_at(s, at))
    if seat != NONE:
        if amount > 0:
            gain(s, seat, resource, amount, DESTINATION, news)
        elif resource != Resource.DOUBLOON:
            lose(s, seat, resource, -amount, news)
        elif doubloons_in_play(s, seat) > 0:
            s.owed = min(-amount, doubloons_in_play(s, seat))
            return lose_next_doubloon(s, news)
        else:
            tell(news, Event.SPARED, ALL, seat, resource, NO_DOUBLOON, 0)
    s.done += 1
    return Step.EFFECT


# Lost doubloons


@rule
def doubloons_at(s: State, seat: int, place: int) -> int:
    """A seat's doubloons on a crew member; NONE: unplayed ones."""
    if place == NONE:
        return int(s.doubloons[seat])
    return int(s.doubloons_on[place, seat])


@rule
def lose_next_doubloon(s: State, news: News) -> Step:
    """MU-32: lose the next doubloon; if it can come from several places, its owner chooses one."""
    seat = int(s.hit[int(s.done)])
    places = 0
    last = NONE
    for place in range(NONE, CREW):
        if doubloons_at(s, seat, place) > 0:
            places += 1
            last = place
    if places == 1:
        return lose_doubloon(s, seat, last, news)
    s.phase = Phase.LOSE
    s.turn = seat
    return Step.ASK


@rule
def legal_losses(s: State, seat: int, out: Ids) -> int:
    """MU-32: write the places that a doubloon can be lost from: the unplayed ones, or any crew member."""
    n = 0
    for place in range(NONE, CREW):
        out[n] = codes.LOSE + place
        n += int(doubloons_at(s, seat, place) > 0)
    return n


@rule
def lose_doubloon(s: State, seat: int, place: int, news: News) -> Step:
    """MU-32: return one doubloon to the bank."""
    if place == NONE:
        s.doubloons[seat] -= 1
    else:
        s.doubloons_on[place, seat] -= 1
    tell(news, Event.LOST_DOUBLOON, ALL, seat, place, 0, 0)
    s.owed -= 1
    s.done += int(s.owed == 0)
    return Step.EFFECT

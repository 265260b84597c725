"""Gains from the bank and losses to it (MU-30, MU-31)."""

from __future__ import annotations

from quarterdeck.games.mutiny.events import Event
from quarterdeck.games.mutiny.state import CREW, DOUBLOONS, Resource, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.jit import rule

# The reason of a gain: a destination, or the number of the crew member whose ability it is. The Deck Hand's
# number is 0, too, but that ability gains nothing.
DESTINATION = 0
# The reason why an effect did nothing: nothing left to gain, nothing to lose, or no doubloon to lose.
NO_GAIN, NO_LOSS, NO_DOUBLOON = 0, 1, 2


@rule
def doubloons_in_play(s: State, seat: int) -> int:
    """MU-30: a seat's doubloons, unplayed and on crew members."""
    number = int(s.doubloons[seat])
    for crew in range(CREW):
        number += int(s.doubloons_on[crew, seat])
    return number


@rule
def gain(s: State, seat: int, resource: int, amount: int, why: int, news: News) -> None:
    """MU-2, MU-30: pay a gain as far as the bank can. It never runs out of cutlasses."""
    paid = amount
    if resource == Resource.RUM:
        paid = min(amount, int(s.bank))
        s.bank -= paid
        s.rum[seat] += paid
    elif resource == Resource.DOUBLOON:
        paid = min(amount, DOUBLOONS - doubloons_in_play(s, seat))
        s.doubloons[seat] += paid
    else:
        s.cutlasses[seat] += paid
    if paid > 0:
        tell(news, Event.GAINED, ALL, seat, resource, paid, why)
    else:
        tell(news, Event.SPARED, ALL, seat, resource, NO_GAIN, 0)


@rule
def lose(s: State, seat: int, resource: int, amount: int, news: News) -> None:
    """MU-31: a seat loses unplayed rum or cutlasses, at most all it has."""
    if resource == Resource.RUM:
        lost = min(amount, int(s.rum[seat]))
        s.rum[seat] -= lost
        s.bank += lost
    else:
        lost = min(amount, int(s.cutlasses[seat]))
        s.cutlasses[seat] -= lost
    if lost > 0:
        tell(news, Event.LOST, ALL, seat, resource, lost, 0)
    else:
        tell(news, Event.SPARED, ALL, seat, resource, NO_LOSS, 0)

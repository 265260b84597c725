"""The pirates variant (ME-80 to ME-83)."""

from __future__ import annotations

from quarterdeck.games.meuterer.events import Event
from quarterdeck.games.meuterer.state import Good, State
from quarterdeck.kernel.events import ALL, News, tell
from quarterdeck.kernel.hands import hand_size
from quarterdeck.kernel.jit import rule
from quarterdeck.kernel.piles import pour


@rule
def sail_pirates(s: State, seat: int, news: News) -> None:
    """ME-80 to ME-82: the pirates card is shown; their ship sails counter-clockwise and may plunder."""
    s.discard[Good.PIRATES] += 1
    distance = hand_size(s, seat) * int(s.pirates)
    before = int(s.corsair)
    met = before == s.ship
    for _ in range(distance):
        s.corsair = (int(s.corsair) - 1) % int(s.islands)
        if s.corsair == s.ship:
            met = True
    tell(news, Event.PIRATES_SAILED, ALL, seat, s.ring[before], s.ring[s.corsair], 0)
    if met:
        for robbed in range(int(s.seats)):
            pour(s.shown[robbed], s.discard)
        tell(news, Event.PLUNDERED, ALL, seat, 0, 0, 0)

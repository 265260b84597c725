"""Many matches of a game in arrays, played in parallel by compiled code on all cores."""

from quarterdeck.lab.lanes.buffers import TimeStep
from quarterdeck.lab.lanes.env import LaneOptions, Lanes

__all__ = ["LaneOptions", "Lanes", "TimeStep"]

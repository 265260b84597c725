"""`python -m scripts.compile_rules GAME`: fill the cache with what many tests use of a game's compiled rules.

`make test` runs it once for each game. Else each process of the run would compile that for itself.
"""

from __future__ import annotations

import sys

from quarterdeck import game as game_of
from quarterdeck.bots import warming
from quarterdeck.bots.search.player import LEAST, TreeSearch
from quarterdeck.lab import vector
from quarterdeck.lab.openspiel.replay import Replay

__all__ = ["compile_rules"]


def compile_rules(name: str) -> None:
    """Compile matches, bots, both searches, random games, lanes without and with information states, and
    plies with given chance outcomes.
    """
    game = game_of(name)
    warming.compile_one(game)
    position = game.start(seed=0)
    TreeSearch(simulations=LEAST).consider(position.view(position.to_act[0]))
    game.playouts(1)
    vector(game, 1)
    vector(game, 1, information=1)
    Replay(game)


if __name__ == "__main__":
    compile_rules(sys.argv[1])

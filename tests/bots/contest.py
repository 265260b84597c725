"""How bots do against each other, in the arena."""

from __future__ import annotations

from quarterdeck import Game
from quarterdeck.lab.arena.figures import Outcome
from quarterdeck.lab.arena.seating import line_up
from quarterdeck.lab.arena.tournament import Tournament, play_all


def against_randoms(game: Game, deals: int) -> tuple[float, float]:
    """One rule-of-thumb bot in each seat of so many deals: its share of the games won, and by how many points
    it is ahead of the random bots on average.
    """
    contest = Tournament(game, line_up(["rule-of-thumb", "random"], game.players), deals, "7")
    hero, others = Outcome(contest, list(play_all(contest))).standings
    assert hero.wins is not None
    return hero.wins.value, hero.score.value - others.score.value

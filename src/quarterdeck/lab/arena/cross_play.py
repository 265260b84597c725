"""Cross-play: each bot in one seat against each other bot in all other seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from quarterdeck.bots import BOTS, bot
from quarterdeck.errors import GameOptionError
from quarterdeck.i18n import _, short
from quarterdeck.lab.arena.references import REFERENCES
from quarterdeck.lab.arena.tournament import Tournament
from quarterdeck.play import Game


def contestants(names: Sequence[str]) -> tuple[str, ...]:
    """These bots or, if none is named, all but the random one, with those to measure by. GameOptionError."""
    if not names:
        return (*(name for name in BOTS if name != "random"), *REFERENCES)
    for name in names:
        if name not in REFERENCES:
            _check(name)
    if len(set(names)) < max(2, len(names)):
        raise GameOptionError(_("Cross-play needs two bots or more, each named once."))
    return tuple(names)


def _check(name: str) -> None:
    try:
        bot(name)
    except GameOptionError:
        sentence = _("There is no bot “{name}”; there is {bots}.")
        known = ", ".join([*BOTS, *REFERENCES])
        raise GameOptionError(sentence.format(name=short(name, str), bots=known)) from None


def tournaments(
    game: Game, bots: Sequence[str], deals: int, seed: str, max_plies: int | None = None
) -> list[Tournament]:
    """A tournament for each ordered pair of bots: the first has one seat, the second all others. All have the
    same deals.
    """
    own = {name: make for name, make in REFERENCES.items() if name in bots}
    return [
        Tournament(game, (one, *[other] * (game.players - 1)), deals, seed, own=own, max_plies=max_plies)
        for one, other in permutations(bots, 2)
    ]

"""What every game has to pass: its author runs `check` in a test of one line.

>>> from quarterdeck.testing import check
>>> check(GAME)  # doctest: +SKIP

Each check plays random matches, and raises AssertionError with a sentence that says what is wrong, for which
seat, and after which action.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from quarterdeck.errors import GameError, IllegalAction, QuarterdeckError, error_words
from quarterdeck.i18n import _, short
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.play import GAMES, Game, find
from quarterdeck.play.registry import GROUP, fault_of_game
from quarterdeck.testing import actions, compiled, facts, matches, observations, records, views
from quarterdeck.testing.matches import (
    Case,
    Inventory,
    each_choice,
    label,
    play_out,
    random_match,
    random_positions,
    require,
    settings_of,
    viewers,
)

__all__ = [
    "CHECKS",
    "Case",
    "Inventory",
    "check",
    "each_choice",
    "label",
    "play_out",
    "random_match",
    "random_positions",
    "settings_of",
    "viewers",
]

CHECKS = (
    *views.CHECKS,
    *actions.CHECKS,
    *facts.CHECKS,
    *records.CHECKS,
    *observations.CHECKS,
    *compiled.CHECKS,
)


def check(
    game: GameSpec | str,
    *,
    settings: Iterable[Game] | None = None,
    conserved: Inventory | None = None,
    somebody_wins: bool = True,
    all_seats_win: bool = True,
    silent: Iterable[str] = (),
    reached: Iterable[str] = (),
) -> None:
    """Run every check on a game. AssertionError says in one sentence what is wrong.

    `settings` are the games to play, by default one for each choice of each option. `conserved` counts, in
    the JSON of a whole position, what never changes in a match. `somebody_wins` is False for games that may
    end without a winner, `all_seats_win` for those in which a seat may win no random match. `silent` are the
    texts of actions after which nothing may be told. `reached` are ends and phases that random matches reach:
    “seat 0 wins”, “winners 2”, “phase bid”, “fact challenged”.
    """
    spec = find(game) if isinstance(game, str) else game
    if not isinstance(spec, GameSpec):
        sentence = _("A game is checked by its GameSpec or its id, not by {value}.")
        raise GameError(sentence.format(value=short(spec)))
    if GAMES.get(spec.id) is not spec:
        sentence = _("{game} is not found: install its package, with an entry point “{id}” in {group}.")
        raise GameError(sentence.format(game=spec.title, id=spec.id, group=GROUP))
    try:
        played = list(each_choice(spec) if settings is None else settings)
        for setting in played:
            _check_setting(Case(setting, conserved, somebody_wins, frozenset(silent)))
            if all_seats_win:
                facts.every_seat_wins(setting)
        facts.all_is_reached(played, reached)
    except IllegalAction as error:
        sentence = (
            "a move that was played is refused when it is played again: do rules draw chance by `below`?"
        )
        raise AssertionError(f"{sentence} ({error})") from error
    except (AssertionError, QuarterdeckError):
        raise
    except Exception as error:
        if (fault := fault_of_game(error)) is None:
            raise
        raise AssertionError(f"`{fault.function}` ({fault.place}) raises {error_words(error)}") from error


def _check_setting(case: Case) -> None:
    compiled.rules_can_be_compiled(case)
    compiled.the_parts_can_be_loaded(case)
    compiled.legal_actions_find_room(case)
    begun = case.game.start(seed=0)
    require(
        bool(begun.to_act),
        f"`to_act` names nobody after the deal: {matches.MASK}, and does `template` set what it counts by?",
    )
    # Not compiled yet: a wrong index is told by its name, and a loop without end can be interrupted.
    with suppress(IllegalAction):
        for _step in random_match(case.game, seed=0):
            pass
    case.game.warm()
    # Other checks play by texts and ask for facts, and would fail without saying why.
    actions.texts_tell_all_actions_apart(case)
    facts.every_fact_can_be_told(case)
    for one in CHECKS:
        one(case)

"""The same rules, compiled and interpreted on field caches, as positions do it: each verb gives the same
bytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.errors import GameError
from quarterdeck.kernel import batch, jit, verbs
from quarterdeck.kernel.caching import folder_of
from quarterdeck.kernel.events import blank_news, no_news
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import cell, copy, field_cache, to_bytes, zeros
from quarterdeck.kernel.rule_faults import may_give_nothing, rule_faults
from quarterdeck.kernel.verbs import Verbs
from quarterdeck.play.position import dice
from quarterdeck.play.steps import SEATS
from quarterdeck.testing.matches import Case, at, differing, random_match, require

__all__ = ["CHECKS", "MOST_BYTES", "legal_actions_find_room"]

MOST_BYTES = 1280
# Random matches in which legal actions are counted, and the plies between two positions in which those that
# each viewer holds possible are counted, too.
COUNTED, APART = 3, 5


def _require_same_record(slow: Any, fast: Any, verb: str, when: str = "") -> None:
    if to_bytes(slow) != to_bytes(fast):
        fields = differing(slow, fast)
        raise AssertionError(f"`{verb}` interpreted and compiled differ in {fields} {when}".rstrip())


def _interpreted_legal(state: Any, seat: int) -> list[int]:
    ids = batch.no_ids()
    return [int(action) for action in ids[: verbs.legal(field_cache(state), seat, ids)]]


def _compiled_legal(state: Any, seat: int) -> list[int]:
    slate = batch.slate()
    _acting, found, *_ = batch.fast_step(cell(state), batch.LOOK, seat, 0, cell(blank_news()), slate)
    return [int(action) for action in slate[0].ids[:found]]


def _compiled_to_act(state: Any) -> int:
    return batch.fast_step(cell(state), batch.READ, 0, 0, cell(blank_news()), batch.slate())[0]


def rules_can_be_compiled(case: Case) -> None:
    """Every verb and every function that a rule calls has the mark @rule, and no rule has a generator."""
    spec = case.game.spec
    home = folder_of(spec.state)
    try:
        judge = spec.face("heuristics")
    except GameError as error:
        raise AssertionError(str(error)) from None
    rules = jit.rules()
    sources = {rule: Path(rule.__code__.co_filename).resolve() for rule in rules}
    own = {rule: form for rule, form in rules.items() if home in sources[rule].parents}
    for field in fields(Verbs):
        verb = getattr(spec.verbs, field.name)
        is_rule = verb in rules or verb is field.default
        require(is_rule, f"the verb `{field.name}` has no mark: put @rule before it")
        _require_signature(field.name, verb)
    require(judge is None or judge in rules, "the rule in `heuristics` has no mark: put @rule before it")
    if judge is not None:
        _require_parameters("the rule in `heuristics`", judge, "s, seat, ids, count, worth, dice")
    for sentence in rule_faults(own):
        raise AssertionError(sentence)


def legal_actions_find_room(case: Case) -> None:
    """`legal` lists at most `MAX_LEGAL` actions at once. Compiled rules would write further ones into memory
    that is not theirs.

    Here the rules are interpreted, and have room for all actions. A game with at most `MAX_LEGAL` actions in
    all passes.
    """
    if case.game.spec.actions <= batch.MAX_LEGAL:
        return
    seats = range(case.game.players)
    for seed in range(36, 36 + COUNTED):
        chooser, state = random.Random(seed), _fresh_template(case, seed)
        fields_of_state = field_cache(state)
        verbs.setup(fields_of_state)
        for ply in range(case.game.max_plies):
            acting = [seat for seat in SEATS[verbs.to_act(fields_of_state)] if seat in seats]
            seat = chooser.choice(acting) if acting else 0
            legal = _require_room(case, state, seat)
            # Where this is not the end, other checks say what is wrong.
            if not acting or not legal:
                break
            for viewer in (-1, *seats) if ply % APART == 0 else ():
                blanked = copy(state)
                verbs.blank(field_cache(blanked), viewer)
                for other in seats:
                    _require_room(case, blanked, other)
            verbs.apply(fields_of_state, seat, chooser.choice(legal), no_news())


def _fresh_template(case: Case, seed: int) -> Any:
    """A template with the key of this seed, not dealt yet."""
    state = case.game.spec.template(case.game.options, case.game.table)
    state.key[0], state.key[1] = dice(seed).key
    return state


def _require_room(case: Case, state: Any, seat: int) -> list[int]:
    """The ids that `legal` lists. Raises AssertionError if there is no room for so many."""
    ids = np.zeros(case.game.spec.actions + batch.SPARE, np.int64)
    count = verbs.legal(field_cache(state), seat, ids)
    sentence = (
        f"`legal` lists {count} actions for seat {seat}, and there is room for {batch.MAX_LEGAL}: split the "
        "choice into several actions, one after the other"
    )
    require(count <= batch.MAX_LEGAL, sentence)
    return [int(action) for action in ids[:count]]


def the_parts_can_be_loaded(case: Case) -> None:
    """What the game names as `module:name` is there."""
    for face in ("board", "terminal", "lessons", "statistics", "prospects", "puzzles"):
        try:
            case.game.spec.face(face)
        except GameError as error:
            raise AssertionError(str(error)) from None


def _require_signature(name: str, verb: Callable[..., Any]) -> None:
    """Require the parameters of the verb's namesake in `kernel.verbs`, and a result where that has one."""
    right = signature(getattr(verbs, name))
    _require_parameters(f"the verb `{name}`", verb, ", ".join(right.parameters))
    if right.return_annotation != "None":
        sentence = f"the verb `{name}` may end without a result: end it with return and a number"
        require(not may_give_nothing(verb), sentence)


def _require_parameters(what: str, rule: Callable[..., Any], right: str) -> None:
    given = ", ".join(signature(rule).parameters)
    is_right = given.count(",") == right.count(",")
    require(is_right, f"{what} has the parameters ({given}): write ({right})")


def each_move_and_its_facts(case: Case) -> None:
    """`apply` gives the same record and tells the same."""
    for position, seat, action in random_match(case.game, seed=31):
        slow, fast = position.state, cell(position.state)
        slow_news, fast_news = blank_news(), cell(blank_news())
        verbs.apply(field_cache(slow), seat, action.id, field_cache(slow_news))
        batch.fast_step(fast, batch.PLAY, seat, action.id, fast_news, batch.slate())
        _require_same_record(slow, fast[0], "apply", at(seat, action))
        sentence = f"`apply` tells other facts interpreted than compiled {at(seat, action)}"
        require(to_bytes(slow_news) == fast_news.tobytes(), sentence)
        # The third move is made with nobody to tell its facts to: the record has to be the same.
        quiet = position.state
        verbs.apply(field_cache(quiet), seat, action.id, no_news())
        require(to_bytes(quiet) == to_bytes(slow), f"`apply` depends on who listens, {at(seat, action)}")


def legal_actions_views_and_dealt_worlds(case: Case) -> None:
    """`to_act`, `legal`, `blank` and `determinize` give the same."""
    seed = random.Random(32)
    seats = range(case.game.players)
    for ply, (position, _, _) in enumerate(random_match(case.game, seed=32)):
        state = position.state
        agrees = verbs.to_act(field_cache(state)) == _compiled_to_act(state)
        agrees = agrees and all(
            _interpreted_legal(state, seat) == _compiled_legal(state, seat) for seat in seats
        )
        require(agrees, "`to_act` or `legal` interpreted and compiled differ")
        if ply % 7:
            continue
        viewer = seed.randrange(-1, case.game.players)
        slow, fast = copy(state), cell(state)
        verbs.blank(field_cache(slow), viewer)
        batch.fast_step(fast, batch.BLANK, viewer, 0, cell(blank_news()), batch.slate())
        _require_same_record(slow, fast[0], "blank")
        agrees = all(_interpreted_legal(slow, seat) == _compiled_legal(fast[0], seat) for seat in seats)
        require(agrees, "`legal` interpreted and compiled differ on a blanked record")
        verbs.determinize(field_cache(slow), viewer, field_cache(dice(ply)))
        batch.fast_determinize(fast, viewer, cell(dice(ply)))
        _require_same_record(slow, fast[0], "determinize")


def canonical_actions(case: Case) -> None:
    """`canonical` gives the same."""
    state = case.game.start(seed=35).state
    for seat in range(case.game.players):
        for action in range(case.game.spec.actions):
            slow, fast = verbs.canonical(state, seat, action), batch.fast_canonical(cell(state), seat, action)
            require(slow == fast, f"`canonical` of action {action} interpreted and compiled differ")


def whole_random_games(case: Case) -> None:
    """Many games at once are the games that are played one by one."""
    game = case.game

    def play(run: Any) -> tuple[list[list[int]], int, bytes]:
        states, rolls = zeros(game.spec.state, 2), zeros(Dice, 2)
        states[0], rolls[0] = game.spec.template(game.options, game.table), dice(33)
        out = np.zeros((2, game.players), np.int16)
        moves = run(states, rolls, batch.slate(), no_news(), out, 5)
        return out.tolist(), int(moves), states.tobytes()

    agrees = play(batch.playouts.interpreted) == play(batch.playouts)
    require(agrees, "random games interpreted and compiled differ")


def the_same_deal(case: Case) -> None:
    """`setup` deals the same."""
    fast = case.game.start(seed=34).state
    slow = case.game.spec.template(case.game.options, case.game.table)
    slow.key[0], slow.key[1] = fast.key
    verbs.setup(slow)
    _require_same_record(slow, fast, "setup")


def a_state_is_small(case: Case) -> None:
    """A record has at most 1,280 bytes."""
    size = len(to_bytes(case.game.start(seed=1).state))
    require(size <= MOST_BYTES, f"the record has {size} bytes: at most {MOST_BYTES} keep copies fast")


CHECKS: tuple[Callable[[Case], None], ...] = (
    rules_can_be_compiled,
    legal_actions_find_room,
    each_move_and_its_facts,
    legal_actions_views_and_dealt_worlds,
    canonical_actions,
    whole_random_games,
    the_same_deal,
    a_state_is_small,
)

"""Actions: texts that round-trip, and illegal ones that are refused without telling anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain, combinations, islice

from quarterdeck.errors import ActionTextError, IllegalAction, QuarterdeckError
from quarterdeck.kernel import verbs
from quarterdeck.play import Action, Position, View
from quarterdeck.testing.matches import Case, random_match, random_positions, require, viewers, who

__all__ = ["CHECKS"]

NO_ACTIONS = ("", " ", "?", "nonsense", "\n", "x" * 10_000, "show wine;")


def every_action_has_a_text_that_reads_back(case: Case) -> None:
    """`action_text` and `action_id` are each other's inverse, and each action has a sentence."""
    game = case.game
    for action in game.actions:
        text = action.text
        require(
            text == " ".join(text.split()), f"action {action.id} is called {text!r}: white space is folded"
        )
        for written in (text, f"  {text.upper().replace(' ', '   ')} "):
            found = game.action(written)
            require(found == action, f"{written!r} reads back as “{found}”, not as action {action.id}")
        said = action.sentence()
        require(bool(said) and "{" not in said, f"“{text}” has the sentence {said!r}")
    texts = {action.text.lower() for action in game.actions}
    require(len(texts) == game.spec.actions, "two actions have the same text")


def canonical_actions_tell_all_actions_apart(case: Case) -> None:
    """For each seat `canonical` is a permutation of the actions, and seat 0 counts as everybody does."""
    state, every = case.game.start(seed=1).state, list(range(case.game.spec.actions))
    for seat in range(case.game.players):
        found = [verbs.canonical(state, seat, action) for action in every]
        sentence = f"`canonical` for seat {seat} is no permutation of the actions 0 to {every[-1]}"
        require(sorted(found) == every, sentence)
        require(seat > 0 or found == every, "`canonical` changes an action of seat 0")


def a_text_that_is_no_action_is_refused(case: Case) -> None:
    """`action_id` raises ActionTextError with one short sentence."""
    for text in NO_ACTIONS:
        try:
            found = case.game.action(text)
        except ActionTextError as error:
            said = str(error)
            short = "\n" not in said and len(said) < 300
            require(short, f"`action_id` refuses {text[:20]!r} with more than one short sentence")
        else:
            raise AssertionError(f"`action_id` takes {text!r} for “{found}”")


def _illegal(position: Position, seat: int | None) -> list[Action]:
    legal = set(position.view(seat).legal())
    return [action for action in position.game.actions if action not in legal]


def every_illegal_action_has_a_rule_against_it(case: Case) -> None:
    """`why_not` cites a rule that there is, and says why in a sentence."""
    find = case.game.spec.rulebook.find
    # The same answer is given for many actions.
    answers: dict[tuple[str, str], Action] = {}
    for position in random_positions(case.game, seed=11, every=60):
        for seat in viewers(case.game):
            view = position.view(seat)
            for action in _illegal(position, seat):
                answers.setdefault(view.why_not(action), action)
    for (rule, sentence), action in answers.items():
        try:
            require(find(rule).id == rule, f"`why_not` cites {rule!r}: write {find(rule).id}")
        except QuarterdeckError:
            raise AssertionError(f"`why_not` cites {rule!r}, which is no rule") from None
        well = sentence.endswith(".") and not set(sentence) & set("{}\n")
        require(well, f"`why_not` gives {sentence!r} for “{action}”, which is no sentence")


def _refused(position: Position, seat: int, action: Action) -> IllegalAction:
    try:
        position.play(seat, action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"“{action}” is played by seat {seat}, for which it is not legal")


def an_illegal_action_is_refused_alike_in_all_worlds(case: Case) -> None:
    """It changes nothing, and its refusal tells no secret."""
    chooser = random.Random(12)
    for position in random_positions(case.game, seed=12, every=9):
        before = position.known
        for seat in range(case.game.players):
            world = position.view(seat).sample(seed=chooser.getrandbits(32))
            illegal = _illegal(position, seat)
            for action in chooser.sample(illegal, min(4, len(illegal))):
                error, other = _refused(position, seat, action), _refused(world, seat, action)
                same = (str(error), error.rule) == (str(other), other.rule)
                require(same, f"`why_not` tells seat {seat} a secret when it refuses “{action}”")
                require((error.seat, error.action) == (seat, str(action)), "an error names another action")
                require(str(error).endswith(f"({error.rule})."), "an error does not cite its rule")
        require(position.known == before, "a refused action has changed the position")


def the_public_text_of_an_action_tells_no_more_than_its_events(case: Case) -> None:
    """Who is told of two moves the same facts sees the same text of them."""
    for position, seat, _ in islice(random_match(case.game, seed=13), 0, None, 4):
        for viewer in viewers(case.game):
            if viewer == seat:
                continue
            told: dict[str, dict[str, list[View]]] = {}
            for action in position.legal(seat):
                after = position.play(seat, action).view(viewer)
                facts = str([(one.kind, one.seat, one.data) for one in after.events])
                by_text = told.setdefault(facts, {})
                by_text.setdefault(case.game.spec.public_text(action.id), []).append(after)
            # The whole views are only made where the facts are the same and the texts are not.
            for by_text in told.values():
                for one, other in combinations(by_text, 2):
                    seen = {str(view.to_json()) for view in by_text[one]}
                    require(
                        seen.isdisjoint(str(view.to_json()) for view in by_text[other]),
                        f"`public_text` tells {who(viewer)} which of {sorted((one, other))} seat {seat} "
                        "played, and the facts don't",
                    )


def those_who_act_at_once_may_do_so_in_any_order(case: Case) -> None:
    """Where several seats are to act, the order of their actions changes nothing."""
    chooser = random.Random(14)
    # In a single match it may not come to it.
    positions = chain.from_iterable(random_positions(case.game, seed, every=1) for seed in range(14, 18))
    for position in positions:
        if len(position.to_act) == 1:
            continue
        moves = [(seat, chooser.choice(position.legal(seat))) for seat in position.to_act]
        ends = []
        for order in (moves, moves[::-1]):
            after = position
            for seat, action in order:
                sentence = f"the actions of seat {seat} change while others act at the same time"
                require(after.legal(seat) == position.legal(seat), sentence)
                after = after.play(seat, action)
            ends.append(after)
        shown = ", ".join(f"seat {seat} “{action}”" for seat, action in moves)
        require(ends[0] == ends[1], f"the order counts in which seats act at once: {shown}")


CHECKS: tuple[Callable[[Case], None], ...] = (
    every_action_has_a_text_that_reads_back,
    canonical_actions_tell_all_actions_apart,
    a_text_that_is_no_action_is_refused,
    every_illegal_action_has_a_rule_against_it,
    an_illegal_action_is_refused_alike_in_all_worlds,
    the_public_text_of_an_action_tells_no_more_than_its_events,
    those_who_act_at_once_may_do_so_in_any_order,
)

"""Actions: texts that round-trip, and illegal ones that are refused without telling anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain, combinations, islice

from quarterdeck.errors import ActionTextError, IllegalAction, QuarterdeckError
from quarterdeck.kernel import verbs
from quarterdeck.play import Action, Position, View
from quarterdeck.testing.matches import Case, random_match, random_positions, require, viewers, who

__all__ = ["CHECKS", "texts_tell_all_actions_apart"]

# What a person types at the terminal's prompt beside actions (`cli.dialogue.HELP`).
PROMPT_WORDS = frozenset({"why", "rule", "table", "log", "save", "quit"})
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
            parsed = game.action(written)
            require(parsed == action, f"{written!r} reads back as “{parsed}”, not as action {action.id}")
        sentence = action.sentence()
        require(bool(sentence) and "{" not in sentence, f"“{text}” has the sentence {sentence!r}")


def texts_tell_all_actions_apart(case: Case) -> None:
    """No two actions have the same text, and none has one that the terminal's prompt takes as its own."""
    ids: dict[str, int] = {}
    for action in case.game.actions:
        is_own = action.text.isdigit() or action.text.lower() in PROMPT_WORDS
        require(not is_own, f"an action is called “{action}”, which means something else at the prompt")
        other = ids.setdefault(action.text.lower(), action.id)
        require(other == action.id, f"two actions have the text “{action}”: {other} and {action.id}")


def canonical_actions_tell_all_actions_apart(case: Case) -> None:
    """For each seat `canonical` is a permutation of the actions, and seat 0 counts as everybody does."""
    state, ids = case.game.start(seed=1).state, list(range(case.game.spec.actions))
    for seat in range(case.game.players):
        canonical_ids = [verbs.canonical(state, seat, action) for action in ids]
        sentence = f"`canonical` for seat {seat} is no permutation of the actions 0 to {ids[-1]}"
        require(sorted(canonical_ids) == ids, sentence)
        require(seat > 0 or canonical_ids == ids, "`canonical` changes an action of seat 0")


def a_text_that_is_no_action_is_refused(case: Case) -> None:
    """`action_id` raises ActionTextError with one short sentence."""
    for text in NO_ACTIONS:
        try:
            parsed = case.game.action(text)
        except ActionTextError as error:
            sentence = str(error)
            short = "\n" not in sentence and len(sentence) < 300
            require(short, f"`action_id` refuses {text[:20]!r} with more than one short sentence")
        else:
            raise AssertionError(f"`action_id` takes {text!r} for “{parsed}”")


def _illegal_actions(position: Position, seat: int | None) -> list[Action]:
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
            for action in _illegal_actions(position, seat):
                answers.setdefault(view.why_not(action), action)
    for (rule, sentence), action in answers.items():
        try:
            require(find(rule).id == rule, f"`why_not` cites {rule!r}: write {find(rule).id}")
        except QuarterdeckError:
            raise AssertionError(f"`why_not` cites {rule!r}, which is no rule") from None
        is_sentence = sentence.endswith(".") and not set(sentence) & set("{}\n")
        require(is_sentence, f"`why_not` gives {sentence!r} for “{action}”, which is no sentence")


def _refusal_of(position: Position, seat: int, action: Action) -> IllegalAction:
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
            illegal = _illegal_actions(position, seat)
            for action in chooser.sample(illegal, min(4, len(illegal))):
                error, world_error = _refusal_of(position, seat, action), _refusal_of(world, seat, action)
                is_alike = (str(error), error.rule) == (str(world_error), world_error.rule)
                require(is_alike, f"`why_not` tells seat {seat} a secret when it refuses “{action}”")
                require((error.seat, error.action) == (seat, str(action)), "an error names another action")
                require(str(error).endswith(f"({error.rule})."), "an error does not cite its rule")
        require(position.known == before, "a refused action has changed the position")


def the_public_text_of_an_action_tells_no_more_than_its_events(case: Case) -> None:
    """A viewer who is told the same facts of two moves sees the same text of both."""
    for position, seat, _ in islice(random_match(case.game, seed=13), 0, None, 4):
        for viewer in viewers(case.game):
            if viewer == seat:
                continue
            views_by_facts: dict[str, dict[str, list[View]]] = {}
            for action in position.legal(seat):
                after = position.play(seat, action).view(viewer)
                facts = str([(event.kind, event.seat, event.data) for event in after.events])
                by_text = views_by_facts.setdefault(facts, {})
                by_text.setdefault(case.game.spec.public_text(action.id), []).append(after)
            # The whole views are only made where the facts are the same and the texts are not.
            for by_text in views_by_facts.values():
                for first, second in combinations(by_text, 2):
                    seen = {str(view.to_json()) for view in by_text[first]}
                    require(
                        seen.isdisjoint(str(view.to_json()) for view in by_text[second]),
                        f"`public_text` tells {who(viewer)} which of {sorted((first, second))} seat {seat} "
                        "played, and the facts don't",
                    )


def those_who_act_at_once_may_do_so_in_any_order(case: Case) -> None:
    """Where several seats are to act, the order of their actions changes nothing."""
    chooser = random.Random(14)
    # There may be single matches in which no two seats are ever to act at once.
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
        listed = ", ".join(f"seat {seat} “{action}”" for seat, action in moves)
        require(ends[0] == ends[1], f"the order counts in which seats act at once: {listed}")


CHECKS: tuple[Callable[[Case], None], ...] = (
    every_action_has_a_text_that_reads_back,
    canonical_actions_tell_all_actions_apart,
    a_text_that_is_no_action_is_refused,
    every_illegal_action_has_a_rule_against_it,
    an_illegal_action_is_refused_alike_in_all_worlds,
    the_public_text_of_an_action_tells_no_more_than_its_events,
    those_who_act_at_once_may_do_so_in_any_order,
)

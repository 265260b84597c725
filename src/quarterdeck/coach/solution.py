"""The solution of a puzzle in words: what is best, how likely each choice wins, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from quarterdeck.coach.puzzle import PUZZLE_FACES, Holding, Puzzle
from quarterdeck.coach.telling import whole_percent
from quarterdeck.i18n import _, decimal, ngettext

__all__ = ["Considered", "Solution", "solution"]

# Choices that are told, besides the one that was taken.
FEW: Final = 5


@dataclass(frozen=True)
class Considered:
    """A choice: its action's text, its label, and the chance to win after it, None if it was hardly tried."""

    action: str
    label: str
    win: float | None
    best: bool
    taken: bool


@dataclass(frozen=True)
class Solution:
    """What is told once a puzzle is answered. `taken` is the choice that was made, "" if none was; `reason`
    and `rival` are "" where nothing differs clearly.
    """

    answer: str
    taken: str
    choices: tuple[Considered, ...]
    reason: str
    rival: str
    holdings: tuple[str, ...]
    rules: tuple[str, ...]
    proof: str


def solution(puzzle: Puzzle, names: Sequence[str], taken: str = "") -> Solution:
    """The solution, with the players' names. `taken` is the text of the reader's choice, "" for none."""
    return Solution(
        puzzle.answer.sentence(names),
        puzzle.game.action(taken).sentence(names) if taken else "",
        tuple(_considered_choices(puzzle, names, taken)),
        puzzle.reason.sentence(names) if puzzle.reason else "",
        _rival_sentence(puzzle, names),
        tuple(_holding_sentence(puzzle, one, names) for one in puzzle.holdings if _tells(one)),
        puzzle.rules,
        _proof_sentence(puzzle),
    )


def _considered_choices(puzzle: Puzzle, names: Sequence[str], taken: str) -> list[Considered]:
    """The best choices, and the one that was taken."""
    texts = [text for at, text in enumerate(puzzle.chances) if at < FEW or text == taken]
    if taken and taken not in texts:
        texts.append(taken)
    return [
        Considered(
            text,
            puzzle.game.action(text).sentence(names),
            puzzle.chances.get(text),
            text == puzzle.answer.text,
            text == taken,
        )
        for text in texts
    ]


def _rival_sentence(puzzle: Puzzle, names: Sequence[str]) -> str:
    """Whom the answer costs most, in one sentence."""
    if puzzle.rival is None:
        return ""
    sentence = _("This choice costs {name} most: a chance of {answer} to win instead of {other}.")
    seat, answer, other = puzzle.rival
    return sentence.format(name=names[seat], answer=whole_percent(answer), other=whole_percent(other))


def _tells(holding: Holding) -> bool:
    """Whether a difference remains, as percentage points, between what may be held and the other deals."""
    return _percentage_points(holding.true) != _percentage_points(holding.false)


def _holding_sentence(puzzle: Puzzle, holding: Holding, names: Sequence[str]) -> str:
    """What another seat may hold, and what that means for the answer, in one sentence."""
    holding_words = PUZZLE_FACES[puzzle.game.id].told(holding.key, names)
    sentence = _(
        "In {share} of the deals that you can’t rule out, {what}. Compared with the next best choice the "
        "answer is {true} there, and {false} in the others."
    )
    true, false = (_lead_phrase(one) for one in (holding.true, holding.false))
    return sentence.format(share=whole_percent(holding.share), what=holding_words, true=true, false=false)


def _proof_sentence(puzzle: Puzzle) -> str:
    """How the answer was proven, in one sentence."""
    proof = puzzle.proof
    sentence = _(
        "A search with {simulations} simulations found it, and played to the end in {worlds} deals it was "
        "{gap} points ahead of the next best choice (95%: {low} to {high})."
    )
    low, high = (_percentage_points(one) for one in proof.interval)
    return sentence.format(
        simulations=decimal(proof.simulations, grouped=True),
        worlds=proof.worlds,
        gap=_percentage_points(proof.gap),
        low=low,
        high=high,
    )


def _lead_phrase(gap: float) -> str:
    """How far a choice is ahead of another one, or behind, in percentage points."""
    number = _percentage_points(gap)
    if number < 0:
        return ngettext("{count} point behind", "{count} points behind", -number).format(count=-number)
    if number == 0:
        return _("level with it")
    return ngettext("{count} point ahead", "{count} points ahead", number).format(count=number)


def _percentage_points(gap: float) -> int:
    """A difference of chances in percentage points."""
    return round(100 * gap)

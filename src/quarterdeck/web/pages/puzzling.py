"""Puzzles on pages: the list, a puzzle's board, and the solution.

Everything is made of a puzzle, which is a view: there is nothing in it that its seat could not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from quarterdeck.coach.collection import after, of_the_day, puzzles, today
from quarterdeck.coach.puzzle import LEVELS, PUZZLE_FACES, Puzzle
from quarterdeck.coach.solution import solution
from quarterdeck.coach.telling import whole_percent
from quarterdeck.i18n import _, decimal, ngettext
from quarterdeck.play import find
from quarterdeck.tables.ladder import Rating, points_of, puzzle_rating
from quarterdeck.tables.match.sight import Chapter, WhyNot
from quarterdeck.tables.store.puzzles import FirstAnswer
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.boards.things import grouped
from quarterdeck.web.pages.ladder import rating_figures
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates
from quarterdeck.web.table import markup
from quarterdeck.web.table.writing import write

__all__ = [
    "card_of_the_day",
    "list_page",
    "names_of",
    "page",
    "points",
    "rows",
    "solution_context",
    "uncounted_note",
]


def names_of(puzzle: Puzzle) -> list[str]:
    """A name for each seat."""
    return list(BOARDS[puzzle.game.id].companions[: puzzle.game.players])


def points(puzzle: Puzzle, known: Mapping[str, Rating]) -> int:
    """A puzzle's rating in points; `known` are the ratings of those that somebody has tried."""
    return points_of(known.get(puzzle.name) or puzzle_rating(puzzle.level))


def rows(game: str, known: Mapping[str, Rating], tried: Mapping[str, FirstAnswer]) -> list[dict[str, Any]]:
    """A game's puzzles for lists, by theme and level, with the state of the reader's answer: "solved",
    "failed", "shown" or "".
    """
    face = PUZZLE_FACES[game]
    return [
        {
            "name": puzzle.name,
            "theme": puzzle.theme,
            "theme_name": face.theme_name(puzzle.theme),
            "level": puzzle.level,
            "level_name": _(LEVELS[puzzle.level - 1]),
            "players": puzzle.game.players,
            "points": points(puzzle, known),
            "state": _answer_state(tried.get(puzzle.name)),
        }
        for puzzle in puzzles(game)
    ]


def _answer_state(tried: FirstAnswer | None) -> str:
    if tried is None:
        return ""
    return "solved" if tried.solved else "failed" if tried.action else "shown"


def list_page(
    game: str,
    known: Mapping[str, Rating],
    tried: Sequence[FirstAnswer],
    mine: Rating | None,
    csrf: str,
) -> str:
    """The page with the puzzles of a game."""
    answers = {answer.puzzle: answer for answer in tried}
    list_rows = rows(game, known, answers)
    themes: dict[str, list[dict[str, Any]]] = {}
    for row in list_rows:
        of_theme = themes.setdefault(row["theme_name"], [])
        shown = decimal(row["points"], grouped=True)
        of_theme.append({**row, "shown": shown, "said": _said(row, len(of_theme) + 1, shown)})
    context = {
        "csrf": csrf,
        "wanted": game,
        "title": find(game).title,
        "known": [(id_, find(id_).title) for id_ in BOARDS if puzzles(id_)],
        "themes": list(themes.items()),
        "count": len(list_rows),
        "solved": sum(row["state"] == "solved" for row in list_rows),
        "mine": mine and rating_figures(mine),
        "of_the_day": card_of_the_day(answers),
    }
    return templates.render("puzzles.html", context)


def _said(row: Mapping[str, Any], number: int, shown: str) -> str:
    """A puzzle of a list as it is read out: its number within the theme first. `shown` is its rating."""
    states = {"solved": _("solved"), "failed": _("not solved"), "shown": _("looked up")}
    words = (
        _("Puzzle {number}").format(number=number),
        row["level_name"],
        ngettext("{count} player", "{count} players", row["players"]).format(count=row["players"]),
        _("rated {points}").format(points=shown),
        states.get(row["state"], ""),
    )
    return _(", ").join(word for word in words if word)


def card_of_the_day(tried: Mapping[str, FirstAnswer]) -> dict[str, Any] | None:
    """The puzzle of the day for a card: its name, its game, the question, and the state of the reader's
    answer.
    """
    puzzle = of_the_day(today())
    if puzzle is None or puzzle.game.id not in BOARDS:
        return None
    return {
        "name": puzzle.name,
        "title": puzzle.game.title,
        "theme": PUZZLE_FACES[puzzle.game.id].theme_name(puzzle.theme),
        "level": _(LEVELS[puzzle.level - 1]),
        "state": _answer_state(tried.get(puzzle.name)),
    }


def page(
    puzzle: Puzzle,
    rating: int,
    tried: Sequence[FirstAnswer],
    csrf: str,
    note: str = "",
    error: str = "",
) -> str:
    """The page of a puzzle: its question, or its solution once it is among the reader's answers (`tried`).
    `note` is a sentence above the solution.
    """
    answers = {answer.puzzle: answer for answer in tried}
    own_answer = answers.get(puzzle.name)
    next_puzzle = after(puzzle, [*answers])
    game = puzzle.game.id
    context = {
        **_board_context(puzzle, csrf, error),
        "puzzle": {
            "name": puzzle.name,
            "theme": PUZZLE_FACES[game].theme_name(puzzle.theme),
            "level": _(LEVELS[puzzle.level - 1]),
            "points": decimal(rating, grouped=True),
            "next": next_puzzle and next_puzzle.name,
        },
        "solution": None if own_answer is None else {"note": note, **solution_context(puzzle, own_answer)},
    }
    return templates.render("puzzle.html", context, game)


def _board_context(puzzle: Puzzle, csrf: str, error: str) -> dict[str, Any]:
    """The part of a puzzle's page that a table's page has, too: the context of `markup.frame`, and more."""
    game, view = puzzle.game.id, puzzle.view.to_json()
    chapters = (Chapter(1, puzzle.view.opening),)
    board = BOARDS[game]
    frame = markup.frame(
        {
            "title": puzzle.game.title,
            "table_id": puzzle.name,
            "csrf": csrf,
            "view": view,
            "names": names_of(puzzle),
            "kinds": ["human"] * puzzle.game.players,
            "me": puzzle.seat,
            "version": 0,
            "log": chapters,
            **board.facts_context(chapters, puzzle.game.players),
            "hints": {},
            "why": WhyNot(puzzle.view),
            "commitment": "",
            "error": error or None,
        }
    )
    task = _("One choice is clearly best. Only your first answer counts.")
    full = {**frame, "address": url(f"/puzzles/{puzzle.name}"), "task": task}
    regions = markup.blocks(full, write(game, chapters, {}))
    return {
        **full,
        "styles": board.styles,
        "things": grouped(board.things(view)),
        "details": board.details(view["options"]),
        "regions": {
            name: Markup("".join([fragment.html for fragment in fragments]))
            for name, fragments in regions.items()
        },
    }


def uncounted_note(kept: FirstAnswer, fresh: bool) -> str:
    """Why an answer does not count, since the answer `kept` does; "" if it counts (`fresh`)."""
    if fresh:
        return ""
    if not kept.action:
        return _("The solution was shown before, so this answer does not count.")
    return _("You have answered this puzzle before: only the first answer counts.")


def solution_context(puzzle: Puzzle, tried: FirstAnswer) -> dict[str, Any]:
    """The context of the solution, for a puzzle that was answered or given up: the verdict, the chances of
    choices, and the reasons.
    """
    solved = solution(puzzle, names_of(puzzle), tried.action)
    choices = [
        {
            "label": choice.label,
            "share": choice.win or 0.0,
            "win": whole_percent(choice.win),
            "best": choice.best,
            "played": choice.taken,
        }
        for choice in solved.choices
    ]
    untried = any(choice.win is None for choice in solved.choices)
    return {**vars(solved), "state": _answer_state(tried), "choices": choices, "untried": untried}

"""What a game says of itself to the rooms above: its options, texts, JSON and words.

The rules themselves are the game's verbs (`kernel.verbs`); everything here is plain Python around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from quarterdeck.kernel.encode import Block

Options = Mapping[str, Any]
Json = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen when a game is set up.

    `choices` are its values; the first is the default.
    """

    name: str
    choices: tuple[str | int, ...]


@dataclass(frozen=True)
class Fact:
    """One told fact in words' terms: kind, the rule it follows from, and named values."""

    kind: str
    rule: str
    data: dict[str, int | str]


@dataclass(frozen=True)
class RuleText:
    """One numbered rule in words.

    Its title, what it says, and what was decided where the source leaves it open.
    """

    id: str
    title: str
    text: str
    decision: str | None
    rule_sets: tuple[str, ...] = ()  # the ones in which alone it is in force; none: in all


@dataclass(frozen=True)
class RuleSection:
    """Rules that belong together, in the order of the rulebook."""

    title: str
    rules: tuple[RuleText, ...]


class Example(NamedTuple):
    """A match that a rulebook tells: who plays, how the table is laid out, and who does what."""

    names: tuple[str, ...]
    setup: Json
    moves: Sequence[tuple[int, str]]  # each a seat and an action's text


@dataclass(frozen=True)
class GameSpec:
    """Everything the rooms above need to know of a game.

    `rules_version` changes when a position reached by the same moves would differ; a match stays on its
    version. `options` are the plain choices; a component table is a further option, `table`, checked by
    `read_table`.
    """

    id: str
    title: str
    rules_version: int
    state: type
    options: tuple[Option, ...]
    actions: int
    max_plies: int  # after so many a match that goes on is truncated: ten times the longest of real ones
    blocks: Sequence[Block]  # what the numbers of an observation are
    action_text: Callable[[int], str]
    action_id: Callable[[str], int]
    # A path, plain data, the name `tiny`, or None → the game's table, whose `players` are the numbers of
    # players that it is for, the usual one first; none: those of the option. TableFileError.
    read_table: Callable[[Any], Any]
    table_json: Callable[[Any], Json | None]  # None for the table that comes with the game
    template: Callable[[Options, Any], Any]
    arrange: Callable[[Any, Any, Json], None]  # lays out an explicit set-up on a template; SetupError
    describe: Callable[[Any, Any], Json]  # a record, blanked or whole, and the table → the JSON body
    progress: Callable[[Any], tuple[int, int | None]]  # the round that goes on; how many, if known
    fact: Callable[[Sequence[int], Any], Fact]
    why_not: Callable[
        [Any, int, int, Any], tuple[str, str]
    ]  # view record, seat, action, table → rule id, sentence
    public_text: Callable[[int], str]  # an action as those see it who may not know it all
    event_sentence: Callable[[str, Mapping[str, int | str], int, Sequence[str], int | None], str]
    # A fact's kind and data → the title of the part of the log that it opens, None if it opens none. The kind
    # "" stands for the beginning of a match, which always opens one; its data say in which `round` or `turn`.
    chapter: Callable[[str, Mapping[str, int | str]], str | None]
    action_sentence: Callable[[str, Sequence[str]], str]  # an action's text, and names for players, if any
    prompt: Callable[[Json, Sequence[str]], str]  # a view's JSON and the names → what is asked now
    rule_sections: Callable[[], tuple[RuleSection, ...]]
    find_rule: Callable[[str], RuleText]  # `ME-66`, `66`; QuarterdeckError
    option_words: Callable[[str, str | int | None], str]  # an option, or one of its values, as a label
    text: Callable[[Json], str]  # a view's JSON → a readable page of plain text
    draw: Callable[[Json], str]  # a view's JSON → an SVG picture for notebooks
    about: str = ""  # a sentence or two that invite to play it, marked for translation
    rank: int = 100  # games are listed by it
    earlier: tuple[GameSpec, ...] = ()  # the game as it was under earlier rules, as long as matches may go on
    everything: Options = field(
        default_factory=dict
    )  # options with which each card, place and phase may occur
    example: Example | None = None
    network: Path | None = (
        None  # what the search asks how good actions look: a file as `lab.training` writes it
    )
    plays_on: bool = False  # whether the strongest bot plays games on beyond its tree (decision 14)
    # Faces: each names an object, `package.module:NAME`, that is imported when it is first asked for. A game
    # without one gets what all games can have.
    heuristics: str = ""  # a rule that judges actions: `bots.heuristics.judge`
    board: str = ""  # the game in the browser: `web.boards.base.Board`
    terminal: str = ""  # the game in the terminal: `cli.boards.Board`
    lessons: str = ""  # a tuple of `lessons.Lesson`, in their order
    statistics: str = ""  # what is counted of a match: `lab.statistics.Statistics`

    @property
    def most_players(self) -> int:
        """The seats of its largest table."""
        players = self.option("players")
        return max(int(choice) for choice in players.choices) if players else 0

    def face(self, name: str) -> Any:
        """The object that is this face of the game, such as its `board`; None if it has none."""
        reference = getattr(self, name)
        return resolve_name(reference) if reference else None

    def option(self, name: str) -> Option | None:
        """The option of this name, if the game has one."""
        return next((one for one in self.options if one.name == name), None)

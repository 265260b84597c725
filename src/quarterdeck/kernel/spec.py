"""What a game says of itself to the rooms above: its options, texts, JSON and words.

The rules themselves are the game's verbs (`kernel.verbs`); everything here is plain Python around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from quarterdeck.errors import SetupError, TableFileError
from quarterdeck.i18n import N_, _
from quarterdeck.kernel import generic, sentences
from quarterdeck.kernel.action_text import ActionIds
from quarterdeck.kernel.components import Components
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.rulebook import Rulebook
from quarterdeck.kernel.sentences import Reason
from quarterdeck.kernel.verbs import Verbs, implement

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


# Of a kind of fact: its text name, its rule, and the names of its numbers. A rule given as several, A-1|A-2,
# depends on the last number: the first if that is 0.
FactFields = tuple[str, str, tuple[str, ...]]


def read_fact(
    row: Sequence[int],
    kinds: Mapping[Any, FactFields],
    named: Callable[[str, int], Mapping[str, int | str]] = lambda name, number: {name: number},
) -> Fact:
    """One row of news in words' terms; `named` says what a number of some name is in the fact's data."""
    kind, _audience, _seat, *numbers = (int(number) for number in row)
    name, rules, fields = kinds[kind]
    data: dict[str, int | str] = {}
    for one, number in zip(fields, numbers, strict=False):
        data |= named(one, number)
    several = rules.split("|")
    return Fact(name, several[numbers[len(fields) - 1]] if len(several) > 1 else rules, data)


@dataclass(frozen=True)
class NoTable:
    """The component table of a game that has none."""

    players: tuple[int, ...] = ()


def _one_round(_state: Any) -> tuple[int, int | None]:
    return 1, None


def _no_chapter(_kind: str, _data: Mapping[str, int | str]) -> str | None:
    return None


def _derived(*_given: Any) -> Any:
    """Stands for a field that is made from others; `GameSpec` replaces it."""
    raise NotImplementedError


class Example(NamedTuple):
    """A match that a rulebook tells: who plays, how the table is laid out, and who does what."""

    names: tuple[str, ...]
    setup: Json
    moves: Sequence[tuple[int, str]]  # each a seat and an action's text


@dataclass(frozen=True)
class GameSpec:
    """Everything the rooms above need to know of a game. To make one registers its verbs.

    `rules_version` changes when a position reached by the same moves would differ; a match stays on its
    version. `options` are the plain choices; a component table is a further option, `table`.

    What a game does not give has a default: no component table, no set-ups by hand, actions that everybody
    may see, a log in one part, and texts and pictures made of the view's JSON (`kernel.generic`).
    """

    id: str
    title: str
    rules_version: int
    state: type
    verbs: Verbs
    options: tuple[Option, ...]
    actions: int
    max_plies: int  # after so many a match that goes on is truncated: ten times the longest of real ones
    blocks: Sequence[Block]  # what the numbers of an observation are
    rulebook: Rulebook
    template: Callable[[Options, Any], Any]
    describe: Callable[[Any, Any], Json]  # a record, blanked or whole, and the table → the JSON body
    action_text: Callable[[int], str]
    fact: Callable[[Sequence[int], Any], Fact]
    event_sentence: Callable[[str, Mapping[str, int | str], int, Sequence[str], int | None], str]
    components: Components[Any] | None = None
    action_id: Callable[[str], int] = _derived
    action_sentence: Callable[[str, Sequence[str]], str] = generic.capitalized  # a text; names, if any
    public_text: Callable[[int], str] = _derived  # an action as those see it who may not know it all
    arrange: Callable[[Any, Any, Json], None] = _derived  # lays out a set-up on a template; SetupError
    # The round that goes on; how many, if known.
    progress: Callable[[Any], tuple[int, int | None]] = _one_round
    # View record, seat, action, table → rule id, sentence. By default by the phase of the view's JSON, as
    # `refusals` says: the rule that the action belongs to, and why not.
    why_not: Callable[[Any, int, int, Any], tuple[str, str]] = _derived
    refusals: Mapping[str, Reason] = field(default_factory=dict, hash=False)
    # A fact's kind and data → the title of the part of the log that it opens, None if it opens none. The kind
    # "" stands for the beginning of a match, which always opens one; its data say in which `round` or `turn`.
    chapter: Callable[[str, Mapping[str, int | str]], str | None] = _no_chapter
    prompt: Callable[[Json, Sequence[str]], str] = generic.prompt  # a view's JSON, names → what is asked now
    # An option, or one of its values, as a label.
    option_words: Callable[[str, str | int | None], str] = sentences.option_words
    text: Callable[[Json], str] = generic.text  # a view's JSON → a readable page of plain text
    draw: Callable[[Json], str] = generic.draw  # a view's JSON → an SVG picture for notebooks
    about: str = ""  # a sentence or two that invite to play it, marked for translation
    rank: int = 100  # games are listed by it
    earlier: tuple[GameSpec, ...] = ()  # the game under earlier rules, as long as matches may go on
    # Options under which each card and phase may occur.
    everything: Options = field(default_factory=dict, hash=False)
    example: Example | None = field(default=None, hash=False)
    network: Path | None = None  # the network of the search, a file as `lab.training` writes it
    plays_on: bool = False  # whether the strongest bot plays games on beyond its tree (decision 14)
    # Faces: each names an object, `package.module:NAME`, that is imported when it is first asked for. A game
    # without one gets what all games can have.
    heuristics: str = ""  # a rule that judges actions: `bots.heuristics.judge`
    board: str = ""  # the game in the browser: `web.boards.base.Board`
    terminal: str = ""  # the game in the terminal: `cli.boards.TerminalBoard`
    lessons: str = ""  # a tuple of `lessons.Lesson`, in their order
    statistics: str = ""  # what is counted of a match: `lab.statistics.Statistics`

    def __post_init__(self) -> None:
        implement(self.state, self.verbs)
        made = {
            "action_id": ActionIds(self.action_text, self.actions),
            "public_text": self.action_text,
            "arrange": partial(_no_set_up, self.title),
            "why_not": partial(_refusal, self.verbs, self.describe, self.refusals, self.rulebook),
        }
        for name, default in made.items():
            if getattr(self, name) is _derived:
                object.__setattr__(self, name, default)

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

    @property
    def has_tiny(self) -> bool:
        """Whether there is a tiny game, on a component table of its own."""
        return self.components is not None and self.components.tiny_file.exists()

    def read_table(self, source: Any) -> Any:
        """The component table of a path, of plain data, of the name `tiny` or, for None, of the game itself.

        Its `players` are the numbers of players that it is for, the usual one first; none: those of the
        option. TableFileError.
        """
        if self.components is not None:
            return self.components.read(source)
        if source is None or isinstance(source, NoTable):
            return NoTable()
        raise TableFileError(_("{game} has no component table.").format(game=self.title), "table")

    def table_json(self, table: Any) -> Json | None:
        """A component table as plain data; None for the one that comes with the game."""
        return None if self.components is None else self.components.to_json(table)


def _no_set_up(title: str, _state: Any, _table: Any, _setup: Json) -> None:
    raise SetupError(_("A match of {game} can't begin from a set-up of one's own.").format(game=title))


_OVER = N_("The game is over: nothing more is played.")
_NOT_YOU = N_("It is not your turn: another player has to act first.")
_NOT_LEGAL = N_("That is not possible now: choose one of the legal actions.")


def _refusal(
    verbs: Verbs,
    describe: Callable[[Any, Any], Json],
    refusals: Mapping[str, Reason],
    rulebook: Rulebook,
    view: Any,
    seat: int,
    _action: int,
    table: Any,
) -> tuple[str, str]:
    """The rule of the phase, or the first of all, and why the action is not legal."""
    usual = Reason(rulebook.first.id, _NOT_LEGAL)
    known = refusals.get(str(describe(view, table).get("phase")), usual)
    acting = verbs.to_act(view)
    if not acting:
        return known.rule, _(_OVER)
    if seat < 0 or not (acting >> seat) & 1:
        return known.rule, _(_NOT_YOU)
    return sentences.Reasons({"": known})("")

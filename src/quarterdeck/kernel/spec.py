"""What a game provides: its options, texts, JSON and words.

The rules themselves are the game's verbs (`kernel.verbs`); everything here is plain Python around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from quarterdeck.errors import GameError, SetupError, TableFileError
from quarterdeck.i18n import N_, _, short
from quarterdeck.kernel import generic, sentences
from quarterdeck.kernel.action_text import ActionIds
from quarterdeck.kernel.components import Components
from quarterdeck.kernel.contested import Contested, Reading
from quarterdeck.kernel.encode import Block
from quarterdeck.kernel.option import Option
from quarterdeck.kernel.primer import Primer
from quarterdeck.kernel.ring import MOST_SEATS
from quarterdeck.kernel.rulebook import Rulebook
from quarterdeck.kernel.sentences import Reason
from quarterdeck.kernel.spec_faults import check_fields
from quarterdeck.kernel.verbs import Verbs, implement

Options = Mapping[str, Any]
Json = dict[str, Any]


@dataclass(frozen=True)
class Fact:
    """A fact with names instead of numbers: its kind, the rule that it follows from, and named values."""

    kind: str
    rule: str
    data: dict[str, int | str]


# For a kind of fact: its text name, its rule's id, and the names of its numbers. With several rules, written
# A-1|A-2, the last named number is the index, from 0, of the one that applies.
FactFields = tuple[str, str, tuple[str, ...]]


def read_fact(
    row: Sequence[int],
    kinds: Mapping[Any, FactFields],
    named: Callable[[str, int], Mapping[str, int | str]] = lambda name, number: {name: number},
) -> Fact:
    """One row of news as a fact; `named` turns a number's name and value into entries of the fact's data."""
    kind, _audience, _seat, *numbers = (int(number) for number in row)
    name, rules, fields = kinds[kind]
    data: dict[str, int | str] = {}
    for one, number in zip(fields, numbers, strict=False):
        data |= named(one, number)
    several = rules.split("|")
    return Fact(name, several[numbers[len(fields) - 1]] if len(several) > 1 else rules, data)


# By default a fact of this kind with a number called `round` opens a part of the log (`GameSpec.chapter`).
ROUND_BEGAN = "round_began"


@dataclass(frozen=True)
class NoTable:
    """The component table of a game that has none."""

    players: tuple[int, ...] = ()


def _rounds(state: Any) -> tuple[int, int | None]:
    """The round from the record's field `round_no`, or 1 without this field; and None, because the number of
    rounds is not known.
    """
    return int(getattr(state, "round_no", 1)), None


def _all_go_together(_options: Options) -> None:
    """Accept all values: any can be chosen together."""


def _chapter(kind: str, data: Mapping[str, int | str]) -> str | None:
    """A fact `round_began` with a number `round` opens a part of the log."""
    opens = kind in ("", ROUND_BEGAN) and "round" in data
    return _("Round {round}").format(round=data["round"]) if opens else None


def _read_fact(kinds: Mapping[Any, FactFields], row: Sequence[int], _table: Any) -> Fact:
    return read_fact(row, kinds)


def _derived(*_given: Any) -> Any:
    """Placeholder for a field made from other fields; `GameSpec` replaces it."""
    raise NotImplementedError


class Example(NamedTuple):
    """A match from a rulebook: the players, the set-up and the moves."""

    names: tuple[str, ...]
    setup: Json
    moves: Sequence[tuple[int, str]]  # each a seat and an action's text


@dataclass(frozen=True)
class GameSpec:
    """Everything that the rest of the program needs to know of a game. Creating one registers its verbs.

    Increase `rules_version` when the same moves would lead to another position; a running match stays on its
    version. `options` are the plain choices; a component table is a further option, `table`.

    Missing parts have defaults: no component table, no set-ups by hand, actions that everybody may see, a log
    in one part, and texts and pictures made of the view's JSON (`kernel.generic`).
    """

    id: str
    title: str
    rules_version: int
    state: type
    verbs: Verbs
    options: tuple[Option, ...]
    actions: int
    max_plies: int  # after this number a match is truncated: ten times that of the longest real ones
    blocks: Sequence[Block]  # the meaning of an observation's numbers
    rulebook: Rulebook
    template: Callable[[Options, Any], Any]
    describe: Callable[[Any, Any], Json]  # a record, blanked or whole, and the table → the JSON body
    action_text: Callable[[int], str]
    # A kind, its data, its seat, the names, and the seat that reads it → one sentence.
    event_sentence: Callable[[str, Mapping[str, int | str], int, Sequence[str], int | None], str] = (
        generic.event_sentence
    )
    facts: Mapping[Any, FactFields] = field(default_factory=dict, hash=False)  # what each kind of fact is
    fact: Callable[[Sequence[int], Any], Fact] = _derived  # a row of news, table → its names, from `facts`
    components: Components[Any] | None = None
    action_id: Callable[[str], int] = _derived
    action_sentence: Callable[[str, Sequence[str]], str] = generic.capitalized  # a text; names, if any
    public_text: Callable[[int], str] = _derived  # an action for seats that may not know all of it
    arrange: Callable[[Any, Any, Json], None] = _derived  # lays out a set-up on a template; SetupError
    # A record → the current round, and the number of rounds, or None if it isn't known.
    progress: Callable[[Any], tuple[int, int | None]] = _rounds
    # View record, seat, action, table → the id of the rule that the action belongs to, and a sentence that
    # says why it is illegal. By default both are those of `refusals` for the phase in the view's JSON.
    why_not: Callable[[Any, int, int, Any], tuple[str, str]] = _derived
    refusals: Mapping[str, Reason] = field(default_factory=dict, hash=False)
    # A fact's kind and data → the title of the part of the log that it opens, or None if it opens none. The
    # kind "" stands for the beginning of a match, which always opens a part; its data are the `round` or
    # `turn`.
    chapter: Callable[[str, Mapping[str, int | str]], str | None] = _chapter
    # Which facts one sentence tells together. A public fact's kind → the kinds of private facts beside it
    # that tell their seat the same and more. Each of these has the name of the value that is listed where
    # there are several such facts; "" for none.
    retold: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    prompt: Callable[[Json, Sequence[str]], str] = generic.prompt  # a view's JSON, names → what is asked now
    # Raises GameOptionError for values that are allowed one by one, but not together.
    check_options: Callable[[Options], None] = _all_go_together
    # An option, or one of its values, as a label.
    option_words: Callable[[str, str | int | None], str] = sentences.option_words
    text: Callable[[Json], str] = _derived  # a view's JSON → a readable page of plain text
    draw: Callable[[Json], str] = _derived  # a view's JSON → an SVG picture for notebooks
    about: str = ""  # a sentence or two to invite players, marked for translation
    primer: Primer | None = None  # the game at a glance; without it, `about` stands for the aim
    rank: int = 100  # the order of games in lists
    # By bot, its strength as measured in the arena: the share of matches that it wins in one seat of four,
    # against rules of thumb in the other seats. A bot without a share counts as a rule of thumb.
    bot_shares: Mapping[str, float] = field(default_factory=dict, hash=False)
    # The spec of a match with these options, for a game in which they change more than the rules, such as
    # `public_text`.
    under: Callable[[Options], GameSpec] | None = None
    contested: tuple[Contested, ...] = ()  # the rules that can be read in several ways
    earlier: tuple[GameSpec, ...] = ()  # the game under earlier rules, while such matches may still go on
    # Options with which every card and every phase can occur; other options keep their defaults.
    everything: Options = field(default_factory=dict, hash=False)
    example: Example | None = field(default=None, hash=False)
    network: Path | None = None  # the network of the search, a file as `lab.training` writes it
    # How sharp the network's policy is. Weak levels flatten it by raising it to a power, which is divided by
    # this.
    network_sharpness: float = 1.0
    # Faces: each names an object, `package.module:NAME`, that is imported when it is first needed. A game
    # without one gets the general default.
    heuristics: str = ""  # a rule that judges actions: `bots.heuristics.judge`
    board: str = ""  # the game in the browser: `web.boards.base.Board`
    terminal: str = ""  # the game in the terminal: `cli.boards.TerminalBoard`
    lessons: str = ""  # a tuple of `lessons.Lesson`, in their order
    statistics: str = ""  # the statistics of a match: `lab.statistics.Statistics`
    prospects: str = ""  # a tuple of `coach.foresight.Prospect`: what may come of a choice
    puzzles: str = ""  # its puzzles, and what it says of them: `coach.puzzle.PuzzleFace`

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", self.id):
            sentence = _("“{id}” can't be the id of a game: write small letters, digits and hyphens.")
            raise GameError(sentence.format(id=short(self.id, str)))
        given: object = self.options
        is_tuple = isinstance(given, tuple) and all(isinstance(one, Option) for one in given)
        if not is_tuple or self.option("players") is None:
            sentence = _(
                "The options of {game} are a tuple with one called “players”: "
                'write options=(Option("players", (2, 3)),).'
            )
            raise GameError(sentence.format(game=self.title))
        if not all(choice in range(1, MOST_SEATS + 1) for choice in self._player_counts):
            sentence = _(
                "The choices of “players” in {game} are whole numbers from 1 to {most}, as in (2, 3)."
            )
            raise GameError(sentence.format(game=self.title, most=MOST_SEATS))
        check_fields(self)
        self._check_contested()
        implement(self.state, self.verbs)
        made = {
            "action_id": ActionIds(self.action_text, self.actions),
            "public_text": self.action_text,
            "fact": partial(_read_fact, self.facts),
            "arrange": partial(_no_set_up, self.title),
            "text": partial(generic.text, self.title),
            "draw": partial(generic.draw, self.title),
            "why_not": _Refusals(self.verbs, self.describe, self.refusals, self.rulebook),
        }
        for name, default in made.items():
            if getattr(self, name) is _derived:
                object.__setattr__(self, name, default)

    @property
    def glance(self) -> Primer:
        """The game at a glance, in the current language."""
        return (self.primer or Primer(self.about)).read()

    @property
    def most_players(self) -> int:
        """The highest number of players."""
        return max(int(choice) for choice in self._player_counts)

    @property
    def _player_counts(self) -> tuple[str | int, ...]:
        return next(one.choices for one in self.options if one.name == "players")

    def face(self, name: str) -> Any:
        """The object that is this face of the game, such as its `board`; None if it has none.

        Raises GameError.
        """
        reference = getattr(self, name)
        try:
            return resolve_name(reference) if reference else None
        except (ImportError, AttributeError, ValueError) as error:
            sentence = _("The {face} of {game}, “{reference}”, can't be loaded: {why}.")
            given = {"face": name, "game": self.title, "reference": reference}
            raise GameError(sentence.format(why=error, **given)) from None

    def option(self, name: str) -> Option | None:
        """The option of this name, if the game has one."""
        return next((one for one in self.options if one.name == name), None)

    def label(self, name: str, value: str | int | None = None) -> str:
        """An option as a label, or one of its values; for a house rule the contested point or a reading."""
        option, point = self.option(name), self.house_rule(name)
        if option is None or point is None:
            return self.option_words(name, value)
        readings = dict(zip(option.choices, point.readings, strict=True))
        return point.title if value is None else readings[value].label if value in readings else str(value)

    def house_rule(self, name: str) -> Contested | None:
        """The contested point that this option decides; None if the option is no house rule."""
        return next((one for one in self.contested if name and one.option == name), None)

    def chosen_labels(self, options: Options) -> list[str]:
        """Labels of the chosen value of each plain option, and of the house rules that are on."""
        plain = [self.label(one.name, options[one.name]) for one in self.options if not one.rule]
        return plain + self.house_rules_on(options)

    def readings_on(self, options: Options) -> list[tuple[Contested, Reading]]:
        """The contested points that these options don't read in the usual way, each with its reading."""
        found = []
        for option in self.options:
            point, chosen = self.house_rule(option.name), options.get(option.name, option.choices[0])
            if point is not None and chosen in option.choices[1:]:
                found.append((point, point.readings[option.choices.index(chosen)]))
        return found

    def house_rules_on(self, options: Options) -> list[str]:
        """The house rules whose reading is not the usual one, each in a few words with the rule's id."""
        words = _("{title}: {label} ({rule})")
        return [
            words.format(title=point.title, label=reading.label, rule=point.rule)
            for point, reading in self.readings_on(options)
        ]

    def _check_contested(self) -> None:
        """Check that house rules and contested points belong together. Raises GameError."""
        for option in self.options:
            point = self.house_rule(option.name)
            if bool(option.rule) != (point is not None):
                sentence = _("The option “{option}” of {game} needs a rule and its readings, or neither.")
                raise GameError(sentence.format(option=option.name, game=self.title))
            if point and (point.rule, len(point.readings)) != (option.rule, len(option.choices)):
                sentence = _(
                    "The option “{option}” of {game} needs the rule {rule} and a value for each reading."
                )
                raise GameError(sentence.format(option=option.name, game=self.title, rule=point.rule))
        for point in self.contested:
            if point.rule not in self.rulebook.rules or (point.option and self.option(point.option) is None):
                sentence = _("The contested rule {rule} of {game}, or its option “{option}”, is missing.")
                raise GameError(sentence.format(rule=point.rule, game=self.title, option=point.option))

    @property
    def has_tiny(self) -> bool:
        """Whether the game has a tiny version, with a component table of its own."""
        return self.components is not None and self.components.tiny_file.exists()

    def read_table(self, source: Any) -> Any:
        """A component table from a path, plain data or the name `tiny`; for None the game's own one.

        Its `players` are the numbers of players that it is for, the usual one first; if they are empty, it is
        for all that the option allows. Raises TableFileError.
        """
        if self.components is not None:
            return self.components.read(source)
        if source is None or isinstance(source, NoTable):
            return NoTable()
        raise TableFileError(_("{game} has no component table.").format(game=self.title), "table")

    def parse_table(self, text: str) -> Any:
        """A component table from the text of a TOML file. Raises TableFileError with the line."""
        if self.components is None:
            raise TableFileError(_("{game} has no component table.").format(game=self.title), "table")
        return self.components.parse(text)

    def table_json(self, table: Any) -> Json | None:
        """A component table as plain data; None for the game's own one."""
        return None if self.components is None else self.components.to_json(table)


def _no_set_up(title: str, _state: Any, _table: Any, _setup: Json) -> None:
    raise SetupError(_("A match of {game} can't begin from a set-up of one's own.").format(game=title))


_OVER = N_("The game is over: nothing more is played.")
_NOT_YOU = N_("It is not your turn: another player has to act first.")
_NOT_LEGAL = N_("That is not possible now: choose one of the legal actions.")


@dataclass(frozen=True, eq=False)
class _Refusals:
    """Why an action is not legal, by the phase of a view."""

    verbs: Verbs
    describe: Callable[[Any, Any], Json]
    reasons: Mapping[str, Reason]
    rulebook: Rulebook

    def __call__(self, view: Any, seat: int, _action: int, table: Any) -> tuple[str, str]:
        """The id of the phase's rule, or of the first rule if the phase has none, and the sentence."""
        usual = Reason(self.rulebook.first.id, _NOT_LEGAL)
        known = self.reasons.get(str(self.describe(view, table).get("phase", "play")), usual)
        acting = self.verbs.to_act(view)
        if not acting:
            return known.rule, _(_OVER)
        if seat < 0 or not (acting >> seat) & 1:
            return known.rule, _(_NOT_YOU)
        return sentences.Reasons({"": known})("")

"""Sentences made from data: why an action is illegal, and what has happened.

A game gives marked sentences (`N_`) by code or by kind of fact, and functions that put its values into words.
Names are users' text, so they only ever fill a placeholder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from quarterdeck.errors import GameError
from quarterdeck.i18n import N_, Noun, _, ngettext, noun, short

__all__ = [
    "Counts",
    "Data",
    "Labels",
    "Phrases",
    "Reason",
    "Reasons",
    "Telling",
    "Tellings",
    "Values",
    "Words",
    "addressed",
    "excerpt",
    "listed",
    "named",
    "option_words",
    "seat_name",
]

Data = Mapping[str, int | str]
Values = dict[str, int | str]
# By the key of a value: the function that translates the value, a text name.
Words = Mapping[str, Callable[[str], str]]
# A marked sentence, or a function that returns the translation for a number (`ngettext`).
Template = str | Callable[[int], str]


def _said(template: Template, data: Data, by: str) -> str:
    """The translated template, in the plural form of the number `by`."""
    return _(template) if isinstance(template, str) else template(abs(int(data[by])))


def _usual_reason(code: str, _values: Data) -> str:
    return code


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is illegal: a rule's id, a sentence, and the number that chooses its plural."""

    rule: str
    sentence: Template
    by: str = ""


class Reasons:
    """The reasons of a game, by code. A code may have variants, "no_card, last round"; `variant` chooses one.

    `in_words` turns the values into a sentence's placeholders. `phase_rules` gives the rule to cite for the
    phase that is the value `phase`, if the caller gives one.
    """

    def __init__(
        self,
        reasons: Mapping[str, Reason],
        in_words: Callable[[Data], Values] = dict,
        phase_rules: Mapping[str, str] = MappingProxyType({}),
        variant: Callable[[str, Data], str] = _usual_reason,
    ) -> None:
        self.codes = tuple(code for code in reasons if "," not in code)
        self._reasons, self._in_words = reasons, in_words
        self._phase_rules, self._variant = phase_rules, variant

    def __call__(self, code: str, **values: int | str) -> tuple[str, str]:
        """The rule's id and the sentence for a code. A value `rule` is cited instead of the reason's own
        rule.

        Raises KeyError for an unknown code or a missing value.
        """
        known = self._reasons[self._variant(code, values)]
        rule = str(values.get("rule", self._phase_rules.get(str(values.get("phase")), known.rule)))
        return rule, _said(known.sentence, values, known.by).format(**self._in_words(values))


def _player_named(_kind: str, data: Data, names: Sequence[str], _you: int | None) -> Values:
    """The data unchanged, except that a `player` is given by name instead of by seat."""
    player = data.get("player")
    return {**data, "player": seat_name(player, names)} if isinstance(player, int) else dict(data)


def _usual_telling(kind: str, _data: Data, _seat: int) -> str:
    return kind


def _player(data: Data) -> object:
    return data.get("player")


@dataclass(frozen=True, slots=True)
class Telling:
    """The sentences of a fact: for others, for the seat that it is about and for the player affected.

    `by` is the name of the number that chooses the plural.
    """

    they: Template
    you: Template | None = None
    victim: Template | None = None
    by: str = ""


class Tellings:
    """The sentences of a game's facts, by kind.

    A kind may have variants, "left empty"; `variant` chooses one by the data and the seat. `values` makes the
    placeholders from kind, data, names and the reader's seat. `done_to` returns the player affected by a
    fact. If any of these is a lambda, the object can't be pickled; therefore a spec has a function that calls
    it. Raises GameError for what is no Telling.
    """

    def __init__(
        self,
        tellings: Mapping[str, Telling],
        values: Callable[[str, Data, Sequence[str], int | None], Values] = _player_named,
        variant: Callable[[str, Data, int], str] = _usual_telling,
        done_to: Callable[[Data], object] = _player,
    ) -> None:
        for kind, one in tellings.items():
            if not isinstance(one, Telling):
                sentence = _("What is told of the fact “{kind}” has to be a Telling, not {value}.")
                raise GameError(sentence.format(kind=kind, value=short(one)))
        self.kinds = tuple(dict.fromkeys(kind.partition(" ")[0] for kind in tellings))
        self._tellings, self._values = tellings, values
        self._variant, self._done_to = variant, done_to

    def __call__(self, kind: str, data: Data, seat: int, names: Sequence[str], you: int | None = None) -> str:
        """The fact as one sentence, in the second person if the reader `you` is its seat or the player
        affected.

        `seat` is -1 for a fact about nobody. Raises KeyError for an unknown kind.
        """
        telling = self._tellings[self._variant(kind, data, seat)]
        template = telling.they
        if telling.you is not None and seat >= 0 and seat == you:
            template = telling.you
        elif telling.victim is not None and you is not None and self._done_to(data) == you:
            template = telling.victim
        values = self._values(kind, data, names, you)
        return _said(template, data, telling.by).format(**values, name=names[seat] if seat >= 0 else "")


class Labels:
    """The names of things as labels; a call translates the marked label of a text name."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.names = tuple(labels)
        self._labels = labels

    def __call__(self, name: str) -> str:
        """The label. Raises KeyError for an unknown name."""
        return _(self._labels[name])


class Phrases(Labels):
    """The names of things as noun phrases within a sentence: "the Cook", with its forms."""

    def __call__(self, name: str) -> Noun:
        """The noun phrase. Raises KeyError for an unknown name."""
        return noun(self._labels[name])


class Counts:
    """Counted things: "1 coin", "3 coins". For each name a function returns the plural form for a number."""

    def __init__(self, forms: Mapping[str, Callable[[int], str]]) -> None:
        self._forms = forms

    def __call__(self, name: str, count: int) -> str:
        """The thing with its number, `{count}`. Raises KeyError for an unknown name."""
        return self._forms[name](count).format(count=count)


def named(data: Data, words: Words) -> Values:
    """The data with text names translated, each by the function of its key; everything else as it is."""
    return {key: words[key](str(value)) if key in words else value for key, value in data.items()}


def excerpt(text: str, most: int = 40) -> str:
    """The printable part of a user's text, shortened, to be quoted in an error."""
    printable = "".join(letter for letter in text if letter.isprintable())
    return printable if len(printable) <= most else printable[:most] + "…"


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: "Ann, Bert and Cy"."""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return _("{first} and {last}").format(first=_(", ").join(all_words[:-1]), last=all_words[-1])


def seat_name(seat: int, names: Iterable[str] = ()) -> str:
    """A player's name; without names the seat's number, as in the action texts."""
    known = list(names)
    return known[seat] if 0 <= seat < len(known) else _("seat {seat}").format(seat=seat)


def addressed(seat: int, names: Sequence[str], you: int | None) -> Noun:
    """A player by name, or "you" if it is the reader."""
    return noun(N_("you")) if seat == you else Noun(seat_name(seat, names))


def option_words(name: str, value: str | int | None) -> str:
    """An option of a game as a label, or one of its values: "Players", "4 players"."""
    if name != "players":
        return str(name if value is None else value).replace("_", " ").capitalize()
    if value is None:
        return _("Players")
    return ngettext("{count} player", "{count} players", int(value)).format(count=value)

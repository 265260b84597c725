"""The rules of a game in words: numbered, in sections, with a look-up by number.

All texts of a game here are marked sentences (`N_`), translated when they are read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from quarterdeck.errors import GameError, QuarterdeckError
from quarterdeck.i18n import N_, _, short
from quarterdeck.kernel.sentences import excerpt

__all__ = ["Rule", "RuleSet", "Rulebook", "Section"]

_ID = re.compile(r"([A-Z]{2})-([1-9][0-9]{0,3})")
# The longest excerpt of a wrong number in an error.
MOST_QUOTED = 20


class _Titled:
    """A thing with a marked title."""

    def __init__(self, title: str) -> None:
        self._title = title

    @property
    def title(self) -> str:
        """The translated title."""
        return _(self._title)


class RuleSet(_Titled):
    """One of several ways to play a game: `name` is the option's value, `title` its label."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(title)
        self.name = name


class Rule(_Titled):
    """A numbered rule.

    `decision` settles what the source leaves open. `rule_sets` are the rule sets in which the rule is in
    force; if there are none, it is in force in all.
    """

    def __init__(
        self, id: str, title: str, text: str, rule_sets: Sequence[RuleSet] = (), decision: str | None = None
    ) -> None:
        super().__init__(title)
        self.id = id
        self.rule_sets = tuple(rule_sets)
        self._text = text
        self._decision = decision

    @property
    def text(self) -> str:
        """The translated text of the rule."""
        return _(self._text)

    @property
    def decision(self) -> str | None:
        """The decision on what the source leaves open; None if there is none."""
        return _(self._decision) if self._decision else None


class Section(_Titled):
    """A group of rules, in the order of the rulebook."""

    def __init__(self, title: str, rules: Sequence[Rule]) -> None:
        super().__init__(title)
        self.rules = tuple(rules)


class Rulebook:
    """All rules of a game, in sections.

    The ids of the rules begin with the same two letters, and their numbers ascend: ME-1, ME-2, ME-10. A game
    may have its own sentences for an unknown number, with `{name}` or with `{number}` and the nearest rules
    `{first}` and `{second}`. Raises GameError for the first id that breaks this order.
    """

    def __init__(
        self,
        *sections: Section,
        unknown: str = N_("There is no rule {rule}: the nearest are {first} and {second}."),
        unreadable: str = N_("“{name}” is not the number of a rule: write it like {example}."),
    ) -> None:
        self.sections = sections
        self.rules = {rule.id: rule for section in sections for rule in section.rules}
        self._unknown, self._unreadable = unknown, unreadable
        ids = [rule.id for section in sections for rule in section.rules]
        if not ids:
            raise GameError(_("A rulebook needs at least one rule."))
        self._prefix, self._numbers = ids[0][:2], [_number(id) for id in ids]
        for last, number, id in zip([0, *self._numbers], self._numbers, ids, strict=False):
            if number <= last or id[:2] != self._prefix:
                sentence = _(
                    "The rule {id} can't come after {last}: ids begin with the same two letters, and their "
                    "numbers ascend."
                )
                raise GameError(sentence.format(id=id, last=f"{self._prefix}-{last}"))

    @property
    def first(self) -> Rule:
        """The first rule."""
        return self.sections[0].rules[0]

    def find(self, name: str) -> Rule:
        """The rule with an id, written `ME-66`, `me66` or `66`.

        Raises QuarterdeckError for anything else; for a number, its sentence names the nearest rules.
        """
        prefix = self._prefix.lower()
        written = re.fullmatch(rf"(?:{prefix}[\s_-]*)?0*([0-9]{{1,4}})", name.strip().lower())
        if written is None:
            shown = excerpt(name, MOST_QUOTED)
            raise QuarterdeckError(_(self._unreadable).format(name=shown, example=self.first.id))
        number = int(written[1])
        rule = f"{self._prefix}-{number}"
        if rule not in self.rules:
            above = bisect_left(self._numbers, number)
            below = max(0, min(above - 1, len(self._numbers) - 2))
            near = [f"{self._prefix}-{one}" for one in self._numbers[below : below + 2]]
            sentence = _(self._unknown)
            if len(near) == 1:
                sentence = _("There is no rule {rule}: the only one is {first}.")
            raise QuarterdeckError(sentence.format(rule=rule, number=number, first=near[0], second=near[-1]))
        return self.rules[rule]


def _number(id: str) -> int:
    found = _ID.fullmatch(id)
    if found is None:
        sentence = _("“{id}” can't be the id of a rule: write two capitals and a number, as in ME-66.")
        raise GameError(sentence.format(id=short(id, str)))
    return int(found[2])

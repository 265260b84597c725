"""The terms of a table, besides the game's options: the clock, what happens when it runs out, take-backs,
chat, the coach, and whether the game is rated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _, ngettext

__all__ = ["PRESETS", "Terms", "TermsError"]

CLOCKS: Final = ("none", "live", "slow")
TIMEOUTS: Final = ("move", "seat")
# Each clock's fields with their bounds; a clock has no other fields. Seconds, seconds, days.
BOUNDS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "none": {},
    "live": {"per_move": (5, 600), "reserve": (0, 7200)},
    "slow": {"days": (1, 30)},
}
FIGURES: Final = ("per_move", "reserve", "days")
SWITCHES: Final = ("take_back", "talk", "coach", "rated")
ON: Final = ("on", "yes", "true", "1")
OFF: Final = ("off", "no", "false", "0")


class TermsError(QuarterdeckError):
    """Invalid terms for a table."""


@dataclass(frozen=True)
class Terms:
    """The terms of a table; the defaults have no time limit.

    - `clock`: "none"; "live", `per_move` seconds for each decision and then `reserve` seconds for the whole
      match; "slow", `days` for each decision. Fields that a clock does not have are 0.
    - `timeout`: when time has run out, a bot makes the "move", or takes the "seat" until its player returns.
    - `take_back`: whether a move that revealed nothing may be taken back.
    - `talk`: whether there is chat.
    - `coach`: whether players to act may ask the coach.
    - `rated`: whether the game counts for ratings. Then nothing is taken back, nobody asks the coach, and
      there is a clock, so that nobody leaves a lost game unfinished.

    TermsError names what is wrong.
    """

    clock: str = "none"
    per_move: int = 0
    reserve: int = 0
    days: int = 0
    timeout: str = "move"
    take_back: bool = True
    talk: bool = True
    coach: bool = False
    rated: bool = False

    def __post_init__(self) -> None:
        _check_choice("clock", self.clock, CLOCKS)
        _check_choice("timeout", self.timeout, TIMEOUTS)
        bounds = BOUNDS[self.clock]
        for name in FIGURES:
            _check_figure(name, getattr(self, name), *bounds.get(name, (0, 0)))
        for name in SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise _switch_error(name, getattr(self, name))
        if self.rated and (self.take_back or self.coach):
            raise TermsError(_("A rated game goes without “take_back” and without “coach”: switch them off."))
        if self.rated and self.clock == "none":
            raise TermsError(_("A rated game has a clock: choose “live” or “slow”."))

    @classmethod
    def from_form(cls, form: Mapping[str, str]) -> Terms:
        """The terms in the fields of a form; TermsError.

        `clock` is a name of PRESETS, or "live" or "slow" with their numbers in further fields. Switches are
        "on" or "off". Missing or empty fields default to Terms(), clock numbers to the second of the clock's
        presets. A rated game has no take-backs and no coach, and a slow clock if none is chosen.
        """
        filled_in = {name: form[name].strip() for name in _FIELD_NAMES if form.get(name, "").strip()}
        rated = _parse_switch("rated", filled_in.get("rated", "off"))
        if rated:
            filled_in |= {"take_back": "off", "coach": "off"}
        clock = filled_in.get("clock", "none")
        if rated and clock == "none":
            clock = _DEFAULT_PRESETS["slow"]
        _check_choice("clock", clock, tuple(dict.fromkeys([*PRESETS, *CLOCKS])))
        preset = PRESETS.get(clock) or PRESETS[_DEFAULT_PRESETS[clock]]
        figures = {name: getattr(preset, name) for name in BOUNDS[preset.clock]}
        if clock not in PRESETS:
            figures |= {name: _parse_figure(filled_in[name]) for name in figures if name in filled_in}
        switches = {name: _parse_switch(name, filled_in[name]) for name in SWITCHES if name in filled_in}
        return cls(preset.clock, **figures, timeout=filled_in.get("timeout", "move"), **switches)

    @classmethod
    def from_json(cls, stored: object) -> Terms:
        """The terms from a `to_json` object; missing fields default to Terms(). Raises TermsError."""
        if not isinstance(stored, dict):
            raise TermsError(_("The terms of a table are a JSON object."))
        for name in stored:
            _check_choice("terms", name, _FIELD_NAMES)
        return cls(**stored)

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)

    def clock_words(self) -> str:
        """The clock alone, without a full stop: for lists and choices."""
        if self.clock == "slow":
            return ngettext("{count} day a move", "{count} days a move", self.days).format(count=self.days)
        if self.clock == "none":
            return _("no clock")
        if not self.reserve:
            return _("{time} a move").format(time=_duration_words(self.per_move))
        words = _("{time} a move and {reserve} in reserve")
        return words.format(time=_duration_words(self.per_move), reserve=_duration_words(self.reserve))

    def sentence(self) -> str:
        """All terms in words, in two sentences or three."""
        clock = self.clock_words()
        if self.clock == "none":
            first = _("There is no clock.")
        elif self.timeout == "move":
            first = _("There is a clock: {clock}; when it has run out, a bot makes the move.").format(
                clock=clock
            )
        else:
            words = _(
                "There is a clock: {clock}; when it has run out, a bot has the seat until its player is back."
            )
            first = words.format(clock=clock)
        second = {
            (True, True): _("Moves can be taken back."),
            (True, False): _("Moves can be taken back, and nobody can write."),
            (False, True): _("A move made is made."),
            (False, False): _("A move made is made, and nobody can write."),
        }[self.take_back, self.talk]
        third = [_("Anybody may ask the coach.")] if self.coach else []
        third += [_("The game is rated.")] if self.rated else []
        return " ".join([first, second, *third])


def _duration_words(seconds: int) -> str:
    """Seconds in words, in the largest units that represent them exactly."""
    minutes, rest_seconds = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes))
    if rest_seconds or not minutes:
        parts.append(ngettext("{count} second", "{count} seconds", rest_seconds).format(count=rest_seconds))
    return " ".join(parts)


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        sentence = _("“{value}” is no choice for “{name}”: choose among {known}.")
        raise TermsError(sentence.format(value=str(value)[:40], name=name, known=", ".join(choices)))


def _check_figure(name: str, value: object, least: int, most: int) -> None:
    if type(value) is int and least <= value <= most:
        return
    if least == most:
        sentence = _("“{name}” is no figure of this clock: leave it out.")
        raise TermsError(sentence.format(name=name))
    unit = _("days") if name == "days" else _("seconds")
    sentence = _("“{name}” has to be a whole number of {unit} from {least} to {most}.")
    raise TermsError(sentence.format(name=name, unit=unit, least=least, most=most))


def _parse_figure(text: str) -> int | str:
    """A field as a number. Invalid text is returned unchanged, so that `_check_figure` refuses it with the
    bounds.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else text


def _parse_switch(name: str, text: str) -> bool:
    if text.lower() in ON + OFF:
        return text.lower() in ON
    raise _switch_error(name, text)


def _switch_error(name: str, value: object) -> TermsError:
    sentence = _("“{name}” is on or off, in JSON true or false, not “{value}”.")
    return TermsError(sentence.format(name=name, value=str(value)[:40]))


# The choices of a form, in its order.
PRESETS: Final[Mapping[str, Terms]] = {
    "none": Terms(),
    "live-30": Terms("live", per_move=30, reserve=300),
    "live-60": Terms("live", per_move=60, reserve=600),
    "live-120": Terms("live", per_move=120, reserve=1200),
    "slow-1": Terms("slow", days=1),
    "slow-3": Terms("slow", days=3),
    "slow-7": Terms("slow", days=7),
}
_DEFAULT_PRESETS: Final = {"live": "live-60", "slow": "slow-3"}
_FIELD_NAMES: Final = tuple(field.name for field in fields(Terms))

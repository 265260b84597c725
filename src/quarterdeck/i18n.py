"""Every sentence a person reads passes through here.

Source sentences are English and stand in the code, marked where they are written::

    from quarterdeck.i18n import N_, _, ngettext

    _("Show {good}").format(good=name)  # translated now, into the language in use
    TITLE = N_("Meuterer")  # only marked, at import time; `_(TITLE)` translates it later
    ngettext("{n} card", "{n} cards", n).format(n=n)

Placeholders are filled after translation, never before: the catalogue holds the sentence with them. A noun
may have another form in some sentences. The noun's translation lists its forms, and the translation of the
sentence asks for one of them::

    noun(N_("the Cook"))  # "der Smutje|acc=den Smutje|dat=dem Smutje"
    _("Take it from {crew}").format(crew=cook)  # "Nimm es von {crew:dat}"

The language is a context variable, so each request, task and thread has its own. It starts as English;
`use` sets it for a block::

    with use("de"):
        page = render(view)

A catalogue is a compiled gettext file, ``locale/<language>/LC_MESSAGES/quarterdeck.mo`` beside this module,
read once. A sentence without a translation, and a language without a catalogue, fall back to the English
source. ``make messages`` collects the sentences into ``locale/quarterdeck.pot`` and refreshes and compiles
the catalogues; nothing here needs Babel.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

__all__ = [
    "N_",
    "SOURCE_LANGUAGE",
    "Noun",
    "_",
    "closest",
    "current",
    "decimal",
    "languages",
    "ngettext",
    "noun",
    "own_name",
    "percent",
    "short",
    "use",
]

SOURCE_LANGUAGE = "en"
DOMAIN = "quarterdeck"
MOST_QUOTED = 40  # characters of a wrong value
LOCALE_FOLDER = Path(__file__).parent / "locale"

_language: ContextVar[str] = ContextVar("quarterdeck language", default=SOURCE_LANGUAGE)


def _(message: str) -> str:
    """Translate a sentence into the language in use."""
    return _translated(message).partition("|")[0]


def _translated(message: str) -> str:
    # The empty message is the catalogue's header in gettext: not something to show to anyone.
    return _catalogue(_language.get()).gettext(message) if message else ""


def N_(message: str) -> str:
    """Mark a sentence for the catalogue and return it untranslated."""
    return message


def ngettext(singular: str, plural: str, n: int) -> str:
    """Translate a counted sentence, choosing the plural form that the language in use has for `n`."""
    return _catalogue(_language.get()).ngettext(singular, plural, n)


def short(value: object, write: Callable[[Any], str] = repr) -> str:
    """A wrong value, to quote it in an error's sentence: its first 40 characters as `write` gives them, which
    is `repr` or `str`, and “…” for the rest. Python refuses to write numbers of thousands of digits; they are
    described instead.
    """
    try:
        words = write(value)
    except ValueError:
        return _("one of thousands of digits")
    return words if len(words) <= MOST_QUOTED else words[:MOST_QUOTED] + "…"


def decimal(value: float, places: int = 0, grouped: bool = False) -> str:
    """A number with so many decimal places as the language in use writes it, with marks between thousands if
    `grouped`: 1,234.5 in English, 1.234,5 in German. A negative one has a minus sign, not a hyphen.
    """
    # Translators: this number as your language writes it, each of both marks a single character.
    sample = _("1,234.5")
    marks = str.maketrans({",": sample[1], ".": sample[-2], "-": "−"})
    return (f"{value:,.{places}f}" if grouped else f"{value:.{places}f}").translate(marks)


def percent(share: float, places: int = 0) -> str:
    """A share, from 0 to 1, as a percentage in the language in use: 25% in English, 25 % in German."""
    return _("{number}%").format(number=decimal(100 * share, places))


class Noun(str):
    """A noun, with or without its article, in its usual form. It also has the other forms by their names."""

    __slots__ = ("_forms",)
    _forms: dict[str, str]

    def __new__(cls, usual: str, forms: Mapping[str, str] | None = None) -> Noun:
        """The usual form, and the others by their names."""
        made = super().__new__(cls, usual)
        made._forms = dict(forms or {})
        return made

    def __format__(self, spec: str) -> str:
        """The form that a sentence asks for; the usual one if there is no other."""
        return self._forms.get(spec, str(self))

    @classmethod
    def of(cls, words: Iterable[str], together: Callable[[list[str]], str]) -> Noun:
        """Several words put `together`, in each of the forms that any of them has."""
        nouns = [one if isinstance(one, Noun) else Noun(one) for one in words]
        names = {name for one in nouns for name in one._forms}
        forms = {name: together([format(one, name) for one in nouns]) for name in names}
        return cls(together([str(one) for one in nouns]), forms)


def noun(message: str) -> Noun:
    """Translate a noun into the language in use: its usual form, then ``|name=form`` for each other one."""
    usual, *others = _translated(message).split("|")
    return Noun(usual, dict(other.split("=", 1) for other in others))


@contextmanager
def use(language: str) -> Iterator[None]:
    """Speak `language` (a tag such as ``de`` or ``de-AT``) within the block.

    A regional tag without a catalogue of its own falls back to its language, and anything unknown to English.
    """
    token = _language.set(closest(language) or SOURCE_LANGUAGE)
    try:
        yield
    finally:
        _language.reset(token)


def current() -> str:
    """The tag of the language in use, as one of `languages`; fit for the ``lang`` of a page."""
    return _language.get()


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be spoken: English first, then those with a catalogue, in alphabetical order."""
    catalogues = LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    translated = {catalogue.parent.parent.name.replace("_", "-") for catalogue in catalogues}
    return (SOURCE_LANGUAGE, *sorted(translated - {SOURCE_LANGUAGE}))


def closest(language: str) -> str | None:
    """The one of `languages` that a tag such as ``de-AT`` or ``de_AT`` asks for; None if there is none."""
    tag = language.strip().replace("_", "-").lower()
    known = {name.lower(): name for name in languages()}
    return known.get(tag) or known.get(tag.partition("-")[0])


def own_name(language: str) -> str:
    """What a language calls itself."""
    with use(language):
        # Translators: the name of your own language, as it calls itself: Deutsch, français, …
        return _("English")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE_FOLDER, [language.replace("-", "_")], fallback=True)

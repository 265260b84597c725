"""Every sentence a person reads passes through here.

Source sentences are English and stand in the code, marked where they are written::

    from quarterdeck.words import N_, _, ngettext

    _("Show {good}").format(good=name)  # translated now, into the language in use
    TITLE = N_("Meuterer")  # only marked, at import time; `_(TITLE)` translates it later
    ngettext("{n} card", "{n} cards", n).format(n=n)

Placeholders are filled after translation, never before: the catalogue holds the sentence with them.

The language is a context variable, so each request, task and thread has its own. It starts as English;
`use` sets it for a block::

    with use("de"):
        page = render(view)

A catalogue is a compiled gettext file, ``locale/<language>/LC_MESSAGES/quarterdeck.mo`` beside this module,
read once. A sentence without a translation, and a language without a catalogue, fall back to the English
source. ``make messages`` collects the sentences into ``locale/quarterdeck.pot`` and refreshes and compiles
the catalogues; nothing here needs Babel.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

__all__ = ["N_", "SOURCE_LANGUAGE", "_", "current", "languages", "ngettext", "use"]

SOURCE_LANGUAGE = "en"
DOMAIN = "quarterdeck"
LOCALE_FOLDER = Path(__file__).parent / "locale"

_language: ContextVar[str] = ContextVar("quarterdeck language", default=SOURCE_LANGUAGE)


def _(message: str) -> str:
    """Translate a sentence into the language in use."""
    # The empty message is the catalogue's header in gettext: not something to show to anyone.
    return _catalogue(_language.get()).gettext(message) if message else ""


def N_(message: str) -> str:
    """Mark a sentence for the catalogue and return it untranslated."""
    return message


def ngettext(singular: str, plural: str, n: int) -> str:
    """Translate a counted sentence, choosing the plural form that the language in use has for `n`."""
    return _catalogue(_language.get()).ngettext(singular, plural, n)


@contextmanager
def use(language: str) -> Iterator[None]:
    """Speak `language` (a tag such as ``de`` or ``de-AT``) within the block.

    A regional tag without a catalogue of its own falls back to its language, and anything unknown to English.
    """
    token = _language.set(_closest(language))
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


def _closest(language: str) -> str:
    tag = language.strip().replace("_", "-").lower()
    known = {name.lower(): name for name in languages()}
    return known.get(tag) or known.get(tag.partition("-")[0]) or SOURCE_LANGUAGE


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE_FOLDER, [language.replace("-", "_")], fallback=True)

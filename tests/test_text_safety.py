"""Emoji come through, also those of several characters; nothing that is not seen does."""

from __future__ import annotations

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.text_safety import alike, bare, isolated, legible, stacked

EMOJI = {
    "one sign": "\U0001f60a",
    "text shown as a picture": "\u2764\ufe0f",
    "a flag": "\U0001f1e9\U0001f1ea",
    "a skin": "\U0001f44d\U0001f3fd",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "a pirate flag": "\U0001f3f4\u200d\u2620\ufe0f",
    "an astronaut": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "a kiss": "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3ff",
    "a broken chain": "\u26d3\ufe0f\u200d\U0001f4a5",
    "a head that shakes": "\U0001f642\u200d\u2194\ufe0f",
    "a key": "1\ufe0f\u20e3",
    "information": "\u2139\ufe0f",
    "twice": "\u203c\ufe0f",
    "an ideograph": "\u8fbb\U000e0100",
    "in words": "Ann \U0001f469\u200d\u2708\ufe0f und Ben",
}
UNSEEN = {
    "override": "Ann \u202egro.live",
    "embedding": "\u202bAnn\u202c",
    "isolate": "\u2067Ann\u2069",
    "mark": "Ann\u200f",
    "Arabic mark": "\u061cAnn",
    "zero width space": "A\u200bnn",
    "non-joiner": "A\u200cnn",
    "word joiner": "A\u2060nn",
    "soft hyphen": "A\u00adnn",
    "byte order": "\ufeffAnn",
    "tag": "\U0001f3f4\U000e0067\U000e007f",
    "escape": "Ann\x1b[2J",
    "line": "Ann\u2028Ben",
    "no-break space": "Ann\u00a0Ben",
    "private": "\ue000",
    "surrogate": "\ud83d",
    "joiner alone": "\u200d",
    "joiner between letters": "A\u200dnn",
    "joiner before": "\u200d\U0001f680",
    "joiner behind": "\U0001f469\u200d",
    "joiner and a letter": "\U0001f469\u200dA",
    "two joiners": "\U0001f469\u200d\u200d\U0001f680",
    "selector alone": "\ufe0f",
    "selector behind a letter": "Ann\ufe0f",
    "two selectors": "\u2764\ufe0f\ufe0f",
    "filler": "\u3164",
    "filler with a selector": "\u3164\ufe0f",
    "empty dots": "\u2800",
    "empty dots joined": "\u2800\u200d\u2800",
    "grapheme joiner": "Ann\u034f",
}


@pytest.mark.parametrize("text", EMOJI.values(), ids=list(EMOJI))
def test_emoji_can_be_shown(text: str) -> None:
    assert legible(text)
    assert str(QuarterdeckError(f"{text} has that seat.")) == f"{text} has that seat."


@pytest.mark.parametrize("text", UNSEEN.values(), ids=list(UNSEEN))
def test_what_is_not_seen_can_not_be_shown(text: str) -> None:
    assert not legible(text)


def test_plain_text_can_be_shown_in_any_language() -> None:
    assert legible("Ann O’Hara, Zoë, Łukasz, Ирина, 李明, نور, Ἀθηνᾶ, กิ่ง 3 (2) “x”")
    assert legible("")


def test_an_error_quotes_nothing_that_is_not_seen() -> None:
    assert str(QuarterdeckError("A\u200dnn\u3164 \u202ehas it.")) == "A\ufffdnn\ufffd \ufffdhas it."


ALIKE = [
    ("Jos\u00e9", "Jose\u0301"),
    ("Ann", "\u0410nn"),
    ("Ann", "aNN"),
    ("ANN", "\u0391\u039d\u039d"),
    ("Ann", "\uff21\uff4e\uff4e"),
    ("Ann", "\U0001d400nn"),
    ("Ann", "\u13aann"),
    ("pay", "\u0440\u0430\u0443"),
    ("Il", "lI"),
    ("Bot 1", "Bot l"),
    ("O0", "0O"),
    ("Stra\u00dfe", "STRASSE"),
    ("Ann Bonny", "Ann  Bonny"),
    # The capital lunate sigma is a C to the eye, and a capital sigma to NFKC.
    ("\u03f9arl", "Carl"),
    ("\U0001f3f4\u200d\u2620\ufe0f", "\U0001f3f4\u200d\u2620"),
    ("\u2764", "\u2764\ufe0f"),
]
DIFFERENT = [
    ("Ann", "Anna"),
    ("Jose", "Jos\u00e9"),
    ("M\u00fcller", "Mueller"),
    ("Player 1", "Player 11"),
    ("Ben 1", "Ben 2"),
    ("Sasha", "\u0421\u0430\u0448\u0430"),
    ("\U0001f60a", "\U0001f60e"),
    ("Ann \U0001f469\u200d\U0001f680", "Ann"),
    ("\u05d0\u05d1", "\u05d1\u05d0"),
    ("\u738b", "\u7389"),
]
LANGUAGES = {
    "Vietnamese": "Nguy\u1ec5n Th\u1ecb \u1ea4m",
    "Vietnamese, decomposed": "Nguye\u0302\u0303n",
    "Hebrew with points": "\u05e9\u05c1\u05bc\u05b8\u05bd\u05dc\u05d5\u05b9\u05dd",
    "Arabic with vowels": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "Thai": "\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07",
    "Hindi": "\u0915\u094d\u0937\u094d\u092e\u0940 \u0938\u093f\u0902\u0939",
    "Tibetan": "\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66",
    "Burmese": "\u1019\u103c\u103d\u103e\u1031\u1037",
    "a key": "1\ufe0f\u20e3",
    "a pirate flag": "\U0001f3f4\u200d\u2620\ufe0f",
}
TOWERS = {
    "five marks": "A\u0300\u0301\u0302\u0303\u0304nn",
    "one mark twice": "An\u0e35\u0e35n",
    "composed below": "\u00c1\u0300\u0302\u0303\u0304",
    "on nothing": "\u0301Ann",
    "on a space": "Ann \u0301",
}


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_texts_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_texts_that_can_be_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("text", LANGUAGES.values(), ids=LANGUAGES)
def test_languages_have_the_marks_they_need(text: str) -> None:
    assert not stacked(text)


@pytest.mark.parametrize("text", TOWERS.values(), ids=TOWERS)
def test_towers_of_marks_are_found(text: str) -> None:
    assert stacked(text)


def test_what_is_written_from_right_to_left_is_fenced_in_and_nothing_else() -> None:
    assert isolated("\u05d0\u05d1 1") == "\u2068\u05d0\u05d1 1\u2069"
    assert bare(isolated("\u05d0\u05d1 1")) == "\u05d0\u05d1 1"
    for text in ("Ann", "Jos\u00e9", "\u0410\u043d\u043d\u0430", "\u738b", "1 \U0001f60a"):
        assert isolated(text) == bare(text) == text


def test_errors_keep_fences_and_nothing_else_that_is_not_seen() -> None:
    named = "\u2068\u05d0\u05d1\u2069 has that seat"
    assert str(QuarterdeckError(named)) == named
    assert str(QuarterdeckError("A\u2069B \u2068C")) == "A\ufffdB \ufffdC"
    assert str(QuarterdeckError("\u2068A\u202eB\u2069")) == "\u2068A\ufffdB\u2069"

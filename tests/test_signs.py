"""Emoji come through, also those of several characters; nothing that is not seen does."""

from __future__ import annotations

import pytest

from quarterdeck.errors import QuarterdeckError
from quarterdeck.signs import legible

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

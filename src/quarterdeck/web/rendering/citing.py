"""Turns rule numbers within sentences into links to the rules."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from markupsafe import Markup, escape

RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


def cited(text: str, known: Container[str], page: str = "", words: Sequence[str] = ()) -> Markup:
    """A sentence as HTML in which known rule numbers are links to the rules of `page`, by default within the
    same page, and these words are marked.
    """
    parts, end = [], 0
    for number in RULE.finditer(text):
        if number[0] in known:
            parts += [marked(text[end : number.start()], words), _rule_link(number[0], page)]
            end = number.end()
    return Markup().join([*parts, marked(text[end:], words)])


def marked(text: str, words: Sequence[str]) -> Markup:
    """A text as HTML in which these words are marked wherever they occur, in capitals or small letters."""
    if not words:
        return escape(text)
    hits = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))), re.IGNORECASE)
    parts, end = [], 0
    for hit in hits.finditer(text):
        parts += [escape(text[end : hit.start()]), Markup("<mark>{}</mark>").format(hit[0])]
        end = hit.end()
    return Markup().join([*parts, escape(text[end:])])


def _rule_link(rule: str, page: str) -> Markup:
    return Markup('<a class="cited" href="{page}#{rule}">{rule}</a>').format(page=page, rule=rule)

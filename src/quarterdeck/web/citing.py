"""Turns rule numbers within sentences into links to the rules."""

from __future__ import annotations

import re
from collections.abc import Container

from markupsafe import Markup, escape

RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


def cited(text: str, known: Container[str]) -> Markup:
    """A sentence as HTML in which known rule numbers are links within the same page."""
    parts, end = [], 0
    for found in RULE.finditer(text):
        if found[0] in known:
            parts += [escape(text[end : found.start()]), _link(found[0])]
            end = found.end()
    return Markup().join([*parts, escape(text[end:])])


def _link(rule: str) -> Markup:
    return Markup('<a class="cited" href="#{rule}">{rule}</a>').format(rule=rule)

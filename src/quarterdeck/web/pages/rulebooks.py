"""The page of a game's rules: the game at a glance, a search, and the numbered rules."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.i18n import _, ngettext
from quarterdeck.kernel.contested import Contested
from quarterdeck.kernel.rulebook import Rule
from quarterdeck.kernel.spec import GameSpec
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.paths import url
from quarterdeck.web.rendering import templates

__all__ = ["rules"]

# Longest text to search for, in characters, and most words of it.
LONGEST = 80
MOST_WORDS = 8


def rules(spec: GameSpec, things: bool, query: str = "") -> str:
    """The page of rules. `things`: whether there is a page that explains each thing of the game. `query`:
    what to search for, or ""; a rule is found if it has all words of the query.
    """
    contested: dict[str, list[Contested]] = {}
    for point in spec.contested:
        contested.setdefault(point.rule, []).append(point)
    query = " ".join(query[:LONGEST].split())
    words = query.casefold().split()[:MOST_WORDS]
    found = {
        rule.id
        for rule in spec.rulebook.rules.values()
        if _has_all_words(_searched_text(rule, contested.get(rule.id, ())), words)
    }
    context = {
        "csrf": "",
        "game": spec.id,
        "title": spec.title,
        "things": things,
        "glance": spec.glance,
        "art": BOARDS[spec.id].art,
        "sections": spec.rulebook.sections,
        "known": spec.rulebook.rules.keys(),
        "contested": contested,
        "query": query,
        "words": words,
        "found": found,
        "result": _result_sentence(len(found), query) if query else "",
        "page": url(f"/rules/{spec.id}") if query else "",
    }
    return templates.render("rules.html", context, spec.id)


def _result_sentence(count: int, query: str) -> str:
    if not count:
        return _("No rule says “{words}”: try a shorter word, or another one.").format(words=query)
    sentence = ngettext("{count} rule says “{words}”.", "{count} rules say “{words}”.", count)
    return sentence.format(count=count, words=query)


def _has_all_words(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _searched_text(rule: Rule, contested: Sequence[Contested]) -> str:
    """All that the page says of a rule, in small letters."""
    texts = [rule.id, rule.title, rule.text, rule.decision or "", *(one.title for one in rule.rule_sets)]
    for point in contested:
        texts += [
            point.title,
            point.option,
            *(f"{reading.label} {reading.text} {reading.changes}" for reading in point.readings),
        ]
    return "\n".join(texts).casefold()

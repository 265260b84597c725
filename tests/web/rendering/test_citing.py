"""Numbers of rules within sentences lead to where the rules stand."""

from __future__ import annotations

from quarterdeck.web.rendering.citing import cited, marked

KNOWN = {"ME-20", "ME-33"}


def test_numbers_of_known_rules_are_links_and_nothing_else_is() -> None:
    html = cited("As in ME-33 & ME-99, not XME-20 or me-20.", KNOWN)
    assert html == 'As in <a class="cited" href="#ME-33">ME-33</a> &amp; ME-99, not XME-20 or me-20.'


def test_what_is_no_html_stays_none() -> None:
    assert cited("<b>ME-20</b>", KNOWN) == '&lt;b&gt;<a class="cited" href="#ME-20">ME-20</a>&lt;/b&gt;'


def test_words_are_marked_as_they_are_written_and_never_within_markup() -> None:
    html = cited("Amp & AMP, see ME-20.", KNOWN, "/rules/meuterer", ["amp", "a"])
    link = '<a class="cited" href="/rules/meuterer#ME-20">ME-20</a>'
    assert html == f"<mark>Amp</mark> &amp; <mark>AMP</mark>, see {link}."
    assert marked("<b>", ["b"]) == "&lt;<mark>b</mark>&gt;"
    assert marked("a.c abc", ["a.c"]) == "<mark>a.c</mark> abc"

"""Talk at a table: said by those who sit there, read by those for whom it is meant, harmless to all."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest

from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.rows import Message
from quarterdeck.web.table.talk import TalkLine
from tests.tables.tables import ann_first, played, record
from tests.web.desk import JSON, Desk, error_of, words
from tests.web.outline import Outline

SECRET = "I have the ruby"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</li></ol></details><form action=//evil.example>",
    "{{ csrf }} {% raw %} %(name)s {name}",
    "&lt;b&gt; &amp; javascript:alert(1)",
]


def say(browser: Desk, match: Match, text: str, audience: str = "all") -> Any:
    return browser.post(f"/table/{match.id}/say", {"text": text, "audience": audience}, **JSON)


def texts(html: str) -> list[str]:
    return [unescape(text) for text in re.findall(r'<bdi class="text">(.*?)</bdi>', html)]


def finish(match: Match) -> None:
    """Play on to the end, at once."""
    while not match.over:
        seat = match.to_act[0]
        commands.move(seat, match.version, match.position.legal(seat)[0])(match, now())


def test_what_is_said_is_on_the_page_and_comes_by_itself(ann: Desk, ben: Desk) -> None:
    match = ann.table()
    assert say(ann, match, "Ahoy").status_code == 200
    page = ben.get(f"/table/{match.id}").text
    assert texts(page) == ["Ahoy"]
    [mark] = Outline(page).values("data-heard")
    with ben.listening(match, "", match.version, talk=mark) as socket:
        say(ann, match, "Anybody?")
        news = socket.receive_json()
        assert list(news) == ["talk"]
        assert texts(news["talk"]["more"]) == ["Anybody?"]
        say(ann, match, "Nobody?")
        assert texts(socket.receive_json()["talk"]["more"]) == ["Nobody?"]


def test_a_page_that_was_away_gets_all_of_it(ann: Desk) -> None:
    match = ann.table()
    say(ann, match, "Ahoy")
    [mark] = Outline(ann.get(f"/table/{match.id}").text).values("data-heard")
    say(ann, match, "Anybody?")
    with ann.listening(match, "0", match.version, talk=mark) as socket:
        assert texts(socket.receive_json()["talk"]["all"]) == ["Ahoy", "Anybody?"]


def test_table_talk_stays_with_the_seats_until_the_end(ann: Desk, ben: Desk) -> None:
    match = ann.table()
    say(ann, match, SECRET, "seats")
    say(ann, match, "Ahoy")
    assert texts(ann.get(f"/table/{match.id}").text) == [SECRET, "Ahoy"]
    page = ben.get(f"/table/{match.id}").text
    assert texts(page) == ["Ahoy"]
    assert SECRET not in page
    with ben.listening(match, "", match.version) as socket:
        first = socket.receive_text()
        say(ann, match, SECRET, "seats")
        say(ann, match, "Still there?")
        second = socket.receive_text()
        assert "Still there?" in second
        assert SECRET not in first + second
        ann.on_loop(finish, match)
        say(ann, match, "Well played")
        over = socket.receive_json()
    told = [SECRET, "Ahoy", SECRET, "Still there?", "Well played"]
    assert texts(over["talk"]["all"]) == told
    assert texts(ben.get(f"/table/{match.id}").text) == told


def test_how_much_of_it_there_is_stays_with_the_seats_too(ann: Desk, ben: Desk) -> None:
    """The same public talk, with and without secret words between."""
    told = []
    for secrets in (0, 3):
        match = ann.table()
        for number in range(secrets):
            say(ann, match, f"{SECRET} {number}", "seats")
        say(ann, match, "Ahoy")
        page = ben.get(f"/table/{match.id}").text
        with ben.listening(match, "", match.version) as socket:
            news = socket.receive_text()
        [message] = [one for one in ann.room.store.messages(match.id) if one.audience == "all"]
        second = datetime.fromtimestamp(message.at / 1000, UTC).isoformat(timespec="seconds")
        for own in (match.id, match.record.commitment, str(message.at), second):
            page, news = page.replace(own, ""), news.replace(own, "")
        told.append((page, news))
    assert told[0] == told[1]


def test_hostile_talk_is_text(ann: Desk, ben: Desk) -> None:
    match = ann.table()
    before = [tag for tag, _found in Outline(ben.get(f"/table/{match.id}").text).elements]
    for text in HOSTILE:
        assert say(ann, match, text).status_code == 200
    page = ben.get(f"/table/{match.id}").text
    assert texts(page) == HOSTILE
    tags = [tag for tag, _found in Outline(page).elements]
    assert {tag: tags.count(tag) for tag in ("script", "img", "form")} == {
        tag: before.count(tag) for tag in ("script", "img", "form")
    }
    with ben.listening(match, "", match.version) as socket:
        lines = Outline(socket.receive_json()["talk"]["all"])
    # The speaker's sign is a picture.
    assert {tag for tag, _found in lines.elements} == {"li", "time", "b", "bdi", "span", "svg", "use"}
    assert not [name for _tag, found in lines.elements for name in found if name.startswith("on")]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"text": ""}, "1 to 300"),
        ({"text": " \t\n "}, "1 to 300"),
        ({"text": "a" * 301}, "1 to 300"),
        ({"text": "bell\x07"}, "1 to 300"),
        ({"text": "turned \u202e round"}, "1 to 300"),
        ({"audience": "all"}, "1 to 300"),
        ({"text": "Ahoy", "audience": "captain"}, "“all” or “seats”"),
    ],
)
def test_bad_talk_is_refused_in_one_sentence(ann: Desk, form: dict[str, str], sentence: str) -> None:
    match = ann.table()
    answer = ann.post(f"/table/{match.id}/say", form, **JSON)
    assert answer.status_code == 400
    assert sentence in error_of(answer)
    assert ann.room.store.messages(match.id) == []


def test_who_has_no_seat_cannot_talk_nor_anybody_at_a_table_without_talk(ann: Desk, ben: Desk) -> None:
    match = ann.table()
    answer = say(ben, match, "Ahoy")
    assert (answer.status_code, "seat at this table" in error_of(answer)) == (403, True)
    page = ben.get(f"/table/{match.id}").text
    assert "whoever has a seat can talk" in words(page)
    assert f"/table/{match.id}/say" not in page
    quiet = ann.on_loop(
        ann.room.create, Match.fresh(record(), [HUMAN] + ["random"] * 3, ann.owner, Terms(talk=False))
    )
    answer = say(ann, quiet, "Ahoy")
    assert (answer.status_code, "no talk" in error_of(answer)) == (403, True)
    assert 'id="talk"' not in ann.get(f"/table/{quiet.id}").text
    for table in (match, quiet):
        assert ann.room.store.messages(table.id) == []


def test_without_its_token_a_message_is_not_taken(ann: Desk) -> None:
    match = ann.table()
    assert ann.post(f"/table/{match.id}/say", {"text": "Ahoy", "csrf": "no"}, **JSON).status_code == 403
    assert ann.room.store.messages(match.id) == []


def test_a_message_keeps_the_name_under_which_it_was_said(ann: Desk, ben: Desk) -> None:
    match = ann.enter(record(ann_first()), [HUMAN, "open", "random", "random"])
    ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben <b>"})
    say(ben, match, "Ahoy")
    ben.post(f"/table/{match.id}/leave", {"seat": 1})
    page = ann.get(f"/table/{match.id}").text
    assert "<b><bdi>Ben &lt;b&gt;</bdi></b>" in page


def test_nothing_is_told_twice() -> None:
    match = played(5)
    said = tuple(Message(number, 0, 0, "Ann", f"{number}", "all", number) for number in range(1, 6))
    line = TalkLine("a stranger", "")
    told = [line.news(match, said[:count]) for count in (2, 2, 5, 5)]
    assert [told and (told.get("all") or told["more"]) for told in told].count(None) == 2
    assert texts(told[0]["all"] if told[0] else "") == ["1", "2"]
    assert texts(told[2]["more"] if told[2] else "") == ["3", "4", "5"]


def test_the_words_of_who_is_forgotten_leave_the_pages_of_others(ann: Desk, ben: Desk) -> None:
    match = ann.table()
    say(ann, match, "I live in Cork")
    [mark] = Outline(ben.get(f"/table/{match.id}").text).values("data-heard")
    with ben.listening(match, "", match.version, talk=mark) as socket:
        ann.post("/me/forget", {})
        news = socket.receive_json()["talk"]
        assert "Cork" not in news["all"]
        assert words(news["all"]).split() == ["Ann", "removed"]
        say(ann, match, "Who am I?")
        assert texts(socket.receive_json()["talk"]["more"]) == ["Who am I?"]
    with ben.listening(match, "", match.version, talk=mark) as socket:
        # A page that was away meanwhile learns it, too.
        assert "Cork" not in socket.receive_json()["talk"]["all"]
    page = ben.get(f"/table/{match.id}").text
    assert ("Cork" in page, texts(page)) == (False, ["Who am I?"])

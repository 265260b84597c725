"""What a load reads of a page's live messages and of responses."""

from __future__ import annotations

import json

import pytest

from benchmarks.load.http import Answer, parse
from benchmarks.load.pages import buttons, version_of

PROMPT = """
<form id="acts" method="post"><input type="hidden" name="version" value="3">
<button class="act" type="submit" name="action" value="show wine" data-key="a">Wine</button>
<button class="act" type="submit" name="action" value="leave" aria-disabled="true">Leave</button>
<label><input type="radio" name="action" value="bid 2 doubloons" checked> Two</label></form>
"""


def message(**regions: str) -> bytes:
    said = {"version": 17, "title": "Your turn", "regions": regions, "say": []}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def test_a_message_tells_its_version() -> None:
    assert version_of(message()) == 17
    assert version_of(b'{"go":"/table/abc"}') is None


@pytest.mark.parametrize(
    "regions",
    [
        {"region_prompt": PROMPT},
        {"region_prompt": PROMPT, "region_log_1": "<p>Ann</p>"},
        {"region_seats": '<button name="action" value="wrong">', "region_prompt": PROMPT},
        {"region_prompt": PROMPT, "region_seats": '<button name="action" value="wrong">'},
    ],
)
def test_the_moves_offered_are_the_buttons_of_the_prompt_that_can_be_pressed(regions: dict[str, str]) -> None:
    assert buttons(message(**regions)) == ["show wine", "bid 2 doubloons"]


def test_a_message_without_the_prompt_leaves_the_moves_as_they_were() -> None:
    assert buttons(message(region_seats=PROMPT)) is None
    assert buttons(message(region_prompt="<p>Wait for Ben.</p>")) == []


def test_a_response_is_read_once_it_is_whole() -> None:
    whole = b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-Way: a: b\r\n\r\n" + b'{"ok":true}'
    assert all(parse(whole[:length]) is None for length in range(len(whole)))
    assert parse(whole) == Answer(200, {"content-length": "11", "x-way": "a: b"}, b'{"ok":true}')


def test_a_response_of_unknown_length_is_refused() -> None:
    with pytest.raises(ValueError, match="without content-length"):
        parse(b"HTTP/1.1 200 OK\r\n\r\nhello")

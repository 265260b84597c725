"""Pages that load themselves again, mostly without scripts. Each names its address: a page that refuses a
form is at the address of the form, where nothing can be fetched.
"""

from __future__ import annotations

import re
from datetime import date

import httpx2
import pytest

from quarterdeck.tables import daily as calendar
from quarterdeck.tables.daily import ends
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE, VACANT
from quarterdeck.web.rendering import assets
from quarterdeck.web.table import coached
from tests.tables.tables import finished, record
from tests.web.coached import over
from tests.web.desk import Desk
from tests.web.outline import Outline

GAME = "mutiny"


def refreshed(answer: httpx2.Response) -> list[str]:
    """Where a page leads by itself."""
    metas = [found for tag, found in Outline(answer.text).elements if tag == "meta" and "http-equiv" in found]
    found = [re.fullmatch(r"\d+;url=(.+)", str(meta["content"])) for meta in metas]
    assert all(found), metas
    return [one[1] for one in found if one]


def test_who_is_refused_a_move_comes_back_to_the_table(ann: Desk) -> None:
    match = ann.table()
    while 0 in match.to_act:
        assert ann.act(match, 0, match.version, match.position.legal(0)[0].text).status_code == 303
    refused = ann.act(match, 0, match.version, "offer 2")
    assert refused.status_code == 422
    assert refreshed(refused) == refreshed(ann.get(f"/table/{match.id}")) == [f"/table/{match.id}"]


def test_who_is_refused_a_name_comes_back_to_the_waiting_room(ann: Desk) -> None:
    match = ann.enter(record(), [HUMAN, VACANT, SUBSTITUTE, SUBSTITUTE])
    path = f"/table/{match.id}"
    refused = ann.post(f"{path}/rename", {"seat": 0, "name": "\u202e"})
    assert refused.status_code == 400
    assert refreshed(refused) == refreshed(ann.get(path)) == [path]


def test_who_is_refused_a_voyage_comes_back_to_its_day(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Later than any move that a test makes, so that none comes too late.
    day = date(2126, 11, 28)
    monkeypatch.setattr(calendar, "now", lambda: ends(day) - 3_600_000)
    table = ann.post("/daily", {"game": GAME}).headers["location"]
    ann.on_loop(finished, ann.room, ann.on_loop(ann.room.get, table.rpartition("/")[2]))
    refused = ann.post("/daily", {"game": GAME, "name": "\u202e"})
    assert refused.status_code == 400
    assert refreshed(refused) == [f"/daily?game={GAME}&day={day.isoformat()}"]


@pytest.mark.parametrize("without", ["", "&spoilers=off"])
def test_a_replay_comes_again_as_it_was(ann: Desk, monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    match = over(ann)
    monkeypatch.setattr(coached, "working", lambda *_: True)
    path = f"/table/{match.id}/replay?ply=3&seat=all{without}"
    assert refreshed(ann.get(path)) == [path]


def test_the_lobby_comes_again(ann: Desk) -> None:
    assert refreshed(ann.get("/lobby")) == ["/lobby"]


def test_every_page_that_loads_itself_again_names_its_address() -> None:
    templates = sorted((assets.FOLDER.parent / "templates").rglob("*.html"))
    found = [
        content
        for path in templates
        for content in re.findall(r'http-equiv="refresh" content="([^"]*)"', path.read_text("utf-8"))
    ]
    assert len(found) == 5
    assert [content for content in found if not re.match(r"\d+;url={{", content)] == []

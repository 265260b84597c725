"""Forms that come twice, as a second click sends them without scripts: they make one thing."""

from __future__ import annotations

import asyncio
import re
import time

import httpx2
import pytest

from quarterdeck.tables.errors import NotFound
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match.match import Match
from tests.tables.tables import finished
from tests.web.desk import Desk, another


def once(page: httpx2.Response, action: str) -> str:
    """The text in the field `once` of a page's form."""
    found = re.search(rf'action="{action}".*?name="once" value="([^"]+)"', page.text, re.DOTALL)
    assert found, action
    return found[1]


FORMS = [("/", "/tables", {"quick": "meuterer"}), ("/regatta", "/regatta", {"game": "meuterer"})]


@pytest.mark.parametrize(("page", "action", "form"), FORMS)
def test_a_form_that_comes_twice_makes_one_thing(
    ann: Desk, page: str, action: str, form: dict[str, str]
) -> None:
    sent = {**form, "once": once(ann.get(page), action)}
    made = [ann.post(action, sent).headers["location"] for _one in range(2)]
    assert made[0] == made[1]
    # The page, asked for anew, makes another; so does another choice, and another browser.
    fresh = {**form, "once": once(ann.get(page), action)}
    others = [ann.post(action, fresh), ann.post(action, {**sent, "name": "Ben", "title": "Other"})]
    others.append(another(ann).post(action, sent))
    assert len({made[0], *(answer.headers["location"] for answer in others)}) == 4


@pytest.mark.parametrize(("page", "action", "form"), FORMS)
def test_a_form_of_a_page_to_which_the_browser_went_back_makes_another(
    ann: Desk, page: str, action: str, form: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {**form, "once": once(ann.get(page), action)}
    made, began = [ann.post(action, sent).headers["location"]], time.time()
    for later in (20, 40):
        monkeypatch.setattr("time.time", lambda later=later: began + later)
        made.append(ann.post(action, sent).headers["location"])
    assert made[0] == made[1] != made[2]


def test_a_branch_that_comes_twice_is_one(ann: Desk) -> None:
    match = ann.table()
    ann.on_loop(finished, ann.room, match)
    path = f"/table/{match.id}/branch"
    sent = {"ply": 3, "seat": 0}
    made = [ann.post(path, {**sent, **more}).headers["location"] for more in ({}, {}, {"ply": 4})]
    assert made[0] == made[1] != made[2]


def test_forms_that_come_at_once_make_one_table(ann: Desk) -> None:
    sent = {"csrf": ann.csrf, "quick": "meuterer", "once": once(ann.get("/"), "/tables")}
    made: set[str] = set()

    async def send_both() -> None:
        transport = httpx2.ASGITransport(app=ann.client.app)
        cookies = dict(ann.client.cookies)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://localhost", cookies=cookies
        ) as client:
            answers = await asyncio.gather(*(client.post("/tables", data=sent) for _one in range(2)))
        made.update(answer.headers["location"] for answer in answers)

    ann.on_loop(send_both)
    assert len(made) == 1


def test_a_double_at_another_server_is_found(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = {"quick": "meuterer", "once": once(ann.get("/"), "/tables")}
    first = ann.post("/tables", sent).headers["location"]
    get, missed = Room.get, iter([True])

    async def misses_once(room: Room, id_: str) -> Match:
        if next(missed, False):
            raise NotFound("The other server has not stored it yet.")
        return await get(room, id_)

    monkeypatch.setattr(Room, "get", misses_once)
    assert ann.post("/tables", sent).headers["location"] == first

"""After a game, in real browsers: a replay shared without spoilers, a branch, and a rematch seen at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import now
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT, owner_hash
from quarterdeck.tables.store.append import Write
from quarterdeck.tables.store.store import Store
from tests.browser.conftest import browsers
from tests.browser.stocked import Stocked
from tests.servers import running

pytestmark = pytest.mark.browser


@pytest.fixture
def pages(chromium: Browser, tmp_path: Path) -> Iterator[list[Page]]:
    """Two browsers, Ann's and Ben's, at a server of their own."""
    complaints: list[str] = []
    with running(tmp_path, pause=60) as server, browsers(chromium, server.address, complaints, 2) as made:
        for page in made:
            page.goto("/")
        yield made
    assert complaints == []


def owner(page: Page) -> str:
    (value,) = [cookie["value"] for cookie in page.context.cookies() if "quarterdeck" in cookie["name"]]
    return owner_hash(value.rpartition(".")[0])


def finished(path: Path, ann: Page, ben: Page) -> Match:
    """A finished match of both with two bots, put into the server's database."""
    record = Record(Game("meuterer", players=4), "7", ["Ann", "Ben", "Cleo", "Dan"])
    match = Match.fresh(record, [HUMAN, VACANT, "random", "random"], owner(ann))
    store = Store(path / "quarterdeck.sqlite3")
    store.add(match.row, match.summary())
    commands.sit(owner(ben), 1, "Ben")(match, now())
    dice = random.Random(7)
    while not match.over:
        seat = match.to_act[0]
        match.add("move", seat, now(), action=dice.choice(match.position.legal(seat)).text, by="player")
    store.append([Write(match.id, match.entries, match.summary())])
    store.close()
    return match


def test_a_finished_game_is_shared_branched_off_and_played_again(pages: list[Page], tmp_path: Path) -> None:
    ann, ben = pages
    match = finished(tmp_path, ann, ben)

    ann.goto("/games")
    ann.get_by_role("link", name="Replay Meuterer").click()
    ann.wait_for_url("**/replay*")
    share = ann.get_by_role("button", name="Share")
    share.focus()
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("dialog", name="Share this replay")).to_be_visible()
    link = ann.get_by_label("As Ann saw it, without spoilers").input_value()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("dialog")).to_be_hidden()

    ben.goto(link)
    for ply in (2, 3):
        ben.keyboard.press("ArrowRight")
        expect(ben.locator("#prompt")).to_contain_text(f"Move {ply}:")
    ben.keyboard.press("End")
    expect(ben.locator("#prompt")).to_contain_text("Move 3:")
    expect(ben.locator("#ply")).to_have_count(0)
    ben.get_by_label("Seen by").select_option(label="Open cards")
    onward = f"/table/{match.id}/replay?ply=4&seat=all&spoilers=off"
    expect(ben.locator("#step-next")).to_have_attribute("href", onward)

    ann.get_by_label("Move", exact=True).fill("17")
    expect(ann.locator("#prompt")).to_contain_text("Move 17 of")
    ann.get_by_role("button", name="What if…").click()
    ann.get_by_label("Your seat").select_option(label="Cleo")
    ann.get_by_role("button", name="Play on from here").click()
    ann.wait_for_url(lambda url: match.id not in url)
    expect(ann.locator("#region_deal")).to_contain_text("From a game of Ann, Ben, Cleo, Dan, after move 17")

    ben.goto(f"/table/{match.id}")
    ann.goto(f"/table/{match.id}")
    ann.get_by_role("button", name="Rematch").click()
    ann.wait_for_url(lambda url: match.id not in url)
    expect(ben.locator(".again")).to_contain_text("Ann asks for a rematch.")
    ben.get_by_role("button", name="Join").click()
    ben.wait_for_url(ann.url)
    # Nobody else is waited for.
    for page in (ann, ben):
        expect(page.locator("#prompt")).to_be_visible()


def test_the_parts_of_the_list_of_games_stand_apart(chromium: Browser, stocked: Stocked) -> None:
    with stocked.signed_in(chromium) as page:
        page.goto("/games")
        boxes = [sheet.bounding_box() for sheet in page.locator(".lists .sheet").all()]
    parts = [box for box in boxes if box]
    assert len(parts) == 3
    for upper, lower in pairwise(parts):
        assert lower["y"] - upper["y"] - upper["height"] > 8

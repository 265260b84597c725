"""The page of somebody's games, what they agree to there, and the export for everybody."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.play import Game, Record
from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import archive, export
from quarterdeck.web.handlers import games
from quarterdeck.web.handlers.home import OWN
from quarterdeck.web.pages.welcome import MOST
from tests.tables.tables import ann_first, finished, kinds, record
from tests.web.desk import JSON, Desk, another, desk, error_of, words
from tests.web.outline import Outline

NAMES = ["Ann", "<i>Ben</i>", "Cleo", "Dan"]


def begun(browser: Desk, game: str = "meuterer", other: Desk | None = None, public: bool = True) -> Match:
    """A table with bots, and with somebody else at its second seat, if they are given."""
    record = Record(Game(game, players=4), names=NAMES)
    kinds = [HUMAN, VACANT if other else "random", "random", "random"]
    match: Match = browser.on_loop(
        browser.room.create, Match.fresh(record, kinds, browser.owner, None, public)
    )
    if other:
        browser.on_loop(browser.room.execute, match, commands.sit(other.owner, 1, NAMES[1]))
    return match


def played(browser: Desk, game: str = "meuterer", other: Desk | None = None, public: bool = True) -> Match:
    match = begun(browser, game, other, public)
    browser.on_loop(finished, browser.room, match)
    return match


def act(browser: Desk, match: Match) -> None:
    """Make this browser's moves at seat 0 until others are asked; no bot answers."""
    while 0 in match.to_act:
        action = str(match.position.legal()[0])
        assert browser.act(match, 0, match.version, action, json=True).json()["ok"]


def listed(page: str) -> list[str]:
    """The finished tables on a page, in their order."""
    return re.findall(r'href="/table/(\w+)/replay"', page)


def publish(browser: Desk, yes: bool = True) -> None:
    answer = browser.post("/games/publish", {"publish": "on"} if yes else {})
    assert (answer.status_code, answer.headers["location"]) == (303, "/games?saved=yes#publish")


def exported(browser: Desk) -> list[dict[str, Any]]:
    answer = browser.get("/export/games.jsonl.gz")
    assert answer.headers["content-type"] == "application/gzip"
    assert answer.headers["content-disposition"] == 'attachment; filename="games.jsonl.gz"'
    return [json.loads(line) for line in gzip.decompress(answer.content).splitlines()]


# -- the list


def test_the_first_page_and_ones_own_lead_to_ones_games(ann: Desk) -> None:
    assert all('<a href="/games">' in ann.get(path).text for path in ("/", "/me"))
    assert all(f'href="{path}"' in ann.get("/games").text for path in ("/", "/me", "/#rules"))


def test_each_game_has_its_result_its_day_its_company_and_what_can_be_done_with_it(ann: Desk) -> None:
    ben = another(ann)
    match = played(ann, other=ben)
    page = ann.get("/games").text
    told = words(page)
    winners = match.position.winners
    assert ("You won" in told or "You shared the win" in told) == (0 in winners)
    if 0 not in winners:
        assert "Won by " + ", ".join(["", "&lt;i&gt;Ben", "Cleo", "Dan"][seat] for seat in winners) in told
    assert "with &lt;i&gt;Ben&lt;/i&gt;, Cleo (bot), Dan (bot)" in told
    assert re.search(r'<time datetime="20\d\d-\d\d-\d\d">', page)
    assert f'href="/table/{match.id}/match.qd" download' in page
    assert f'action="/table/{match.id}/rematch"' in page
    assert listed(page) == listed(ben.get("/games").text) == [match.id]
    assert listed(another(ann).get("/games").text) == []


def test_games_under_way_stand_before_those_that_are_over(ann: Desk) -> None:
    over, running = played(ann), begun(ann)
    record, kinds = Record(Game("meuterer"), names=NAMES), [HUMAN, *[VACANT] * 3]
    waiting, closed = (ann.enter(record, kinds) for _table in range(2))
    ann.on_loop(ann.room.execute, closed, commands.close(ann.owner))
    page = ann.get("/games").text
    under_way = [
        page.index(f'href="/table/{waiting.id}">To the table'),
        page.index(f'href="/table/{running.id}">Resume'),
    ]
    assert max(under_way) < page.index(f"/table/{over.id}/replay")
    assert closed.id not in page
    assert "3 open seats" in words(page)
    # Links of the same words are told apart by their games and companies.
    named = f'aria-labelledby="go-{running.id} title-{running.id} with-{running.id}"'
    assert named in page
    assert f'aria-labelledby="go-{waiting.id} title-{waiting.id}"' in page
    assert all(page.count(f' id="{part}-{running.id}"') == 1 for part in ("go", "title", "with"))


def test_tables_that_wait_for_one_s_move_stand_first_and_say_so(ann: Desk) -> None:
    waiting, moved = ann.table(), ann.table()
    act(ann, moved)
    for path in ("/", "/games"):
        page = ann.get(path).text.rpartition('class="covers"')[2]
        links = re.findall(r'href="/table/(\w+)"', page)
        assert links == [waiting.id, moved.id]
        before, _match, after = page.partition(f'href="/table/{moved.id}"')
        assert before.count("Your turn") == 1
        assert "Your turn" not in after
        assert "Resume" in after


def test_the_way_to_the_next_game_leads_to_the_most_urgent_other_one_that_waits(ann: Desk) -> None:
    slow, soon, moved = (
        ann.enter(record(ann_first()), kinds(1), Terms("slow", days=days)) for days in (7, 1, 2)
    )
    act(ann, moved)

    def next_game(after: str) -> tuple[str, int]:
        path = f"/games/next?after={after}"
        return ann.get(path).headers["location"], ann.get(path, **JSON).json()["waiting"]

    assert next_game(moved.id) == next_game("") == next_game("<none>") == (f"/table/{soon.id}", 2)
    assert next_game(soon.id) == (f"/table/{slow.id}", 1)
    act(ann, slow)
    assert next_game(soon.id) == ("/games?next=none", 0)
    assert "No other game waits for you." in ann.get("/games?next=none").text
    assert "No other game waits for you." not in ann.get("/games").text
    assert f'href="/games/next?after={soon.id}"' in ann.get(f"/table/{soon.id}").text


def test_games_over_days_say_how_much_time_is_left_and_the_most_urgent_stands_first(ann: Desk) -> None:
    quick, slow, soon = (
        ann.enter(record(ann_first()), kinds(1), Terms("slow", days=days)).id for days in (2, 7, 1)
    )
    for page in (ann.get("/").text, ann.get("/games").text):
        places = [page.index(f"/table/{id_}") for id_ in (soon, quick, slow)]
        assert places == sorted(places)
        assert "Your turn, 24 h 0 min left" in words(page)
    assert "Your turn, 7 d 0 h left" in words(ann.get("/games").text)


def test_the_first_page_has_the_first_few_of_one_s_tables(ann: Desk) -> None:
    made = [ann.table().id for _table in range(OWN + 2)]
    top, _covers, below = ann.get("/").text.partition('class="covers"')
    assert re.findall(r'href="/table/(\w+)"', below) == made[::-1][:OWN]
    assert re.findall(r'href="/table/(\w+)"', top) == made[::-1][:MOST]
    assert re.findall(r'href="/table/(\w+)"', ann.get("/games").text) == made[::-1]


def test_one_game_can_be_looked_at_alone(ann: Desk) -> None:
    first, other = played(ann, "meuterer"), played(ann, "mutiny")
    running = begun(ann, "mutiny")
    assert listed(ann.get("/games?game=").text) == [other.id, first.id]
    page = ann.get("/games?game=meuterer").text
    assert listed(page) == [first.id]
    assert running.id not in page
    assert '<option value="meuterer" selected>' in page


def test_long_lists_come_in_pages(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST", 2)
    made = [played(ann).id for _game in range(5)][::-1]
    begun(ann)
    seen, path = [], "/games?game=meuterer"
    for rest in (2, 2, 1):
        page = ann.get(path).text
        assert len(listed(page)) == rest
        assert ("Under way" in page) == (path == "/games?game=meuterer")
        seen += listed(page)
        found = re.search(r'href="(/games\?[^"]*before=\w+)"', page)
        path = found[1].replace("&amp;", "&") if found else ""
    assert (seen, path) == (made, "")
    assert "There are no older ones." in ann.get(f"/games?before={made[-1]}").text


def test_a_branch_is_listed_as_what_it_is(ann: Desk) -> None:
    match = played(ann)
    table = ann.post(f"/table/{match.id}/branch", {"ply": 17, "seat": 0}).headers["location"]
    assert "What if, after move 17" in words(ann.get("/games").text)
    branch = ann.on_loop(ann.room.get, table.removeprefix("/table/"))
    ann.on_loop(finished, ann.room, branch)
    page = ann.get("/games").text
    assert listed(page) == [branch.id, match.id]
    assert f'action="/table/{branch.id}/rematch"' not in page


@pytest.mark.parametrize("asked", ["game=chess", "before=..", "before=" + "a" * 41])
def test_a_page_that_is_none_is_not_found(ann: Desk, asked: str) -> None:
    answer = ann.get(f"/games?{asked}", **JSON)
    assert (answer.status_code, error_of(answer).endswith(".")) == (404, True)


@pytest.mark.parametrize("asked", ["before=%00", "before=%F0", "game=%00", "game=%F0"])
def test_what_is_no_text_is_refused(ann: Desk, asked: str) -> None:
    answer = ann.get(f"/games?{asked}", **JSON)
    assert (answer.status_code in (400, 404), error_of(answer).endswith(".")) == (True, True)


def test_an_unknown_place_in_the_list_is_the_end_of_it(ann: Desk) -> None:
    played(ann)
    assert "There are no older ones." in ann.get("/games?before=nowhere").text


# -- consent


def test_consent_is_given_and_taken_back(ann: Desk) -> None:
    page = ann.get("/games").text
    assert '<input type="checkbox" name="publish" value="on">' in page
    publish(ann)
    page = ann.get("/games?saved=yes").text
    assert '<input type="checkbox" name="publish" value="on" checked>' in page
    assert "Saved." in page
    assert ann.room.store.ask(archive.agreed, [ann.owner]) == {ann.owner}
    publish(ann, yes=False)
    assert ann.room.store.ask(archive.agreed, [ann.owner]) == frozenset()


def test_one_s_own_page_says_what_was_agreed_to_and_leads_there(ann: Desk) -> None:
    for agreed, told in ((True, "public ones, if all their players agree"), (False, "none")):
        publish(ann, agreed)
        page = ann.get("/me").text
        assert f"Games for research {told} · at your games" in words(page)
        assert Outline(page).values("href").count("/games#publish") == 1
    assert 'id="publish"' in ann.get("/games").text


def test_consent_keeps_the_rest_of_what_is_known(ann: Desk) -> None:
    ann.post("/me/name", {"name": "Annabel"})
    publish(ann)
    guest = ann.room.store.guest(ann.owner)
    assert guest is not None
    assert (guest.name, guest.publish) == ("Annabel", True)


def test_nobody_else_can_consent_for_somebody(ann: Desk) -> None:
    other = another(ann)
    for form, headers in [
        ({"publish": "on", "csrf": ""}, {}),
        ({"publish": "on", "csrf": other.csrf}, {}),
        ({"publish": "on"}, {"origin": "https://evil.example"}),
    ]:
        assert ann.post("/games/publish", form, **headers).status_code == 403
    assert ann.post("/games/publish", {"publish": "perhaps"}).status_code == 400
    assert ann.get("/games/publish").status_code == 405
    assert ann.room.store.guest(ann.owner) is None


# -- the export


def test_a_game_is_published_as_long_as_all_its_players_agree(ann: Desk) -> None:
    ben = another(ann)
    match = played(ann, other=ben)
    publish(ann)
    assert exported(ann) == []
    publish(ben)
    (game,) = exported(another(ann))
    assert game["seed"] == match.record.seed
    publish(ann, yes=False)
    assert exported(ann) == []


def test_what_is_published_names_nobody(ann: Desk) -> None:
    ben = another(ann)
    match = begun(ann, other=ben)
    assert ann.post(f"/table/{match.id}/say", {"text": "Ahoy from Plymouth"}).status_code == 303
    ann.on_loop(finished, ann.room, match)
    for browser in (ann, ben):
        publish(browser)
    text = gzip.decompress(ann.get("/export/games.jsonl.gz").content).decode()
    assert text.count("\n") == 1
    hidden = [*NAMES, "Ben", "Plymouth", match.id, ann.owner, ben.owner, str(match.row.created)]
    assert [secret for secret in hidden if secret in text] == []


def test_private_games_are_not_published_even_if_all_agree(ann: Desk) -> None:
    played(ann, public=False)
    publish(ann)
    assert exported(ann) == []


def test_the_page_about_it_leads_to_it_and_back(ann: Desk) -> None:
    page = ann.get("/export").text
    assert 'href="/export/games.jsonl.gz" download' in page
    assert 'href="/games#publish"' in page
    assert 'href="/export"' in ann.get("/games").text


def test_a_host_can_switch_it_off(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(host="127.0.0.1", export=False)) as ann:
        for path in ("/export", "/export/games.jsonl.gz"):
            answer = ann.get(path, **JSON)
            assert (answer.status_code, error_of(answer)) == (404, "This server publishes no games.")
        assert 'href="/export"' not in ann.get("/games").text


def test_where_the_database_fails_it_is_said_and_nothing_is_sent(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_asked: int) -> None:
        raise OperationalError("SELECT", {}, Exception("disk I/O error"))

    monkeypatch.setattr(ann.room.store, "published", broken)
    answer = ann.get("/export/games.jsonl.gz", **JSON)
    assert (answer.status_code, "disk" in answer.text) == (503, False)
    monkeypatch.undo()
    assert exported(ann) == []


def test_only_so_many_fetch_it_at_once(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_FETCHING", 0)
    answer = ann.get("/export/games.jsonl.gz", **JSON)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
    monkeypatch.undo()
    for _time in range(games.MOST_FETCHING + 1):
        assert exported(ann) == []


def test_a_download_counts_from_its_request_on(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_downloads, go_on = Semaphore(0), Event()
    chunks = export.chunks

    def slow(*asked: Any) -> Iterator[bytes]:
        begun_downloads.release()
        go_on.wait(30)
        yield from chunks(*asked)

    monkeypatch.setattr(export, "chunks", slow)
    with ThreadPoolExecutor(games.MOST_FETCHING) as pool:
        downloads = [pool.submit(exported, ann) for _download in range(games.MOST_FETCHING)]
        for _download in downloads:
            assert begun_downloads.acquire(timeout=30)
        refused = ann.get("/export/games.jsonl.gz", **JSON)
        go_on.set()
        assert [download.result() for download in downloads] == [[], []]
    assert refused.status_code == 503
    assert exported(ann) == []


def test_who_asks_for_the_head_of_the_export_reads_nothing(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "chunks", lambda *_asked: pytest.fail("It was read."))
    answer = ann.client.head("/export/games.jsonl.gz")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/gzip")

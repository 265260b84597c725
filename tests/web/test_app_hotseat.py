"""Several people at one screen: behind the curtain there is nothing of anybody's hand."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.tables.match import Match
from tests.web.desk import COOKIE, JSON, Desk, another, desk, words


def reveal(browser: Desk, match: Match, seat: int) -> int:
    return browser.post(
        f"/table/{match.id}/curtain", {"seat": seat, "version": match.version}, **JSON
    ).status_code


def test_the_curtain_hides_every_card_and_the_whole_table(ann: Desk) -> None:
    match = ann.table(humans=4)
    page = ann.get(f"/table/{match.id}").text
    assert "I am Ann: show my hand" in words(page)
    assert "data-table" not in page
    for mark in ('class="mini', 'class="card"', "data-good", 'name="action"', "region_"):
        assert mark not in page
    assert ann.get(f"/table/{match.id}/replay").headers["location"] == f"/table/{match.id}"


def test_the_curtain_is_the_same_whatever_the_hands(ann: Desk) -> None:
    match = ann.table(humans=4)
    before = ann.get(f"/table/{match.id}").content
    match.positions[-1] = match.record.position = match.position.view(None).sample("another deal")
    assert ann.get(f"/table/{match.id}").content == before


def test_whoever_is_handed_the_screen_sees_their_own_hand_and_no_other(ann: Desk) -> None:
    match = ann.table(humans=4)
    assert reveal(ann, match, 1) == 409
    assert reveal(ann, match, 0) == 200
    assert 'data-seat="0"' in ann.get(f"/table/{match.id}").text
    ann.act(match, 0, 0, "offer 1")
    ann.act(match, 0, 1, match.position.legal(0)[0].text)
    assert match.position.to_act == (1,)
    assert "data-table" not in ann.get(f"/table/{match.id}").text
    assert ann.get(f"/table/{match.id}/replay?seat=0").status_code == 303
    assert reveal(ann, match, 0) == 409
    assert reveal(ann, match, 1) == 200
    page = ann.get(f"/table/{match.id}").text
    assert '<main id="main" class="table" tabindex="-1"' in page
    assert f'data-table="{match.id}" data-seat="1"' in page


def test_nobody_acts_for_a_seat_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    assert ann.act(match, 0, 0, "offer 1", json=True).status_code == 409
    assert "data-table" not in ann.act(match, 0, 0, "offer 1").text
    assert match.version == 0


def test_another_browser_cannot_lift_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    ben = another(ann)
    assert reveal(ben, match, 0) == 403
    assert match.opened == {}


def test_an_open_page_is_sent_behind_the_curtain(ann: Desk) -> None:
    match = ann.table(humans=4)
    reveal(ann, match, 0)
    ann.act(match, 0, 0, "offer 1")
    with ann.listening(match, "0", 1) as socket:
        ann.act(match, 0, 1, match.position.legal(0)[0].text)
        assert socket.receive_json() == {"go": f"/table/{match.id}"}


def test_after_a_restart_the_screen_is_with_whom_it_was(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        match = browser.table(humans=4)
        reveal(browser, match, 0)
        cookie = str(browser.client.cookies[COOKIE])
    with desk(tmp_path) as browser:
        browser.client.cookies.clear()
        browser.client.cookies.set(COOKIE, cookie, domain="localhost.local")
        assert 'data-seat="0"' in browser.get(f"/table/{match.id}").text


def test_a_double_click_is_one_move_though_the_screen_is_handed_on(ann: Desk) -> None:
    match = ann.table(humans=4)
    reveal(ann, match, 0)
    ann.act(match, 0, 0, "offer 1")
    show = match.position.legal(0)[0].text
    clicks = [ann.act(match, 0, 1, show, json=True) for _ in range(2)]
    assert [click.json() for click in clicks] == [{"ok": True, "version": 2}] * 2
    assert ann.act(match, 0, 1, show).status_code == 303
    assert another(ann).act(match, 0, 1, show).status_code == 403
    other = next(action.text for action in match.positions[1].legal(0) if action.text != show)
    # Any other move gets the same answer, or it could be found out by trying which one was made.
    assert ann.act(match, 0, 1, other, json=True).json() == {"ok": True, "version": 2}
    assert ann.act(match, 1, 1, show, json=True).status_code == 409
    assert (match.number, match.version) == (3, 2)

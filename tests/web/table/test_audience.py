"""Who watches a table: spectators read that they do, and everybody how many there are and who."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocket

from quarterdeck.tables.match.match import Match
from quarterdeck.web.transport import updates
from quarterdeck.web.transport.wire import send
from tests.web.desk import Desk, another, words


def company(browser: Desk, match: Match) -> str:
    page = browser.get(f"/table/{match.id}").text
    return words(page.partition('id="region_company"')[2].partition('class="refusal"')[0])


def test_a_spectator_reads_that_they_watch_and_a_player_does_not(ann: Desk) -> None:
    match = ann.table()
    eve = another(ann)
    page = words(eve.get(f"/table/{match.id}").text)
    assert "You are watching" in page
    assert "You are watching: you see what everybody may see" in company(eve, match)
    assert "You are watching" not in words(ann.get(f"/table/{match.id}").text)
    assert "spectator" not in company(ann, match)


def test_who_watches_is_told_live_with_names_where_given(ann: Desk) -> None:
    match = ann.table()
    eve, dan = another(ann), another(ann)
    dan.post("/me/name", {"name": "Dan <b>"})
    with ann.listening(match, "0", 0) as player:
        with eve.listening(match, "", 0) as spectator:
            told = player.receive_json()
            assert set(told["regions"]) == {"region_company"}
            assert "1 spectator is here." in words(told["regions"]["region_company"])
            with dan.listening(match, "", 0):
                told = player.receive_json()["regions"]["region_company"]
                assert "2 spectators are here: Dan &lt;b&gt; and others." in words(told)
                told = words(spectator.receive_json()["regions"]["region_company"])
                assert "You are watching" in told
                assert "1 spectator is here: Dan" in told
                assert "1 spectator is here." in company(dan, match)
                assert "2 spectators are here" in company(ann, match)
            assert "1 spectator is here." in words(player.receive_json()["regions"]["region_company"])
        assert "spectator" not in words(player.receive_json()["regions"]["region_company"])
    assert ann.room.watchers._bells == {}


def test_several_pages_of_one_spectator_count_once_and_players_never(ann: Desk) -> None:
    match = ann.table()
    eve = another(ann)
    with ann.listening(match, "0", 0), eve.listening(match, "", 0), eve.listening(match, "", 0):
        assert "1 spectator is here." in company(ann, match)
        assert "spectators are" not in company(eve, match)


def test_a_watcher_is_not_told_of_other_tables(ann: Desk) -> None:
    match, other = ann.table(), ann.table()
    with another(ann).listening(match, "", 0):
        assert "spectator" not in company(ann, other)


def test_spectators_who_are_told_the_same_share_one_text(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    async def noted(socket: WebSocket, text: str) -> None:
        sent.append(text)
        await send(socket, text)

    monkeypatch.setattr(updates, "send", noted)
    match = ann.table()
    with (
        ann.listening(match, "0", 0) as player,
        another(ann).listening(match, "", 0) as eve,
        another(ann).listening(match, "", 0) as dan,
    ):
        # Those who came first hear of the others.
        for page, others in ((player, 2), (eve, 1)):
            for _other in range(others):
                page.receive_json()
        sent.clear()
        assert ann.act(match, 0, 0, match.position.legal(0)[0].text, json=True).status_code == 200
        assert eve.receive_json() == dan.receive_json() != player.receive_json()
    of_spectators = [text for text in sent if '"region_prompt"' in text and ann.csrf not in text]
    assert len(of_spectators) == 2
    assert of_spectators[0] is of_spectators[1]

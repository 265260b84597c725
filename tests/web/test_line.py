"""Moves over a page's socket: answered once each, with the status that tells whether to try again."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketDisconnect

from quarterdeck.tables.errors import StoreError
from quarterdeck.tables.match import Match
from tests.tables.tables import moves_of
from tests.web.desk import Desk


def answer_to(socket: Any, act: str, version: int, action: str) -> dict[str, Any]:
    """What the table says to a move of Ann's; news that come in between are skipped."""
    socket.send_json({"act": act, "seat": "0", "version": str(version), "action": action})
    while (news := socket.receive_json()).get("act") != act:
        assert "act" not in news
    return dict(news)


def test_a_move_sent_again_is_answered_alike_and_made_once(ann: Desk) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        for act in "12":
            assert answer_to(socket, act, 0, "offer 2") == {"act": act, "version": 1}
    with ann.listening(match, "0", 1) as socket:
        assert answer_to(socket, "1", 0, "offer 2") == {"act": "1", "version": 1}
    assert ann.act(match, 0, 0, "offer 2", json=True).json() == {"ok": True, "version": 1}
    assert moves_of(ann.room.store, match.id) == [(0, "offer 2")]


@pytest.mark.parametrize(
    ("version", "action", "status"),
    [(0, "show wine", 422), (0, "fly", 400), (7, "offer 2", 409), (-1, "offer 2", 400)],
)
def test_a_refusal_has_the_status_that_it_has_over_http(
    ann: Desk, version: int, action: str, status: int
) -> None:
    match = ann.table()
    with ann.listening(match, "0", 0) as socket:
        refusal = answer_to(socket, "5", version, action)
    assert refusal["status"] == status
    assert refusal["error"] == ann.act(match, 0, version, action, json=True).json()["error"]
    assert match.version == 0


def test_a_move_that_cannot_be_stored_says_so_and_can_be_made_later(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    def full(_writes: object) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    with ann.listening(match, "0", 0) as socket:
        with monkeypatch.context() as patched:
            patched.setattr(ann.room.store, "append", full)
            refusal = answer_to(socket, "1", 0, "offer 2")
        assert (refusal["status"], "disk" in refusal["error"]) == (503, False)
        assert match.version == 0
        assert answer_to(socket, "2", 0, "offer 2") == {"act": "2", "version": 1}


def test_a_page_whose_table_cannot_be_read_is_sent_to_try_again(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.table()

    async def lost(id_: str) -> Match:
        raise StoreError(f"{id_} can't be read")

    with ann.listening(match, "0", "") as socket:
        socket.receive_json()
        monkeypatch.setattr(ann.room, "get", lost)
        ann.on_loop(ann.room.spoken, match.id)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013

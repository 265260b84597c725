"""What programs hear: every entry in order, what was said, and nothing twice or never, whoever is slow."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.websockets import WebSocketDisconnect

from quarterdeck.i18n import use
from quarterdeck.tables.entry import now
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.web.api import BASE
from quarterdeck.web.api.feed import KEPT, feed_of
from quarterdeck.web.api.follow import Cursor, FeedMessage, TableFollower, follow
from quarterdeck.web.api.playing import move_command
from quarterdeck.web.api.tokens import Tokens
from tests.servers import running
from tests.tables.tables import NEVER, OWNER, ann_first, kinds, record, room_at, until
from tests.web.api.program import KEY, Program


@pytest.fixture
def match(ann: Program) -> Match:
    return ann.enter(record(ann_first()), kinds(4))


def play(ann: Program, match: Match, moves: int) -> None:
    for _ in range(moves):
        seat = match.to_act[0]
        action = match.position.legal(seat)[0].text
        assert ann.move(match, seat, match.version, action).status_code == 200


def heard(socket: Any, count: int) -> list[dict[str, Any]]:
    return [socket.receive_json() for _ in range(count)]


def test_a_newcomer_is_told_how_things_stand_and_then_every_entry(ann: Program, match: Match) -> None:
    with ann.listening(match.id, "seat=0") as socket:
        first = socket.receive_json()
        assert (first["version"], first["events"], first["to_act"]) == (0, [], [0])
        assert first["legal"] == [action.text for action in match.position.legal(0)]
        assert first["view"] == match.position.view(0).to_json()
        play(ann, match, 3)
        told = heard(socket, 3)
    assert [message["version"] for message in told] == [1, 2, 3]
    for message in told:
        stage = match.stages[message["version"]]
        seen = stage.view(0)
        facts = [(event.kind, event.seat, event.rule, event.data) for event in seen.events]
        assert [
            (fact["kind"], fact["seat"], fact["rule"], fact["data"]) for fact in message["events"]
        ] == facts
        assert all(fact["sentence"] for fact in message["events"])
        assert message["to_act"] == list(stage.to_act)
        assert ("view" in message) == (0 in stage.to_act)


def test_views_come_as_often_as_they_are_asked_for(ann: Program, match: Match) -> None:
    with (
        ann.listening(match.id, "seat=1&views=all") as always,
        ann.listening(match.id, "seat=0&views=none") as never,
        ann.other().listening(match.id, "views=all") as watching,
    ):
        assert always.receive_json()["view"]["seat"] == 1
        assert "view" not in (told := never.receive_json())
        assert told["legal"]
        assert watching.receive_json()["view"]["seat"] is None
        play(ann, match, 1)
        assert always.receive_json()["view"] == {**match.position.view(1).to_json(), "legal": []}
        assert "view" not in never.receive_json()


def test_who_comes_back_misses_nothing(ann: Program, match: Match) -> None:
    play(ann, match, KEPT * 2)
    with ann.listening(match.id, "seat=0&after=0") as socket:
        whole = heard(socket, match.version)
    assert [message["version"] for message in whole] == list(range(1, match.version + 1))
    for after in (1, KEPT, match.version - 1):
        with ann.listening(match.id, f"seat=0&after={after}") as socket:
            assert heard(socket, match.version - after) == whole[after:]


def test_seats_taken_and_left_are_told_and_plans_are_not(ann: Program) -> None:
    id_ = ann.make()["table"]
    match = ann.match(id_)
    with ann.other().listening(id_) as socket:
        socket.receive_json()
        ben = ann.other(ann.other().post(f"/tables/{id_}/seats/1", {"name": "Ben"}).json()["token"])
        ann.post(f"/tables/{id_}/seats/0/plan", {"action": "leave"})
        ann.post(f"/tables/{id_}/seats/0/tokens")
        ben.delete(f"/tables/{id_}/seats/1")
        told = heard(socket, 2)
    assert [message["version"] for message in told] == [1, match.version]
    assert [message["events"][0]["kind"] for message in told] == ["seat_taken", "seat_left"]
    assert told[0]["events"][0]["sentence"] == "Ben sits down."
    assert told[0]["to_act"] == list(match.position.to_act)


def test_who_left_is_not_called_by_the_name_of_who_sits_there_now(ann: Program) -> None:
    id_ = ann.make()["table"]
    match = ann.match(id_)
    for name in ("Ben", "Zoe"):
        sat = ann.other(ann.other().post(f"/tables/{id_}/seats/1", {"name": name}).json()["token"])
        if name == "Ben":
            sat.delete(f"/tables/{id_}/seats/1")
    with ann.other().listening(id_, "after=0") as socket:
        told = [message["events"][0]["sentence"] for message in heard(socket, match.version)]
    assert [sentence for sentence in told if "Zoe" in sentence] == ["Zoe sits down."]
    assert sum("Ben" in sentence for sentence in told) == 2


def test_a_name_that_was_changed_is_told(ann: Program) -> None:
    match = ann.enter(record(ann_first()), ["human", "open", "open", "random"])
    with ann.other().listening(match.id) as socket:
        socket.receive_json()
        ann.on_loop(ann.room.execute, match, commands.rename(match.row.owner, 0, "Annabel"))
        told = socket.receive_json()["events"]
    assert [(one["kind"], one["seat"]) for one in told] == [("seat_renamed", 0)]
    assert told[0]["sentence"] == "A player is called Annabel from now on."


def test_talk_is_heard_by_those_it_is_for_and_by_who_comes_back(ann: Program, match: Match) -> None:
    path = f"/tables/{match.id}/messages"
    ann.post(path, {"text": "before"})
    with ann.listening(match.id, "seat=0") as seated, ann.other().listening(match.id) as watching:
        seated.receive_json()
        watching.receive_json()
        ann.post(path, {"text": "psst", "audience": "seats"})
        ann.post(path, {"text": "Ahoy!"})
        assert [one["talk"]["text"] for one in heard(seated, 2)] == ["psst", "Ahoy!"]
        assert [one["talk"]["text"] for one in heard(watching, 1)] == ["Ahoy!"]
    with ann.listening(match.id, "seat=0&after=0.1") as back:
        assert [one["talk"]["number"] for one in heard(back, 2)] == [2, 3]


def test_no_number_tells_a_spectator_how_much_is_kept_from_it(ann: Program, match: Match) -> None:
    path, ben = f"/tables/{match.id}/messages", ann.other()
    with ben.listening(match.id) as watching:
        watching.receive_json()
        for text, audience in (("psst", "seats"), ("Ahoy!", "all"), ("still", "seats"), ("Aye", "all")):
            ann.post(path, {"text": text, "audience": audience})
        for plan in ("leave", ""):
            ann.post(f"/tables/{match.id}/seats/0/plan", {"action": plan})
        ann.move(match, 0, match.version, "offer 2")
        told = heard(watching, 3)
    assert [one["talk"]["number"] for one in told if "talk" in one] == [1, 2]
    assert [one["version"] for one in told if "version" in one] == [1]
    assert [one["number"] for one in ben.get(path).json()["messages"]] == [1, 2]
    with ben.listening(match.id, "after=1.1") as back:
        assert [one["talk"]["text"] for one in heard(back, 1)] == ["Aye"]


def test_who_leaves_its_seat_while_it_watches_goes_on_hearing_what_is_said_to_all(ann: Program) -> None:
    id_ = ann.make()["table"]
    path = f"/tables/{id_}/messages"
    ben = ann.other(ann.other().post(f"/tables/{id_}/seats/1", {"name": "Ben"}).json()["token"])
    with ben.listening(id_, "seat=none") as watching:
        watching.receive_json()
        for text, audience in (("psst", "seats"), ("Ahoy!", "all"), ("still", "seats")):
            ann.post(path, {"text": text, "audience": audience})
        assert [one["talk"]["number"] for one in heard(watching, 3)] == [1, 2, 3]
        ben.delete(f"/tables/{id_}/seats/1")
        assert watching.receive_json()["events"][0]["kind"] == "seat_left"
        ann.post(path, {"text": "alone", "audience": "seats"})
        for text in ("Aye", "and on", "and on and on"):
            ann.post(path, {"text": text})
        told = watching.receive_json()["talk"]
    assert (told["text"], told["number"]) == ("Aye", 2)


def test_a_move_over_a_socket_is_answered_and_told(ann: Program, match: Match) -> None:
    with ann.listening(match.id, "seat=0&views=none") as socket:
        socket.receive_json()
        socket.send_json({"id": 7, "seat": 0, "version": 0, "action": "offer 2"})
        told = heard(socket, 2)
        assert {"id": 7, "version": 1} in told
        assert {message.get("version") for message in told} == {1}
        socket.send_bytes(b"bytes")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_messages_are_made_once_for_all_who_know_the_same(match: Match, ann: Program) -> None:
    play(ann, match, 1)
    feed = feed_of(match)
    quiet = [seat for seat in range(4) if seat not in match.to_act]
    told = {id(feed.message(match, seat, 1, "turn")) for seat in (*quiet, None)}
    assert len(told) == 1
    assert feed.message(match, match.to_act[0], 1, "turn") not in (None, feed.message(match, None, 1, "turn"))


def test_each_follower_reads_its_own_language(match: Match, ann: Program) -> None:
    play(ann, match, 1)
    sentences = []
    for language in ("de", "en"):
        with use(language):
            told = json.loads(feed_of(match).message(match, None, 1, "none") or "")
            sentences.append(told["events"][0]["sentence"])
            assert sentences[-1] == match.positions[1].heard(None)[0].sentence(match.names)
    assert sentences[0] != sentences[1]


# -- without a server: the pace of each listener is its own


async def took(news: AsyncIterator[FeedMessage], count: int) -> list[FeedMessage]:
    return [await anext(news) for _ in range(count)]


async def moved(room: Room, match: Match, moves: int) -> None:
    for _ in range(moves):
        seat = match.to_act[0]
        action = match.position.legal(seat)[0]
        await room.execute(match, move_command(OWNER, seat, match.version, action))


def test_a_slow_listener_holds_nobody_up_and_misses_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        match = await room.create(Match.fresh(record(), kinds(4), OWNER))
        follower = TableFollower(match.id, OWNER, 0, "none", Cursor(None, None))
        async with aclosing(follow(room, follower)) as slow, aclosing(follow(room, follower)) as fast:
            await took(slow, 1)
            await took(fast, 1)
            for _ in range(60):
                await moved(room, match, 1)
                (told,) = await took(fast, 1)
                assert told.cursor.version == match.version
            places = [told.cursor.version for told in await took(slow, 60)]
            assert places == list(range(1, 61))
        await room.close()

    asyncio.run(run())


def test_a_slow_listener_learns_nothing_of_a_seat_that_it_has_lost(tmp_path: Path) -> None:
    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        match = await room.create(Match.fresh(record(), kinds(4), OWNER))
        await room.execute(match, commands.hand(OWNER, 0, "phone"))
        await moved(room, match, 2)
        follower = TableFollower(match.id, "phone", 0, "all", Cursor(0, 0))
        async with aclosing(follow(room, follower)) as slow:
            await took(slow, 1)
            await room.execute(match, commands.revoke(OWNER, 0))
            await moved(room, match, 1)
            heard = [(told.kind, told.cursor.version) async for told in slow]
            assert heard == [("table", 2), ("gone", 2)]
        await room.close()

    asyncio.run(run())


def test_a_quiet_table_is_heard_to_be_there(tmp_path: Path) -> None:
    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        match = await room.create(Match.fresh(record(), kinds(4), OWNER))
        async with aclosing(
            follow(room, TableFollower(match.id, None, None, "turn", Cursor(0, 0)), quiet=0.01)
        ) as news:
            assert [told.kind for told in await took(news, 2)] == ["", ""]
            await moved(room, match, 1)
            assert (await took(news, 1))[0].kind in ("", "table")
        await room.close()

    asyncio.run(run())


def test_a_move_taken_back_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        room = room_at(tmp_path, NEVER)
        match = await room.create(Match.fresh(record(), kinds(4), OWNER))
        seat = match.to_act[0]
        await moved(room, match, 1)
        await room.execute(match, commands.take_back(OWNER, seat))
        async with aclosing(follow(room, TableFollower(match.id, OWNER, seat, "turn", Cursor(1, 0)))) as news:
            (told,) = await took(news, 1)
        message = json.loads(told.text)
        assert message["events"][0]["kind"] == "move_taken_back"
        assert (message["version"], message["to_act"]) == (2, [seat])
        assert message["view"] == match.stages[0].view(seat).to_json()
        await room.close()

    asyncio.run(run())


# -- over the wire


def events(answer: httpx2.Response, count: int) -> list[dict[str, str]]:
    """So many server-sent events, with their fields."""
    found: list[dict[str, str]] = []
    now: dict[str, str] = {}
    for line in answer.iter_lines():
        if line and not line.startswith(":"):
            name, _colon, value = line.partition(": ")
            now[name] = value
        elif not line and now:
            found.append(now)
            now = {}
            if len(found) == count:
                break
    return found


def on_turn(client: httpx2.Client, path: str) -> int:
    """Wait until the program is to act, and act; the version that it acted on."""
    while not (view := client.get(f"{path}/view").json())["legal"]:
        # Asked without rest, a fast server would soon refuse to answer.
        time.sleep(0.05)
    move = {"seat": 0, "version": view["version"], "action": view["legal"][0]["action"]}
    assert client.post(f"{path}/moves", json=move).status_code == 200
    return int(view["version"])


def test_a_stream_goes_on_where_its_last_event_was(tmp_path: Path) -> None:
    # Bots that think in the server: a busy machine starts no workers in time.
    seats = [{"kind": "me", "name": "Ann"}, *[{"kind": "rule-of-thumb"}] * 3]
    with running(tmp_path) as server, httpx2.Client(base_url=server.address + BASE, timeout=20) as client:
        opened = client.post("/tables", json={"game": "meuterer", "seats": seats}).json()
        client.headers["authorization"] = f"Bearer {opened['token']}"
        path = f"/tables/{opened['table']}"
        with client.stream("GET", f"{path}/events") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            (first,) = events(answer, 1)
        while (latest := on_turn(client, path)) < 20:
            pass
        client.post(f"{path}/messages", json={"text": "Ahoy!"})
        whole, begun = [first], json.loads(first["data"])["version"]
        while begun + len(whole) + 3 <= latest:
            # Each time somebody else's hand lies on the plug.
            with client.stream("GET", f"{path}/events", headers={"last-event-id": whole[-1]["id"]}) as answer:
                whole += events(answer, 4)
        played = [json.loads(event["data"])["version"] for event in whole if "event" not in event]
        assert played == list(range(begun, begun + len(played)))
        assert [json.loads(one["data"])["talk"]["text"] for one in whole if "event" in one] in ([], ["Ahoy!"])


def test_a_server_that_stops_ends_its_streams_without_a_complaint(tmp_path: Path) -> None:
    seats = [{"kind": "me", "name": "Ann"}, *[{"kind": "open"}] * 3]
    with running(tmp_path) as server, httpx2.Client(base_url=server.address + BASE, timeout=20) as client:
        table = client.post("/tables", json={"game": "meuterer", "seats": seats}).json()["table"]
        with client.stream("GET", f"/tables/{table}/events") as answer:
            lines = answer.iter_lines()
            assert next(lines) == "id: 0.0"
            assert server.stop() == ""
            assert len([*lines]) == 2


def test_a_socket_answers_pings_and_refuses_those_that_are_none(ann: Program) -> None:
    table = ann.make()["table"]
    with ann.listening(table) as socket:
        socket.receive_json()
        for ping in (7, "seven", None):
            socket.send_json({"ping": ping})
            assert socket.receive_json() == {"pong": ping}
        socket.send_json({"ping": [7]})
        refusal = socket.receive_json()
    assert (refusal["status"], "“ping” has to be a number or a short text." in refusal["error"]) == (
        422,
        True,
    )


@pytest.mark.parametrize("path", ["view", "messages", "events?after=99"])
def test_whatever_a_program_asks_at_its_table_shows_that_it_is_there(ann: Program, path: str) -> None:
    table = ann.make()["table"]
    assert ann.token is not None
    assert ann.room.presence.seen(now()) == {}
    ann.other().get(f"/tables/{table}/{path}")
    stranger = ann.other(Tokens(KEY).fresh())
    for other in (table, "nowhere"):
        stranger.get(f"/tables/{other}/{path}")
    assert ann.room.presence.seen(now()) == {}
    ann.get(f"/tables/{table}/{path}")
    assert set(ann.room.presence.seen(now())) == {(table, Tokens(KEY).owner(ann.token))}


def test_a_program_is_there_as_long_as_it_listens(ann: Program) -> None:
    table = ann.make()["table"]
    assert ann.token is not None
    owner = Tokens(KEY).owner(ann.token)
    with ann.listening(table) as socket:
        socket.receive_json()
        assert ann.room.presence.present(table, owner)
    ann.on_loop(until, lambda: not ann.room.presence.present(table, owner))

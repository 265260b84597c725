"""Match files that somebody brings along: shown as a replay, and trusted for nothing else."""

from __future__ import annotations

import asyncio
import html
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from quarterdeck.play import Game, Record
from quarterdeck.web import opened
from quarterdeck.web.limits import FILES, MOST_WITH_FILE
from tests.web.desk import JSON, Desk, another, error_of, words


def played(game: str = "mutiny", players: int = 3, moves: int = 10_000, ended: str = "") -> str:
    """The match file of a random game, or of its beginning."""
    record = Record(Game(game, players=players), seed="s", names=list("ABCDE"[:players]))
    dice = random.Random(1)
    while not record.position.over and len(record.moves) < moves:
        seat = record.position.to_act[0]
        record.append(seat, dice.choice(record.position.legal(seat)))
    record.ended = ended
    return record.dumps()


FILE = played()


def bring(browser: Desk, file: str | bytes, csrf: str | None = None, **headers: str) -> httpx2.Response:
    """Send a file by the form."""
    content = file.encode() if isinstance(file, str) else file
    fields = {"csrf": browser.csrf if csrf is None else csrf}
    return browser.client.post("/open", data=fields, files={"match": ("a.qd", content)}, headers=headers)


def refusal(answer: httpx2.Response) -> str:
    """The one sentence on the page with the form."""
    found = re.search(r'id="refused">([^<]*)<', answer.text)
    assert found, answer.text
    assert 'type="file"' in answer.text
    return html.unescape(found[1])


def shown(browser: Desk, file: str) -> str:
    """The address of an opened file's replay."""
    answer = bring(browser, file)
    assert answer.status_code == 303, refusal(answer)
    return str(answer.headers["location"])


@pytest.mark.parametrize(("game", "players"), [("meuterer", 4), ("cartagena", 3), ("mutiny", 5)])
def test_a_file_is_shown_as_a_replay_with_open_cards(ann: Desk, game: str, players: int) -> None:
    file = played(game, players)
    where = shown(ann, file)
    assert where.startswith("/table/file-")
    plies = file.count("\nmove ")
    page = words(ann.get(where).text)
    assert f"move 1 of {plies}" in page
    assert "from a file" in page
    assert "Nobody here knows who played it" in page
    for ply in (0, plies):
        assert ann.get(f"{where}?ply={ply}&seat=all").status_code == 200
    # Whoever has the address sees it, and can have the file back.
    assert another(ann).get(where).status_code == 200
    assert ann.get(where.replace("replay", "match.qd")).text == file


@pytest.mark.parametrize("ended", ["draw", "abandoned"])
def test_a_match_that_was_broken_off_or_ended_by_agreement_is_shown_too(ann: Desk, ended: str) -> None:
    for file in (played(moves=9), played(moves=9, ended=ended)):
        where = shown(ann, file)
        assert ann.get(f"{where}?ply=9").status_code == 200
        assert ann.get(where.replace("replay", "match.qd")).text == file


def test_the_address_leads_on_from_the_table_itself(ann: Desk) -> None:
    table = shown(ann, FILE).removesuffix("/replay")
    assert ann.get(table).headers["location"] == f"{table}/replay"


def test_it_is_no_game_of_this_server(ann: Desk) -> None:
    where = shown(ann, FILE)
    id_ = where.split("/")[2]
    for path in ("/", "/games", "/lobby", "/me/turns"):
        assert id_ not in ann.get(path).text
    assert ann.on_loop(ann.room.listed, ann.owner) == []
    page = ann.get(f"{where}?ply=2").text
    assert 'id="what-if"' not in page
    assert 'id="link-0"' not in page
    table = f"/table/{id_}"
    assert ann.post(f"{table}/branch", {"ply": 2, "seat": 0}).status_code == 403
    commands: dict[str, dict[str, Any]] = {
        "rematch": {},
        "act": {"seat": 0, "version": 1, "action": "bid 1 0"},
        "say": {"text": "Ahoy!"},
        "sit": {"seat": 0, "name": "Ann"},
        "leave": {"seat": 0},
        "ask": {"what": "draw"},
        "close": {},
    }
    for what, form in commands.items():
        assert ann.post(f"{table}/{what}", form).status_code in (400, 403, 409), what
    assert ann.get(where.replace("replay", "match.qd")).text == FILE


def changed(old: str, new: str) -> str:
    assert old in FILE
    return FILE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (
            lambda: "Ahoy!",
            "This is no match file of Quarterdeck: its first line would be “quarterdeck match 1”.",
        ),
        (lambda: b"\xff\xfe\x00", "This file is not UTF-8 text, so it is no match file."),
        (lambda: b"", "There is no file yet: choose one."),
        (lambda: changed("game mutiny", "game chess"), "chess"),
        (lambda: changed("rules-version ", "rules-version 9"), "by version 9"),
        (lambda: changed("move 2 ", "move 3 "), "Move 2 is expected here"),
        (lambda: changed("seed s", "seed t"), "The commitment is not the hash of the seed"),
        (lambda: changed("seat 0 A", "seat 0 " + "A" * 41), "A player's name has 1 to 40"),
    ],
    ids=["text", "bytes", "empty", "game", "version", "moves", "seed", "name"],
)
def test_what_is_no_match_file_is_refused_in_a_sentence(
    ann: Desk, file: Callable[[], str | bytes], said: str
) -> None:
    answer = bring(ann, file())
    assert answer.status_code == 400
    assert said in refusal(answer)
    assert refusal(answer).count("\n") == 0
    again = bring(ann, file(), **JSON)
    assert (again.status_code, error_of(again)) == (400, refusal(answer))


def test_a_file_that_is_too_long_is_refused_in_a_sentence(ann: Desk) -> None:
    longest = FILE + "#" * (opened.MOST_FILE - len(FILE))
    assert bring(ann, longest).status_code == 303
    answer = bring(ann, longest + "#")
    assert (answer.status_code, refusal(answer)) == (413, "This file is too long for a match.")
    answer = bring(ann, "#" * MOST_WITH_FILE)
    assert answer.status_code == 413
    assert "That is more than this server takes" in words(answer.text)


def test_other_forms_do_not_take_as_much(ann: Desk) -> None:
    assert ann.post("/me/name", {"name": "x" * 20_000}).status_code == 413


def test_a_script_gets_the_table_as_json(ann: Desk) -> None:
    answer = bring(ann, FILE, **JSON)
    assert answer.json()["ok"] is True
    assert ann.get(f"/table/{answer.json()['table']}/replay").status_code == 200


def test_a_form_needs_its_token_and_its_own_site(ann: Desk) -> None:
    assert bring(ann, FILE, "forged").status_code == 403
    assert bring(ann, FILE, "").status_code == 403
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        assert bring(ann, FILE, **headers).status_code == 403


def test_a_shared_file_without_the_worker_leads_to_the_form_and_changes_nothing(ann: Desk) -> None:
    before = len(ann.room.matches.at_hand())
    answer = ann.client.post(
        "/open/shared", files={"match": ("a.qd", FILE.encode())}, headers={"sec-fetch-site": "none"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/open")
    assert len(ann.room.matches.at_hand()) == before


def test_only_the_newest_are_kept_and_a_sentence_says_so(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "KEPT", 2)
    found = [shown(ann, FILE) for _ in range(3)]
    assert [ann.get(where).status_code for where in found] == [404, 200, 200]
    assert "no longer kept here: open the file again" in words(ann.get(found[0]).text)


def test_nobody_opens_files_without_end(ann: Desk) -> None:
    for _ in range(FILES.times):
        assert bring(ann, "Ahoy!").status_code == 400
    answer = bring(ann, FILE)
    assert (answer.status_code, "That was too often" in refusal(answer)) == (429, True)
    assert int(answer.headers["retry-after"]) > 0


def test_who_finds_too_many_files_waiting_is_asked_to_come_back(ann: Desk) -> None:
    shelf = opened.OpenedMatches(ann.room.matches)

    async def crowd() -> list[object]:
        tasks = [shelf.open(FILE.encode()) for _ in range(opened.WAITING + 3)]
        return await asyncio.gather(*tasks, return_exceptions=True)

    found = ann.on_loop(crowd)
    refused = [str(one) for one in found if isinstance(one, Exception)]
    assert refused == ["Others are opening files just now: try again in a minute."] * 2


def test_another_process_finds_the_newest_files(
    ann: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "KEPT", 2)
    here = opened.OpenedMatches(ann.room.matches, tmp_path)

    async def bring_and_forget() -> list[str]:
        ids = [(await here.open(played(moves=moves).encode())).id for moves in (1, 2, 3)]
        for id_ in ids:
            ann.room.matches.drop(id_)
        return ids

    first, *newest = ann.on_loop(bring_and_forget)
    assert {path.name for path in tmp_path.iterdir()} == {*newest}
    # As another process would, which has none of them in memory.
    assert [ann.get(f"/table/{id_}/replay").status_code for id_ in (first, *newest)] == [404, 200, 200]
    assert [match.ply for match in map(ann.room.matches.known, newest) if match] == [2, 3]


def test_only_ids_of_files_are_looked_for(ann: Desk, tmp_path: Path) -> None:
    (tmp_path / "file-..x").write_text(FILE)
    (tmp_path / "other").write_text(FILE)
    opened.OpenedMatches(ann.room.matches, tmp_path)
    assert [ann.get(f"/table/{id_}/replay").status_code for id_ in ("file-..x", "other")] == [404, 404]

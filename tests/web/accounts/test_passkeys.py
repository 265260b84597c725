"""Making passkeys and signing in with them: what a browser answers to the server's questions, and what is
refused.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from quarterdeck.settings import Settings
from quarterdeck.tables.store import keys
from tests.web.authenticator import Authenticator, ask, enter, make, refused
from tests.web.desk import JSON, Desk, another, desk, error_of, words

UNFIT = "does not fit"


def test_an_answer_for_another_site_is_refused(known: Desk, ben: Desk) -> None:
    passkey = make(known)
    told = ask(ben)
    question = told["options"]["challenge"]
    refused(ben, told, passkey.signed(question, "https://evil.example"), 403, "belongs to another site")
    passkey.host = "evil.example"
    told = ask(ben)
    refused(ben, told, passkey.signed(told["options"]["challenge"]), 403, UNFIT)


def test_a_question_answered_again_in_the_same_browser_is_refused(known: Desk, ben: Desk) -> None:
    passkey = make(known, Authenticator(counts=False))
    ben.table()
    told = ask(ben)
    answer = passkey.signed(told["options"]["challenge"])
    form = {"asked": told["asked"], "answer": json.dumps(answer)}
    assert ben.post("/me/enter", form, **JSON).status_code == 200
    refused(ben, told, answer, 403, "has been used already")


def test_a_question_of_another_browser_is_refused(known: Desk, ben: Desk) -> None:
    passkey = make(known)
    told = ask(another(known))
    refused(ben, told, passkey.signed(told["options"]["challenge"]), 403, "no question of this page")


def test_a_question_is_not_exchanged_for_another(known: Desk, ben: Desk) -> None:
    passkey = make(known)
    told, other = ask(ben), ask(ben)
    refused(ben, told, passkey.signed(other["options"]["challenge"]), 403, "no question of this page")
    made = ask(ben, "new")
    refused(ben, made, passkey.signed(made["options"]["challenge"]), 403, "no question of this page")


def test_a_question_grows_old(known: Desk, ben: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    passkey, told = make(known), ask(ben)
    real = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: real(self) + 301)
    refused(ben, told, passkey.signed(told["options"]["challenge"]), 410, "longer than 5 minutes")


def test_a_signature_that_does_not_fit_is_refused(known: Desk, ben: Desk) -> None:
    passkey, told = make(known), ask(ben)
    answer = passkey.signed(told["options"]["challenge"])
    other = Authenticator().signed(told["options"]["challenge"])
    answer["response"]["signature"] = other["response"]["signature"]
    refused(ben, told, answer, 403, UNFIT)


def test_a_copy_that_counts_less_is_refused(known: Desk, ben: Desk) -> None:
    passkey = make(known)
    enter(ben, passkey)
    passkey.signs = 0
    told = ask(another(known))
    cleo = another(known)
    told = ask(cleo)
    refused(cleo, told, passkey.signed(told["options"]["challenge"]), 403, UNFIT)


def test_a_passkey_that_nobody_knows_or_that_was_removed_is_refused(known: Desk, ben: Desk) -> None:
    told = ask(ben)
    refused(ben, told, Authenticator().signed(told["options"]["challenge"]), 403, "is not known here")
    passkey = make(known)
    found = re.search(r'name="id" value="([^"]+)"', known.get("/me").text)
    assert found
    # Nobody removes another's.
    ben.post("/me/passkey/remove", {"id": found[1]})
    assert "You have none yet" not in words(known.get("/me").text)
    known.post("/me/passkey/remove", {"id": found[1]})
    assert "You have none yet" in words(known.get("/me").text)
    told = ask(ben)
    refused(ben, told, passkey.signed(told["options"]["challenge"]), 403, "is not known here")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"response": 1}',
        '{"response": {"clientDataJSON": 5}}',
        '{"response": {"clientDataJSON": "äöü"}}',
        '{"response": {"clientDataJSON": "bnVsbA"}}',
        "[" * 5000,
        '{"response": {"clientDataJSON": "\\ud83d"}}',
    ],
)
def test_what_is_no_answer_is_refused(known: Desk, ben: Desk, answer: str) -> None:
    told = ask(ben)
    refused(ben, told, answer, 400, "read")
    made = ask(ben, "new")
    found = ben.post("/me/passkey", {"asked": made["asked"], "answer": answer}, **JSON)
    assert found.status_code == 400


@pytest.mark.parametrize("part", ["authenticatorData", "signature"])
def test_garbage_in_an_answer_is_refused(known: Desk, ben: Desk, part: str) -> None:
    passkey = make(known)
    for garbage in ("", "AAAA", "äöü", "A" * 5000, 7, None, [1]):
        told = ask(ben)
        answer = passkey.signed(told["options"]["challenge"])
        answer["response"][part] = garbage
        refused(ben, told, answer, 403, UNFIT)


def test_garbage_in_a_new_passkey_is_refused(ann: Desk) -> None:
    for garbage in ("", "AAAA", "A" * 5000, 7, None):
        told = ask(ann, "new")
        answer = Authenticator().made(told["options"]["challenge"])
        answer["response"]["attestationObject"] = garbage
        found = ann.post("/me/passkey", {"asked": told["asked"], "answer": json.dumps(answer)}, **JSON)
        assert (found.status_code, UNFIT in error_of(found)) == (403, True)
    assert "You have none yet" in words(ann.get("/me").text)


@pytest.mark.parametrize("id_", ["", "\ud83d", "a\0", "ä", "x" * 1401, 7, None, ["x"], {}])
def test_an_id_that_is_none_is_refused(known: Desk, ben: Desk, id_: object) -> None:
    passkey, told = make(known), ask(ben)
    refused(ben, told, {**passkey.signed(told["options"]["challenge"]), "id": id_}, 400, "can’t be read")


def test_a_passkey_is_made_once_and_so_many_are_enough(known: Desk, ben: Desk) -> None:
    passkey = make(known)
    told = ask(ben, "new")
    form = {"asked": told["asked"], "answer": json.dumps(passkey.made(told["options"]["challenge"]))}
    answer = ben.post("/me/passkey", form, **JSON)
    assert (answer.status_code, error_of(answer)) == (
        403,
        "This passkey is known here already: sign in with it.",
    )
    known.on_loop(fill, known)
    told = ask(known, "new")
    assert len(told["options"]["excludeCredentials"]) == keys.MOST_KEYS
    form = {"asked": told["asked"], "answer": json.dumps(Authenticator().made(told["options"]["challenge"]))}
    answer = known.post("/me/passkey", form, **JSON)
    assert (answer.status_code, "which is the most" in error_of(answer)) == (403, True)


async def fill(desk: Desk) -> None:
    for number in range(1, keys.MOST_KEYS):
        one = keys.Passkey(f"more{number}A", desk.owner, "key", 0, "more", int(time.time()))
        await desk.room.change(keys.add, one)


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb"])
def test_a_passkey_has_a_name_that_can_be_read(ann: Desk, name: str) -> None:
    told = ask(ann, "new")
    answer = json.dumps(Authenticator().made(told["options"]["challenge"]))
    found = ann.post("/me/passkey", {"asked": told["asked"], "answer": answer, "name": name}, **JSON)
    assert (found.status_code, "up to 40 printable characters" in error_of(found)) == (400, True)


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("http://127.0.0.1", "Passkeys need a name"),
        ("http://[::1]", "Passkeys need a name"),
        ("http://table.example", "Passkeys need a page by https"),
    ],
)
def test_where_no_browser_makes_passkeys_it_is_said(tmp_path: Path, base: str, said: str) -> None:
    with desk(tmp_path, settings=Settings(hosts=("*",))) as ann:
        host = base.partition("//")[2]
        for what in ("new", "ask"):
            answer = ann.post(f"/me/passkey/{what}", {}, **JSON, host=host, origin=base)
            assert (answer.status_code, said in error_of(answer)) == (409, True)


def test_the_site_is_the_one_that_the_browser_shows(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings(hosts=("*",))) as ann:
        # A proxy takes https away, and the server does not know.
        told = ask(ann, "new", host="table.example", origin="https://table.example")
        assert told["options"]["rp"] == {"id": "table.example", "name": "Quarterdeck"}
        passkey = Authenticator("table.example")
        answer = passkey.made(told["options"]["challenge"], "https://table.example")
        form = {"asked": told["asked"], "answer": json.dumps(answer)}
        headers = {"host": "table.example", "origin": "https://table.example"}
        assert ann.post("/me/passkey", form, **JSON, **headers).status_code == 200

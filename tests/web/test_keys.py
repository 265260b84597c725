"""Passkeys and recovery codes: one person in several browsers, and two guests made one."""

from __future__ import annotations

import json
import re

import pytest

from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.store.rows import Guest
from quarterdeck.web.accounts import recovery
from quarterdeck.web.errors import Refused
from quarterdeck.web.limits import KEYS
from tests.web.authenticator import ask, enter, make, name_of, raw, refused
from tests.web.desk import JSON, Desk, another, words


def code_of(desk: Desk) -> str:
    """A new recovery code, as the page shows it."""
    page = desk.post("/me/code", {})
    assert page.status_code == 200
    found = re.search(r'<p class="code">(.*?)</p>', page.text)
    assert found
    return re.sub("<[^>]*>", "", found[1])


def ticket(where: str) -> str:
    assert where.startswith("/me/join?ticket=")
    return where.partition("ticket=")[2]


def guest(desk: Desk, owner: str) -> Guest | None:
    found = desk.on_loop(desk.room.guest, owner)
    assert found is None or isinstance(found, Guest)
    return found


def test_with_a_passkey_another_browser_is_the_same_person(known: Desk, ben: Desk) -> None:
    match = known.table()
    passkey = make(known, name="My telephone")
    assert "My telephone" in words(known.get("/me").text)
    assert enter(ben, passkey) == "/me?in=yes#me-keys"
    assert name_of(ben) == "Ann"
    assert "this browser knows you now" in words(ben.get("/me?in=yes").text)
    assert f"/table/{match.id}" in ben.get("/games").text
    # What is legal for the one is for the other.
    assert ben.post(f"/table/{match.id}/plan", {"seat": 0, "action": ""}, **JSON).status_code == 200
    assert "1 other browser has signed in as you" in words(known.get("/me").text)


def test_without_anything_of_its_own_a_browser_is_not_asked(known: Desk, ben: Desk) -> None:
    ben.post("/me/name", {"name": "Ben"})
    assert enter(ben, make(known)) == "/me?in=yes#me-keys"
    assert name_of(ben) == "Ann"
    assert guest(ben, ben.owner) is None


def test_a_browser_with_games_is_asked_and_brings_them_along(known: Desk, ben: Desk) -> None:
    match = ben.table()
    ben.post("/me/name", {"name": "Ben"})
    where = enter(ben, make(known))
    page = words(ben.get(where).text)
    assert "Ben , 1 unfinished table" in page
    assert "Ann , 0 unfinished tables" in page
    assert name_of(ben) == "Ben"
    form = {"ticket": ticket(where), "how": "together"}
    assert ben.post("/me/join", form).headers["location"] == "/me?in=yes#me-keys"
    assert name_of(ben) == "Ann"
    assert f"/table/{match.id}" in known.get("/games").text
    held = known.on_loop(known.room.get, match.id)
    assert isinstance(held, Match)
    assert held.seats_of(known.owner) == (0,)
    assert held.is_maker(known.owner)
    assert ben.owner not in str(held.seats)
    # The page of the old one is the page of the new one, and the button is no use again.
    assert ben.post("/me/join", form).status_code == 403
    assert known.post(f"/table/{match.id}/plan", {"seat": 0, "action": ""}, **JSON).status_code == 200


def test_a_browser_that_only_signs_in_finds_its_own_again_when_it_signs_out(known: Desk, ben: Desk) -> None:
    match = ben.table()
    ben.post("/me/name", {"name": "Ben"})
    where = enter(ben, make(known))
    ben.post("/me/join", {"ticket": ticket(where), "how": "apart"})
    assert name_of(ben) == "Ann"
    assert f"/table/{match.id}" not in ben.get("/games").text
    assert f"/table/{match.id}" not in known.get("/games").text
    page = words(ben.get("/me").text)
    assert "this browser has again what was its own before" in page
    assert ben.post("/me/leave", {}).headers["location"] == "/me?out=yes#me-keys"
    assert name_of(ben) == "Ben"
    assert f"/table/{match.id}" in ben.get("/games").text
    # A ticket that was used does not sign anybody in who finds it in the history.
    assert ben.post("/me/join", {"ticket": ticket(where), "how": "apart"}, **JSON).status_code == 403
    assert name_of(ben) == "Ben"


def test_signed_out_after_joining_a_browser_knows_nobody(known: Desk, ben: Desk) -> None:
    enter(ben, make(known))
    ben.post("/me/leave", {})
    assert name_of(ben) == ""
    assert name_of(known) == "Ann"


def test_who_has_no_key_can_t_sign_out_for_good(known: Desk) -> None:
    assert "Sign out here" not in words(known.get("/me").text)
    answer = known.post("/me/leave", {})
    assert answer.status_code == 409
    assert "without one you could never come back" in words(answer.text)
    make(known)
    assert known.post("/me/leave", {}).status_code == 303
    assert name_of(known) == ""


def test_others_are_signed_out_from_here(known: Desk, ben: Desk) -> None:
    enter(ben, make(known))
    known.post("/me/leave/others", {})
    assert name_of(ben) == ""
    assert "signed in as you" not in words(known.get("/me").text)


def test_a_recovery_code_opens_the_door_once(known: Desk, ben: Desk) -> None:
    code = code_of(known)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}", code)
    assert "You have one, made" in words(known.get("/me").text)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert ben.post("/me/recover", {"code": typed}).headers["location"] == "/me?in=yes#me-keys"
    assert name_of(ben) == "Ann"
    assert "Yours was used" in words(ben.get("/me").text)
    answer = another(known).post("/me/recover", {"code": code})
    assert answer.status_code == 403
    assert "has been used before" in words(answer.text)


def test_a_code_is_not_used_up_by_a_question(known: Desk, ben: Desk) -> None:
    code = code_of(known)
    ben.table()
    first = ben.post("/me/recover", {"code": code}).headers["location"]
    again = ben.post("/me/recover", {"code": code}).headers["location"]
    assert ben.post("/me/join", {"ticket": ticket(again), "how": "together"}).status_code == 303
    assert name_of(ben) == "Ann"
    cleo = another(known)
    assert cleo.post("/me/recover", {"code": code}).status_code == 403
    assert first != again


def test_a_new_code_replaces_the_old_one(known: Desk, ben: Desk) -> None:
    old, new = code_of(known), code_of(known)
    answer = ben.post("/me/recover", {"code": old})
    assert answer.status_code == 403
    assert "perhaps a newer one has replaced it" in words(answer.text)
    assert ben.post("/me/recover", {"code": new}).status_code == 303


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "has 20 letters and digits"),
        ("ABCD", "has 20 letters and digits"),
        ("A" * 5000, "has 20 letters and digits"),
        ("UUUU-UUUU-UUUU-UUUU-UUUU", "has no letter U: it may be a V"),
        ("UUUU", "has 20 letters and digits:"),
        ("ÄÖÜß-ÄÖÜß-ÄÖÜß-ÄÖÜß-ÄÖÜß", "has 20 letters and digits"),
        ("<b>' OR 1=1 --", "has 20 letters and digits"),
        ("1111-1111-1111-1111-1111", "of this code is wrong"),
        ("0000-0000-0000-0000-0000", "is not known here"),
    ],
)
def test_a_wrong_code_is_told_in_a_sentence(known: Desk, ben: Desk, typed: str, said: str) -> None:
    code_of(known)
    answer = ben.post("/me/recover", {"code": typed})
    assert answer.status_code in (400, 403)
    assert said in words(answer.text)
    assert name_of(ben) == ""


def test_any_slip_of_the_pen_is_noticed() -> None:
    code = recovery.new_code()
    for at, sign in enumerate(code):
        for other in set(recovery.SIGNS) - {sign}:
            with pytest.raises(Refused):
                recovery.read_code(code[:at] + other + code[at + 1 :])
    assert recovery.read_code(recovery.grouped(code).lower()) == code


def test_a_code_is_not_used_up_by_its_own_owner(known: Desk, ben: Desk) -> None:
    code = code_of(known)
    assert "here you are known already" in words(known.post("/me/recover", {"code": code}).text)
    assert ben.post("/me/recover", {"code": code}).status_code == 303


def test_addresses_and_questions_hold_no_hash_of_anybody(known: Desk, ben: Desk) -> None:
    ben.table()
    where = enter(ben, make(known))
    for signed in (ticket(where), ask(ben)["asked"], ask(ben, "new")["asked"]):
        said = raw(signed.partition(".")[0]).decode()
        assert known.owner not in said
        assert ben.owner not in said


def test_keys_are_asked_for_so_often_and_no_more(ann: Desk) -> None:
    for _ in range(KEYS.times):
        assert ann.post("/me/recover", {"code": "x"}).status_code == 400
    answer = ann.post("/me/recover", {"code": "x"})
    assert answer.status_code == 429
    assert "retry-after" in answer.headers


def test_two_who_sit_against_each_other_do_not_become_one(known: Desk, ben: Desk) -> None:
    match = known.table(2)
    known.on_loop(known.room.execute, match, commands.leave(known.owner, 1))
    known.on_loop(known.room.execute, match, commands.sit(ben.owner, 1, "Ben"))
    where = enter(ben, make(known))
    answer = ben.post("/me/join", {"ticket": ticket(where), "how": "together"})
    assert answer.status_code == 403
    assert "You sit at one unfinished table twice" in words(answer.text)
    assert known.on_loop(known.room.get, match.id).seats_of(ben.owner) == (1,)
    # Nothing was used up: only to sign in is still possible.
    assert ben.post("/me/join", {"ticket": ticket(where), "how": "apart"}).status_code == 303
    assert name_of(ben) == "Ann"


def test_a_ticket_is_of_one_browser_and_says_how(known: Desk, ben: Desk) -> None:
    ben.table()
    where = enter(ben, make(known))
    cleo = another(known)
    for bad in ("", "x", "ä", ticket(where)):
        assert cleo.get(f"/me/join?ticket={bad}").status_code == 403
        assert cleo.post("/me/join", {"ticket": bad, "how": "together"}, **JSON).status_code == 403
    assert ben.post("/me/join", {"ticket": ticket(where), "how": "ä"}, **JSON).status_code == 400
    assert ben.post("/me/join", {"ticket": ticket(where), "how": "together", "csrf": ""}).status_code == 403


def test_who_is_forgotten_is_not_let_in_by_old_keys(known: Desk, ben: Desk) -> None:
    passkey, code = make(known), code_of(known)
    known.post("/me/forget", {})
    assert "Nothing yet." in words(known.get("/me").text)
    told = ask(ben)
    refused(ben, told, passkey.signed(told["options"]["challenge"]), 403, "is not known here")
    assert ben.post("/me/recover", {"code": code}).status_code == 403


def test_pages_hold_no_hash_of_anybody(known: Desk, ben: Desk) -> None:
    ben.table()
    where = enter(ben, make(known))
    for page in (ben.get(where).text, ben.get("/me").text, known.get("/me").text):
        assert known.owner not in page
        assert ben.owner not in page


@pytest.mark.parametrize(
    "path",
    ["passkey/new", "passkey", "passkey/remove", "passkey/ask", "enter", "code", "recover", "join", "leave"],
)
def test_every_form_needs_its_token(known: Desk, path: str) -> None:
    assert known.post(f"/me/{path}", {"csrf": ""}, **JSON).status_code == 403


def test_who_is_signed_in_here_can_t_be_given_away_by_somebody_else(known: Desk, ben: Desk) -> None:
    cleo = another(known)
    cleo.post("/me/name", {"name": "Cleo"})
    cleo.table()
    ben.table()
    # Ann signs in at Ben's, leaves his things as they are, and forgets to sign out.
    ben.post("/me/join", {"ticket": ticket(enter(ben, make(known))), "how": "apart"})
    assert name_of(ben) == "Ann"
    code = code_of(cleo)
    answer = ben.post("/me/recover", {"code": code})
    assert (answer.status_code, "sign out first" in words(answer.text)) == (409, True)
    assert name_of(ben) == "Ann"
    ben.post("/me/leave", {})
    assert ben.post("/me/recover", {"code": code}).status_code == 303


def test_a_page_that_is_open_ends_with_signing_out(known: Desk, ben: Desk) -> None:
    match = known.table()
    enter(ben, make(known))
    with ben.listening(match, "0", match.version) as socket:
        known.post("/me/leave/others", {})
        known.on_loop(known.room.watchers.ring, match.id)
        assert json.loads(socket.receive_text()) == {"go": f"/table/{match.id}"}
        socket.send_text(json.dumps({"act": 1, "seat": 0, "version": 0, "action": "offer 1"}))
        told = json.loads(socket.receive_text())
        while "act" not in told:
            told = json.loads(socket.receive_text())
        assert told["status"] == 403
    assert match.version == 0


def test_who_came_by_a_code_alone_signs_out_once_they_have_another_way_in_or_want_none(
    known: Desk, ben: Desk
) -> None:
    ben.post("/me/recover", {"code": code_of(known)})
    assert name_of(ben) == "Ann"
    page = ben.get("/me").text
    assert re.search(r'name="anyway" value="yes" required', page)
    assert words(page).count("Sign out here") == 1
    answer = ben.post("/me/leave", {})
    assert (answer.status_code, "could never come back" in words(answer.text)) == (409, True)
    code = code_of(ben)
    assert 'name="anyway"' not in ben.get("/me").text
    assert ben.post("/me/leave", {}).status_code == 303
    cleo = another(known)
    cleo.post("/me/recover", {"code": code})
    assert cleo.post("/me/leave", {"anyway": "yes"}).status_code == 303
    assert name_of(cleo) == ""
    # Where a person began nobody is lost by it.
    assert known.post("/me/leave", {"anyway": "yes"}).status_code == 409
    assert name_of(known) == "Ann"


def test_who_is_signed_in_is_not_asked_to_sign_in(known: Desk, ben: Desk) -> None:
    enter(ben, make(known))
    for browser, signed in ((known, False), (ben, True)):
        page = words(browser.get("/me").text)
        assert "Sign out here" in page
        assert ("Sign in with the code" in page, "Sign in with a passkey" in page) == (not signed, not signed)

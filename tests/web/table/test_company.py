"""Who is at a table, on its pages: seats, clocks, and what can be done about them, from every seat."""

from __future__ import annotations

import pytest

from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE
from quarterdeck.web.table.company import REGION, company_news, company_page, duration
from tests.tables.tables import OWNER, ann_first, played, record
from tests.web.desk import Desk, another, words
from tests.web.outline import Outline

BEN = "ben's hash"
LIVE = Terms("live", per_move=30, reserve=300)
SLOW = Terms("slow", days=3)
SECOND = 1000


def match_of(terms: Terms) -> Match:
    """Ann and Ben, who sat down 10 seconds after the table was made, and two bots; Ann is to act."""
    match = Match.fresh(record(ann_first()), [HUMAN, "open", SUBSTITUTE, "random"], OWNER, terms)
    commands.sit(BEN, 1, "Ben")(match, began(match))
    return match


def began(match: Match) -> int:
    return match.row.created * SECOND + 10 * SECOND


def told(match: Match, me: int | None, owner: str) -> str:
    """The company as pages are told of it."""
    return "".join(company_news(match, me, owner))


def shown(match: Match, after: int, me: int | None = 0, owner: str = OWNER) -> str:
    """The company so many seconds after the match began, as its first words on a page."""
    return words(company_page(match, me, owner, "token", began(match) + after * SECOND))


def test_a_clock_spends_the_time_for_a_move_and_then_the_reserve() -> None:
    match = match_of(LIVE)
    assert "Ann is to act 0:30 +5:00" in shown(match, 0)
    assert "Ann is to act 0:08 +5:00" in shown(match, 22)
    assert "Ann is to act 0:00 +4:50" in shown(match, 40)
    assert "Ann is to act 0:00 +0:00" in shown(match, 999)
    assert "Ben +5:00 Cleo bot Dan bot" in shown(match, 22)
    [until] = Outline(told(match, 0, OWNER)).values("data-until")
    assert int(until) == began(match) + 330 * SECOND


def test_who_has_looked_into_a_hand_is_offered_that_seat_alone() -> None:
    match = match_of(LIVE)
    commands.leave(BEN, 1)(match, began(match))
    commands.leave(OWNER, 0)(match, began(match))
    for owner, offered in ((BEN, ["1"]), (OWNER, ["0"]), ("stranger", ["0", "1"])):
        page = Outline(company_page(match, None, owner, "token", began(match)))
        assert [one["value"] for _tag, one in page.elements if one.get("name") == "seat"] == offered


def test_little_time_is_told_in_words() -> None:
    match = match_of(LIVE)
    running = [
        [found["class"] for _tag, found in Outline(html).elements if "data-until" in found]
        for after in (310, 316)
        for html in [company_page(match, 0, OWNER, "", began(match) + after * SECOND)]
    ]
    assert running == [["clock"], ["clock little"]]
    assert "little time" in shown(match, 316)


def test_a_slow_clock_counts_days_and_hours() -> None:
    match = match_of(SLOW)
    assert "Ann is to act 3 d 0 h" in shown(match, 60)
    assert "Ann is to act 23 h 0 min" in shown(match, 2 * 86400 + 3600)
    assert "+" not in shown(match, 0)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "0:00"),
        (9, "0:09"),
        (0.001, "0:01"),
        (59.2, "1:00"),
        (3599, "59:59"),
        (3599.5, "1 h 0 min"),
        (3601, "1 h 1 min"),
        (172739, "47 h 59 min"),
        (172799, "2 d 0 h"),
        (176400, "2 d 1 h"),
        (3 * 86400 - 0.05, "3 d 0 h"),
        (3 * 86400, "3 d 0 h"),
    ],
)
def test_time_in_short(seconds: float, text: str) -> None:
    assert duration(round(seconds * SECOND)) == text


def test_without_a_clock_there_is_none() -> None:
    html = told(match_of(Terms()), 0, OWNER)
    assert "clock" not in html
    assert "timed" not in html


def test_who_is_away_or_has_left_is_told_to_all() -> None:
    match = match_of(LIVE)
    commands.away(0, match.version)(match, began(match))
    assert "Ann is to act away: a bot plays" in shown(match, 0)
    assert "data-until" not in told(match, None, "a stranger")
    commands.leave(BEN, 1)(match, began(match))
    assert "Ben left: a bot plays" in shown(match, 0)


def test_a_seat_that_was_left_is_offered_to_those_who_have_none() -> None:
    match = match_of(LIVE)
    assert "sit" not in told(match, None, "a stranger")
    commands.leave(BEN, 1)(match, began(match))
    stranger = told(match, None, "a stranger")
    assert "Take over Ben’s seat" in words(stranger)
    assert Outline(stranger).values("action") == [f"/table/{match.id}/sit"]
    for owner, me in ((OWNER, 0), (OWNER, None)):
        assert "Take over" not in told(match, me, owner)


def test_a_seat_is_taken_over_under_the_name_by_which_one_is_known(ann: Desk) -> None:
    cleo, stranger = another(ann), another(ann)
    cleo.post("/me/name", {"name": "Cleo <i>"})
    match = ann.enter(record(ann_first()), [HUMAN, HUMAN, SUBSTITUTE, "random"])
    ann.post(f"/table/{match.id}/curtain", {"seat": 0})
    with cleo.listening(match, "", match.version) as socket:
        ann.post(f"/table/{match.id}/leave", {"seat": 0})
        told = socket.receive_json()["regions"][REGION]
    offered = [Outline(told), *(Outline(one.get(f"/table/{match.id}").text) for one in (cleo, stranger))]
    names = [
        [found["value"] for _tag, found in page.elements if found.get("id") == "takeover-0"]
        for page in offered
    ]
    assert names == [["Cleo <i>"], ["Cleo <i>"], [""]]


def test_leaving_is_asked_twice_and_of_nobody_who_has_no_seat() -> None:
    match = match_of(LIVE)
    assert Outline(told(match, 0, OWNER)).values("action")[-1] == f"/table/{match.id}/leave"
    assert "Leave for good?" in words(told(match, 0, OWNER))
    assert Outline(told(match, None, "a stranger")).values("action") == []


def test_after_the_end_nothing_can_be_done() -> None:
    match = played(10_000, humans=2)
    for me, owner in ((0, OWNER), (None, "a stranger")):
        html = company_page(match, me, owner, "token", 0)
        assert Outline(html).values("action") == []
        assert "is to act" not in words(html)


def test_forms_have_their_token_on_the_page_and_none_in_live_updates() -> None:
    match = match_of(LIVE)
    assert 'value="token"' in company_page(match, 0, OWNER, "token", 0)
    assert 'name="csrf" value=""' in told(match, 0, OWNER)


def test_names_are_escaped() -> None:
    match = match_of(LIVE)
    commands.leave(BEN, 1)(match, began(match))
    commands.sit("mallory", 1, "<i>Mal")(match, began(match))
    commands.leave("mallory", 1)(match, began(match))
    for html in (told(match, None, ""), company_page(match, None, "", "", 0)):
        assert "<i>" not in html
        assert html.count("&lt;i&gt;Mal") == 2


def test_what_everybody_is_shown_is_the_same_for_all_and_says_nothing_of_holders_and_plans() -> None:
    match = match_of(LIVE)
    before = told(match, None, "a stranger")
    commands.plan(BEN, 1, "leave")(match, began(match))
    commands.hand(BEN, 1, "ben's phone")(match, began(match))
    assert told(match, None, "a stranger") == before
    assert told(match, 0, OWNER).startswith(before)
    assert told(match, 1, BEN).startswith(before)


def test_there_is_nobody_to_talk_to_among_bots() -> None:
    assert "data-alone" in told(played(3, humans=1), 0, OWNER)
    assert "data-alone" in told(played(3, humans=2), 0, OWNER)
    assert "data-alone" not in told(match_of(Terms()), 0, OWNER)


def test_a_page_gets_the_company_when_it_has_changed_with_the_server_s_time(ann: Desk) -> None:
    ben = another(ann)
    match = ann.on_loop(
        ann.room.create,
        Match.fresh(record(ann_first()), [HUMAN, "open", SUBSTITUTE, "random"], ann.owner, LIVE),
    )
    ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"})
    page = ann.get(f"/table/{match.id}").text
    assert Outline(page).values("data-now")
    with ann.listening(match, "0", match.version) as socket:
        # Nobody is to know that Ben has a plan; Ann's own is news to her.
        ben.post(f"/table/{match.id}/plan", {"seat": 1, "action": "leave"})
        ann.post(f"/table/{match.id}/plan", {"seat": 0, "action": "leave"})
        unchanged = socket.receive_json()
        assert (unchanged["version"], unchanged["own"]) == (match.version, 1)
        assert REGION not in unchanged["regions"]
        assert "now" not in unchanged
        ben.post(f"/table/{match.id}/leave", {"seat": 1})
        changed = socket.receive_json()
        assert "left: a bot plays" in changed["regions"][REGION]
        assert abs(changed["now"] - match.entries[-1].at) < 60 * SECOND

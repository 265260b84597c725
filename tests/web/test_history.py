"""What follows a finished game: shared replays, rematches, and branches, as browsers meet them."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from quarterdeck.play import Record
from quarterdeck.settings import Settings
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.web.api.feed import feed_of
from tests.tables.tables import finished, record
from tests.web.desk import JSON, Desk, another, desk, error_of, words


def played(ann: Desk, ben: Desk | None = None, public: bool = False, made: Record | None = None) -> Match:
    """A finished game of Ann's, with Ben at the second seat if he has a browser, and bots."""
    kinds = [HUMAN, VACANT if ben else "random", "random", "random"]
    match: Match = ann.on_loop(ann.room.create, Match.fresh(made or record(), kinds, ann.owner, None, public))
    if ben:
        ann.on_loop(ann.room.execute, match, commands.sit(ben.owner, 1, "<Ben>"))
    ann.on_loop(finished, ann.room, match)
    return match


def rematch(browser: Desk, match: Match) -> str:
    answer = browser.post(f"/table/{match.id}/rematch", {})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def branch(browser: Desk, match: Match, ply: int, seat: int) -> str:
    answer = browser.post(f"/table/{match.id}/branch", {"ply": ply, "seat": seat})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def new(location: str) -> str:
    """The id of a table by its address."""
    return location.removeprefix("/table/")


# -- replays that are shared


def links(page: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'id="link-\d" readonly value="([^"]+)"', page)]


def test_whoever_has_a_link_sees_the_replay(ann: Desk) -> None:
    match = played(ann)
    found = links(ann.get(f"/table/{match.id}/replay").text)
    base = f"http://localhost/table/{match.id}/replay?seat="
    assert found == [f"{base}0", f"{base}0&spoilers=off", f"{base}all", f"{base}all&spoilers=off"]
    stranger = another(ann)
    for link, titles in zip(found, ("Seen by", "Move 1") * 2, strict=True):
        assert titles in words(stranger.get(link.removeprefix("http://localhost")).text)


def test_links_begin_with_the_address_that_the_host_has_set(tmp_path: Path) -> None:
    settings = Settings(host="127.0.0.1", address="https://table.example.org")
    with desk(tmp_path, settings=settings) as ann:
        found = links(ann.get(f"/table/{played(ann).id}/replay").text)
    assert len(found) == 4
    assert all(link.startswith("https://table.example.org/table/") for link in found)


def test_while_a_match_goes_on_there_is_nothing_to_share_and_nowhere_to_branch(ann: Desk) -> None:
    match = ann.table()
    page = ann.get(f"/table/{match.id}/replay").text
    assert links(page) == []
    assert 'id="what-if"' not in page
    assert another(ann).get(f"/table/{match.id}/replay?seat=0").status_code == 403


# -- rematches


def test_a_rematch_is_asked_for_at_the_end_and_seen_by_the_others_at_once(ann: Desk) -> None:
    ben = another(ann)
    match = played(ann, ben)
    page = ann.get(f"/table/{match.id}").text
    assert re.search(r'<button[^>]*form="again"[^>]*><span class="words"><b>Rematch<', page)
    assert f'<form id="again" method="post" action="/table/{match.id}/rematch">' in page
    with ann.listening(match, "0", match.version) as socket:
        table = rematch(ben, match)
        told = socket.receive_json()["regions"]
    assert list(told) == ["region_prompt"]
    assert "&lt;Ben&gt; asks for a rematch." in words(told["region_prompt"])
    assert re.search(r'<button[^>]* form="again"[^>]*>Join</button>', told["region_prompt"])
    assert f'href="{table}">To the table</a>' in ben.get(f"/table/{match.id}").text
    assert ann.get(f"/table/{match.id}").text.count("Rematch<") == 0
    assert rematch(ann, match) == table
    assert ann.on_loop(ann.room.get, new(table)).begun


def test_the_seat_of_who_played_waits_under_their_name(ann: Desk) -> None:
    ben = another(ann)
    table = rematch(ann, played(ann, ben))
    made = ann.on_loop(ann.room.get, new(table))
    assert [(seat.name, seat.kind) for seat in made.seats] == [
        ("Dan", "random"),
        ("Ann", HUMAN),
        ("<Ben>", VACANT),
        ("Cleo", "random"),
    ]
    assert "Meant for &lt;Ben&gt;" in words(another(ann).get(table).text)
    ben.post(f"{table}/sit", {"seat": 2, "name": "Ben"})
    assert made.begun


def test_strangers_are_not_told_where_a_private_table_is_played_again(ann: Desk) -> None:
    match = played(ann)
    table = rematch(ann, match)
    stranger = another(ann)
    pages = [stranger.get(f"/table/{match.id}{path}").text for path in ("", "/replay?seat=0", "/match.qd")]
    with stranger.listening(match, "", "") as socket:
        pages.append(socket.receive_text())
    spectator, seat = (feed_of(match).message(match, viewer, match.version, "all") for viewer in (None, 0))
    assert spectator is not None
    assert [page for page in [*pages, spectator] if new(table) in page] == []
    assert seat is not None
    assert new(table) in seat


def test_spectators_of_a_public_table_may_look_on(ann: Desk) -> None:
    match = played(ann, public=True)
    table = rematch(ann, match)
    assert f'href="{table}">Have a look</a>' in another(ann).get(f"/table/{match.id}").text


@pytest.mark.parametrize("what", ["rematch", "branch"])
def test_a_form_without_its_token_changes_nothing(ann: Desk, what: str) -> None:
    match = played(ann)
    form = {"csrf": "", "ply": 3, "seat": 0}
    assert ann.post(f"/table/{match.id}/{what}", form).status_code == 403
    assert ann.post(f"/table/{match.id}/{what}", {**form, "csrf": another(ann).csrf}).status_code == 403
    crossed = ann.post(f"/table/{match.id}/{what}", {"ply": 3, "seat": 0}, origin="https://evil.example")
    assert crossed.status_code == 403
    assert ann.get(f"/table/{match.id}/{what}").status_code == 405
    assert len(ann.room.store.of_owner(ann.owner, 9)) == 1


def test_who_did_not_play_cannot_ask_for_a_rematch(ann: Desk) -> None:
    match = played(ann, public=True)
    answer = another(ann).post(f"/table/{match.id}/rematch", {}, **JSON)
    assert (answer.status_code, error_of(answer)) == (
        403,
        "Only who had a seat at this table can ask for a rematch.",
    )
    assert match.rematch is None


def test_before_the_end_there_is_no_rematch(ann: Desk) -> None:
    match = ann.table()
    answer = ann.post(f"/table/{match.id}/rematch", {}, **JSON)
    assert (answer.status_code, error_of(answer)) == (
        403,
        "A rematch can be asked for when the match is over.",
    )
    assert ann.post("/table/nowhere/rematch", {}).status_code == 404
    assert ann.post("/table/example/rematch", {}).status_code == 403


def test_rematches_and_branches_count_as_tables(tmp_path: Path) -> None:
    with desk(tmp_path, settings=Settings.model_validate({"limit_tables": "2/hour"})) as ann:
        match, other = played(ann), played(ann)
        table = rematch(ann, match)
        branch(ann, match, 3, 0)
        assert ann.post(f"/table/{other.id}/rematch", {}).status_code == 429
        assert ann.post(f"/table/{other.id}/branch", {"ply": 3, "seat": 0}).status_code == 429
        # To find the one that is there costs nothing.
        assert rematch(ann, match) == table
        assert len(ann.room.store.of_owner(ann.owner, 9)) == 4


# -- branches


def test_anybody_who_watches_a_replay_can_play_on_from_there(ann: Desk) -> None:
    match = played(ann)
    stranger = another(ann)
    page = stranger.get(f"/table/{match.id}/replay?ply=17&seat=2").text
    assert "Play on from move 17" in page
    assert '<option value="2" selected>Cleo</option>' in page[page.index('id="branch-seat"') :]
    table = branch(stranger, match, 17, 2)
    made = stranger.on_loop(stranger.room.get, new(table))
    assert made.position == match.positions[17]
    assert (made.seats_of(stranger.owner), made.row.public) == ((2,), False)


def test_a_branch_says_what_it_is_and_that_it_is_no_fair_deal(ann: Desk) -> None:
    match = played(ann)
    table = branch(ann, match, 17, 0)
    page = ann.get(table).text
    assert "What if? From a game of Ann, Ben, Cleo, Dan, after move 17. It is no fair deal" in words(page)
    assert "4 players, what if</small>" in page
    assert match.record.commitment not in page
    assert "A fair deal" not in page
    # The seed would tell the cards to come.
    assert match.record.seed not in page
    assert "What if? From a game" not in ann.get(f"/table/{match.id}").text


def test_a_replay_of_a_branch_shows_the_moves_before_it(ann: Desk) -> None:
    match = played(ann)
    table = branch(ann, match, 17, 0)
    for ply in (0, 5, 17):
        first = replayed(ann, f"/table/{match.id}", ply)
        assert replayed(ann, table, ply) == first.replace(f"of {match.ply}", "of 17")


def replayed(browser: Desk, table: str, ply: int) -> str:
    page = browser.get(f"{table}/replay?ply={ply}&seat=0").text
    found = re.search(r'<h2 class="prompt" id="prompt">(.*?)</h2>', page)
    assert found
    return found[1]


def test_a_branch_from_nowhere_is_refused_and_makes_nothing(ann: Desk) -> None:
    match = played(ann)
    for ply, seat, status in [
        ("3", "4", 404),
        ("9999", "0", 404),
        (str(match.ply), "0", 404),
        ("-1", "0", 400),
        ("3", "-1", 400),
        ("", "0", 400),
        ("3", "", 400),
        ("3", "none", 400),
        ("1e1", "0", 400),
        ("\N{ARABIC-INDIC DIGIT THREE}", "0", 400),
    ]:
        answer = ann.post(f"/table/{match.id}/branch", {"ply": ply, "seat": seat}, **JSON)
        assert answer.status_code == status
        assert error_of(answer).endswith(".")
    assert len(ann.room.store.of_owner(ann.owner, 9)) == 1


def test_a_match_that_goes_on_has_no_branches(ann: Desk) -> None:
    match = ann.table()
    for table in (match.id, "example"):
        answer = ann.post(f"/table/{table}/branch", {"ply": 0, "seat": 0}, **JSON)
        assert (answer.status_code, "when the match is over" in error_of(answer)) == (403, True)


def test_the_last_position_offers_no_branch(ann: Desk) -> None:
    match = played(ann)
    assert 'id="what-if"' in ann.get(f"/table/{match.id}/replay?ply={match.ply - 1}").text
    assert 'id="what-if"' not in ann.get(f"/table/{match.id}/replay?ply={match.ply}").text


def test_while_the_database_is_away_there_is_no_rematch(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(ann)

    def broken(_id: str) -> str | None:
        raise OperationalError("SELECT", {}, Exception("disk I/O error"))

    monkeypatch.setattr(ann.room.store, "rematch", broken)
    answer = ann.post(f"/table/{match.id}/rematch", {}, **JSON)
    assert (answer.status_code, match.rematch) == (503, None)
    assert "disk" not in answer.text

"""Regattas: set up, joined, played round by round to their standings."""

from __future__ import annotations

import re
from typing import Any

import pytest

from quarterdeck.tables.errors import Outdated, StoreError
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.live.regatta import Organizer
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.command import Command
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.regatta import MOST, points
from quarterdeck.tables.seats import HUMAN, SUBSTITUTE
from quarterdeck.tables.store import merging, regattas
from quarterdeck.tables.store.regattas import Regatta
from quarterdeck.web.accounts.browser import Keyring
from quarterdeck.web.boards import BOARDS
from quarterdeck.web.table.booking import booking_of, finishes_of
from tests.tables.tables import finished
from tests.web.desk import JSON, KEY, Desk, another, error_of, words

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def set_up(host: Desk, **form: Any) -> str:
    answer = host.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": 2, **form})
    assert answer.status_code == 303, words(answer.text)
    return str(answer.headers["location"])


def joined(host: Desk, path: str, count: int = 6) -> list[Desk]:
    people = [host, *(another(host) for _one in range(count - 1))]
    for desk, name in zip(people, NAMES, strict=False):
        assert desk.post(f"{path}/enter", {"name": name}).status_code == 303
    return people


def found(desk: Desk, path: str) -> Regatta:
    regatta = desk.on_loop(desk.room.ask, regattas.find, path.rpartition("/")[2])
    assert isinstance(regatta, Regatta)
    return regatta


def begin(desk: Desk, path: str, number: int) -> list[Match]:
    """Begin a round; returns its matches."""
    assert desk.post(f"{path}/begin", {"round": number}).status_code == 303
    assert desk.get(path).status_code == 200
    (tables,) = desk.on_loop(desk.room.ask, regattas.tables_of, found(desk, path), [number])
    return [desk.on_loop(desk.room.get, tables[at].table) for at in sorted(tables)]


def end(desk: Desk, matches: list[Match]) -> None:
    for match in matches:
        desk.on_loop(finished, desk.room, match)


@pytest.mark.parametrize("deals", ["same", "own"])
def test_six_people_play_two_rounds_to_their_standings(ann: Desk, deals: str) -> None:
    path = set_up(ann, deals=deals)
    people = joined(ann, path)
    holders = {one.number: one.holder for one in found(ann, path).entrants}
    for number in (1, 2):
        matches = begin(people[number], path, number)
        assert len(matches) == 2
        assert all(match.begun for match in matches)
        assert (matches[0].record.seed == matches[1].record.seed) == (deals == "same")
        seats = {
            desk.owner: match.seats_of(desk.owner)
            for match in matches
            for desk in people
            if match.seats_of(desk.owner)
        }
        assert set(seats) == {desk.owner for desk in people}
        for desk in people:
            (own,) = [match for match in matches if match.seats_of(desk.owner)]
            assert f"/table/{own.id}" in desk.get(path).text
        assert f"Round {number} is going on" in words(ann.get(path).text)
        end(ann, matches)
        told = "The regatta is won by" if number == 2 else "Round 1 is over"
        assert told in words(ann.get(path).text)
        expected = points([finishes_of(match) for match in matches], deals == "same")
        for result in found(ann, path).results[number - 1]:
            assert result.points == expected[result.table][result.seat]
            assert matches[result.table].seats_of(holders[result.entrant]) == (result.seat,)
    regatta = found(ann, path)
    assert regatta.over
    assert [len(results) for results in regatta.results] == [6, 6]
    told = words(ann.get(path).text)
    assert "The regatta is won by" in told
    assert all(name in told for name in NAMES)
    assert ann.post(f"{path}/begin", {"round": 3}).status_code == 403


def test_tables_with_the_same_deal_are_closed_until_the_round_is_over(ann: Desk) -> None:
    path = set_up(ann)
    people = joined(ann, path)
    first, second = begin(ann, path, 1)
    own = next(desk for desk in people if first.seats_of(desk.owner))
    other = next(desk for desk in people if second.seats_of(desk.owner))
    end(ann, [first])
    assert ann.get(path).status_code == 200
    table = f"/table/{first.id}"
    assert own.get(table).status_code == 200
    assert "finale-title" not in own.get(table).text
    for address in (table, f"{table}/replay?ply=1", f"{table}/match.qd"):
        refused = other.get(address, **JSON)
        assert (refused.status_code, "Other tables play the same cards" in error_of(refused)) == (403, True)
    assert own.get(f"{table}/match.qd").status_code == 403
    assert f"{table}/replay" in (games := own.get("/games").text)
    assert f"{table}/match.qd" not in games
    assert first.record.seed not in own.get(table).text
    assert table not in other.get(path).text
    end(ann, [second])
    assert table in other.get(path).text
    assert "finale-title" in own.get(table).text
    assert other.get(f"{table}/match.qd").status_code == 200


LEFT = "You have left your table: a bot plays on in your place until the round is over."


@pytest.mark.parametrize("script", [False, True])
def test_who_leaves_a_table_with_a_shared_deal_gets_to_the_regatta(ann: Desk, script: bool) -> None:
    path = set_up(ann)
    people = joined(ann, path)
    first, second = begin(ann, path, 1)
    own = next(desk for desk in people if first.seats_of(desk.owner))
    table = f"/table/{first.id}"
    assert f'href="{table}"' in own.get(path).text
    assert "A bot plays on in your place, and you can’t come back." in words(own.get(table).text)
    answer = own.post(f"{table}/leave", {"seat": first.seats_of(own.owner)[0]}, **(JSON if script else {}))
    assert (answer.json()["go"] if script else answer.headers["location"]) == path
    # The way back from a page that is refused does not lead to that page.
    refused = own.get(table)
    assert (refused.status_code, f'href="{table}"' in refused.text) == (403, False)
    # Nor does the regatta, for the rest of the round. It says why.
    assert f'href="{table}"' not in own.get(path).text
    assert LEFT in words(own.get(path).text)
    end(ann, [first, second])
    assert LEFT not in words(own.get(path).text)


def test_the_hosts_own_lists_tell_nothing_of_the_other_tables(ann: Desk) -> None:
    path = set_up(ann)
    joined(ann, path)
    first, second = begin(ann, path, 1)
    own, other = (first, second) if first.seats_of(ann.owner) else (second, first)
    for _time in range(2):
        for page in ("/", "/games"):
            assert own.id in ann.get(page).text
            assert other.id not in ann.get(page).text
        end(ann, [other])
    unfinished = ann.on_loop(ann.room.read, ann.room.store.of_owner, ann.owner, 0)
    assert [row.id for row, _summary in unfinished] == [own.id]


@pytest.mark.parametrize(("people", "shares"), [(4, False), (5, True)])
def test_a_single_table_shares_its_deal_with_no_other(ann: Desk, people: int, shares: bool) -> None:
    path = set_up(ann)
    joined(ann, path, people)
    assert "the same deal at all tables" in words(ann.get(path).text)
    end(ann, begin(ann, path, 1)[:1])
    told = words(ann.get(path).text)
    sentences = (
        "the same deal at all tables",
        "All tables have the same deal",
        "in the same seat at the other tables",
    )
    assert [sentence in told for sentence in sentences] == [shares, shares, False]
    assert ("of the others at the table fared worse" in told) == (not shares)


def test_tables_with_deals_of_their_own_can_be_watched(ann: Desk) -> None:
    path = set_up(ann, deals="own")
    people = joined(ann, path)
    first, _second = begin(ann, path, 1)
    stranger = next(desk for desk in people if not first.seats_of(desk.owner))
    assert stranger.get(f"/table/{first.id}").status_code == 200


def test_what_can_have_the_focus_is_found_again_when_the_page_updates_itself(ann: Desk) -> None:
    """By its key, in what is replaced; and the page of a refused form knows the address of the regatta."""
    path = set_up(ann, deals="own")
    joined(ann, path)
    refused = ann.post(f"{path}/enter", {"name": " "})
    assert refused.status_code == 400
    assert f'data-looks="{path}"' in refused.text
    seen = keys(ann.get(path).text)
    assert seen == ["begin", "leave"]
    end(ann, begin(ann, path, 1))
    seen = keys(ann.get(path).text)
    assert seen == ["begin", "standings", "table-1-1", "table-1-2"]
    begin(ann, path, 2)
    assert keys(ann.get(path).text) == [
        "own-table",
        "standings",
        *(f"table-{result}-{at}" for result in (2, 1) for at in (1, 2)),
    ]


def keys(page: str) -> list[str]:
    """The keys of what can have the focus in the course of a regatta; each has one."""
    course = page.partition('<div class="course"')[2].partition("<aside")[0]
    parts = re.findall(r'<(?:a |button|input(?! type="hidden")|\w+ [^>]*tabindex)[^>]*>', course)
    return [part.partition('data-key="')[2].partition('"')[0] for part in parts]


def test_two_who_begin_at_once_begin_one_round(ann: Desk) -> None:
    path = set_up(ann)
    people = joined(ann, path)
    first = begin(people[0], path, 1)
    again = begin(people[1], path, 1)
    assert [match.id for match in first] == [match.id for match in again]
    assert found(ann, path).begun == 1


def test_a_regatta_goes_on_without_its_host(ann: Desk) -> None:
    host = another(ann)
    path = set_up(host)
    people = joined(ann, path, 3)
    matches = begin(people[2], path, 1)
    assert len(matches) == 1
    # The fourth seat is a bot's.
    assert [seat.kind for seat in matches[0].seats].count(SUBSTITUTE) == 1
    end(ann, matches)
    assert begin(people[1], path, 2)


def test_a_bot_has_a_bots_name_in_whatever_seat_it_sits(ann: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # The id decides who sits where; with this one the bot sits in each seat once.
    monkeypatch.setattr(Keyring, "made_by", lambda *_values: "0" * 16)
    path = set_up(ann, rounds=4, deals="own")
    joined(ann, path, 3)
    sat = set()
    for number in range(1, 5):
        (match,) = begin(ann, path, number)
        (seat,) = (seat for seat, one in enumerate(match.seats) if one.kind != HUMAN)
        assert match.names[seat] == BOARDS["meuterer"].companions[seat]
        sat.add(seat)
        end(ann, [match])
        ann.get(path)
    assert sat == {0, 1, 2, 3}


def test_what_is_agreed_is_what_is_played(ann: Desk) -> None:
    path = set_up(ann, game="cartagena", players=3, clock="live-30", bot="captain", rounds=5)
    regatta = found(ann, path)
    assert (regatta.game, regatta.options["players"], regatta.rounds) == ("cartagena", 3, 5)
    joined(ann, path, 4)
    matches = begin(ann, path, 1)
    assert {match.terms.per_move for match in matches} == {30}
    assert {match.terms.timeout for match in matches} == {"seat"}
    assert [seat.kind for match in matches for seat in match.seats].count("captain") == 2


def test_people_come_and_go_before_it_begins(ann: Desk, ben: Desk) -> None:
    path = set_up(ann)
    assert "It takes 3 people" not in words(ben.get(path).text)
    ben.post(f"{path}/enter", {"name": "Ben"})
    assert "It takes 3 people" in words(ben.get(path).text)
    ben.post(f"{path}/enter", {"name": "Benedikt"})
    assert [one.name for one in found(ann, path).entrants] == ["Ben"]
    ben.post(f"{path}/leave", {})
    assert found(ann, path).entrants == ()
    people = joined(ann, path, 3)
    begin(ann, path, 1)
    late = another(ann)
    refused = late.post(f"{path}/enter", {"name": "Gus"})
    assert (refused.status_code, "nobody can join any more" in refused.text) == (403, True)
    assert people[1].post(f"{path}/leave", {}).status_code == 403
    assert "Take part" not in words(late.get(path).text)


def test_bad_input_is_one_sentence_and_nothing_is_lost(ann: Desk, ben: Desk) -> None:
    for wrong in (
        {"rounds": "0"},
        {"rounds": "many"},
        {"rounds": "13"},
        {"clock": "none"},
        {"bot": "god"},
        {"deals": "none"},
        {"game": "chess"},
        {"players": "9"},
        {"title": "\u202e"},
    ):
        answer = ann.post("/regatta", {"game": "meuterer", "title": "Friday", "rounds": "2", **wrong})
        assert answer.status_code in (400, 404, 422), wrong
        assert 'role="alert"' in answer.text
        assert "Friday" in answer.text or "title" in wrong
    assert ann.get("/regatta/nowhere").status_code == 404
    assert ann.get("/regatta/%22").status_code == 404
    path = set_up(ann)
    assert ann.post(f"{path}/enter", {"name": " "}).status_code == 400
    assert ann.post(f"{path}/begin", {"round": "1"}).status_code == 403
    joined(ann, path, 3)
    for wrong_round in ("2", "0", "x"):
        assert ann.post(f"{path}/begin", {"round": wrong_round}).status_code in (400, 403)
    assert another(ann).post(f"{path}/begin", {"round": "1"}).status_code == 403
    assert ben.post(f"{path}/enter", {"name": "Ben", "csrf": "wrong"}).status_code == 403
    assert found(ann, path).begun == 0


def test_a_full_regatta_takes_nobody_else(ann: Desk) -> None:
    path = set_up(ann)
    id_ = path.rpartition("/")[2]
    for number in range(MOST):
        ann.on_loop(ann.room.change, regattas.enter, id_, f"guest {number}", f"Guest {number}")
    refused = ann.post(f"{path}/enter", {"name": "Ann"})
    assert (refused.status_code, "is full" in refused.text) == (403, True)
    assert "This regatta is full" in words(ann.get(path).text)
    # Forty people, ten tables.
    ann.on_loop(ann.room.change, regattas.begin, id_, 1)
    ann.get(path)
    (tables,) = ann.on_loop(ann.room.ask, regattas.tables_of, found(ann, path), [1])
    assert len(tables) == MOST // 4


def test_who_is_forgotten_leaves_or_loses_the_name(ann: Desk) -> None:
    waiting, begun = set_up(ann), set_up(ann)
    people = joined(ann, begun, 3)
    people[1].post(f"{waiting}/enter", {"name": "Ben"})
    begin(ann, begun, 1)
    people[1].post("/me/forget", {})
    assert found(ann, waiting).entrants == ()
    assert [one.name for one in found(ann, begun).entrants] == ["Ann", "Guest", "Cleo"]


def test_ones_regattas_are_listed(ann: Desk, ben: Desk) -> None:
    path = set_up(ann)
    assert path in ann.get("/regatta").text
    assert path not in ben.get("/regatta").text
    ben.post(f"{path}/enter", {"name": "Ben"})
    assert path in ben.get("/regatta").text
    assert re.search(r"Skip to the regatta", ben.get("/regatta").text)


def test_a_round_is_settled_though_nobody_looks(ann: Desk) -> None:
    path = set_up(ann)
    joined(ann, path)
    matches = begin(ann, path, 1)
    end(ann, matches)
    organizer = Organizer(ann.room, KEY, finishes_of, lambda game: BOARDS[game].companions)
    ann.on_loop(Bookkeeper(ann.room, booking_of, organizer.settle_or_log).book_finished)
    assert found(ann, path).between
    assert not any(match.sealed for match in matches)


def test_what_failed_when_a_round_was_settled_is_done_again(
    ann: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = set_up(ann)
    joined(ann, path)
    matches = begin(ann, path, 1)
    end(ann, matches)

    def fails(*_values: object) -> None:
        raise StoreError("The store can't be written now.")

    with monkeypatch.context() as patch:
        patch.setattr(regattas, "finish", fails)
        assert ann.get(path).status_code == 503
    assert not found(ann, path).between
    ann.get(path)
    assert found(ann, path).between
    assert not any(match.sealed for match in matches)


@pytest.mark.parametrize(("begins", "status"), [(False, 200), (True, 409)])
def test_a_table_that_cannot_be_read_leaves_the_rest_of_the_page(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, begins: bool, status: int
) -> None:
    path = set_up(ann)
    joined(ann, path)
    end(ann, begin(ann, path, 1))

    async def fails(*_values: object) -> Match:
        raise Outdated("This match is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(type(ann.room), "get", fails)
        answer = ann.post(f"{path}/begin", {"round": 2}) if begins else ann.get(path)
    assert answer.status_code == status
    told = words(answer.text)
    assert "This match is damaged." in told
    assert all(name in told for name in NAMES)
    assert not found(ann, path).between


def test_a_bot_plays_on_for_who_has_become_another_person(ann: Desk) -> None:
    path = set_up(ann, deals="own")
    people = joined(ann, path, 4)
    end(ann, begin(ann, path, 1))
    ann.get(path)
    ann.on_loop(ann.room.change, merging.merge, people[1].owner, ann.owner, [], 1)
    (match,) = begin(ann, path, 2)
    assert match.begun
    assert [seat.kind for seat in match.seats].count(SUBSTITUTE) == 1
    assert match.seats_of(people[1].owner) == ()


@pytest.mark.parametrize("stands", [0, 1])
def test_a_round_begins_though_two_became_one_person_while_it_was_set(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, stands: int
) -> None:
    path = set_up(ann, deals="own")
    people = joined(ann, path, 3)
    last, sit = people[stands].owner, commands.sit

    def all_but_one(owner: str, seat: int, name: str) -> Command:
        return (lambda draft, _at: draft.version) if owner == last else sit(owner, seat, name)

    def fails(*_values: object) -> None:
        raise StoreError("The store can't be written now.")

    assert ann.post(f"{path}/begin", {"round": 1}).status_code == 303
    with monkeypatch.context() as patch:
        patch.setattr(commands, "sit", all_but_one)
        patch.setattr(commands, "seat_bots", fails)
        assert ann.get(path).status_code == 503
    (tables,) = ann.on_loop(ann.room.ask, regattas.tables_of, found(ann, path), [1])
    ann.on_loop(ann.room.change, merging.merge, people[1].owner, ann.owner, [], 1)
    ann.on_loop(ann.room.peers.catch_up, tables[0].table)
    (match,) = begin(ann, path, 1)
    assert match.begun
    # Three people and a bot were to play.
    assert [seat.kind for seat in match.seats].count(SUBSTITUTE) == 2
    assert [len(match.seats_of(desk.owner)) for desk in people] == [1, 0, 1]


def test_no_two_who_take_part_have_names_that_look_alike(ann: Desk) -> None:
    path = set_up(ann)
    assert ann.post(f"{path}/enter", {"name": "Jos\u00e9"}).status_code == 303
    answer = another(ann).post(f"{path}/enter", {"name": "Jose\u0301"})
    assert answer.status_code == 403
    assert "has that name already, or one that looks like it" in words(answer.text)
    assert len(found(ann, path).entrants) == 1

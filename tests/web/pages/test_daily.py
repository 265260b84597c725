"""The voyage of the day: the same deal for everybody, closed until its day ends, compared afterwards."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

import pytest
from starlette.testclient import WebSocketDenialResponse

from quarterdeck.bots.levels import SKILLS
from quarterdeck.kernel import jit
from quarterdeck.play import Record
from quarterdeck.play.game import commitment
from quarterdeck.tables import daily as calendar
from quarterdeck.tables.daily import FIRST, DailyDeal, deal_of, ends
from quarterdeck.tables.errors import Outdated
from quarterdeck.tables.ladder import BOT
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.live.daily import compare
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.match import commands
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store import daily as store
from quarterdeck.web.coaching import allowed
from quarterdeck.web.pages.daily import first_difference, voyage_names
from quarterdeck.web.table.booking import booking_of
from quarterdeck.web.table.screen import Screens
from tests.tables.tables import finished
from tests.web.desk import JSON, KEY, Desk, another, error_of, words
from tests.web.test_app_secrecy import at_seat, twin

GAME = "meuterer"
# The same in every run, as deals, seats, weeks and months are the day's; and later than any move that a test
# makes, so that none comes too late.
DAY = date(2126, 11, 28)


class Clock:
    """What time it is for the voyages: an hour before midnight, or a minute after."""

    def __init__(self) -> None:
        self.at = ends(DAY) - 3_600_000

    def strike(self) -> None:
        self.at = ends(DAY) + 60_000


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(calendar, "now", lambda: made.at)
    # Another test may have compiled the rules.
    monkeypatch.setattr(jit, "loaded", lambda: False)
    return made


def deal(game: str = GAME) -> DailyDeal:
    return deal_of(KEY, game, DAY)


def sail(browser: Desk, name: str = "", game: str = GAME) -> Match:
    answer = browser.post("/daily", {"game": game, "name": name})
    assert answer.status_code == 303, words(answer.text)
    match = browser.on_loop(browser.room.get, answer.headers["location"].rpartition("/")[2])
    assert isinstance(match, Match)
    return match


def end(browser: Desk, *matches: Match) -> None:
    for match in matches:
        browser.on_loop(finished, browser.room, match)
    browser.on_loop(Bookkeeper(browser.room, booking_of).book_finished)


def page(browser: Desk, **asked: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in {"game": GAME, **asked}.items())
    answer = browser.get(f"/daily?{query}")
    assert answer.status_code == 200, words(answer.text)
    return answer.text


# -- one deal for everybody


def test_everybody_has_the_same_deal_and_seat_and_nobody_else_has(ann: Desk, ben: Desk) -> None:
    mine, other = sail(ann), sail(ben, "Benedikt")
    assert mine.id != other.id
    assert mine.record.seed == other.record.seed == deal().seed
    assert mine.seats_of(ann.owner) == other.seats_of(ben.owner) == (deal().seat,)
    assert mine.position == other.position
    assert other.names[deal().seat] == "Benedikt"
    assert [seat.kind for seat in mine.seats].count("mate") == mine.game.players - 1
    assert deal_of(KEY, GAME, DAY - timedelta(days=1)).seed != deal().seed
    assert deal_of(KEY, "mutiny", DAY).seed != deal().seed
    assert deal_of("another key", GAME, DAY).seed != deal().seed


def test_tables_of_the_week_and_the_month_say_that_they_are_empty(ann: Desk) -> None:
    """Whoever has sailed today, too: points are added when the day is over."""
    end(ann, sail(ann, "Ann"))
    assert words(page(ann)).count("Nothing is added up yet.") == 2


def test_one_has_one_voyage_a_day(ann: Desk) -> None:
    first = sail(ann)
    assert sail(ann).id == first.id
    end(ann, first)
    assert sail(ann).id == first.id
    assert sail(ann, game="mutiny").id != first.id


def test_a_bot_of_each_level_plays_the_same_seat_once(
    ann: Desk, ben: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sail(ann)
    sail(ben)
    for level in ("deckhand", "mate"):
        found = ann.on_loop(ann.room.ask, store.begun, f"{BOT}{level}", GAME, DAY)
        match = ann.on_loop(ann.room.get, found.table)
        assert match.seats[deal().seat].kind == level
        assert match.record.seed == deal().seed
    # Without compiled rules nobody searches.
    assert ann.on_loop(ann.room.ask, store.begun, f"{BOT}admiral", GAME, DAY) is None
    monkeypatch.setattr(jit, "loaded", lambda: True)
    sail(ann)
    assert ann.on_loop(ann.room.ask, store.begun, f"{BOT}admiral", GAME, DAY) is not None


def test_the_seeds_hash_is_there_before_and_the_seed_after(ann: Desk, clock: Clock) -> None:
    assert deal().commitment in page(ann)
    assert deal().seed not in page(ann)
    end(ann, sail(ann))
    assert deal().seed not in page(ann)
    clock.strike()
    past = page(ann, day=DAY.isoformat())
    assert deal().seed in past
    assert commitment(deal().seed) in past


# -- closed until the day is over


def test_ones_games_offer_no_rematch_of_a_voyage(ann: Desk) -> None:
    match = sail(ann)
    end(ann, match)
    games = ann.get("/games").text
    assert f"/table/{match.id}/replay" in games
    assert "/rematch" not in games


def test_ones_games_offer_the_match_file_of_a_voyage_once_it_can_be_had(ann: Desk, clock: Clock) -> None:
    match = sail(ann)
    end(ann, match)
    file = f"/table/{match.id}/match.qd"
    assert (ann.get(file).status_code, file in ann.get("/games").text) == (403, False)
    clock.strike()
    assert (ann.get(file).status_code, file in ann.get("/games").text) == (200, True)


@pytest.mark.parametrize("over", [False, True])
def test_nobody_else_sees_anything_before_midnight(ann: Desk, ben: Desk, clock: Clock, over: bool) -> None:
    match = sail(ann, "Annabel")
    if over:
        end(ann, match)
    table = f"/table/{match.id}"
    pages = ("", "/replay?ply=0", "/replay?ply=0&seat=0", "/replay?ply=0&seat=all", "/match.qd", "/things")
    for path in (*(f"{table}{one}" for one in pages), f"{table}/review", f"{table}/figures?ply=0&seat=0"):
        answer = ben.get(path, **JSON)
        assert (answer.status_code, "voyage of the day" in error_of(answer)) == (403, True), path
    asked = ("/view", "/view?seat=all", "/replay?ply=0", "/replay?ply=0&seat=0", "/match.qd", "", "/messages")
    for path in asked:
        assert ben.get(f"/api/v1/tables/{match.id}{path}").status_code == 403, path
    assert ben.get(f"{table}/live?seat=&version=0.0&talk=", **JSON).status_code == 403
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        ben.client.websocket_connect(f"ws://localhost{table}/live?seat="),
    ):
        pass
    assert refused.value.status_code == 403
    # The picture that a link shows tells the game, and nobody's name.
    picture = ben.get(f"{table}/preview.png").content
    for way in ("on", "off"):
        assert ben.get(f"{table}/preview.png?spoilers={way}").content == picture
    clock.strike()
    if over:
        assert ben.get(f"{table}/replay?ply=0&seat=all").status_code == 200
        assert ben.get(f"{table}/match.qd").status_code == 200


def test_its_own_player_sees_no_more_than_before_until_midnight(ann: Desk, clock: Clock) -> None:
    match = sail(ann)
    end(ann, match)
    table, seat = f"/table/{match.id}", deal().seat
    shown = ann.get(table)
    assert shown.status_code == 200
    assert deal().seed not in shown.text
    assert "finale-title" not in shown.text
    assert f"/daily?game={GAME}" in shown.text
    assert ann.get(f"{table}/replay?ply=3&seat={seat}").status_code == 200
    for other in ("none", "all", (seat + 1) % 4):
        assert ann.get(f"{table}/replay?ply=3&seat={other}").status_code == 403
    assert ann.get(f"{table}/match.qd").status_code == 403
    assert ann.post(f"{table}/branch", {"seat": seat, "ply": 3}).status_code == 403
    assert ann.post(f"{table}/review", {}, **JSON).status_code == 403
    assert "what-if" not in ann.get(f"{table}/replay?ply=3").text
    clock.strike()
    assert deal().seed in ann.get(table).text
    assert "finale-title" in ann.get(table).text
    assert ann.get(f"{table}/replay?ply=3&seat=all").status_code == 200


def test_a_page_that_is_open_at_midnight_opens_with_the_next_look(ann: Desk, clock: Clock) -> None:
    match = sail(ann)
    end(ann, match)
    screens = Screens()
    before = screens.current(match, deal().seat)
    assert screens.current(match, deal().seat) is before
    clock.strike()
    after = screens.current(match, deal().seat)
    assert [name for name, html in after.regions("").items() if deal().seed in html] == ["region_deal"]


@pytest.mark.parametrize("parent", [(DAY.isoformat(), "daily"), ("r/1/0", "duplicate")])
@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_when_it_has_ended_no_byte_tells_what_its_player_could_not_see(
    ann: Desk, game: str, parent: tuple[str, str]
) -> None:
    dealt, differing = deal(game), 0
    kinds = [HUMAN if seat == dealt.seat else "mate" for seat in range(4)]
    record = Record(dealt.game, dealt.seed, voyage_names(dealt, ""))
    whole = Match.fresh(record, kinds, ann.owner, parent=parent)
    dice = random.Random(game)
    while not whole.over:
        seat = dice.choice(whole.to_act)
        whole.add("move", seat, 0, action=dice.choice(whole.position.legal(seat)).text, by="player")
    for viewer in (dealt.seat, None):
        match = at_seat(whole, viewer, ann.owner, whole.ply)
        other = twin(match, viewer)
        differing += match.positions != other.positions
        said, of_twin = (said_to(ann, one, viewer) for one in (match, other))
        assert said == of_twin
        assert deal(game).seed.encode() not in b"".join(said)
    assert differing


def said_to(browser: Desk, match: Match, viewer: int | None) -> list[bytes]:
    """Everything that the server says of a finished voyage to its player, or to somebody else."""
    browser.room.matches.show(match)
    table, api, seat = f"/table/{match.id}", f"/api/v1/tables/{match.id}", deal(match.game.id).seat
    plies = [f"/replay?ply={ply}" for ply in range(0, match.ply + 1, 9)]
    seats = [f"/replay?ply=1&seat={other}" for other in ("none", "all", *range(4))]
    others = ("", "/match.qd", "/preview.png", "/review", "/things", f"/coach?ply=1&seat={seat}")
    asked = [f"{table}{path}" for path in (*others, *plies, *seats)]
    asked += [f"{api}{path}" for path in ("", "/view", "/view?seat=all", "/replay?ply=9", "/messages")]
    said = [browser.get(path).content for path in asked]
    for path, form in {
        "branch": {"seat": seat, "ply": 3},
        "review": {},
        "act": {"seat": seat, "version": 1},
    }.items():
        said.append(browser.post(f"{table}/{path}", form, **JSON).content)
    if viewer is not None:
        with browser.listening(match, str(viewer), "") as socket:
            said.append(socket.receive_text().encode())
    return said


@pytest.mark.parametrize("parent", [(DAY.isoformat(), "daily"), ("r/1/0", "duplicate")])
def test_a_seat_that_was_left_to_a_bot_is_taken_by_nobody_else(
    ann: Desk, ben: Desk, parent: tuple[str, str]
) -> None:
    kinds = [HUMAN if seat == deal().seat else "mate" for seat in range(4)]
    record = Record(deal().game, deal().seed, voyage_names(deal(), ""))
    fresh = Match.fresh(record, kinds, ann.owner, parent=parent)
    match = ann.on_loop(ann.room.create, fresh)
    ann.on_loop(ann.room.execute, match, commands.leave(ann.owner, deal().seat))
    assert ben.post(f"/table/{match.id}/sit", {"seat": deal().seat, "name": "Ben"}).status_code == 403
    asked = ben.client.post(f"/api/v1/tables/{match.id}/seats/{deal().seat}", json={"name": "Ben"})
    assert asked.status_code == 403
    assert match.humans == ()


def test_ones_voyage_is_carried_to_another_device_by_signing_in(ann: Desk, clock: Clock) -> None:
    match = sail(ann)
    table, devices = f"/table/{match.id}", f"/table/{match.id}/devices"
    assert f'href="{devices}"' not in ann.get(table).text
    assert 'href="/me#me-keys">Play on another device' in ann.get(table).text
    for answer in (ann.get(devices), ann.post(devices, {"seat": deal().seat})):
        assert (answer.status_code, "sign in on the other device" in answer.text) == (403, True)
    clock.strike()
    assert f'href="{devices}"' in ann.get(table).text
    assert ann.get(devices).status_code == 200


def test_nothing_is_taken_back_and_nobody_advises(ann: Desk) -> None:
    match = sail(ann)
    assert not match.terms.take_back
    assert not match.terms.coach
    assert not allowed(match)


# -- compared


def test_who_has_finished_is_compared_with_people_and_bots(ann: Desk, ben: Desk) -> None:
    mine, other = sail(ann, "Annabel"), sail(ben, "Benedikt")
    assert "Benedikt" not in page(ann)
    ben.post("/ladder/join", {"game": GAME, "name": "Benedikt"})
    end(ben, other)
    # Who has not finished sees how many have, and no more.
    before = words(page(ann))
    assert "1 person has finished" in before
    assert "Benedikt" not in before
    bots = [
        ann.on_loop(ann.room.ask, store.begun, f"{BOT}{one}", GAME, DAY).table for one in ("deckhand", "mate")
    ]
    end(ann, mine, *(ann.on_loop(ann.room.get, table) for table in bots))
    told = words(page(ann))
    for who in ("a guest you", "Benedikt", "Deckhand bot", "Mate bot"):
        assert who in told
    rows = ann.on_loop(ann.room.ask, store.standings, GAME, DAY)
    assert len(rows) == 4
    assert sum(one.points for one in rows) == pytest.approx(200)
    assert [(one.place or 4, -(one.score or 0)) for one in rows] == sorted(
        (one.place or 4, -(one.score or 0)) for one in rows
    )
    own = next(one for one in rows if one.holder == ann.owner)
    assert f"Place {own.place or '–'} of 4" in told
    picture = ann.get(f"/daily/result.png?game={GAME}")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert another(ann).get(f"/daily/result.png?game={GAME}").status_code == 404
    line = re.search(r'id="share-line" readonly value="([^"]*)"', page(ann))
    assert line
    assert f"place {own.place or '–'} of 4" in line[1]


def test_weeks_and_months_add_up_points_of_who_is_named(ann: Desk, ben: Desk, clock: Clock) -> None:
    end(ann, sail(ann), sail(ben), sail(ben, game="mutiny"))
    ben.post("/ladder/join", {"game": GAME, "name": "Benedikt"})
    found = {one.holder: one for one in ann.on_loop(ann.room.ask, store.totals, DAY, DAY)}
    assert (found[ann.owner].voyages, found[ben.owner].voyages) == (1, 2)
    assert (found[ann.owner].name, found[ben.owner].name) == ("", "Benedikt")
    # While the day goes on, its points would tell others how it can be sailed.
    assert "Benedikt" not in words(page(another(ann)))
    clock.strike()
    told = words(page(another(ann)))
    assert "Benedikt 2 voyages" in told
    assert "you 1 voyage" in words(page(ann))


def test_who_gives_up_has_used_the_day_and_is_not_compared(ann: Desk) -> None:
    match = sail(ann)
    assert ann.post(f"/table/{match.id}/ask", {"what": "abandon", "version": match.version}).status_code in (
        200,
        303,
    )
    assert match.ended == "abandoned"
    ann.on_loop(Bookkeeper(ann.room, booking_of).book_finished)
    assert ann.on_loop(ann.room.ask, store.standings, GAME, DAY) == []
    assert sail(ann).id == match.id
    assert "ended by agreement, or you left your seat to a bot" in page(ann)
    assert "http-equiv" not in page(ann)


@pytest.mark.parametrize("whose", ["mine", "a bot's"])
def test_a_voyage_that_cannot_be_read_leaves_the_rest_of_the_page(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    mine = sail(ann)
    bot = ann.on_loop(ann.room.ask, store.begun, f"{BOT}mate", GAME, DAY).table
    end(ann, mine, ann.on_loop(ann.room.get, bot))
    get = type(ann.room).get

    async def unless_damaged(room: Room, table: str) -> Match:
        if table == (mine.id if whose == "mine" else bot):
            raise Outdated("This match is damaged.")
        return await get(room, table)

    monkeypatch.setattr(type(ann.room), "get", unless_damaged)
    told = words(page(ann))
    assert ("This match is damaged." in told) == (whose == "mine")
    assert "Mate bot" in told
    assert "Look at your voyage again" in told


def test_who_has_left_the_seat_is_told_that_it_is_not_compared(ann: Desk) -> None:
    match = sail(ann)
    ann.on_loop(ann.room.execute, match, commands.leave(ann.owner, deal().seat))
    assert "ended by agreement, or you left your seat to a bot" in page(ann)
    assert f"/table/{match.id}" not in page(ann)


def test_where_ways_part_nothing_is_told_that_one_did_not_know(ann: Desk) -> None:
    seat, names = deal().seat, voyage_names(deal(), "")
    mine, other = (_played(names, odd) for odd in (0, 1))
    found = first_difference(mine, other, seat)
    assert found is not None
    assert found.played != found.other
    at = found.ply - 1
    assert found.other in mine.positions[at].legal(seat)
    # Another deal is another voyage: nothing of it is told.
    strange = _played(names, 1, seed="strange")
    assert first_difference(mine, strange, seat) is None
    assert first_difference(mine, mine, seat) is None


def _played(names: list[str], odd: int, seed: str = "") -> Match:
    """A voyage in which the seat makes another choice than usual, now and then, if `odd` is set."""
    match = Match.fresh(
        Record(deal().game, seed or deal().seed, names),
        ["mate"] * 4,
        "nobody",
        parent=(DAY.isoformat(), "daily"),
    )
    own = 0
    while not match.over:
        seat = match.to_act[-1]
        legal = match.position.legal(seat)
        own += seat == deal().seat and len(legal) > 1
        pick = -1 if seat == deal().seat and own == 5 and odd else 0
        match.add("move", seat, 0, action=legal[pick].text, by="player")
    return match


# -- bad input


def test_bad_input_is_one_sentence(ann: Desk, clock: Clock) -> None:
    tomorrow = (DAY + timedelta(days=1)).isoformat()
    for query in ("game=chess", f"day={tomorrow}", "day=yesterday", "day=2026-02-30", "day=0001-01-01"):
        answer = ann.get(f"/daily?{query}", **JSON)
        assert answer.status_code == 404, query
        assert error_of(answer).endswith(".")
    answer = ann.post("/daily", {"game": GAME, "name": "\u202e"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    clock.strike()
    answer = ann.post("/daily", {"game": GAME, "day": DAY.isoformat()})
    assert answer.status_code == 403
    assert "This day is over" in answer.text
    assert ann.get(f"/daily?day={FIRST.isoformat()}").status_code == 200


def test_a_tables_maker_needs_the_forms_token(ann: Desk) -> None:
    assert ann.post("/daily", {"game": GAME, "csrf": "wrong"}).status_code == 403
    assert ann.on_loop(ann.room.ask, store.begun, ann.owner, GAME, DAY) is None


def test_bots_are_asked_for_only_once(ann: Desk) -> None:
    for _time in range(2):
        ann.on_loop(compare, ann.room, deal(), voyage_names(deal(), ""))
    with ann.room.store.database.engine.connect() as db:
        owners = [one for (one,) in db.exec_driver_sql("SELECT owner FROM tables WHERE relation = 'daily'")]
    assert sorted(owners) == sorted(f"{BOT}{level}" for level in SKILLS if level in ("deckhand", "mate"))

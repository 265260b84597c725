"""Rated games and the ladder: what counts, who is seen, and what can't be farmed."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quarterdeck.play import Game, Record
from quarterdeck.tables.entry import TABLE, now
from quarterdeck.tables.ladder import BOT, NEW, Placing
from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.match import commands, voting
from quarterdeck.tables.match.match import Match
from quarterdeck.tables.match.terms import Terms, TermsError
from quarterdeck.tables.seats import HUMAN, VACANT
from quarterdeck.tables.store import ratings
from quarterdeck.web.table.booking import booking_of
from tests.tables.tables import finished, play
from tests.web.desk import JSON, Desk, another, error_of, words
from tests.web.table.test_finale import NAMES

RATED = Terms("slow", days=3, take_back=False, rated=True)


def match_of(*kinds: str, terms: Terms = RATED, game: str = "meuterer") -> Match:
    """A table of Ann's."""
    made = Record(Game(game, players=len(kinds)), seed="x", names=list(NAMES[: len(kinds)]))
    return Match.fresh(made, list(kinds), "ann", terms)


def to_the_end(match: Match) -> Match:
    dice = random.Random(1)
    while not match.over:
        seat = dice.choice(match.position.to_act)
        play(match, seat, match.version, dice.choice(match.position.legal(seat)))
    return match


# -- what counts


@pytest.mark.parametrize("game", ["meuterer", "cartagena", "mutiny"])
def test_a_rated_game_says_everybodys_place(game: str) -> None:
    booking = booking_of(to_the_end(match_of(HUMAN, "mate", "captain", game=game)))
    assert [one.player for one in booking.ranking] == ["ann", f"{BOT}mate", f"{BOT}captain"]
    (result,) = booking.results
    assert result.rated
    # Who has no place comes last.
    assert booking.ranking[0].place == (result.place or 3)
    assert [one.place == 1 for one in booking.ranking].count(True) == result.winners


def test_a_game_that_is_not_rated_changes_no_rating() -> None:
    match = to_the_end(match_of(HUMAN, "mate", "mate", terms=Terms()))
    assert booking_of(match).ranking == []
    assert not booking_of(match).results[0].rated


def test_several_people_at_one_screen_are_not_rated() -> None:
    assert booking_of(to_the_end(match_of(HUMAN, HUMAN, "mate"))).ranking == []


def test_who_gives_up_against_bots_comes_last() -> None:
    ended = match_of(HUMAN, "mate", "captain")
    voting.ask("ann", "abandon")(ended, now())
    left = match_of(HUMAN, "mate", "captain")
    commands.leave("ann", 0)(left, now())
    away = match_of(HUMAN, "mate", "captain")
    commands.away(0, away.version)(away, now())
    for match in (ended, to_the_end(left), to_the_end(away)):
        assert booking_of(match).ranking == [
            Placing("ann", 2),
            Placing(f"{BOT}mate", 1),
            Placing(f"{BOT}captain", 1),
        ]


def test_between_people_a_game_that_ends_early_or_that_a_bot_goes_on_with_does_not_count() -> None:
    for how in ("draw", "away"):
        match = match_of(HUMAN, VACANT, "mate")
        commands.sit("ben", 1, "Ben")(match, now())
        if how == "draw":
            voting.agree("ben", voting.ask("ann", "draw")(match, now()))(match, now())
        else:
            commands.away(0, match.version)(match, now())
            to_the_end(match)
        assert booking_of(match).ranking == []


def test_a_rated_game_is_whose_it_was_when_it_began() -> None:
    match = match_of(HUMAN, VACANT, VACANT)
    commands.sit("cleo", 1, "Cleo")(match, now())
    commands.leave("cleo", 1)(match, now())
    commands.sit("ben", 1, "Ben")(match, now())
    commands.fill("ann", "mate")(match, now())
    commands.hand("ann", 0, "throwaway")(match, now())
    commands.revoke("throwaway", 0)(match, now())
    match.add("same", TABLE, now(), was="ben", now="benjamin")
    assert match.seats_of("ann") == ()
    ranking = booking_of(to_the_end(match)).ranking
    assert [one.player for one in ranking] == ["ann", "benjamin", f"{BOT}mate"]


def test_who_holds_two_seats_in_the_end_is_not_rated() -> None:
    match = match_of(HUMAN, VACANT, "mate")
    commands.sit("ben", 1, "Ben")(match, now())
    commands.hand("ben", 1, "ann")(match, now())
    assert booking_of(to_the_end(match)).ranking == []


def test_giving_up_counts_though_bots_took_the_seats_that_were_open() -> None:
    match = match_of(HUMAN, VACANT, "mate")
    commands.fill("ann", "captain")(match, now())
    commands.leave("ann", 0)(match, now())
    assert booking_of(to_the_end(match)).ranking == [
        Placing("ann", 2),
        Placing(f"{BOT}captain", 1),
        Placing(f"{BOT}mate", 1),
    ]


def test_a_rated_game_has_a_clock_and_neither_take_backs_nor_the_coach() -> None:
    for wrong in ({"take_back": True}, {"coach": True}, {"clock": "none", "days": 0}):
        given = {"clock": "slow", "days": 3, "take_back": False, "rated": True, **wrong}
        with pytest.raises(TermsError, match="A rated game"):
            Terms.from_json(given)
    asked = {"rated": "on", "take_back": "on", "coach": "on", "clock": "none"}
    assert Terms.from_form(asked) == RATED
    assert Terms.from_form({**asked, "clock": "live-30"}).clock == "live"
    assert "The game is rated." in RATED.sentence()
    assert "rated" not in Terms().sentence()


# -- the ladder


def play_rated(browser: Desk, other: Desk | None = None) -> Match:
    kinds = [HUMAN, VACANT if other else "mate", "mate", "mate"]
    made = Record(Game("meuterer", players=4), names=list(NAMES[:4]))
    match = browser.enter(made, kinds, RATED)
    if other:
        browser.on_loop(browser.room.execute, match, commands.sit(other.owner, 1, "Ben"))
    browser.on_loop(finished, browser.room, match)
    browser.on_loop(Bookkeeper(browser.room, booking_of).book_finished)
    return match


def rating_of(browser: Desk) -> float:
    found = browser.on_loop(browser.room.ask, ratings.of_owner, browser.owner)
    return float(found["meuterer"].mu)


def test_a_rating_is_ones_own_affair_until_one_joins(ann: Desk) -> None:
    play_rated(ann)
    assert rating_of(ann) != NEW.mu
    mine = words(ann.get("/ladder").text)
    assert "from 1 rated game" in mine
    assert "Your rating in Meuterer" in words(ann.get("/games").text)
    ben = another(ann)
    assert "Annabel" not in ben.get("/ladder").text
    answer = ann.post("/ladder/join", {"game": "meuterer", "name": "Annabel"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/ladder?game=meuterer")
    assert "Annabel" in ben.get("/ladder").text
    assert "Annabel" not in ben.get("/ladder?game=mutiny").text
    ann.post("/ladder/leave", {"game": "meuterer"})
    assert "Annabel" not in ben.get("/ladder").text


def test_nobody_on_the_ladder_has_the_name_of_another(ann: Desk) -> None:
    ben = another(ann)
    wanted = {"game": "meuterer", "name": "Annabel"}
    for path, form in (("/me/name", {}), ("/friends", {"friends": "on"})):
        assert ben.post(path, {**wanted, **form}).status_code == 303
    for _time in "again":
        assert ann.post("/ladder/join", wanted).status_code == 303
    for name in ("Annabel", "annabel", "\N{CYRILLIC CAPITAL LETTER A}nnabel"):
        refused = ben.post("/ladder/join", {**wanted, "name": name})
        assert refused.status_code == 400
        assert "Somebody on the ladder has that name already" in refused.text
    assert ben.post("/ladder/join", {**wanted, "name": "Ben"}).status_code == 303
    for path, form in (("/me/name", {}), ("/friends", {"friends": "on"})):
        assert ben.post(path, {**wanted, **form}).status_code == 400
    guest = ben.on_loop(ben.room.guest, ben.owner)
    assert guest is not None
    assert (guest.name, guest.ladder) == ("Ben", True)


@pytest.mark.parametrize("path", ["/ladder/join", "/me/name", "/friends"])
def test_of_two_who_want_one_name_at_once_one_gets_it(
    ann: Desk, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    ben, form = another(ann), {"game": "meuterer", "friends": "on"}
    if path != "/ladder/join":
        ben.post("/ladder/join", {**form, "name": "Ben"})

    async def slowly(query: Any, *values: Any, **named: Any) -> Any:
        found = await ask(query, *values, **named)
        await asyncio.sleep(0.2)
        return found

    ask = ann.room.ask
    monkeypatch.setattr(ann.room, "ask", slowly)
    with ThreadPoolExecutor(2) as both:
        joined = both.submit(ann.post, "/ladder/join", {**form, "name": "Annabel"})
        renamed = both.submit(ben.post, path, {**form, "name": "Annabel"})
        assert sorted((joined.result().status_code, renamed.result().status_code)) == [303, 400]
    assert ann.on_loop(ask, ratings.names_of_others, "nobody").count("Annabel") == 1


@pytest.mark.parametrize(
    ("path", "form"), [("/ladder/join", {"game": "meuterer"}), ("/friends", {"friends": "on"})]
)
def test_a_name_for_one_table_does_not_get_on_the_ladder_or_among_friends(
    ann: Desk, path: str, form: dict[str, str]
) -> None:
    assert ann.post(path, {**form, "name": "Annabel"}).status_code == 303
    answer = ann.post("/tables", {"friends": "meuterer", "name": "Maria Smith"})
    assert "Maria Smith" in ann.get(answer.headers["location"]).text
    guest = ann.on_loop(ann.room.guest, ann.owner)
    assert guest is not None
    assert guest.name == "Annabel"


def test_two_people_are_rated_against_each_other(ann: Desk) -> None:
    ben = another(ann)
    match = play_rated(ann, ben)
    places = {one.player: one.place for one in booking_of(match).ranking}
    better = rating_of(ann) > rating_of(ben)
    assert (places[ann.owner] == places[ben.owner]) or (places[ann.owner] < places[ben.owner]) == better


def test_a_match_counts_once(ann: Desk) -> None:
    match = play_rated(ann)
    before = rating_of(ann)
    assert ann.post(f"/table/{match.id}/rematch", {}).status_code == 303
    ann.on_loop(Bookkeeper(ann.room, booking_of).book_finished)
    assert rating_of(ann) == before


def test_who_is_forgotten_has_left_the_ladder(ann: Desk) -> None:
    play_rated(ann)
    ann.post("/ladder/join", {"game": "meuterer", "name": "Annabel"})
    ann.post("/me/forget", {})
    assert ann.on_loop(ann.room.ask, ratings.of_owner, ann.owner) == {}
    assert "Annabel" not in another(ann).get("/ladder").text


def test_the_ladder_has_the_bots_and_who_is_sure_between_them(ann: Desk) -> None:
    ann.post("/ladder/join", {"game": "meuterer", "name": "Annabel"})
    page = ann.get("/ladder").text
    assert "Newcomers" not in words(page)
    for _game in range(40):
        table = [Placing(ann.owner, 1), *[Placing(f"{BOT}deckhand", 2)] * 3]
        ann.on_loop(ann.room.change, ratings.count, "meuterer", table)
    told = words(ann.get("/ladder").text)
    assert told.index("Annabel you") < told.index("Captain bot") < told.index("Deckhand bot")


def test_a_rated_game_begins_from_the_ladder(ann: Desk) -> None:
    form = {"game": "meuterer", "players": "4", "rated": "on", "kind0": HUMAN}
    answer = ann.post("/tables", {**form, **{f"kind{seat}": "captain" for seat in (1, 2, 3)}})
    match = ann.on_loop(ann.room.get, answer.headers["location"].rpartition("/")[2])
    assert match.terms == RATED
    page = words(ann.get(f"/table/{match.id}").text)
    assert "rated" in page
    assert "whoever gives it up comes last" in page


def test_bad_input_is_one_sentence(ann: Desk) -> None:
    assert ann.get("/ladder?game=chess").status_code == 404
    answer = ann.post("/ladder/join", {"game": "meuterer", "name": "\u202e"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert ann.post("/ladder/join", {"game": "chess", "name": "Ann"}).status_code == 404
    form = {"game": "meuterer", "rated": "perhaps", "kind0": HUMAN}
    assert "“rated” is on or off" in error_of(ann.post("/tables", form, **JSON))

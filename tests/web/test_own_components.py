"""Tables with components of somebody's own: pasted into the form, refused with a reason, shown to all."""

from __future__ import annotations

import tomllib
from html import unescape
from typing import Any

import pytest

from quarterdeck.play import GAMES, find
from quarterdeck.tables.match.match import Match
from quarterdeck.web.table.booking import booking_of
from quarterdeck.web.table.component_changes import ComponentChange, changes
from tests.tables.tables import finished
from tests.web.desk import JSON, Desk, another, error_of, words

each_game = pytest.mark.parametrize("game", list(GAMES))


def form_of(text: str, game: str = "meuterer", **more: str) -> dict[str, str]:
    seats = {f"kind{seat}": "human" if seat == 0 else "random" for seat in range(4)}
    return {"game": game, "players": "4", **seats, "table": text, **more}


def table_of(game: str, *swaps: tuple[str, str]) -> str:
    """The text of a game's component table with these words changed."""
    components = find(game).components
    assert components is not None
    text = components.file.read_text(encoding="utf-8")
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    return text


def made(browser: Desk, form: dict[str, str]) -> Match:
    answer = browser.post("/tables", form)
    assert answer.status_code == 303, words(answer.text)
    match: Match = browser.on_loop(browser.room.get, answer.headers["location"].rpartition("/")[2])
    return match


NINE_RUBIES = table_of("meuterer", ("ruby = 4", "ruby = 9"), ("trade = [4, 2, 2]", "trade = [7, 2, 2]"))


@each_game
def test_the_form_leads_to_the_game_s_own_table(ann: Desk, game: str) -> None:
    address = f"/rules/{game}/components.toml"
    assert f'href="{address}"' in ann.get(f"/?game={game}").text
    answer = ann.get(address)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    own = find(game).read_table(None).to_json()
    assert find(game).read_table(tomllib.loads(answer.text)).to_json() == own


@each_game
def test_the_game_s_own_table_changes_nothing(ann: Desk, game: str) -> None:
    match = made(ann, form_of(table_of(game), game))
    assert match.row.components is None
    page = words(ann.get(f"/table/{match.id}").text)
    assert ("own components" in page, "Components of its own" in page) == (False, False)


def test_a_pasted_table_is_played_with_and_everybody_sees_what_it_changes(ann: Desk) -> None:
    match = made(ann, form_of(NINE_RUBIES, kind1="open", public="on"))
    assert match.game.table.to_json()["cards"]["ruby"] == 9
    waiting = words(another(ann).get(f"/table/{match.id}").text)
    assert "own components" in waiting
    assert "cards.ruby 9 instead of 4" in waiting
    for path in ("/", "/lobby", "/games"):
        assert "own components" in words(ann.get(path).text), path
    ben = another(ann)
    assert ben.post(f"/table/{match.id}/sit", {"seat": 1, "name": "Ben"}).status_code == 303
    for browser in (ann, ben, another(ann)):
        page = words(browser.get(f"/table/{match.id}").text)
        assert "own components" in page
        assert "island[Rotes Riff].trade 7, 2, 2 instead of 4, 2, 2" in page


def test_it_stays_for_the_rematch(ann: Desk) -> None:
    match = made(ann, form_of(NINE_RUBIES))
    ann.on_loop(ann.room.execute, match, _end)
    again = ann.post(f"/table/{match.id}/rematch", {}).headers["location"].rpartition("/")[2]
    assert ann.on_loop(ann.room.get, again).row.components == match.row.components


def _end(draft: Match, at: int) -> int:
    draft.add("end", -1, at, how="abandoned")
    return draft.version


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ruby = [", "table: This is not valid TOML; compare it with the table that comes with the game."),
        ("\n\n= 3", "table, line 3: This is not valid TOML"),
        ("start = 3", "table: A [cards] section with a count for each kind is missing (ME-1)."),
        (NINE_RUBIES.replace("ruby = 9", "rubby = 9"), "table, line 13: "),
        (NINE_RUBIES.replace("ruby = 9", "ruby = 1e99"), "table, line 13: "),
        (table_of("mutiny"), "table, line "),
    ],
)
def test_a_wrong_table_is_one_sentence_and_what_was_pasted_stays(ann: Desk, text: str, sentence: str) -> None:
    form = form_of(text)
    answer = ann.post("/tables", form)
    assert answer.status_code == 400
    assert sentence in unescape(answer.text)
    assert f'autocomplete="off">\n{text}' in unescape(answer.text).replace("\r\n", "\n")
    assert error_of(ann.post("/tables", form, **JSON)).startswith(sentence)


def test_a_rated_game_has_the_game_s_components(ann: Desk) -> None:
    answer = ann.post("/tables", form_of(NINE_RUBIES, rated="on"))
    assert answer.status_code == 400
    assert "A game with components of your own is not rated." in unescape(answer.text)
    assert made(ann, form_of(table_of("meuterer"), rated="on")).terms.rated


def test_too_much_text_is_refused(ann: Desk) -> None:
    assert ann.post("/tables", form_of("# " + "x" * 20_000)).status_code == 413


def test_changes_name_figures_that_are_new_or_gone() -> None:
    own: dict[str, Any] = find("meuterer").read_table(None).to_json()
    assert changes("meuterer", None) == changes("meuterer", own) == []
    del own["cards"]["pirates"]
    own["cards"]["gold"] = 2
    assert changes("meuterer", own) == [
        ComponentChange("cards.pirates", "1", None),
        ComponentChange("cards.gold", None, "2"),
    ]


def test_a_table_for_other_numbers_of_players_is_played_by_its_own(ann: Desk) -> None:
    components = find("meuterer").components
    assert components is not None
    match = made(ann, form_of(components.tiny_file.read_text(encoding="utf-8")))
    assert match.game.players == 2


def test_a_name_with_a_tower_of_marks_is_refused(ann: Desk) -> None:
    name = "Sand\u0301\u0302\u0303\u0304\u0305\u0306kap"
    answer = ann.post("/tables", form_of(table_of("meuterer", ("Sandkap", name))))
    assert answer.status_code == 400
    assert "A text in your table has characters that can't be shown." in unescape(answer.text)


def test_it_is_in_no_logbook(ann: Desk) -> None:
    match = made(ann, form_of(NINE_RUBIES))
    ann.on_loop(finished, ann.room, match)
    assert match.over
    assert not booking_of(match).results
    usual = made(ann, form_of(table_of("meuterer")))
    ann.on_loop(finished, ann.room, usual)
    assert booking_of(usual).results

"""House rules in the browser and for programs: offered, chosen, shown at the table, written to its file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from quarterdeck.play import Game, Record
from tests.web.api.program import SEATS, Program, program
from tests.web.desk import desk, words

CHOSEN = {
    "game": "mutiny",
    "players": "2",
    "kind0": "human",
    "kind1": "random",
    "victory": "at once",
    "first_mate_tie": "new lookout",
}
AT_ONCE = "The winning cutlass: at once (MU-50)"


def test_the_form_for_a_table_has_a_folded_panel_with_both_readings(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        page = browser.get("/?game=mutiny").text
        panel = page[page.index("house-rules") : page.index("seating")]
        assert " open>" not in panel
        assert re.findall(r'name="(\w+)" value="([^"]+)"( checked)?', panel) == [
            ("first_mate_tie", "new lookout", " checked"),
            ("first_mate_tie", "one decision", ""),
            ("victory", "after the course", " checked"),
            ("victory", "at once", ""),
        ]
        assert 'href="/rules/mutiny#MU-50"' in panel
        assert "Whoever gets the winning cutlass from an effect wins before the next effect." in words(panel)
        assert "house-rules" not in browser.get("/?game=meuterer").text


def test_a_table_plays_by_the_chosen_readings_and_its_page_and_lists_say_so(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        answer = browser.post("/tables", CHOSEN)
        assert answer.status_code == 303
        page = browser.get(answer.headers["location"]).text
        assert "2 players, Open deals, house rules: MU-50" in words(page[: page.index("<main")])
        told = words(page[page.index("house-rules-on") : page.index('class="elsewhere"')])
        assert "The winning cutlass MU-50 : at once . Whoever gets the winning cutlass" in told
        assert AT_ONCE in words(browser.get("/").text)
        assert AT_ONCE in words(browser.get("/games").text)
        id_ = re.search(r"/table/(\w+)", answer.headers["location"])
        assert id_ is not None
        match = browser.on_loop(browser.room.get, id_[1])
        assert match.game == Game("mutiny", players=2, victory="at once")


def test_a_waiting_room_says_the_house_rules(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        answer = browser.post("/tables", {**CHOSEN, "kind1": "open"})
        assert AT_ONCE in words(browser.get(answer.headers["location"]).text)


def test_MU_50_an_unknown_reading_is_refused_and_the_form_keeps_the_rest(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        answer = browser.post("/tables", {**CHOSEN, "victory": "never", "first_mate_tie": "one decision"})
        sentence = "In Mutiny! “victory” (MU-50) can be after the course, at once, not “never”."
        assert sentence in words(answer.text)
        panel = answer.text[answer.text.index("house-rules") : answer.text.index("seating")]
        assert " open>" in panel
        assert 'value="one decision" checked' in panel


def test_the_page_of_rules_shows_the_readings(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        page = browser.get("/rules/mutiny").text
        rule = words(page[page.index('id="MU-50"') : page.index('id="MU-60"')])
        assert "Contested: The winning cutlass" in rule
        assert "after the course played unless a table chooses otherwise" in rule
        assert "A house rule: the option victory" in rule
        manual = words(browser.get("/rules/meuterer").text)
        assert "any kind sold not played here" in manual


def options_of(ann: Program, game: str) -> dict[str, Any]:
    games = ann.get("/games").json()["games"]
    return {one["name"]: one for one in next(row for row in games if row["id"] == game)["options"]}


def test_programs_are_told_the_readings_and_make_tables_by_them(tmp_path: Path) -> None:
    with program(tmp_path) as ann:
        known = options_of(ann, "mutiny")
        assert known["players"]["rule"] is None
        assert known["players"]["values"][0]["reading"] is None
        victory = known["victory"]
        assert (victory["rule"], victory["label"]) == ("MU-50", "The winning cutlass")
        assert victory["values"][0]["changes"] is None
        assert "wins before the next effect" in victory["values"][1]["reading"]
        assert "can't take the victory away" in victory["values"][1]["changes"]
        opened = ann.make(game="mutiny", options={"victory": "at once"})
        options = ann.get(f"/tables/{opened['table']}").json()["options"]
        assert (options["victory"], options["first_mate_tie"]) == ("at once", "new lookout")
        seats = {"game": "mutiny", "seats": SEATS}
        refused = ann.post("/tables", {**seats, "options": {"victory": "never"}})
        assert refused.status_code == 422
        assert "(MU-50) can be after the course, at once, not “never”." in refused.text
        refused = ann.post("/tables", {**seats, "options": {"sate": "set aside"}})
        assert "it has players, deals, first_mate_tie (MU-21), victory (MU-50)." in refused.text


def test_a_match_file_of_a_table_with_a_house_rule_is_loaded_with_it(tmp_path: Path) -> None:
    with desk(tmp_path) as browser:
        made = Record(Game("mutiny", players=2, first_mate_tie="one decision"), seed="7")
        match = browser.enter(made, ["human", "human"])
        loaded = Record.loads(match.record.dumps())
        assert loaded.game.options["first_mate_tie"] == "one decision"

"""The logbook for programs: what a token's finished games came to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.tables.live.bookkeeper import Bookkeeper
from quarterdeck.tables.seats import HUMAN
from quarterdeck.tables.store.results import of_owner
from quarterdeck.web.api.tokens import Tokens
from quarterdeck.web.pages import logbook
from quarterdeck.web.table.booking import booking_of
from tests.tables.tables import finished, record
from tests.web.api.program import KEY, Program, program


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as one:
        yield one


def test_a_program_gets_the_results_that_a_browser_takes_along(ann: Program) -> None:
    match = ann.enter(record(), [HUMAN, "random", "random", "random"])
    assert ann.get("/logbook").json() == {"games": []}
    ann.on_loop(finished, ann.room, match)
    ann.on_loop(Bookkeeper(ann.room, booking_of).book_finished)
    answer = ann.get("/logbook")
    (told,) = answer.json()["games"]
    assert (told["table"], told["seat"], told["how"]) == (match.id, 0, "played")
    assert told["won"] == (0 in match.position.winners)
    owner = Tokens(KEY).owner(ann.token or "")
    assert answer.json()["games"] == logbook.to_json(ann.on_loop(ann.room.ask, of_owner, owner))
    assert owner not in answer.text
    # Each token has its own.
    assert ann.other(Tokens(KEY).fresh()).get("/logbook").json() == {"games": []}


def test_without_a_token_there_is_no_logbook(ann: Program) -> None:
    assert ann.other().get("/logbook").status_code == 401
    assert ann.other("qd_nobody").get("/logbook").status_code == 401

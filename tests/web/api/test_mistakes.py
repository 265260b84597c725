"""What nobody can do at a table of Mutiny!, by the API: one sentence with the rule's id, and nothing has
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.mutiny.mistakes import MOVES, OPTIONS, before, each_move, each_option
from tests.web.api.program import Program, error_of, program


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with program(tmp_path_factory.mktemp("data")) as server:
        yield server


@each_move
def test_a_move_is_refused_and_the_table_stands_as_before(ann: Program, tried: str) -> None:
    moves, move, said = MOVES[tried]
    match = ann.enter(before(moves), ["human"] * 3)
    seen = f"/tables/{match.id}/view?seat={move[0]}"
    stood = ann.get(seen).json()
    answer = ann.move(match, int(move[0]), match.version, move[2:])
    assert answer.status_code == 422
    assert error_of(answer).removesuffix(".") in said
    assert answer.json().get("rule") or "(MU-" in error_of(answer)
    assert ann.get(seen).json() == stood


@each_option
def test_an_option_is_refused_and_no_table_made(ann: Program, tried: str) -> None:
    (name, value), said = OPTIONS[tried]
    asked = {"game": "mutiny", "seats": [{"kind": "me"}, *[{"kind": "random"}] * 3]}
    ann.make(game="mutiny")
    known = ann.get("/tables").json()
    answer = ann.post("/tables", {**asked, "options": {name: value}})
    assert (answer.status_code, error_of(answer)) == (422, said)
    assert ann.get("/tables").json() == known


@pytest.mark.parametrize("value", [["at once"], True, None, 1.5, {}])
def test_an_option_that_is_no_text_and_no_number_is_told_so(ann: Program, value: object) -> None:
    asked = {"game": "mutiny", "seats": [{"kind": "me"}, {"kind": "random"}], "options": {"victory": value}}
    answer = ann.post("/tables", asked)
    said = "“options.victory” is wrong: it has to be a text or a whole number."
    assert (answer.status_code, error_of(answer)) == (422, said)

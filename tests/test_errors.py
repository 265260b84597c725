import pickle
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from quarterdeck.errors import (
    ActionTextError,
    GameOptionError,
    IllegalAction,
    QuarterdeckError,
    RecordError,
    SetupError,
    TableFileError,
    error_words,
    system_words,
)
from quarterdeck.i18n import use
from quarterdeck.play import Record
from tests.catalogues import forget, speak


def test_an_illegal_action_cites_its_rule_within_one_sentence() -> None:
    error = IllegalAction("You have no wine to show.", rule="ME-30", seat=2, action="show wine")
    assert str(error) == "You have no wine to show (ME-30)."
    assert (error.sentence, error.rule, error.seat, error.action) == (
        "You have no wine to show.",
        "ME-30",
        2,
        "show wine",
    )


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RecordError("The seed is missing."), "The seed is missing."),
        (RecordError("“shwo wine” is no action.", line=7), "Line 7: “shwo wine” is no action."),
        (TableFileError("The table has no islands.", "my.toml"), "my.toml: The table has no islands."),
        (
            TableFileError("The figure is negative.", "my.toml", line=3),
            "my.toml, line 3: The figure is negative.",
        ),
    ],
)
def test_an_error_that_knows_its_place_tells_it(error: QuarterdeckError, told: str) -> None:
    assert str(error) == told


def test_the_place_is_told_in_the_readers_language() -> None:
    with use("fr"):
        assert str(TableFileError("Rien.", "my.toml")) == "my.toml\u202f: Rien."
        assert str(TableFileError("Rien.", "my.toml", line=3)) == "my.toml, ligne 3\u202f: Rien."


def test_the_systems_words_are_told_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Catalog(locale="de")
    german.add("No such file or directory", "Datei nicht gefunden")
    speak([german], tmp_path, monkeypatch)
    missing = tmp_path / "none.qd"
    with use("de"), pytest.raises(RecordError, match=r"\(Datei nicht gefunden\)"):
        Record.load(missing)
    with use("de"):
        assert system_words(OSError("torn")) == "torn"
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    "error",
    [
        GameOptionError("There is no rule set “dutch”."),
        SetupError("Five hands for four players."),
        ActionTextError("“shwo wine” is no action."),
        IllegalAction("You have no wine to show.", rule="ME-30", seat=2, action="show wine"),
        RecordError("The seed is missing.", line=7),
        TableFileError("The figure is negative.", "my.toml", line=3),
    ],
)
def test_errors_survive_the_way_between_processes(error: QuarterdeckError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert isinstance(copy, QuarterdeckError)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_what_an_error_quotes_stays_in_one_line() -> None:
    error = GameOptionError("There is no game “a\nb\x1b[2Jc\u2028d”\N{NO-BREAK SPACE}; there is chess.")
    assert str(error) == "There is no game “a\ufffdb\ufffd[2Jc\ufffdd”\N{NO-BREAK SPACE}; there is chess."
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_error_in_words_is_its_kind_and_message_without_a_full_stop() -> None:
    assert error_words(ValueError("There is no wind.")) == "ValueError: There is no wind"
    assert len(error_words(ValueError("x" * 999))) == 200

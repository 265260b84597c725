"""Containerfile and compose.yaml name only what there is: files, options, values that options can have."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from typing import Any

import pytest
import yaml

from quarterdeck.settings import PORT, Settings, read
from tests.packages.conftest import ROOT
from tests.packages.container import health_check, instructions, variables

# Variables that are no options of the server.
OTHERS = {"QUARTERDECK_CACHE"}
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
TABLE, DATABASE = COMPOSE["services"]["table"], COMPOSE["services"]["database"]


def filled(value: str, **given: str) -> str:
    """A value of compose.yaml with its variables filled in: the given ones, else what it says instead."""

    def fill(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        assert name in given or kind == ":-", f"{name} has to be set"
        return given.get(name) or other

    return re.sub(r"\$\{(\w+)(:-|:\?)([^}]*)\}", fill, value)


def options(environment: dict[str, str]) -> dict[str, str]:
    """The options of the server that an environment sets, by name."""
    ours = {name for name in environment if name.startswith("QUARTERDECK_")} - OTHERS
    return {name.removeprefix("QUARTERDECK_").lower(): environment[name] for name in ours}


def test_every_variable_is_an_option_with_a_value_that_it_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        name: filled(value, POSTGRES_PASSWORD="c0ffee") for name, value in TABLE["environment"].items()
    }
    for name, value in {**variables(), **environment}.items():
        if name.startswith("QUARTERDECK_"):
            monkeypatch.setenv(name, value)
    assert options({**variables(), **environment}).keys() <= Settings.model_fields.keys()
    found = read({})
    assert (found.host, found.log_format) == ("0.0.0.0", "json")
    assert found.database is not None
    login = DATABASE["environment"]
    assert found.database.get_secret_value() == (
        f"postgresql+psycopg://{login['POSTGRES_USER']}:c0ffee@database/{login['POSTGRES_DB']}"
    )


def test_without_a_password_nothing_is_started() -> None:
    for service in (TABLE, DATABASE):
        with pytest.raises(AssertionError, match="POSTGRES_PASSWORD has to be set"):
            [filled(value) for value in service["environment"].values()]


def test_the_server_waits_for_its_database_and_keeps_its_folder() -> None:
    assert TABLE["depends_on"] == {"database": {"condition": "service_healthy"}}
    volumes = dict(one.split(":") for service in (TABLE, DATABASE) for one in service["volumes"])
    assert volumes.keys() == COMPOSE["volumes"].keys()
    assert volumes["data"] == variables()["QUARTERDECK_DATA"]
    assert variables()["QUARTERDECK_CACHE"].startswith(volumes["data"])
    assert ("VOLUME", volumes["data"]) in instructions()


def test_only_this_computer_reaches_the_port() -> None:
    assert TABLE["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    assert ("EXPOSE", str(PORT)) in instructions()
    assert f"http://127.0.0.1:{PORT}/healthz" in health_check()[-1]


def test_the_server_is_nobody_who_may_do_more() -> None:
    after = [name for name, _words in instructions()]
    assert dict(instructions())["USER"] == "quarterdeck"
    assert after.index("USER") > max(at for at, name in enumerate(after) if name in ("COPY", "RUN"))
    assert TABLE["read_only"] is True
    assert TABLE["cap_drop"] == ["ALL"]


def test_what_is_copied_is_there_and_passes_the_list_of_ignored_files() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "*"
    let_in = [line.removeprefix("!") for line in lines if line.startswith("!")]
    copies = [words for name, words in instructions() if name == "COPY" and "--from" not in words]
    assert copies
    for name in " ".join(words.rpartition(" ")[0] for words in copies).split():
        assert (ROOT / name.removeprefix("./")).exists(), name
        assert any(fnmatch(name, pattern) for pattern in let_in), name

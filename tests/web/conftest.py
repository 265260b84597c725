"""Who the tests of the pages are about: Ann, at a server of her own, and Ben, in another browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk import Desk, another, desk
from tests.web.sinks import MailServer, mail_server


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Desk]:
    with desk(tmp_path) as browser:
        yield browser


@pytest.fixture
def ben(ann: Desk) -> Desk:
    return another(ann)


@pytest.fixture
def known(ann: Desk) -> Desk:
    """Ann, once she has given her name."""
    ann.post("/me/name", {"name": "Ann"})
    return ann


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a server caches what it makes: empty, and the test's own."""
    monkeypatch.setenv("QUARTERDECK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running

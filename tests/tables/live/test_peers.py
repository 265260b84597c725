"""Catching up with what other servers have written: what fails at one table is no matter of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.tables.entry import Entry
from quarterdeck.tables.match.match import Match
from tests.tables.tables import began, room_open

pytestmark = pytest.mark.anyio


async def test_a_bug_at_one_table_keeps_no_other_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with room_open(tmp_path) as one, room_open(tmp_path) as other:
        broken, sound = await began(one, 4), await began(one, 4)
        for match in (broken, sound):
            await other.get(match.id)
            await one.submit(match, 0, 0, "offer 2")
        apply = Match.apply

        def apply_or_fail(match: Match, entry: Entry) -> None:
            if match.id == broken.id:
                raise AttributeError("a bug in a game")
            apply(match, entry)

        with monkeypatch.context() as patched:
            patched.setattr(Match, "apply", apply_or_fail)
            await other.peers.catch_up(broken.id, sound.id)
        assert (await other.get(sound.id)).version == 1
        assert "a bug in a game" in caplog.text
        # It is read anew.
        assert other.matches.known(broken.id) is None
        assert (await other.get(broken.id)).version == 1

"""The bot in the examples plays whole games at a real server, against itself."""

from __future__ import annotations

import importlib.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from quarterdeck.play import GAMES, Record
from quarterdeck.web.api import BASE
from tests.servers import running

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_bot_plays_a_whole_game(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_LIMIT_REQUESTS", "off")
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    with running(tmp_path) as server, httpx2.Client(base_url=server.address + BASE, timeout=20) as client:
        # Bots that think in the server: a busy machine starts no workers in time.
        seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "rule-of-thumb"}, {"kind": "rule-of-thumb"}]
        table = client.post("/tables", json={"game": game, "seats": seats}).json()["table"]
        with ThreadPoolExecutor(2) as threads:
            first = threads.submit(bot.play, f"{server.address}/table/{table}", "Rita")
            while client.get(f"/tables/{table}").json()["seats"][0]["kind"] == "open":
                pass
            threads.submit(bot.play, f"{server.address}/table/{table}", "Rosa").result(timeout=120)
            first.result(timeout=120)
        told = client.get(f"/tables/{table}").json()
        assert (told["state"], [seat["kind"] for seat in told["seats"]][:2]) == ("over", ["human"] * 2)
        assert Record.loads(client.get(f"/tables/{table}/match.qd").text).position.over


def test_the_bot_is_thirty_lines() -> None:
    lines = BOT.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 30

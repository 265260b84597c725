"""`quarterdeck worker` lends workers to who knows the key, until Ctrl+C."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from quarterdeck.bots import bot
from quarterdeck.cli import worker
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import use
from quarterdeck.settings import Settings
from quarterdeck.settings.values import Endpoint
from quarterdeck.workers import Urgency, Workers, WorkerTask, pool
from quarterdeck.workers.codec import view_data
from quarterdeck.workers.frames import BrokenStream
from quarterdeck.workers.remote import RemoteHost
from tests.workers.test_pool import ENOUGH, view

SOURCE = Path(__file__).parents[2] / "src"
KEY = "k" * 32
LINE = [sys.executable, "-m", "quarterdeck", "worker", "--listen", "127.0.0.1:0"]


def environment(**more: str) -> dict[str, str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_WORKER")}
    return {**known, "PYTHONPATH": str(SOURCE), "QUARTERDECK_COMPILED": "off", **more}


def test_a_server_that_knows_the_key_gets_an_answer(tmp_path: Path) -> None:
    lending = subprocess.Popen(
        LINE,
        env=environment(QUARTERDECK_WORKER_KEY=KEY, QUARTERDECK_DATA=str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert lending.stdout is not None
    said = lending.stdout.readline()
    assert said.startswith("Workers are at 127.0.0.1:")
    port = int(said.split()[3].rpartition(":")[2])

    async def asked() -> int:
        worker = await RemoteHost("127.0.0.1", port, KEY).connect()
        body = {"bot": "rule-of-thumb", "seed": "", "view": view_data(view())}
        answer: int = await worker.answer(WorkerTask("choose", body, ENOUGH), Urgency.MOVE)
        # It ends while a server is connected, too.
        lending.send_signal(signal.SIGINT)
        with pytest.raises(BrokenStream):
            await worker.answer(WorkerTask("choose", body, ENOUGH), Urgency.MOVE)
        await worker.end()
        return answer

    assert asyncio.run(asked()) == bot("rule-of-thumb", "").choose(view()).id
    _out, err = lending.communicate(timeout=30)
    assert (lending.returncode, err.strip()) == (130, "")


def test_without_a_key_nothing_is_lent(tmp_path: Path) -> None:
    done = subprocess.run(
        LINE,
        env=environment(QUARTERDECK_DATA=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "Workers are lent to those who know worker_key: set it in the options file or the environment.\n"
    )


def test_a_place_that_is_none_is_explained() -> None:
    done = subprocess.run(
        [*LINE[:-1], "somewhere"], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, "“somewhere” is no host with a port, such as 0.0.0.0:8755." in done.stderr) == (
        1,
        True,
    )


def test_a_host_whose_name_no_computer_has_is_explained() -> None:
    settings = Settings(worker_key=SecretStr(KEY), compiled=False)
    with pytest.raises(QuarterdeckError, match=r"port 8755 \(no computer has such a name\)\."):
        asyncio.run(worker._lend_workers(settings, Endpoint("a" * 70, 8755)))


def test_an_address_that_is_taken_is_told_before_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def compile_never(_workers: Workers) -> None:
        raise AssertionError

    monkeypatch.setattr(worker, "_compile", compile_never)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = Endpoint("127.0.0.1", taken.getsockname()[1])
        sentence = f"The workers can't listen at 127.0.0.1, port {place.port} (Address already in use)."
        with pytest.raises(QuarterdeckError, match=re.escape(sentence)):
            asyncio.run(worker._lend_workers(Settings(worker_key=SecretStr(KEY)), place))
        with use("de"), pytest.raises(QuarterdeckError, match="die Adresse ist schon belegt"):
            asyncio.run(worker._lend_workers(Settings(worker_key=SecretStr(KEY)), place))


@pytest.mark.parametrize(("works", "said"), [(True, ""), (False, "searches are left to the servers")])
def test_rules_that_cant_be_compiled_are_told(
    works: bool, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fill_cache() -> bool:
        return works

    monkeypatch.setattr(pool, "fill_cache", fill_cache)
    monkeypatch.setattr("quarterdeck.kernel.jit.interpreted", lambda: False)
    asyncio.run(worker._compile(Workers(1)))
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "The rules are being compiled: the first time, this takes some minutes."
    assert said in told[-1]
    assert len(told) == (1 if works else 2)
    asyncio.run(worker._compile(Workers(1, compiling=False)))
    assert capsys.readouterr().err == ""

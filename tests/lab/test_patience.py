"""Ray's start-up is waited for as long as Ray's processes live, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from quarterdeck.lab import patience
from quarterdeck.lab.patience import patient

node: Any = import_module("ray._private.node")
services: Any = import_module("ray._private.services")

TRIES = 5


class Process:
    """One that lives until it has been looked after so often."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.process = self

    def poll(self) -> int | None:
        self.looks -= 1
        return None if self.looks >= 0 else 1


def slow(answer: str, error: type[Exception]) -> Callable[..., str]:
    """What Ray asks: it knows nothing at the first times."""
    asked: list[Any] = []

    def ask(*_given: Any, **_named: Any) -> str:
        asked.append(1)
        if len(asked) < TRIES:
            raise error("not there yet")
        return answer

    return ask


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ray's functions, slow, with a process that lives for so many looks."""
    monkeypatch.setattr(patience, "PAUSE", 0.0)
    monkeypatch.setattr(services, "get_node", slow("node", RuntimeError))
    monkeypatch.setattr(node, patience.PORT, slow("port", ValueError))

    def start(looks: int) -> None:
        monkeypatch.setattr(services, "start_raylet", lambda: Process(looks))

    return start


def test_a_slow_start_is_waited_for_while_its_process_lives(started: Callable[[int], None]) -> None:
    started(10**6)
    with patient():
        services.start_raylet()
        assert services.get_node("address", "id") == "node"
        assert node.wait_for_persisted_port("folder", "id", "name", timeout_ms=30_000) == "port"


def test_what_has_died_is_not_waited_for(started: Callable[[int], None]) -> None:
    started(2)
    with patient():
        services.start_raylet()
        with pytest.raises(RuntimeError, match="not there yet"):
            services.get_node("address", "id")
        with pytest.raises(ValueError, match="not there yet"):
            node.wait_for_persisted_port("folder", "id", "name", timeout_ms=30_000)


def test_afterwards_ray_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in patience.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    before = services.start_raylet, services.start_gcs_server, services.get_node, node.wait_for_persisted_port
    with patient():
        assert services.get_node is not before[2]
        assert all(int(os.environ[name]) > 3600 for name in patience.VARIABLES)
    after = services.start_raylet, services.start_gcs_server, services.get_node, node.wait_for_persisted_port
    assert after == before
    assert not patience.VARIABLES.keys() & os.environ.keys()


def test_what_a_host_has_chosen_for_ray_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in patience.VARIABLES:
        monkeypatch.setenv(name, "7")
    with patient():
        assert {os.environ[name] for name in patience.VARIABLES} == {"7"}


def test_what_is_not_ray_needs_no_ray() -> None:
    script = "import sys, quarterdeck.lab.rays; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

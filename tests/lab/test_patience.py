"""Ray's start-up is waited for as long as Ray's processes live, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from quarterdeck.lab import patience, ray_backend
from quarterdeck.lab.patience import patient
from quarterdeck.lab.ray_backend import connected

node: Any = import_module("ray._private.node")
services: Any = import_module("ray._private.services")

TRIES = 5
VARIABLES = {*patience.OURS, *patience.THEIRS}
# These are asked in this process by compiled code.
BLOCKING = ("gcs_rpc_server_connect_timeout_s", "py_gcs_connect_timeout_s", "raylet_start_wait_time_s")


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


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The variables with which Ray's node is started, once it has been; beforehand none of ours is set."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    found: dict[str, str] = {}

    def start() -> Process:
        found.update(os.environ)
        return Process(1)

    monkeypatch.setattr(services, "start_raylet", start)
    return found


def test_a_slow_start_is_waited_for_while_its_process_lives(started: Callable[[int], None]) -> None:
    started(10**6)
    with patient():
        services.start_raylet()
        assert services.get_node("address", "id") == "node"
        assert node.wait_for_persisted_port("folder", "id", "name", timeout_ms=30_000) == "port"


def test_a_dead_process_is_not_waited_for(started: Callable[[int], None]) -> None:
    started(2)
    with patient():
        services.start_raylet()
        with pytest.raises(RuntimeError, match="not there yet"):
            services.get_node("address", "id")
        with pytest.raises(ValueError, match="not there yet"):
            node.wait_for_persisted_port("folder", "id", "name", timeout_ms=30_000)


def test_afterwards_ray_is_as_it_was(variables: dict[str, str]) -> None:
    def functions() -> list[Any]:
        return [
            services.start_raylet,
            services.start_gcs_server,
            services.get_node,
            getattr(node, patience.PORT),
        ]

    before = functions()
    with patient():
        assert not {*before} & {*functions()}
        assert os.environ.keys() >= patience.OURS.keys()
    assert functions() == before
    assert not VARIABLES & os.environ.keys()


def test_only_rays_own_processes_wait_for_ever(variables: dict[str, str]) -> None:
    """This one does so in compiled code, which can't see that what it waits for is dead."""
    with patient():
        services.start_raylet()
        assert all(int(variables[name]) > 3600 for name in patience.THEIRS)
        assert all(int(os.environ[f"RAY_{name}"]) < 60 for name in BLOCKING)
        assert "RAY_agent_register_timeout_ms" not in os.environ


def test_what_a_host_has_chosen_for_ray_stays(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(name, "7")
    with patient():
        services.start_raylet()
        assert {os.environ[name] for name in VARIABLES} == {variables[name] for name in VARIABLES} == {"7"}


def test_a_ray_of_ones_own_is_started_so_and_a_cluster_is_not(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patiently: dict[str, bool] = {}

    def init(address: str, **_settings: object) -> None:
        patiently[address] = os.environ.keys() >= patience.OURS.keys()

    monkeypatch.setattr("ray.init", init)
    monkeypatch.setattr(ray_backend, "_check_reachable", lambda _address: None)
    for address in ("local", "10.0.0.1:6379"):
        with connected(address):
            pass
    assert patiently == {"local": True, "10.0.0.1:6379": False}


# Ray is started, and its first process is killed at once: if it dies later, Ray ends our process, too.
DYING = """
from ray._private import services
from quarterdeck.errors import QuarterdeckError
from quarterdeck.lab import patience
from quarterdeck.lab.ray_backend import connected

patience.OURS.update(dict.fromkeys(list(patience.OURS)[1:], 2))
start = services.start_gcs_server

def start_and_kill(*args, **kwargs):
    details = start(*args, **kwargs)
    details.process.kill()
    return details

services.start_gcs_server = start_and_kill
try:
    with connected("local"):
        print("connected")
except QuarterdeckError as error:
    print(error)
"""


def test_a_ray_that_dies_while_it_starts_is_told_in_a_sentence() -> None:
    done = subprocess.run([sys.executable, "-c", DYING], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Ray can't be started here (")


def test_what_is_not_ray_needs_no_ray() -> None:
    script = "import sys, quarterdeck.lab.ray_backend; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

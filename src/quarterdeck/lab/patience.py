"""Waits for a starting Ray as long as its processes live.

Ray itself waits thirty seconds for its first process and for each node, however busy the machine is. These
limits are constants in Ray's code, so its waiting functions are patched while it starts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from typing import Any
from unittest.mock import patch

# Ray's variables for how long its processes wait for each other. A day is as good as no limit: no Ray process
# outlives this process, which also stops those that wait for a dead one.
DAY = 24 * 3600
THEIRS = {
    "RAY_gcs_rpc_server_connect_timeout_s": DAY,
    "RAY_raylet_start_wait_time_s": DAY,
    "RAY_agent_register_timeout_ms": 1000 * DAY,
}
# How long this process waits at a time. It waits in compiled code that can't be interrupted and does not
# notice dead processes; after each wait, Ray or `_retry_while_alive` looks for them. Ray keeps these values
# for the life of the process.
OURS = {
    "RAY_gcs_server_port_wait_time_s": DAY,
    "RAY_gcs_rpc_server_connect_timeout_s": 20,
    "RAY_py_gcs_connect_timeout_s": 20,
    "RAY_raylet_start_wait_time_s": 20,
}
# Ray's function that waits for a process's port, and the limit of each wait.
PORT = "wait_for_persisted_port"
PORT_MILLISECONDS = 1000
Wrapping = Callable[[Callable[..., Any]], Callable[..., Any]]
# Seconds between two checks whether a node is up.
PAUSE = 0.1


@contextmanager
def patient() -> Iterator[None]:
    """Within the block, a Ray started by `ray.init` or as a local cluster may take its time."""
    services: Any = import_module("ray._private.services")
    node: Any = import_module("ray._private.node")
    started: list[Any] = []
    with ExitStack() as stack:
        # The host's own settings take precedence.
        theirs, ours = _unset_variables(THEIRS), _unset_variables(OURS)
        replaced: list[tuple[Any, str, Wrapping]] = [
            (services, "start_gcs_server", partial(_remember_process, started, theirs)),
            (services, "start_raylet", partial(_remember_process, started, theirs)),
            (services, "get_node", partial(_retry_while_alive, started)),
            (node, PORT, lambda wait: _retry_while_alive(started, _limit_wait(wait))),
        ]
        for module, name, wrap in replaced:
            # These are private functions of Ray, which may change.
            if hasattr(module, name):
                stack.enter_context(patch.object(module, name, wrap(getattr(module, name))))
        stack.enter_context(patch.dict(os.environ, ours))
        yield


def _unset_variables(variables: Mapping[str, int]) -> dict[str, str]:
    """Those of the variables that the environment does not set."""
    return {name: str(value) for name, value in variables.items() if name not in os.environ}


def _remember_process(
    started: list[Any], variables: Mapping[str, str], start: Callable[..., Any]
) -> Callable[..., Any]:
    """A wrapper that starts a process with these variables and remembers it."""

    def start_and_remember(*args: Any, **kwargs: Any) -> Any:
        with patch.dict(os.environ, variables):
            details = start(*args, **kwargs)
        started.append(details.process)
        return details

    return start_and_remember


def _limit_wait(wait: Callable[..., Any]) -> Callable[..., Any]:
    """A wrapper that waits for PORT_MILLISECONDS at most."""

    def wait_at_most(*args: Any, timeout_ms: int) -> Any:
        return wait(*args, timeout_ms=min(timeout_ms, PORT_MILLISECONDS))

    return wait_at_most


def _retry_while_alive(started: list[Any], ask: Callable[..., Any]) -> Callable[..., Any]:
    """A wrapper that repeats a query for a node or port while all started processes live."""

    def retry(*args: Any, **kwargs: Any) -> Any:
        while True:
            try:
                return ask(*args, **kwargs)
            # Ray raises several kinds of errors if something is not there yet.
            except Exception:
                if not started or any(one.poll() is not None for one in started):
                    raise
            time.sleep(PAUSE)

    return retry

"""Where the command begins: Ctrl+C ends it in silence before anything heavy is there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import quarterdeck_command

SOURCE = Path(quarterdeck_command.__file__).parent


class Loading(ModuleType):
    """The module of the commands, which notes who handles Ctrl+C while it is imported and when it runs."""

    def __init__(self, noted: list[object]) -> None:
        super().__init__("quarterdeck.cli.main")
        self._noted = noted

    @property
    def main(self) -> Callable[[], int]:
        self._noted.append(signal.getsignal(signal.SIGINT))
        return self._run

    def _run(self) -> int:
        self._noted.append(signal.getsignal(signal.SIGINT))
        return 7


@pytest.mark.parametrize(
    ("before", "meanwhile"),
    [(signal.default_int_handler, signal.SIG_DFL), (signal.SIG_IGN, signal.SIG_IGN)],
)
def test_ctrl_c_ends_the_process_while_it_loads(
    monkeypatch: pytest.MonkeyPatch, before: signal.Handlers, meanwhile: signal.Handlers
) -> None:
    noted: list[object] = []
    monkeypatch.setitem(sys.modules, "quarterdeck.cli.main", Loading(noted))
    old = signal.signal(signal.SIGINT, before)
    try:
        assert quarterdeck_command.main() == 7
    finally:
        signal.signal(signal.SIGINT, old)
    assert noted == [meanwhile, before]


def test_it_loads_nothing_of_the_package_by_itself() -> None:
    code = "import sys, quarterdeck_command; print('quarterdeck' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
    assert done.stdout == b"False\n"

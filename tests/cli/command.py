"""Runs the command line within the test, with what would have been typed."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from quarterdeck.cli.main import main


@dataclass(frozen=True)
class Outcome:
    """What a command came to."""

    code: int
    out: str
    err: str


class Command:
    """`command("verify", path)` runs `quarterdeck verify PATH`; `typed` are the lines of its input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object, typed: list[str] | None = None) -> Outcome:
        text = "".join(line + "\n" for line in typed or [])
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Outcome(code, out, err)

    def refused(self, *arguments: object, code: int = 1) -> str:
        """Run a command that has to fail; returns its one sentence."""
        outcome = self(*arguments)
        assert outcome.code == code, outcome
        assert outcome.out == ""
        assert outcome.err.count("\n") == 1
        assert outcome.err.endswith("\n")
        assert "Traceback" not in outcome.err
        return outcome.err.strip()

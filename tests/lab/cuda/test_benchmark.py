"""What `python -m benchmarks.cuda` says where there is nothing to be measured."""

from __future__ import annotations

import sys

import pytest

from benchmarks import cuda
from quarterdeck.lab.cuda import target


def test_without_a_device_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    target.load()
    assert cuda.main([]) == 2
    assert capsys.readouterr().out.startswith("Nothing was measured: There is no CUDA device here")


def test_without_pgx_it_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    assert cuda.pgx([1], rounds=1) == {}
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1
    assert said[0].startswith("Pgx is not measured (import of jax halted")

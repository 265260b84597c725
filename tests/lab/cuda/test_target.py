"""What is at hand: numba-cuda, a device, or neither."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable

import numpy as np
import pytest

import quarterdeck
from quarterdeck.errors import QuarterdeckError
from quarterdeck.kernel.random import Dice
from quarterdeck.kernel.record import aligned, dtype_of
from quarterdeck.lab import cuda
from quarterdeck.lab.cuda.arrays import aligned_copy, packed_copy
from quarterdeck.lab.cuda.check import main
from quarterdeck.lab.lanes.play import Lane
from tests.conftest import SAID

SIMULATED = """
import quarterdeck
from quarterdeck.lab import cuda

assert str(cuda.device()).startswith("simulator")
game = quarterdeck.game("mutiny")
found, moves = cuda.playouts(game, 2, seed=5)
expected, as_many = game.playouts(2, seed=5)
assert (found == expected).all() and moves == as_many
here, there = (quarterdeck.lab.vector(game, 3, seed=5, device=device) for device in ("cpu", "cuda"))
for _ in range(20):
    assert all((a == b.copy_to_host()).all() for a, b in zip(here.out, there.out))
    here.step(here.sample())
    there.step(there.sample())
print("the same")
"""


def test_the_device_part_is_run_or_said_not_to_have_been(
    capsys: pytest.CaptureFixture[str], record_property: Callable[[str, object], None]
) -> None:
    """A device at hand is compared with the processor, game by game; else the run ends by saying so."""
    found = cuda.device()
    status = main(["check", "--games", "2000", "--lanes", "200", "--steps", "200"])
    said = capsys.readouterr().out
    if found is None:
        assert status == 2
        assert said.startswith("The device part was not run: There is no CUDA device here")
        record_property(SAID, f"{said.strip()} It was compiled, and its code was run on the processor.")
    else:
        assert status == 0, said
        assert said.count("the same as here") == 2 * len(quarterdeck.GAMES)


@pytest.mark.parametrize(
    "use", [lambda: cuda.playouts("mutiny", 1), lambda: quarterdeck.lab.vector("mutiny", 1, device="cuda")]
)
def test_without_a_device_one_sentence_says_so(
    use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    assert cuda.device() is None
    with pytest.raises(QuarterdeckError, match="There is no CUDA device here") as error:
        use()
    assert "\n" not in str(error.value)


def test_a_driver_that_is_too_old_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: True)
    monkeypatch.setattr("numba.cuda.cudadrv.driver.get_version", lambda: (13, 0))
    assert cuda.target.required() is cuda.target.load()
    monkeypatch.setattr("numba.cuda.cudadrv.driver.get_version", lambda: (12, 9))
    with pytest.raises(QuarterdeckError, match=r"driver here is for CUDA 12\.9; it takes one for CUDA 13\.0"):
        cuda.playouts("mutiny", 1)


def test_without_numba_cuda_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarterdeck.lab.env_common.find_spec", lambda package: None)
    cuda.target.load.cache_clear()
    with pytest.raises(QuarterdeckError, match=r'pip install "quarterdeck\[cuda\]"'):
        cuda.playouts("mutiny", 1)


def test_numbas_simulator_plays_the_same() -> None:
    environment = dict(os.environ, NUMBA_ENABLE_CUDASIM="1", PYTHONPATH=os.pathsep.join(sys.path))
    run = subprocess.run([sys.executable, "-c", SIMULATED], env=environment, capture_output=True, text=True)
    assert run.stdout == "the same\n", run.stderr


@pytest.mark.parametrize("cls", [*(spec.state for spec in quarterdeck.GAMES.values()), Dice, Lane])
def test_on_a_device_every_number_lies_at_a_multiple_of_its_size(cls: type) -> None:
    packed, padded = dtype_of(cls), aligned(cls)
    assert padded.fields is not None
    assert packed.fields is not None
    for name, (kind, offset, *_rest) in padded.fields.items():
        assert offset % kind.base.itemsize == padded.itemsize % kind.base.itemsize == 0
        assert packed.fields[name][1] == offset
    some = np.frombuffer(np.random.default_rng(1).bytes(3 * packed.itemsize), packed)
    assert packed_copy(cls, aligned_copy(cls, some)).tobytes() == some.tobytes()


def test_the_warnings_of_an_idle_device_stay_with_others() -> None:
    from quarterdeck.lab.cuda import kernels

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        kernels.launch(kernels.accepting(quarterdeck.GAMES["mutiny"]), 1)
    assert heard == []

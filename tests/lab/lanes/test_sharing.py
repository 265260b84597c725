"""Other libraries take the arrays as they are."""

from __future__ import annotations

import subprocess
import sys

import torch
from torch.utils.dlpack import from_dlpack

from quarterdeck.lab import vector
from quarterdeck.lab.lanes.buffers import ALIGNMENT


def test_every_array_begins_where_other_libraries_want_it() -> None:
    for n in (1, 3, 17):
        for table in vector("meuterer", n, information=3).out:
            assert table.ctypes.data % ALIGNMENT == 0
            assert table.flags.c_contiguous


def test_torch_shares_the_arrays_through_dlpack() -> None:
    env = vector("cartagena", 9, seed=1, information=3)
    shared = {name: from_dlpack(table) for name, table in env.out._asdict().items()}
    for _ in range(40):
        env.step(from_dlpack(env.sample()))
        for name, table in env.out._asdict().items():
            assert shared[name].data_ptr() == table.ctypes.data
            assert shared[name].numpy().tobytes() == table.tobytes()
    assert shared["legal"].dtype == torch.bool
    assert shared["observation"].dtype == torch.float32


def test_the_arrays_are_the_same_ones_at_every_step() -> None:
    env = vector("mutiny", 2)
    before = env.out
    assert env.step(env.sample()) is before
    assert env.reset() is before


def test_quarterdeck_is_imported_without_the_lab_and_the_compiler() -> None:
    code = (
        "import sys, quarterdeck; assert 'quarterdeck.lab' not in sys.modules; quarterdeck.lab.vector; "
        "assert 'numba' not in sys.modules; assert 'quarterdeck.lab.lanes' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

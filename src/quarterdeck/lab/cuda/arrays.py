"""Converts records between the host (packed) and a device (aligned), and copies them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quarterdeck.kernel.record import Records, aligned, dtype_of


def aligned_copy(cls: type, packed: NDArray[Any]) -> NDArray[Any]:
    """A packed record array as a new aligned one; the padding is zeros."""
    kind = dtype_of(cls)
    padded = np.zeros(len(packed), aligned(cls))
    raw = np.ascontiguousarray(packed).view(np.ndarray).view(np.uint8).reshape(len(packed), kind.itemsize)
    padded.view(np.uint8).reshape(len(padded), -1)[:, : kind.itemsize] = raw
    return padded


def packed_copy(cls: type, padded: NDArray[Any]) -> Records:
    """An aligned record array as a new packed one, without padding."""
    kind = dtype_of(cls)
    raw = padded.view(np.uint8).reshape(len(padded), -1)[:, : kind.itemsize]
    return np.ascontiguousarray(raw).view(kind).reshape(len(padded)).view(Records)


def sent(cuda: Any, array: NDArray[Any]) -> Any:
    """Copy a C-contiguous array to device memory; records as plain bytes, padding included."""
    if array.dtype.fields is None:
        return cuda.to_device(array)
    return cuda.to_device(array.view(np.ndarray).view(np.uint8)).view(array.dtype)


def fetched(array: Any) -> NDArray[Any]:
    """Copy an array from device memory; records as plain bytes, padding included."""
    copy: NDArray[Any]
    if array.dtype.fields is None:
        copy = array.copy_to_host()
    else:
        copy = array.view(np.uint8).copy_to_host().view(array.dtype)
    return copy


def rows(cuda: Any, table: Any) -> Any:
    """View a table on a device as records with one field, `row`; same memory."""
    kind = np.dtype((np.record, [("row", table.dtype, table.shape[1:])]))
    count = int(table.shape[0])
    return table.view(kind).reshape(count) if count else cuda.device_array(0, kind)

"""Record types: a class of annotated fields becomes a flat NumPy structured type.

The state of every game is one such record: fixed size, no pointers. Copying a position is copying bytes, and
a million positions are an array.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from quarterdeck.errors import GameError

I8 = Annotated[int, np.int8]
I16 = Annotated[int, np.int16]
I32 = Annotated[int, np.int32]
I64 = Annotated[int, np.int64]
U8 = Annotated[int, np.uint8]
U16 = Annotated[int, np.uint16]
U32 = Annotated[int, np.uint32]
U64 = Annotated[int, np.uint64]
I8s = Annotated[NDArray[np.int8], np.int8]
U8s = Annotated[NDArray[np.uint8], np.uint8]
I16s = Annotated[NDArray[np.int16], np.int16]
U16s = Annotated[NDArray[np.uint16], np.uint16]
I64s = Annotated[NDArray[np.int64], np.int64]
U64s = Annotated[NDArray[np.uint64], np.uint64]

WORD = 8  # bytes

R = TypeVar("R")
Cell = NDArray[Any]

_DTYPES: dict[type, np.dtype[Any]] = {}


class Records(np.ndarray[Any, Any]):
    """An array of records; reading a field as an attribute gives the array of its values."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name in (self.dtype.names or ()):
            return self[name].view(np.ndarray)
        raise AttributeError(f"these records have no field {name!r}")


def record(cls: type[R]) -> type[R]:
    """Make a record type of a class: its annotated fields, in their order and without padding.

    A field is a scalar (`turn: I8`) or an array with its shape (`hand: Annotated[I8s, 4, 7]`). Raises
    GameError for a field that is neither, and for a name that NumPy's own records use (`size`, `max`, …),
    because the field would shadow it.
    """
    return _made(cls, 1)


def record_in_words(cls: type[R]) -> type[R]:
    """As `record`, but zeros at the end make the record's length a multiple of 8 bytes.

    Lanes play faster on an array of such records: with another length some numbers lie across words and cache
    lines, which costs up to a tenth of a step's time. `record` adds no zeros, because bots derive their
    random choices from a record's bytes: older record types keep their length.
    """
    return _made(cls, WORD)


def _made(cls: type[R], unit: int) -> type[R]:
    """A record type whose length is a multiple of `unit` bytes."""
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise GameError(f"{cls.__name__}.{name} needs a field type such as I8 or Annotated[I8s, 4]")
        if hasattr(np.void, name):
            sentence = "{field} hides an attribute that every NumPy record has: give it another name"
            raise GameError(sentence.format(field=f"{cls.__name__}.{name}"))
        kind, scalar, *shape = get_args(hint)
        if get_origin(kind) is np.ndarray and not shape:
            raise GameError(f"{cls.__name__}.{name} is an array and needs its shape: Annotated[I8s, 4], say")
        fields.append((name, scalar, tuple(shape)))
    made = _with_attributes(cls, [name for name, *_rest in fields])
    packed = np.dtype(fields)
    _DTYPES[made] = np.dtype((made, _rounded_up(packed, unit) if packed.itemsize % unit else packed))
    return made


def _rounded_up(packed: np.dtype[Any], unit: int) -> np.dtype[Any]:
    """The same fields at the same offsets, with the length rounded up to a multiple of `unit` bytes."""
    kinds: Any = packed.fields
    return np.dtype(
        {
            "names": [*kinds],
            "formats": [kind for kind, *_rest in kinds.values()],
            "offsets": [offset for _kind, offset, *_title in kinds.values()],
            "itemsize": -(-packed.itemsize // unit) * unit,
        }
    )


def _with_attributes(cls: type[R], names: list[str]) -> type[R]:
    """The class as a subclass of `np.void` with its fields as properties.

    `np.record` has its fields as attributes, too, but looks for them in other places first, which takes five
    times as long.
    """

    def field(name: str) -> property:
        return property(itemgetter(name), lambda s, value: s.__setitem__(name, value))

    kept = {name: getattr(cls, name) for name in ("__annotations__", "__doc__", "__module__", "__qualname__")}
    made = type(cls.__name__, (np.void,), {**kept, "__slots__": (), **{name: field(name) for name in names}})
    return cast(type[R], made)


def dtype_of(cls: type) -> np.dtype[Any]:
    """The structured dtype that `record` made for `cls`."""
    return _DTYPES[cls]


def aligned(cls: type) -> np.dtype[Any]:
    """The same fields at the same offsets, with padding at the end.

    In an array of such records each number lies at a multiple of its size, as GPUs need it. Raises GameError
    if a field's offset is no multiple of its size.
    """
    fields: Any = dtype_of(cls).fields
    for name, (kind, offset, *_title) in fields.items():
        if offset % kind.base.itemsize:
            raise GameError(f"{cls.__name__}.{name} begins at byte {offset}: put larger numbers before it")
    padded = np.dtype([(name, kind) for name, (kind, *_rest) in fields.items()], align=True)
    return np.dtype((cls, padded))


def zeros(cls: type, count: int) -> Records:
    """An array of `count` records of this class, every byte zero."""
    return np.zeros(count, dtype_of(cls)).view(Records)


def new(cls: type[R]) -> R:
    """One record of this class, every byte zero; its fields are read and written as attributes."""
    return cast(R, zeros(cls, 1)[0])


def cell(s: object) -> Cell:
    """A new array of one record, with the same bytes.

    Compiled entry points take it many times faster than a record.
    """
    # From bytes, because NumPy copies a record field by field.
    return np.ndarray(1, cast(Any, s).dtype, bytearray(to_bytes(s)))


def copy(s: R) -> R:
    """A new record with the same bytes."""
    return cast(R, cell(s)[0])


def plain_fields(s: R) -> R:
    """The record's fields as plain attributes, only for reading: several times faster than the record.

    Numbers are copies; arrays are the record's own.
    """
    fields = zip(cast(Any, s).dtype.names, cast(Any, s).item(), strict=True)
    return cast(R, SimpleNamespace(**dict(fields)))


class _Field:
    """A field of a `_FieldCache`: read from the record once, then a plain attribute of the cache."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, one: Any, _owner: type) -> Any:
        found = one._record[self._name]
        value = vars(one)[self._name] = found if isinstance(found, np.ndarray) else found.item()
        return value


class _FieldCache:
    """A cache of a record's fields, which are its attributes. Writing to one writes to the record."""

    _record: Any

    def __init__(self, s: Any) -> None:
        vars(self).update(_record=s, dtype=s.dtype)

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value
        vars(self).pop(name, None)


@cache
def _field_cache_of(dtype: np.dtype[Any]) -> type[_FieldCache]:
    """The class of field caches for records of this type."""
    return type("FieldCache", (_FieldCache,), {name: _Field(name) for name in dtype.names or ()})


def field_cache(s: R) -> R:
    """The record behind a cache for interpreted rules: they read a field ten times as fast, and what they
    write goes to the record.

    Numbers are Python's, as rules expect them; arrays are the record's own. While the cache is in use, nobody
    may write a number to the record itself: the cache would not notice.
    """
    return cast(R, _field_cache_of(cast(Any, s).dtype)(s))


def to_bytes(s: object) -> bytes:
    """The bytes of a record; they are equal exactly if the records are equal."""
    return bytes(cast(Any, s).tobytes())


def from_bytes(cls: type[R], data: bytes) -> R:
    """The record that `to_bytes` wrote. Raises ValueError if the length is not that of the record type."""
    dtype = dtype_of(cls)
    if len(data) != dtype.itemsize:
        raise ValueError(f"a {cls.__name__} record has {dtype.itemsize} bytes, not {len(data)}")
    return cast(R, np.frombuffer(bytearray(data), dtype)[0])

"""Record types: flat structured types from annotated classes."""

from __future__ import annotations

import pickle
from typing import Annotated, Any

import numpy as np
import pytest

from quarterdeck.kernel.record import (
    I8,
    U16,
    U64,
    I8s,
    I16s,
    U64s,
    aligned,
    copy,
    dtype_of,
    field_cache,
    from_bytes,
    new,
    plain_fields,
    record,
    record_in_words,
    to_bytes,
    zeros,
)
from quarterdeck.play import GAMES


@record
class Ship:
    key: Annotated[U64s, 2]
    crew: I8
    cargo: Annotated[I8s, 3, 4]
    depth: U16
    log: Annotated[I16s, 5]


def test_fields_lie_in_their_order_without_padding() -> None:
    dtype = dtype_of(Ship)
    assert dtype.names == ("key", "crew", "cargo", "depth", "log")
    assert dtype.itemsize == 2 * 8 + 1 + 12 + 2 + 10
    assert dtype.fields is not None
    assert [dtype.fields[name][1] for name in dtype.names] == [0, 16, 17, 29, 31]
    assert dtype["cargo"].shape == (3, 4)
    assert dtype["depth"] == np.dtype(np.uint16)


def test_a_new_record_is_zero_and_its_fields_are_attributes() -> None:
    ship = new(Ship)
    assert to_bytes(ship) == bytes(41)
    ship.crew = -3
    ship.cargo[1, 2] = 7
    assert (ship.crew, ship.cargo.sum(), ship.cargo[1, 2]) == (-3, 7, 7)


def test_a_copy_is_a_record_of_its_own() -> None:
    ship = new(Ship)
    other = copy(ship)
    other.crew = 4
    other.log[0] = 9
    assert (ship.crew, ship.log[0]) == (0, 0)
    assert to_bytes(ship) != to_bytes(other)


def test_bytes_and_back() -> None:
    ship = new(Ship)
    ship.log[4] = -2
    again = from_bytes(Ship, to_bytes(ship))
    assert to_bytes(again) == to_bytes(ship)
    again.log[4] = 0
    assert ship.log[4] == -2
    for wrong in (b"", bytes(40), bytes(42)):
        with pytest.raises(ValueError, match="a Ship record has 41 bytes, not"):
            from_bytes(Ship, wrong)


@record_in_words
class Barge:
    key: U64
    crew: I8
    depth: Annotated[I8s, 4]


def test_a_record_in_words_has_zeros_behind_its_last_field() -> None:
    dtype = dtype_of(Barge)
    assert dtype.names == ("key", "crew", "depth")
    assert dtype.itemsize == 16
    barge = new(Barge)
    barge.depth[:] = -1
    assert to_bytes(barge) == bytes(9) + b"\xff" * 4 + bytes(3)
    again = copy(from_bytes(Barge, to_bytes(barge)))
    assert to_bytes(again) == to_bytes(barge)
    fleet = zeros(Barge, 3)
    fleet[1] = barge
    assert to_bytes(fleet[1]) == to_bytes(barge)
    assert aligned(Barge).itemsize == 16


def test_a_record_that_is_whole_words_is_the_same_either_way() -> None:
    assert dtype_of(Ship).itemsize == 41

    class Word:
        key: U64

    assert dtype_of(record_in_words(Word)).itemsize == 8


def test_states_of_games_in_lanes_are_whole_words() -> None:
    assert {dtype_of(GAMES[name].state).itemsize % 8 for name in ("cartagena", "mutiny")} == {0}


def test_many_records_are_one_array() -> None:
    fleet = zeros(Ship, 10)
    assert fleet.nbytes == 410
    fleet[3].crew = 5
    assert fleet.crew.tolist() == [0, 0, 0, 5, 0, 0, 0, 0, 0, 0]


def test_an_unknown_field_is_neither_read_nor_written() -> None:
    ship: Any = new(Ship)
    fleet: Any = zeros(Ship, 2)
    for one in (ship, fleet):
        with pytest.raises(AttributeError, match="mast"):
            one.mast = 3
        assert not hasattr(one, "mast")
    with pytest.raises(AttributeError, match="crew"):
        fleet.crew = 3


def test_records_travel_between_processes() -> None:
    fleet = zeros(Ship, 2)
    fleet[1].crew, fleet[1].cargo[2, 3] = 4, 7
    again = pickle.loads(pickle.dumps(fleet))
    assert again.tobytes() == fleet.tobytes()
    assert again.crew.tolist() == [0, 4]
    ship = pickle.loads(pickle.dumps(fleet[1]))
    assert isinstance(ship, Ship)
    assert (ship.crew, ship.cargo[2, 3]) == (4, 7)


@pytest.mark.parametrize("name", ["size", "max", "round", "shape", "copy", "dtype", "T"])
def test_a_name_that_every_record_has_is_refused(name: str) -> None:
    wrong = type("Wrong", (), {"__annotations__": {name: I8}})
    with pytest.raises(TypeError, match=rf"Wrong\.{name} hides an attribute that every NumPy record has"):
        record(wrong)


@pytest.mark.parametrize("hint", [int, list[int], np.int8])
def test_a_field_without_a_field_type_is_refused(hint: object) -> None:
    wrong = type("Wrong", (), {"__annotations__": {"crew": hint}})
    with pytest.raises(TypeError, match=r"Wrong\.crew needs a field type such as I8"):
        record(wrong)


def test_a_record_to_read_has_the_fields_as_they_are() -> None:
    ship = new(Ship)
    ship.key[1], ship.crew, ship.depth = 2**64 - 1, -3, 65535
    ship.cargo[1, 2] = -7
    seen = plain_fields(ship)
    assert (seen.crew, seen.depth, int(seen.key[1]), int(seen.cargo[1, 2])) == (-3, 65535, 2**64 - 1, -7)
    assert set(vars(seen)) == set(dtype_of(Ship).names or ())


def test_a_field_cache_reads_and_writes_the_record() -> None:
    ship = new(Ship)
    ship.crew, ship.cargo[1, 2] = -3, 7
    one = field_cache(ship)
    assert (type(one.crew), one.crew, one.cargo[1, 2]) == (int, -3, 7)
    one.crew -= 4
    one.depth = 65535
    one.cargo[1, 2] += 1
    one.log[:] = [1, 2, 3, 4, 5]
    one.cargo[2] = one.cargo[1]
    assert (one.crew, one.depth, one.cargo[2, 2], one.log[4]) == (-7, 65535, 8, 5)
    assert (ship.crew, ship.depth, ship.cargo[1, 2], ship.cargo[2, 2], ship.log[4]) == (-7, 65535, 8, 8, 5)


def test_a_field_cache_shows_an_array_that_is_written_as_a_whole() -> None:
    for looked_up_before in (False, True):
        ship = new(Ship)
        one = field_cache(ship)
        if looked_up_before:
            assert one.log[0] == 0
        one.log = np.array([1, 2, 3, 4, 5], np.int16)
        assert one.log.tolist() == ship.log.tolist() == [1, 2, 3, 4, 5]
        one.log[0] = 9
        assert ship.log[0] == 9


@pytest.mark.parametrize("wrong", [128, -129])
def test_a_field_cache_refuses_a_number_that_its_field_can_not_hold(wrong: int) -> None:
    one = field_cache(new(Ship))
    one.crew = 5
    with pytest.raises(OverflowError):
        one.crew = wrong
    assert one.crew == 5


def test_an_unknown_field_of_a_field_cache_is_neither_read_nor_written() -> None:
    one: Any = field_cache(new(Ship))
    assert not hasattr(one, "mast")
    with pytest.raises(ValueError, match="mast"):
        one.mast = 3


def test_a_number_that_a_device_could_not_read_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Ship\.depth begins at byte 29: put larger numbers before it"):
        aligned(Ship)


def test_aligned_records_have_their_padding_behind_the_last_field() -> None:
    @record
    class Boat:
        key: Annotated[U64s, 2]
        depth: U16
        crew: I8

    packed, padded = dtype_of(Boat), aligned(Boat)
    assert (packed.itemsize, padded.itemsize) == (19, 24)
    assert packed.fields is not None
    assert padded.fields is not None
    assert [place[1] for place in packed.fields.values()] == [place[1] for place in padded.fields.values()]

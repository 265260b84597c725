"""Networks in files come back as they were, and what is no network of the game is refused by name."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from numpy.typing import NDArray

import quarterdeck
from quarterdeck.bots import bot
from quarterdeck.bots.levels import SKILLS
from quarterdeck.bots.search.belief import Belief
from quarterdeck.bots.search.net import Net, make_net, no_net, weights_of
from quarterdeck.bots.search.weights import (
    ABOUT,
    WeightsError,
    own_net,
    read_about,
    read_belief,
    read_net,
    write_belief,
    write_net,
)
from quarterdeck.i18n import use
from quarterdeck.play import GAMES
from tests.bots.search.test_belief import random_belief

UNITS = 8
Arrays = dict[str, NDArray[Any]]


def random_net(name: str = "cartagena", units: int = UNITS) -> Net:
    """A network of this game that has learned nothing."""
    game, random = quarterdeck.game(name), np.random.default_rng(1)
    seats = GAMES[name].most_players + 1
    shapes = {
        "first": (game.features, units),
        "first_bias": (units,),
        "second": (units, units),
        "second_bias": (units,),
        "act": (len(game.actions), units),
        "act_bias": (len(game.actions),),
        "win": (seats, units),
        "win_bias": (seats,),
    }
    # Halves: no 16-bit float rounds them.
    return make_net(**{field: random.integers(-4, 5, shape) / 2 for field, shape in shapes.items()})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a network for Cartagena."""
    write_net(tmp_path / "net.npz", random_net(), "cartagena", {"command": "by hand", "seed": "1"})
    return tmp_path / "net.npz"


def test_a_network_comes_back_as_it_was_written(path: Path) -> None:
    net = read_net(path, "cartagena")
    assert net.canonical
    for field, expected in weights_of(random_net()).items():
        found = getattr(net, field)
        assert found.dtype == np.float32
        assert np.array_equal(found, expected)
    about = read_about(path)
    assert (about["game"], about["command"], about["seed"]) == ("cartagena", "by hand", "1")


def test_a_network_with_actions_by_number_stays_one(tmp_path: Path) -> None:
    write_net(tmp_path / "net.npz", random_net()._replace(canonical=False), "cartagena", {})
    assert not read_net(tmp_path / "net.npz", "cartagena").canonical


def test_a_belief_comes_back_as_it_was_written_and_is_no_network(path: Path, tmp_path: Path) -> None:
    file, belief = tmp_path / "belief.npz", random_belief("cartagena")
    write_belief(file, belief, "cartagena", {"seed": "2"})
    for field, expected in belief._asdict().items():
        assert np.array_equal(getattr(read_belief(file, "cartagena"), field), expected.astype(np.float16))
    assert read_about(file, Belief._fields)["seed"] == "2"
    with pytest.raises(WeightsError, match="it lacks “act”"):
        read_net(file, "cartagena")
    with pytest.raises(WeightsError, match="it lacks “out”"):
        read_belief(path, "cartagena")
    with pytest.raises(WeightsError, match="it is for the game “cartagena”, not for mutiny"):
        read_belief(file, "mutiny")
    spoil(file, put("out", np.zeros(3, np.float16)))
    with pytest.raises(WeightsError, match=r"its “out” has the shape \(3,\), not \(5,\)"):
        read_belief(file, "cartagena")


UNWRITABLE: list[tuple[str, float, str]] = [
    ("first", np.nan, "its “first” holds what is no number up to 65,504"),
    ("win_bias", -np.inf, "its “win_bias” holds what is no number up to 65,504"),
    # The 16-bit floats end at 65,504.
    ("act", 65_520, "its “act” holds what is no number up to 65,504"),
]


@pytest.mark.parametrize(("field", "weight", "fault"), UNWRITABLE, ids=[one[2] for one in UNWRITABLE])
def test_a_network_that_could_not_be_read_is_not_written(
    path: Path, field: str, weight: float, fault: str
) -> None:
    before, net = path.read_bytes(), random_net()
    weights = getattr(net, field).copy()
    weights.flat[-1] = weight
    with pytest.raises(WeightsError) as caught:
        write_net(path, net._replace(**{field: weights}), "cartagena", {})
    assert str(caught.value).startswith(f"The network can't be written to {path}: {fault}")
    assert path.read_bytes() == before


def test_another_game_s_network_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    for net in (random_net("mutiny"), no_net()):
        with pytest.raises(WeightsError, match=r"can't be written to .*net\.npz: its “first” has the shape"):
            write_net(file, net, "cartagena", {})
    belief = random_belief("cartagena")
    with pytest.raises(WeightsError, match=r"can't be written to .*net\.npz: its “out” holds"):
        write_belief(file, belief._replace(out=belief.out * np.float32(np.nan)), "cartagena", {})
    assert list(tmp_path.iterdir()) == []


def test_a_file_has_the_name_that_it_was_given(tmp_path: Path) -> None:
    write_net(tmp_path / "net", random_net(), "cartagena", {})
    assert [file.name for file in tmp_path.iterdir()] == ["net"]
    assert read_net(tmp_path / "net", "cartagena").canonical


def test_an_interrupted_write_leaves_the_file_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def half(file: IO[bytes], **_arrays: object) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", half)
    with pytest.raises(KeyboardInterrupt):
        write_net(path, random_net(), "cartagena", {})
    assert [file.read_bytes() for file in path.parent.iterdir()] == [before]


def spoil(path: Path, change: Callable[[Arrays], object]) -> None:
    """Write the file anew with its arrays changed."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    change(arrays)
    np.savez(path, **arrays)


def noted(arrays: Arrays, **changed: Any) -> None:
    """Change what is noted of the network."""
    about = json.loads(arrays[ABOUT].tobytes()) | changed
    arrays[ABOUT] = np.frombuffer(json.dumps(about).encode(), np.uint8)


def put(field: str, array: NDArray[Any]) -> Callable[[Arrays], None]:
    """Put this array in the place of one, or beside them."""
    return lambda arrays: arrays.update({field: array})


FAULTS: list[tuple[Callable[[Arrays], object], str]] = [
    (lambda arrays: noted(arrays, game="chess"), "it is for the game “chess”, not for cartagena"),
    (lambda arrays: noted(arrays, blocks=[["hand", 3]]), "it was trained with other observations"),
    (put(ABOUT, np.frombuffer(b"{", np.uint8)), "its note of what made it can't be read"),
    (put(ABOUT, np.frombuffer(b"[]", np.uint8)), "its note of what made it can't be read"),
    (put(ABOUT, np.frombuffer(b"[" * 100_000, np.uint8)), "its note of what made it can't be read"),
    (lambda arrays: arrays.pop("win_bias"), "it lacks “win_bias”"),
    (put("third", np.zeros(1)), "it has an unknown part “third”"),
    (put("second", np.zeros((UNITS, 3), np.float16)), "its “second” has the shape (8, 3), not (8, 8)"),
    (put("second", np.zeros((), np.float16)), "its “"),
    (put("win_bias", np.zeros(5)), "its “win_bias” is of float64, not of 16- or 32-bit floats"),
    (put("win_bias", np.full(5, np.nan, np.float16)), "its “win_bias” holds what is no number"),
    (put("act_bias", np.zeros(1 << 23, np.float32)), "it is too large for one"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_malformed_network_is_refused_by_name(
    path: Path, change: Callable[[Arrays], object], fault: str
) -> None:
    spoil(path, change)
    with pytest.raises(WeightsError) as caught:
        read_net(path, "cartagena")
    assert str(caught.value).startswith(f"The network file {path} can't be used: {fault}")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"not a network at all"])
def test_a_file_of_another_kind_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"weights\.npz can't be used: it is no .npz file of arrays"):
        read_net(path, "cartagena")
    with pytest.raises(WeightsError, match=r"nowhere\.npz can't be used: No such file"):
        read_net(tmp_path / "nowhere.npz", "cartagena")
    with (
        use("de"),
        pytest.raises(WeightsError, match="nicht zu gebrauchen: Datei oder Ordner nicht gefunden"),
    ):
        read_net(tmp_path / "nowhere.npz", "cartagena")


def header(text: str) -> bytes:
    """The beginning of an array in a file of NumPy's, with this description of it, and nothing more."""
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


UNREADABLE = {
    "plain bytes": b"no array",
    "a torn description": header("{'descr': '<f2', 'shape': ("),
    "no memory is as large": header("{'descr': '<f2', 'fortran_order': False, 'shape': (1000000000000,), }"),
    "no number is as large": header(f"{{'descr': '<f2', 'fortran_order': False, 'shape': ({10**30},), }}"),
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=list(UNREADABLE))
def test_an_array_that_cannot_be_read_is_refused_by_name(path: Path, content: bytes) -> None:
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in {**parts, "second.npy": content}.items():
            packed.writestr(name, part)
    with pytest.raises(WeightsError, match=r"net\.npz can't be used: it is no .npz file of arrays"):
        read_net(path, "cartagena")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused_by_name(path: Path, part: float) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(WeightsError, match=r"net\.npz can't be used"):
        read_net(path, "cartagena")


def test_a_file_with_a_hole_is_refused_by_name(path: Path) -> None:
    whole = path.read_bytes()
    middle = len(whole) // 3
    path.write_bytes(whole[:middle] + bytes(64) + whole[middle + 64 :])
    with pytest.raises(WeightsError, match=r"net\.npz can't be used"):
        read_net(path, "cartagena")


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_comes_with_a_network_that_says_what_made_it(name: str) -> None:
    file = GAMES[name].network
    assert file is not None
    assert file.stat().st_size < 1_200_000
    assert len(own_net(name).first) == quarterdeck.game(name).features
    about = read_about(file)
    assert about["command"].startswith("python -m quarterdeck.lab.training " + name)
    assert about["seed"]
    assert about["hours"] > 0
    # Of what was played against others, or of decisions in play against itself.
    assert about.get("figures") or about["decisions"]


def test_no_network_s_note_names_a_folder_of_the_machine_that_trained_it() -> None:
    kept = [*Path("docs/training").glob("*.npz"), *filter(None, (spec.network for spec in GAMES.values()))]
    assert len(kept) > len(GAMES)
    for file in kept:
        assert " /" not in json.dumps(read_about(file)), file


def test_a_level_whose_network_was_spoiled_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    position = quarterdeck.game("mutiny").start(seed=1)
    spoiled = replace(GAMES["mutiny"], network=tmp_path / "mutiny.npz")
    monkeypatch.setitem(GAMES._specs, "mutiny", spoiled)
    own_net.cache_clear()
    for level in SKILLS:
        with pytest.raises(WeightsError, match=r"mutiny\.npz can't be used: No such file"):
            bot(level).choose(position.view(position.to_act[0]))
    own_net.cache_clear()

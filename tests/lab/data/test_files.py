"""Where data sets are put: as a whole or not at all, and in the place of nothing else."""

from __future__ import annotations

import errno
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from quarterdeck import Game, QuarterdeckError, RecordError
from quarterdeck.lab import data
from quarterdeck.lab.data import files, parquet
from quarterdeck.lab.data.head import Head
from tests.lab.data.sets import MEUTERER, at_random, write

NAMES = ["a.parquet", "a.qd", "a"]
HEAD = Head(MEUTERER, ("random",) * 3, "0")


@pytest.mark.parametrize("bots", [(), ("random",) * 2, ("random", " ", "random")])
def test_nothing_is_begun_that_no_reader_would_take(bots: tuple[str, ...]) -> None:
    with pytest.raises(RecordError, match=r"^3 players need as many names|^A player's name has"):
        Head(MEUTERER, bots, "0")


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """No file grows beyond so many bytes: Python has the signal ignored, so that it is an error."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def put(path: Path | str, matches: int, then: Callable[[], object] = lambda: None) -> None:
    """Write so many matches, and do something else when they are added."""
    played = list(data.play_all(at_random(MEUTERER, matches)))
    with data.writing(path, HEAD) as writer:
        for some in played:
            writer.add(some)
        then()


def fail(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_of_a_data_set_that_is_broken_off(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        put(tmp_path / name, 3, lambda: fail(KeyboardInterrupt()))
    assert list(tmp_path.iterdir()) == []


def tidied(part: Path) -> None:
    """As `rmtree`, while somebody is impatient."""
    signal.raise_signal(signal.SIGINT)
    rmtree(part)


def test_an_interruption_of_the_tidying_up_leaves_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "rmtree", tidied)
    with pytest.raises(KeyboardInterrupt):
        put(tmp_path / "games", 3, lambda: fail(ZeroDivisionError()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_somebody_elses_error_is_not_the_disks(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConnectionResetError):
        put(tmp_path / name, 3, lambda: fail(ConnectionResetError(errno.ECONNRESET, "Connection reset")))


@pytest.mark.parametrize("most", [0, 1000, 3000])
@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_is_told_in_the_systems_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    # Several row groups: the first that fails is followed by what closing tries.
    monkeypatch.setattr(parquet, "ROW_GROUP", 20)
    path = tmp_path / name
    with pytest.raises(QuarterdeckError) as caught, small_disk(most):
        put(path, 60)
    assert str(caught.value) == f"{path} can't be written (File too large): name another file."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_nobody_could_read_again_is_not_taken(tmp_path: Path, name: str) -> None:
    played = [*data.play_all(at_random(MEUTERER, 3))]
    more = [*data.play_all(at_random(Game("meuterer", players=4), 3))]

    def add(wrong: list[Any]) -> None:
        with data.writing(tmp_path / name, HEAD) as writer:
            for one in wrong:
                writer.add(one)

    for wrong, sentence in (
        ([*played, *played], r"^Match 0 can't follow match 2: numbers ascend"),
        (more, r"^These matches have 4 seats, but the data set is of Meuterer with 3"),
        ([None], r"^A data set takes Matches, as .*, not None"),
        ([MEUTERER], r"^A data set takes Matches, as "),
    ):
        with pytest.raises(QuarterdeckError, match=sentence):
            add([*wrong])
        assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", [".parquet", ".qd", ".QD"])
def test_an_ending_alone_is_no_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(QuarterdeckError, match="a data set is a file that ends in"):
        put(tmp_path / name, 3)


def refuse(*_names: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_what_took_the_name_meanwhile_stays_and_the_matches_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, links: bool
) -> None:
    if not links:
        monkeypatch.setattr("os.link", refuse)
    path = tmp_path / name
    second, third = (path.with_stem(f"a-{number}") for number in (2, 3))
    second.symlink_to("nowhere")
    take = partial(path.write_bytes, b"mine") if path.suffix else path.mkdir
    with pytest.raises(QuarterdeckError) as caught:
        put(path, 3, take)
    told = f"{path} was made by somebody else meanwhile and stays: the matches are in {third}."
    assert str(caught.value) == told
    assert len(list(data.load(third))) == 3
    assert set(tmp_path.iterdir()) == {path, second, third}
    assert path.read_bytes() == b"mine" if path.suffix else list(path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_disk_without_links_takes_data_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("os.link", refuse)
    assert len(list(data.load(write(tmp_path / name, at_random(MEUTERER, 3))))) == 3
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["A.PARQUET", "A.Qd", "a" * 245 + ".qd", "a" * 247 + ".parquet", "a" * 255])
def test_any_name_that_the_disk_takes_will_do(tmp_path: Path, name: str) -> None:
    written = f"{tmp_path}/{name}"
    put(written, 3)
    assert len(list(data.load(written))) == len(list(data.decisions(written, matches=1))) == 3


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_takes_nothing_is_told_with_the_name_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def refuse(*_given: object, **_named: object) -> None:
        raise PermissionError(errno.EACCES, "as PyArrow may put it", f"{tmp_path}/.hidden.part")

    for act in ("open", "mkdir"):
        monkeypatch.setattr(Path, act, refuse)
    with pytest.raises(QuarterdeckError) as caught:
        put(tmp_path / name, 3)
    assert str(caught.value) == f"{tmp_path / name} can't be written (Permission denied): name another file."


@pytest.mark.parametrize("ending", ["", ".qd", ".parquet"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a" * 300, "can't be written (File name too long): name another file."),
        ("a\0b", "can't be written (there is no such path): name another file."),
        ("link", "exists already: name another file."),
        ("file/a", "There is no folder {folder}/file to put a{ending} in."),
    ],
)
def test_a_name_that_will_not_do_is_told_as_it_was_given(
    tmp_path: Path, ending: str, name: str, told: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / f"link{ending}").symlink_to("nowhere")
    path = tmp_path / f"{name}{ending}"
    with pytest.raises(QuarterdeckError) as caught:
        put(str(path), 0)
    whole = told if "{" in told else f"{path} {told}".replace("\0", "\N{REPLACEMENT CHARACTER}")
    assert str(caught.value) == whole.format(folder=tmp_path, ending=ending)
    assert len(list(tmp_path.iterdir())) == 2

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from shutil import rmtree
from subprocess import PIPE, Popen, run
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog

import quarterdeck
from benchmarks.ports import held
from quarterdeck import QuarterdeckError
from quarterdeck.i18n import use
from quarterdeck.lab import ray_backend
from quarterdeck.lab.arena.tournament import Tournament, play_all
from quarterdeck.lab.interrupts import Ended
from quarterdeck.lab.patience import patient
from quarterdeck.lab.pool import played
from tests.catalogues import forget, speak
from tests.cli.command import Command

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
MEUTERER = quarterdeck.game("meuterer", players=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes with a core each, on this machine."""
    import ray
    from ray import cloudpickle
    from ray.cluster_utils import Cluster

    # The workers have Quarterdeck, but not its tests.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    # Ray leaves handlers of its own.
    handler = signal.getsignal(signal.SIGTERM)
    with patient():
        two = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
        two.add_node(**NODE)
    assert two.head_node is not None
    session = Path(two.head_node.get_session_dir_path())
    yield two
    ray.shutdown()
    signal.signal(signal.SIGTERM, handler)
    two.shutdown()
    rmtree(session, ignore_errors=True)


@pytest.fixture
def joined(cluster: Cluster) -> Cluster:
    """The cluster, with a connection that tests share: one of their own would start new workers."""
    import ray

    ray.init(cluster.address, ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR)
    return cluster


@pytest.fixture
def apart() -> None:
    """This process has no connection to a cluster yet."""
    import ray

    ray.shutdown()


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.chdir(tmp_path)
    return Command(monkeypatch, capsys)


@pytest.fixture
def own() -> Iterator[Path]:
    """A folder for what commands make for a while, where no other run puts anything: a short one, as a socket
    of Ray's in it has a path of at most 107 letters.
    """
    with TemporaryDirectory(prefix="r", dir="/tmp", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def beside(own: Path) -> dict[str, str]:
    """The environment of a command that has this folder and this Quarterdeck."""
    return {**os.environ, "TMPDIR": str(own), "PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}


@pytest.fixture
def deaf() -> Iterator[int]:
    """A port of this machine that refuses connections, and is nobody else's meanwhile."""
    with held() as port:
        yield port


@dataclass
class Numbers:
    """Games of which nothing is left but their numbers and the node that played them."""

    folder: Path
    chunks: int = 60
    rehearsed: bool = False

    def compile(self) -> None:
        """Nothing."""

    def rehearse(self) -> None:
        self.rehearsed = True

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        import ray

        assert self.rehearsed
        return number, str(ray.get_runtime_context().get_node_id())


@dataclass
class Doomed(Numbers):
    """One node never ends a game; the others end none before it has begun one."""

    node: str = ""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        found = super().play(number, stopped)
        held = self.folder / "held"
        while found[1] == self.node:
            held.touch()
            time.sleep(0.01)
        while not held.exists():
            time.sleep(0.01)
        return found


class Deadly(Numbers):
    """Game 30 kills its worker, but only once."""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        died = self.folder / "died"
        if number == 30 and not died.exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play(number, stopped)


class Hopeless(Numbers):
    """Game 3 kills every worker."""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play(number, stopped)


class Endless(Numbers):
    """Only the first game ever ends; the second tells that it has begun."""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        while number > 0:
            (self.folder / "begun").touch()
            time.sleep(0.01)
        return super().play(number, stopped)


class Distracted(Endless):
    """Each game misses the first interrupt."""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        if number > 0:
            with suppress(KeyboardInterrupt):
                return super().play(number, stopped)
        return super().play(number, stopped)


class Deaf(Endless):
    """The games miss all interrupts."""

    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        while number > 0:
            with suppress(KeyboardInterrupt):
                super().play(number, stopped)
        return super().play(number, stopped)


class Refused(Numbers):
    def play(self, number: int, stopped: Callable[[], bool]) -> tuple[int, str]:
        if number == 7:
            raise QuarterdeckError("No wind.")
        return super().play(number, stopped)


def numbers(games: list[tuple[int, str]]) -> list[int]:
    return [number for number, _node in games]


def test_a_tournament_on_two_nodes_is_the_one_of_one_process(cluster: Cluster, apart: None) -> None:
    tournament = Tournament(MEUTERER, ("rule-of-thumb", "random", "random"), deals=3)
    assert list(play_all(tournament, ray=cluster.address)) == list(play_all(tournament))


def test_files_and_figures_of_the_command_line_are_those_of_one_process(
    cluster: Cluster, apart: None, command: Command
) -> None:
    arena = ("arena", "mutiny", "rule-of-thumb", "random", "--players", 2, "--deals", 3)
    command(*arena, "--jobs", 1, "--csv", "one.csv", "--save", "one")
    assert command(*arena, "--ray", cluster.address, "--csv", "ray.csv", "--save", "ray").code == 0
    assert Path("ray.csv").read_bytes() == Path("one.csv").read_bytes()
    assert {file.name: file.read_bytes() for file in Path("ray").iterdir()} == {
        file.name: file.read_bytes() for file in Path("one").iterdir()
    }


def test_a_data_set_is_the_same_file(joined: Cluster, command: Command) -> None:
    selfplay = ("selfplay", "mutiny", "--bot", "random", "--games", 2500)
    command(*selfplay, "--jobs", 1, "--out", "one.parquet")
    assert command(*selfplay, "--ray", joined.address, "--out", "ray.parquet").code == 0
    assert Path("ray.parquet").read_bytes() == Path("one.parquet").read_bytes()


def test_a_worker_that_is_killed_takes_no_game_with_it(joined: Cluster, tmp_path: Path) -> None:
    games = list(played(Deadly(tmp_path), ray=joined.address))
    assert (tmp_path / "died").exists()
    assert numbers(games) == list(range(60))


def test_a_node_that_is_killed_takes_no_game_with_it(joined: Cluster, tmp_path: Path) -> None:
    with patient():
        third = joined.add_node(**NODE)

    def kill() -> None:
        while not (tmp_path / "held").exists():
            time.sleep(0.01)
        joined.remove_node(third, allow_graceful=False)

    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(kill)
        games = list(played(Doomed(tmp_path, node=third.node_id), ray=joined.address))
        killed.result()
    assert numbers(games) == list(range(60))
    assert third.node_id not in {node for _, node in games}


def test_games_that_kill_every_worker_end_in_a_sentence(
    joined: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_backend, "RETRIES", 1)
    with pytest.raises(QuarterdeckError, match="same games were lost with their workers 2 times"):
        list(played(Hopeless(tmp_path), ray=joined.address))


def test_what_a_game_raises_comes_after_the_games_before_it(joined: Cluster, tmp_path: Path) -> None:
    going = played(Refused(tmp_path), ray=joined.address)
    assert numbers(list(islice(going, 7))) == list(range(7))
    with pytest.raises(QuarterdeckError, match=r"^No wind\.$"):
        next(going)


@dataclass
class Locked(Numbers):
    """Games with something that stays where it is."""

    lock: Any = field(default_factory=threading.Lock)


def test_what_can_not_go_to_a_worker_is_told_in_a_sentence(joined: Cluster, tmp_path: Path) -> None:
    with pytest.raises(QuarterdeckError, match=r"can't go to another process \(.*lock.*\): play with jobs=1"):
        list(played(Locked(tmp_path), ray=joined.address))


@pytest.mark.parametrize("kind", [Endless, Distracted, Deaf])
def test_leaving_early_stops_the_workers(kind: type[Endless], joined: Cluster, tmp_path: Path) -> None:
    import ray

    with ray_backend.connected(joined.address):
        going = played(kind(tmp_path), ray=joined.address)
        assert next(going)[0] == 0
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        going.close()
        # Ray tells what is free when it gets to it.
        while ray.available_resources().get("CPU", 0) < 2:
            time.sleep(0.05)


def test_no_more_games_are_handed_out_than_the_workers_need(joined: Cluster, tmp_path: Path) -> None:
    going = played(Numbers(tmp_path, chunks=10**9), ray=joined.address)
    assert numbers(list(islice(going, 3))) == [0, 1, 2]
    going.close()


def test_workers_with_another_quarterdeck_are_refused(
    joined: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_backend, "code_stamp", lambda: "older")
    with pytest.raises(
        QuarterdeckError, match=r"can't play \(it has another Quarterdeck\): install the same"
    ):
        list(played(Numbers(tmp_path), ray=joined.address))


def test_a_ray_of_its_own_plays_the_same_and_leaves_nothing_behind(own: Path) -> None:
    balance = ("balance", "meuterer", "--players", "3", "--games", "4", "--bot", "random")
    # In processes of their own: one that has called `ray.init` before would keep to that, and print its news.
    order = [sys.executable, "-m", "quarterdeck", *balance]
    done = run([*order, "--ray"], capture_output=True, text=True, env=beside(own))
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == run([*order, "--jobs", "1"], capture_output=True, text=True).stdout
    assert list(own.iterdir()) == []


def test_a_ray_of_its_own_goes_with_the_command_that_is_told_to_end(tmp_path: Path, own: Path) -> None:
    selfplay = ("selfplay", "mutiny", "--games", "1000000", "--ray", "--out", "games.parquet")
    order = [sys.executable, "-m", "quarterdeck", *selfplay]
    going = Popen(order, cwd=tmp_path, stderr=PIPE, text=True, env=beside(own))
    while not list(own.glob("quarterdeck-ray-*")):
        assert going.poll() is None
        time.sleep(0.05)
    going.terminate()
    _nothing, errors = going.communicate()
    assert going.returncode == 128 + signal.SIGTERM
    assert "games.parquet was not made" in errors
    assert list(tmp_path.iterdir()) == []
    assert list(own.iterdir()) == []


def test_a_termination_signal_is_kept_although_ray_loses_its_exception(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import ray

    def init(*_anything: object, **_settings: object) -> None:
        signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(number))
        with suppress(SystemExit):
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Ended) as told, ray_backend.connected("local"):
        pass
    assert told.value.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == handler


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(apart: None, command: Command, deaf: int) -> None:
    arena = ("arena", "meuterer", "rule-of-thumb", "random", "--ray")
    for address in (f"127.0.0.1:{deaf}", f"ray://127.0.0.1:{deaf}"):
        sentence = command.refused(*arena, address)
        assert sentence.startswith(f"The Ray cluster “{address}” can't be reached (Connection refused): name")
    assert "“nobody:port” can't be reached (“port” is no port): " in command.refused(*arena, "nobody:port")
    nobody = f"{'a' * 64}:6379"
    assert f"“{nobody}” can't be reached (no computer has such a name)" in command.refused(*arena, nobody)
    assert "“sofa” can't be reached (" in command.refused(*arena, "sofa")


def test_why_a_cluster_is_not_there_is_told_in_the_readers_language(
    apart: None, deaf: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Catalog(locale="de")
    german.add("Connection refused", "abgewiesen")
    speak([german], tmp_path, monkeypatch)
    with use("de"), pytest.raises(QuarterdeckError, match=r"\(abgewiesen\)"):
        ray_backend._check_reachable(f"127.0.0.1:{deaf}")
    monkeypatch.undo()
    forget()


def test_a_cluster_that_has_gone_is_told_where_ray_would_wait_for_it(
    apart: None, command: Command, monkeypatch: pytest.MonkeyPatch, deaf: int
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{deaf}")
    sentence = command.refused("balance", "meuterer", "--ray", "auto")
    assert f"“127.0.0.1:{deaf}” can't be reached (Connection refused): name" in sentence


def test_what_is_no_cluster_and_never_answers_is_told_after_a_while(
    apart: None, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_backend, "ANSWER_SECONDS", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        sentence = command.refused("balance", "meuterer", "--ray", f"127.0.0.1:{port}")
    assert f"127.0.0.1:{port}” can't be reached (no answer in 3 seconds): name" in sentence


def test_jobs_and_ray_exclude_each_other(command: Command) -> None:
    sentence = command.refused("balance", "meuterer", "--jobs", 2, "--ray", code=2)
    assert sentence == "“--ray” and “--jobs” exclude each other."


def test_without_ray_a_sentence_tells_how_to_install_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_backend, "find_spec", lambda name: None if name == "ray" else find_spec(name))
    sentence = command.refused("balance", "meuterer", "--ray")
    assert sentence == 'Ray is not installed: “pip install "quarterdeck[ray]"”.'

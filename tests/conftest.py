"""What all tests share: a browser where one is needed, and the promise of a full run."""

from __future__ import annotations

import gc
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from scripts.postgres import Cluster

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# The full run, as in .ci/run, has everything installed: there a test that is skipped has not been run.
FULL = os.environ.get("QUARTERDECK_FULL") == "1"

# The property of a test, by `record_property`, that is written at the end of the run.
SAID = "said"

# The longest files, in this order, before all others: begun last, one would keep the other processes waiting.
LONGEST = (
    "browser/test_access.py",
    "browser/test_layout.py",
    "scripts/test_make.py",
    "lab/cuda/test_lanes.py",
    "browser/test_evenings.py",
    "browser/test_mutiny_deals.py",
    "browser/test_table.py",
    "browser/test_line.py",
    "browser/test_lessons.py",
    "lab/test_ray_backend.py",
    "packages/test_liars_dice.py",
    "browser/test_cartagena.py",
    "cli/test_analyse.py",
    "coach/test_puzzles_proven.py",
    "browser/test_stage.py",
    "conformance/test_counting.py",
    "tables/live/test_servers.py",
)

# Torch and BLAS compute in one thread, here and in all that tests start: several processes share the
# cores already, and threads that wait for each other spin. This has to be said before either is imported.
for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

# What a shell starts in the background may ignore these, and so would all that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Ids, deals and examples are drawn anew for each luck; without one, every run draws the same.
LUCK = os.environ.get("QUARTERDECK_LUCK", "")

# An example that has to wait for a compiler or for a busy machine is no failure.
settings.register_profile("quarterdeck", deadline=None, print_blob=True, derandomize=not LUCK)
settings.load_profile("quarterdeck")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays to the end: the garbage collector never looks at it again."""
    gc.disable()
    result = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return result


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.path))
    # In the full run a browser's test that fails is run once more, and reported (decision 44).
    for item in items:
        if FULL and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def turn(path: Path) -> int:
    """When a file's tests are begun: the lower, the sooner."""
    return next((at for at, name in enumerate(LONGEST) if path.as_posix().endswith(name)), len(LONGEST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have recorded under SAID, whatever process they were run in."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == SAID:
                terminalreporter.write_line(str(value))


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the house draws by `secrets` (ids, deals, tokens) is the same in every run of a test."""
    drawn = random.Random(f"{request.node.nodeid} {LUCK}")
    # Not by `monkeypatch`: it would then outlive the fixtures under whose patches a test puts its own.
    with pytest.MonkeyPatch.context() as patch:
        # `token_hex` and `token_urlsafe` draw by `token_bytes`.
        patch.setattr(secrets, "token_bytes", lambda size=None: drawn.randbytes(size or 32))
        patch.setattr(secrets, "choice", drawn.choice)
        yield


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium that browser tests drive; without one they are skipped, and fail in the full run."""
    # Only here: most tests do without a browser.
    from scripts import chromium

    return chromium.path() or pytest.skip(chromium.MISSING)


@pytest.fixture(scope="session")
def liars_dice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the package of examples/liars-dice is installed: no other test finds it."""
    home = tmp_path_factory.mktemp("liars-dice")
    # Whoever builds it leaves files beside its sources.
    source = shutil.copytree(Path(__file__).parents[1] / "examples" / "liars-dice", home / "source")
    alone = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", "install", *alone, "--target", str(home / "site"), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return home / "site"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for the whole run; where it is not installed, what needs it is skipped."""
    # Only here: most tests do without a database.
    from quarterdeck.tables.store.store import Store
    from scripts.postgres import MISSING, binaries, cluster

    programs = binaries()
    if programs is None:
        pytest.skip(MISSING)
    with cluster(programs) as running:
        running.execute("CREATE DATABASE migrated")
        Store(running.url("migrated")).close()
        yield running


@pytest.fixture
def postgres_url(postgres: Cluster) -> str:
    """The URL of a PostgreSQL database that is the test's own, with our tables and nothing in them."""
    return postgres.fresh("migrated")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is the test's own: the test runs once on SQLite, once on PostgreSQL."""
    if request.param == "sqlite":
        # Only here: most tests do without a database.
        from tests.tables.tables import empty_database

        path = tmp_path / "quarterdeck.sqlite3"
        path.write_bytes(empty_database())
        return f"sqlite:///{path}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _nothing_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _nothing_skipped((yield))


def _nothing_skipped(report: Report) -> Report:
    if FULL and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"The full run skips nothing, but this was skipped: {reason}"
    return report

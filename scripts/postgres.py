"""A throw-away PostgreSQL: a cluster in a folder of its own, on a socket that nobody else reaches."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

__all__ = ["MISSING", "Cluster", "binaries", "cluster"]

MISSING = "PostgreSQL is not installed: on Debian and Ubuntu, install the package postgresql."
ACCOUNT = "postgres"
# Nobody pulls the plug on a test; everything else is as durable as by default.
FAST = ("fsync=off", "full_page_writes=off")


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs, if they are installed."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    if config := shutil.which("pg_config"):
        output = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        found.append(Path(output.stdout.strip()))
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((path for path in found if (path / "initdb").exists() and (path / "postgres").exists()), None)


class Cluster:
    """A running PostgreSQL server. `url(database)` names one of its databases; "postgres" is always there."""

    def __init__(self, programs: Path, folder: Path, settings: tuple[str, ...] = FAST) -> None:
        self._programs = programs
        self._folder = folder
        self._settings = settings
        self._databases_made = 0
        if _is_root():
            shutil.chown(folder, ACCOUNT)
        options = f"--pgdata data --username {ACCOUNT} --auth trust --encoding UTF8 --locale C --no-sync"
        self._run_program("initdb", *options.split())
        self.start()

    def _command_line(self, program: str, *arguments: str) -> list[str]:
        prefix = []
        if shutil.which("setpriv"):
            # However the tests end, it ends with them.
            prefix = ["setpriv", "--pdeathsig", "INT"]
        if _is_root():
            # It refuses to run as root.
            prefix += [f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"]
        return [*prefix, str(self._programs / program), *arguments]

    def _run_program(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            self._command_line(program, *arguments),
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = ["listen_addresses=", f"unix_socket_directories={self._folder}", *self._settings]
        with (self._folder / "log").open("a") as log:
            self._server = subprocess.Popen(
                self._command_line(
                    "postgres", "-D", "data", *(part for one in options for part in ("-c", one))
                ),
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )
        engine = create_engine(self.url("postgres"))
        for attempt in range(300):
            try:
                engine.connect().close()
                break
            except OperationalError:
                assert attempt < 299, (self._folder / "log").read_text()
                assert self._server.poll() is None, (self._folder / "log").read_text()
                time.sleep(0.05)
        engine.dispose()

    def stop(self) -> None:
        """Stop the server at once, cutting all connections."""
        self._server.send_signal(signal.SIGINT)
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql+psycopg://{ACCOUNT}@/{database}?host={self._folder}"

    def fresh(self, template: str = "template1", **options: str) -> str:
        """Make a database and return its URL."""
        self._databases_made += 1
        name = f"fresh_{self._databases_made}"
        self.execute(
            f"CREATE DATABASE {name} TEMPLATE {template} " + " ".join(f"{k} {v}" for k, v in options.items())
        )
        return self.url(name)

    def execute(self, statement: str) -> None:
        """Run a statement in the cluster, outside of any transaction."""
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            db.execute(text(statement))
        engine.dispose()


def _is_root() -> bool:
    return os.getuid() == 0


@contextmanager
def cluster(programs: Path, settings: tuple[str, ...] = FAST) -> Iterator[Cluster]:
    """A PostgreSQL server for a while, in a folder that goes with it."""
    # Not in pytest's own folder: a socket's path may have 107 letters at most.
    with tempfile.TemporaryDirectory(prefix="quarterdeck-", ignore_cleanup_errors=True) as folder:
        running = Cluster(programs, Path(folder), settings)
        try:
            yield running
        finally:
            running.stop()

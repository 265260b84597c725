"""Starts the server: opens the port and the data folder, prints the address, opens the browser, and serves
until it is stopped.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.types import ASGIApp

from quarterdeck.bots import bot_at_table
from quarterdeck.bots.warming import take_over
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.folder import DataFolder, locked_database
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from quarterdeck.web.health import PrometheusMetrics, counted_together
from quarterdeck.web.limits import ConnectionLimit
from quarterdeck.web.network import Network, Stop
from quarterdeck.web.serving.connections import connection_of
from quarterdeck.web.serving.lifespan import Lifespan
from quarterdeck.web.serving.listening import BACKLOG, open_files, sockets
from quarterdeck.web.serving.logs import RequestLog, write_log
from quarterdeck.web.serving.processes import READY, Member, supervise
from quarterdeck.web.serving.sockets import PINGS, PONGS, Socket, notice_dead_peers
from quarterdeck.workers import Workers
from quarterdeck.workers.pool import usual_size
from quarterdeck.workers.remote import RemoteHost

__all__ = ["serve"]

# With these words one of several processes tells the others that it has tried to compile the rules, and
# whether that worked.
COMPILED: Final = "compiled"
YES, NO = "yes", "no"

log = logging.getLogger(__name__)


def serve(settings: Settings, open_browser: bool = True) -> int:
    """Serve tables by these settings until interrupted; returns the exit code. If it can't start (port in
    use, folder not writable), print one sentence and return 1.
    """
    stop = _Stop()
    open_files()
    try:
        if settings.processes > 1 and not hasattr(os, "fork"):
            raise QuarterdeckError(_("Several processes need another system: leave processes at 1."))
        with ExitStack() as stack:
            listening = sockets(settings.host, settings.port, settings.processes)
            for one in listening:
                stack.enter_context(one)
            stack.enter_context(write_log(settings.log_format, settings.log_level))
            data = stack.enter_context(_open_data(settings))
            if len(listening) > 1:
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="quarterdeck-")))
                metrics, opened = folder / "metrics", folder / "opened"
                metrics.mkdir()
                opened.mkdir()
                stack.enter_context(counted_together(metrics))
                serve_one = partial(_serve_as_member, settings, data._replace(opened=opened), open_browser)
                # A parent that was killed leaves it to its processes to remove the folder.
                orphaned = partial(shutil.rmtree, folder, ignore_errors=True)
                return supervise(listening, serve_one, frozenset({COMPILED}), orphaned)
            _serve_until_stopped(listening[0], settings, data, stop, partial(_announce, open_browser))
    except QuarterdeckError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    finally:
        stop.release()
    return 0


class _Data(NamedTuple):
    """Where the database is, the key that signs cookies, and where several processes keep opened files."""

    database: str | Path
    key: str
    opened: Path | None = None


@contextmanager
def _open_data(settings: Settings) -> Iterator[_Data]:
    """The data of a server, locked within the block against servers that may not share it. Raises
    DataError.
    """
    database = settings.database.get_secret_value() if settings.database else None
    # Servers that share a database share the folder with the key, too.
    folder = DataFolder(settings.data, shared=database is not None and database.startswith("postgresql"))
    with closing(folder), locked_database(path := database or folder.database()):
        yield _Data(path, settings.key.get_secret_value() if settings.key else folder.key(path))


def _serve_as_member(
    settings: Settings, data: _Data, open_browser: bool, listening: socket.socket, member: Member
) -> int:
    """Serve in one of several processes until told to end; returns the exit code."""
    stop = _Stop()

    def serving(address: str) -> None:
        member.bus.tell([READY])
        if member.number == 0 and member.first:
            _announce(open_browser, address)

    try:
        _serve_until_stopped(listening, settings, data, stop, serving, member)
    except QuarterdeckError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _announce(open_browser: bool, address: str) -> None:
    """Say where the server is, and open the browser there if that is wanted."""
    sys.stdout.write(_("Quarterdeck is at {address} (stop it with Ctrl+C).").format(address=address) + "\n")
    sys.stdout.flush()
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class _Stop:
    """Handles Ctrl+C: the first one stops the server, further ones are ignored.

    The handler stays installed until the process ends, so that another Ctrl+C does not interrupt the
    shutdown.
    """

    def __init__(self) -> None:
        self.asked = False
        self._in_main_thread = threading.current_thread() is threading.main_thread()
        if self._in_main_thread:
            self._previous_handler = signal.signal(signal.SIGINT, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if not self.asked:
            self.asked = True
            raise KeyboardInterrupt

    def release(self) -> None:
        """Restore the previous signal handler, or ignore the signal if it has come.

        Our own handler would be removed during interpreter shutdown, and another Ctrl+C would then kill the
        process.
        """
        if self._in_main_thread:
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.asked else self._previous_handler)


def _serve_until_stopped(
    listening: socket.socket,
    settings: Settings,
    data: _Data,
    stop: _Stop,
    serving: Callable[[str], None],
    member: Member | None = None,
) -> None:
    """Serve until told to end; `serving` is called with the address as soon as the server answers there.
    `member`: this is one of several processes. Raises DataError, and whatever else keeps the application
    from beginning, as it is.
    """
    compiled = None if member is None else member.heard(COMPILED)
    metrics = PrometheusMetrics()
    store = Store(data.database, member.bus if member else None)
    workers = _make_workers(settings)
    room = Room(store, settings.pause, bot_at_table, metrics, settings.bot_seconds, workers)
    network = Network(settings)
    app = Lifespan(RequestLog(create_app(room, data.key, settings, metrics, network, data.opened)))
    address = f"http://{_local_host(settings.host)}:{listening.getsockname()[1]}{settings.root}/"

    async def compile() -> None:
        if not workers.preparing:
            return
        if member is None or compiled is None:
            await workers.compile()
        elif member.number == 0 and not compiled.done():
            # For all processes.
            done = await workers.compile()
            member.bus.tell([f"{COMPILED} {YES if done else NO}"])
        else:
            workers.prepared(await asyncio.wrap_future(compiled) == YES)
        await _use_compiled_rules(workers.ready, metrics, settings.compiled_server)

    server = _Server(_uvicorn_config(app, settings), stop, room, compile, partial(serving, address))
    network.listen, network.port = server.listen_too, listening.getsockname()[1]
    try:
        server.run(sockets=[listening])
    except SystemExit:
        # So uvicorn ends if the application can't begin, whatever the reason.
        raise app.failure or RuntimeError("the server has not begun") from None


def _uvicorn_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=connection_of(ConnectionLimit(settings.limit_connections, settings.proxies)),
        ws=Socket,
        ws_per_message_deflate=False,
        ws_max_size=4096,
        ws_ping_interval=PINGS,
        ws_ping_timeout=PONGS,
        access_log=False,
        # We log requests ourselves; below warnings uvicorn would log addresses and WebSocket contents.
        log_config=None,
        log_level="warning",
        server_header=False,
        backlog=BACKLOG,
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=2,
    )


def _make_workers(settings: Settings) -> Workers:
    """The workers of this machine, and those of the remote hosts that lend theirs."""
    key = settings.worker_key.get_secret_value() if settings.worker_key else ""
    hosts = [RemoteHost(*endpoint, key) for endpoint in settings.worker_hosts]
    memory = settings.worker_memory << 20
    # Several processes share them out.
    size = max(1, (settings.workers or usual_size()) // settings.processes)
    return Workers(size, memory, settings.worker_idle, settings.compiled, hosts=hosts)


def _local_host(host: str) -> str:
    """The host under which a browser on this computer reaches the server: by name where it can be, since
    passkeys belong to a name.
    """
    if host in ("0.0.0.0", "::", "127.0.0.1", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Calls `serving` as soon as it serves, and runs `compile` beside. Stopping it twice is like once."""

    def __init__(
        self,
        config: uvicorn.Config,
        stop: _Stop,
        room: Room,
        compile: Callable[[], Coroutine[Any, Any, None]],
        serving: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._room = room
        self._compile = compile
        self._compiling: asyncio.Task[None] | None = None
        self._stop = stop
        self._serving = serving

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Unlike uvicorn's handler, a second Ctrl+C does not force an exit, and none is re-raised
        afterwards.
        """
        if sig != signal.SIGINT:
            super().handle_exit(sig, frame)
        self._stop.asked = self.should_exit = True

    async def listen_too(self, listening: socket.socket) -> Stop:
        """Serve connections at another socket, too; returns a function that stops this and closes them."""
        notice_dead_peers(listening)
        host = listening.getsockname()[0]
        # Its type says nothing of what it takes.
        protocol: Any = self.config.http_protocol_class
        shared = {"server_state": self.server_state, "app_state": self.lifespan.state}
        connect = partial(protocol, config=self.config, **shared)
        server = await asyncio.get_running_loop().create_server(connect, sock=listening, backlog=BACKLOG)
        self.servers.append(server)

        async def stop() -> None:
            server.close()
            if server in self.servers:
                self.servers.remove(server)
            for connection in list(self.server_state.connections):
                if connection.transport.get_extra_info("sockname")[0] == host:
                    connection.shutdown()
                    # Streams would go on otherwise.
                    connection.transport.close()

        return stop

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._compiling is not None:
            self._compiling.cancel()
        self._room.part()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        _calm_collector()
        self._compiling = asyncio.create_task(self._compile())
        self._serving()


def _calm_collector() -> None:
    """Exclude loaded objects from garbage collection, and collect less often: it blocks everybody."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _use_compiled_rules(compiled: bool, metrics: PrometheusMetrics, here: bool) -> None:
    """Report whether the rules are compiled. `here`: this process itself plays by the compiled ones, too."""
    if not compiled:
        log.warning("The rules could not be compiled: bots and the coach think with interpreted ones, slower")
        return
    if here:
        await asyncio.to_thread(take_over)
        _calm_collector()
    metrics.rules_compiled()

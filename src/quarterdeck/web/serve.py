"""Starts the server: opens the port and the data folder, prints the address, opens the browser, and serves
until it is stopped.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from contextlib import closing
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from quarterdeck.bots import bot_at_table
from quarterdeck.bots.warming import take_over
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.settings import PORT, Settings
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.folder import DataFolder, held
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from quarterdeck.web.connections import connection_of
from quarterdeck.web.health import Figures
from quarterdeck.web.limits import Crowd
from quarterdeck.web.logs import RequestLog, written
from quarterdeck.web.network import Network, Stop
from quarterdeck.web.sockets import PINGS, PONGS, Socket, notice_dead_peers
from quarterdeck.workers import Workers
from quarterdeck.workers.remote import RemoteHost

__all__ = ["serve"]

BACKLOG = 4096
MOST_FILES = 65_536

log = logging.getLogger(__name__)


def serve(settings: Settings, open_browser: bool = True) -> int:
    """Serve tables by these settings until interrupted; returns the exit code. If it can't start (port in
    use, folder not writable), print one sentence and return 1.
    """
    stop = _Stop()
    _open_files()
    try:
        listening = _listen(settings.host, settings.port)
        with listening, written(settings.log_format, settings.log_level):
            _run(listening, settings, open_browser, stop)
    except QuarterdeckError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    finally:
        stop.release()
    return 0


class _Stop:
    """Handles Ctrl+C: the first one stops the server, further ones are ignored.

    The handler stays installed until the process ends, so that another Ctrl+C does not interrupt the
    shutdown.
    """

    def __init__(self) -> None:
        self.asked = False
        self._here = threading.current_thread() is threading.main_thread()
        if self._here:
            self._before = signal.signal(signal.SIGINT, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if not self.asked:
            self.asked = True
            raise KeyboardInterrupt

    def release(self) -> None:
        """Restore the previous signal handler, or ignore the signal if it has come.

        Our own handler would be removed during interpreter shutdown, and another Ctrl+C would then kill the
        process.
        """
        if self._here:
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.asked else self._before)


def _listen(host: str, port: int) -> socket.socket:
    """A socket at this address. QuarterdeckError if it is in use."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            # Listen before opening anything else: only this detects another listener on the port.
            listening.listen(BACKLOG)
            notice_dead_peers(listening)
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            sentence = _("Port {port} is taken, perhaps by another Quarterdeck: try --port {other}.")
            raise QuarterdeckError(
                sentence.format(port=port, other=port + 1 if port < 65535 else PORT)
            ) from None
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, UnicodeError):
            reason = _("no computer has such a name")
        option = "--port" if isinstance(error, PermissionError) else "--host"
        sentence = _("The server can't listen at {host}, port {port} ({reason}): try another {option}.")
        raise QuarterdeckError(
            sentence.format(host=host[:60], port=port, reason=reason, option=option)
        ) from None
    return listening


def _run(listening: socket.socket, settings: Settings, open_browser: bool, stop: _Stop) -> None:
    database = settings.database.get_secret_value() if settings.database else None
    # Servers that share a database share the folder with the key, too.
    folder = DataFolder(settings.data, shared=database is not None and database.startswith("postgresql"))
    with closing(folder), held(where := database or folder.database()):
        figures = Figures()
        store = Store(where)
        workers = _workers(settings)
        room = Room(store, settings.pause, bot_at_table, figures, settings.bot_seconds, workers)
        key = settings.key.get_secret_value() if settings.key else folder.key()
        network = Network(settings)
        app = RequestLog(create_app(room, key, settings, figures, network))
        config = uvicorn.Config(
            app,
            http=connection_of(Crowd(settings.limit_connections, settings.proxies)),
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
        address = f"http://{_reachable(settings.host)}:{listening.getsockname()[1]}{settings.root}/"
        server = _Server(
            config,
            address,
            open_browser,
            stop,
            partial(_compile, workers, figures, settings.compiled_server),
            room,
        )
        network.listen, network.port = server.listen_too, listening.getsockname()[1]
        server.run(sockets=[listening])


def _workers(settings: Settings) -> Workers:
    """The workers of this machine, and those of the remote hosts that lend theirs."""
    key = settings.worker_key.get_secret_value() if settings.worker_key else ""
    hosts = [RemoteHost(*endpoint, key) for endpoint in settings.worker_hosts]
    memory = settings.worker_memory << 20
    return Workers(settings.workers, memory, settings.worker_idle, settings.compiled, hosts=hosts)


def _open_files() -> None:
    """Raise the process's limit on open files to the system's maximum. The default is about 1,000, and each
    connection needs one.
    """
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _reachable(host: str) -> str:
    """The host under which a browser on this computer reaches the server."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Prints its address once it serves there, not before; repeated stops are idempotent. `compile` runs
    beside.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        open_browser: bool,
        stop: _Stop,
        compile: Callable[[], Coroutine[Any, Any, None]],
        room: Room,
    ) -> None:
        super().__init__(config)
        self._room = room
        self._compile = compile
        self._compiling: asyncio.Task[None] | None = None
        self._stop = stop
        self._address = address
        self._open_browser = open_browser

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
        _settle()
        self._compiling = asyncio.create_task(self._compile())
        sys.stdout.write(
            _("Quarterdeck is at {address} (stop it with Ctrl+C).").format(address=self._address) + "\n"
        )
        sys.stdout.flush()
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _settle() -> None:
    """Exclude loaded objects from garbage collection, and collect less often: it blocks everybody."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _compile(workers: Workers, figures: Figures, here: bool) -> None:
    """Have the rules compiled for the workers, and `here` too."""
    if not workers.compiling:
        return
    try:
        done = await workers.compile()
        if done and here:
            await asyncio.to_thread(take_over)
            _settle()
    except OSError:
        done = False
    if done:
        figures.rules_compiled()
    else:
        log.warning("The rules could not be compiled: bots and the coach think with interpreted ones, slower")

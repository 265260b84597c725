"""Starts the server: takes the port and the data folder, says where it is, opens the browser, and serves
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
from collections.abc import Callable
from contextlib import closing
from types import FrameType
from typing import Literal

import uvicorn

from quarterdeck.bots.warming import warm_beside
from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.kernel import jit
from quarterdeck.settings import PORT, Settings
from quarterdeck.tables.live.room import Room
from quarterdeck.tables.store.folder import DataFolder, held
from quarterdeck.tables.store.store import Store
from quarterdeck.web.app import create_app
from quarterdeck.web.health import Figures
from quarterdeck.web.limits import Crowd
from quarterdeck.web.logs import RequestLog, written
from quarterdeck.web.sockets import PINGS, PONGS, Socket, notice_dead_peers

__all__ = ["serve"]

BACKLOG = 4096
MOST_FILES = 65_536

log = logging.getLogger(__name__)


def serve(settings: Settings, open_browser: bool = True) -> int:
    """Serve tables as the settings say until it is interrupted; returns the exit code.

    What hinders it (a port in use, a folder that can't be written) is said in one sentence, and the code
    is 1.
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
    """Ctrl+C: the first one stops the server, and those that follow find it stopping already.

    It answers to the signal while no server does, and goes on doing so until the process has ended: one more
    Ctrl+C on the way out breaks nothing off.
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
        """Leave the signal to whoever had it before, or if it has come, to nobody.

        A handler of ours would be taken away while the interpreter ends, and one more Ctrl+C then kill it.
        """
        if self._here:
            signal.signal(signal.SIGINT, signal.SIG_IGN if self.asked else self._before)


def _listen(host: str, port: int) -> socket.socket:
    """A socket at this address. QuarterdeckError if somebody else has it."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            # Before anything else is opened: a port that somebody else listens on shows only now.
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
    # Servers that share a database share the folder of their key, too.
    folder = DataFolder(settings.data, shared=database is not None and database.startswith("postgresql"))
    with closing(folder), held(where := database or folder.database()):
        figures = Figures()
        store = Store(where)
        room = Room(store, settings.pause, metrics=figures, bot_seconds=settings.bot_seconds)
        key = settings.key.get_secret_value() if settings.key else folder.key()
        app = RequestLog(create_app(room, key, settings, figures))
        config = uvicorn.Config(
            app,
            http=_connections(settings),
            ws=Socket,
            ws_per_message_deflate=False,
            ws_max_size=4096,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PONGS,
            access_log=False,
            # The log is ours; below warnings uvicorn would tell addresses, and what goes over sockets.
            log_config=None,
            log_level="warning",
            server_header=False,
            backlog=BACKLOG,
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=2,
        )
        address = f"http://{_reachable(settings.host)}:{listening.getsockname()[1]}{settings.root}/"
        warmed = figures.rules_compiled if settings.compiled and not jit.interpreted() else None
        _Server(config, address, open_browser, stop, room, warmed).run(sockets=[listening])


def _connections(settings: Settings) -> type[asyncio.Protocol] | Literal["h11"]:
    """What reads requests. On Windows, where httptools is not, h11 does: it bounds heads by itself."""
    if sys.platform == "win32":
        return "h11"
    from quarterdeck.web.connections import connection_of

    return connection_of(Crowd(settings.limit_connections, settings.proxies))


def _open_files() -> None:
    """Use as many files as the system allows: by default it lets a process open some 1,000 and no more, and
    each connection is one.
    """
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _reachable(host: str) -> str:
    """The host as a browser on this computer reaches it."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Says where it is once it answers there, not before, and stops when asked, however often.

    `warmed` is called when the rules have been compiled; None if they are not to be.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        open_browser: bool,
        stop: _Stop,
        room: Room,
        warmed: Callable[[], None] | None,
    ) -> None:
        super().__init__(config)
        self._room = room
        self._warmed = warmed
        self._warming: asyncio.Task[None] | None = None
        self._stop = stop
        self._address = address
        self._open_browser = open_browser

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Unlike uvicorn's own: a second Ctrl+C forces nothing, and none is raised again afterwards."""
        if sig != signal.SIGINT:
            super().handle_exit(sig, frame)
        self._stop.asked = self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._warming is not None:
            self._warming.cancel()
        self._room.part()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        _settle()
        if self._warmed is not None:
            self._warming = asyncio.create_task(_warm(self._warmed))
        sys.stdout.write(
            _("Quarterdeck is at {address} (stop it with Ctrl+C).").format(address=self._address) + "\n"
        )
        sys.stdout.flush()
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _settle() -> None:
    """Keep what is loaded out of the garbage collector's rounds, and have fewer of them: everybody waits for
    them, the longer the more there is, and a compiler is a million objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _warm(warmed: Callable[[], None]) -> None:
    try:
        done = await warm_beside()
    except OSError:
        done = False
    if done:
        _settle()
        warmed()
    else:
        log.warning("The rules could not be compiled: matches go on with interpreted ones, only slower")

"""The sockets at which a server listens."""

from __future__ import annotations

import errno
import socket
import sys
from typing import Final

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.settings import PORT
from quarterdeck.web.serving.sockets import notice_dead_peers

__all__ = ["BACKLOG", "open_files", "sockets"]

BACKLOG: Final = 4096
MOST_FILES: Final = 65_536


def sockets(host: str, port: int, processes: int = 1) -> list[socket.socket]:
    """A socket at this address for each process: on Linux their own, among which the system shares out the
    connections, elsewhere one for all. Raises QuarterdeckError if the address can't be used.
    """
    # Only a socket that does not share its address detects another server there.
    first = _open_socket(host, port)
    if processes == 1:
        return [first]
    if sys.platform != "linux":
        return [first] * processes
    port = first.getsockname()[1]
    first.close()
    return [_open_socket(host, port, sharing=True) for _number in range(processes)]


def _open_socket(host: str, port: int, sharing: bool = False) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if sharing:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            listening.bind((host, port))
            # Listen before opening anything else: only this detects another listener on the port.
            listening.listen(BACKLOG)
            notice_dead_peers(listening)
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        raise _address_error(host, port, error) from None
    return listening


def _address_error(host: str, port: int, error: OSError | UnicodeError) -> QuarterdeckError:
    """What keeps the server from listening at an address, and what would help."""
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        sentence = _("Port {port} is taken, perhaps by another Quarterdeck: try --port {other}.")
        return QuarterdeckError(sentence.format(port=port, other=port + 1 if port < 65535 else PORT))
    reason = system_words(error) if isinstance(error, OSError) else str(error)
    if isinstance(error, UnicodeError):
        reason = _("no computer has such a name")
    option = "--port" if isinstance(error, PermissionError) else "--host"
    sentence = _("The server can't listen at {host}, port {port} ({reason}): try another {option}.")
    return QuarterdeckError(sentence.format(host=host[:60], port=port, reason=reason, option=option))


def open_files() -> None:
    """Raise the process's limit on open files to the system's maximum. The default is about 1,000, and each
    connection needs one.
    """
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

"""`quarterdeck worker`: lends this machine's workers to servers."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from typing import Final

from quarterdeck.errors import QuarterdeckError, system_words
from quarterdeck.i18n import _
from quarterdeck.settings import Settings, read
from quarterdeck.settings.values import Endpoint, endpoint
from quarterdeck.workers import Workers
from quarterdeck.workers.remote import WorkerHost

__all__ = ["run"]

USUAL: Final = "127.0.0.1:8755"


def run(options: argparse.Namespace) -> int:
    """Lend workers until interrupted; returns the exit code. Raises QuarterdeckError."""
    try:
        place = endpoint(options.listen or USUAL)
    except ValueError:
        sentence = _("“{text}” is no host with a port, such as 0.0.0.0:8755.")
        raise QuarterdeckError(sentence.format(text=options.listen[:40])) from None
    asyncio.run(_lend_workers(read({}, options.config), place))
    return 0


async def _lend_workers(settings: Settings, place: Endpoint) -> None:
    """Let servers that know `worker_key` use this machine's workers until cancelled. Raises
    QuarterdeckError.
    """
    if settings.worker_key is None:
        raise QuarterdeckError(
            _("Workers are lent to those who know worker_key: set it in the options file or the environment.")
        )
    memory = settings.worker_memory << 20
    workers = Workers(settings.workers, memory, settings.worker_idle, settings.compiled)
    host = WorkerHost(workers, workers.size, settings.worker_key.get_secret_value())
    try:
        # Compiling may take minutes: what is wrong with the address is told before.
        server = await _bind(host, place)
        try:
            await _compile(workers)
            await _start_listening(server, place)
            await asyncio.Future()
        finally:
            server.close()
            await host.close()
    finally:
        await workers.close()


async def _compile(workers: Workers) -> None:
    """Compile before anybody is served: searches of this host are then as strong as those of the server."""
    if not workers.preparing:
        return
    sys.stderr.write(_("The rules are being compiled: the first time, this takes some minutes.") + "\n")
    if not await workers.compile():
        sys.stderr.write(_("The rules could not be compiled: searches are left to the servers.") + "\n")


async def _bind(host: WorkerHost, place: Endpoint) -> asyncio.Server:
    """A server at this address that does not listen yet. Raises QuarterdeckError."""
    try:
        return await asyncio.start_server(host.serve, *place, start_serving=False)
    except (OSError, UnicodeError) as error:
        raise _address_error(place, error) from None


async def _start_listening(server: asyncio.Server, place: Endpoint) -> None:
    """Let servers connect, and say where. Raises QuarterdeckError."""
    try:
        await server.start_serving()
    except OSError as error:
        raise _address_error(place, error) from None
    name, port = server.sockets[0].getsockname()[:2]
    where = f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
    sys.stdout.write(_("Workers are at {place} (stop them with Ctrl+C).").format(place=where) + "\n")
    sys.stdout.flush()


def _address_error(place: Endpoint, error: OSError | UnicodeError) -> QuarterdeckError:
    if isinstance(error, UnicodeError):
        reason = _("no computer has such a name")
    elif isinstance(error, socket.gaierror) or not error.errno:
        reason = system_words(error)
    else:
        # asyncio puts words of its own around the system's.
        reason = _(os.strerror(error.errno))
    sentence = _("The workers can't listen at {host}, port {port} ({reason}).")
    return QuarterdeckError(sentence.format(host=place.host[:60], port=place.port, reason=reason))

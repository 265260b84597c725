"""The workers that a server's settings ask for, and `quarterdeck worker`, which lends those of a machine."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import Final

from quarterdeck.errors import QuarterdeckError
from quarterdeck.i18n import _
from quarterdeck.settings import Settings
from quarterdeck.workers import Workers
from quarterdeck.workers.remote import WorkerHost, connect

__all__ = ["lend", "workers_of"]

# How many tasks another machine gets from a server at once.
AT_ONCE: Final = 4


def workers_of(settings: Settings) -> Workers:
    """The workers of this machine, and connections to those of `worker_hosts`."""
    key = settings.worker_key.get_secret_value() if settings.worker_key else ""
    others = []
    for place in settings.worker_hosts:
        host, _colon, port = place.rpartition(":")
        others += [partial(connect, host.strip("[]"), int(port), key)] * AT_ONCE
    memory = settings.worker_memory << 20
    return Workers(settings.workers, memory, settings.worker_idle, settings.compiled, others=others)


async def lend(settings: Settings) -> None:
    """Let servers that know `worker_key` use this machine's workers until cancelled. QuarterdeckError."""
    if settings.worker_key is None:
        raise QuarterdeckError(
            _("Workers are lent to those who know worker_key: set it in the options file or the environment.")
        )
    workers = workers_of(settings)
    host = WorkerHost(workers, settings.worker_key.get_secret_value())
    try:
        server = await asyncio.start_server(host.serve, settings.host, settings.port)
    except OSError as error:
        sentence = _("The workers can't listen at {host}, port {port} ({reason}).")
        given = {"host": settings.host, "port": settings.port, "reason": error.strerror or error}
        raise QuarterdeckError(sentence.format(**given)) from None
    try:
        async with server:
            place = "{}:{}".format(*server.sockets[0].getsockname()[:2])
            sys.stdout.write(_("Workers are at {place} (stop them with Ctrl+C).").format(place=place) + "\n")
            sys.stdout.flush()
            if not await workers.compile() and workers.compiling:
                sys.stderr.write(_("The rules could not be compiled: searches are slow.") + "\n")
            await server.serve_forever()
    finally:
        await workers.close()

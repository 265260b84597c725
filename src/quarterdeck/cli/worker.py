"""`quarterdeck worker`: lends this machine's workers to servers."""

from __future__ import annotations

import argparse
import asyncio

from quarterdeck.settings import read
from quarterdeck.web.thinkers import lend

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Lend workers until interrupted; returns the exit code. QuarterdeckError."""
    host, port = options.listen
    asyncio.run(lend(read({"host": host, "port": port}, options.config)))
    return 0

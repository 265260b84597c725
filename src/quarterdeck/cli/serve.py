"""`quarterdeck` without a command: serves the table in the browser."""

from __future__ import annotations

import argparse

from quarterdeck.settings import read
from quarterdeck.web.serving.serve import serve

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted; returns the exit code. Raises QuarterdeckError."""
    names = ("host", "port", "processes", "data", "database")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    return serve(read(given, options.config), open_browser=not options.no_browser)

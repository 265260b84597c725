"""`quarterdeck push-keys`: what a host needs to send notices to browsers."""

from __future__ import annotations

import sys

from quarterdeck.web.push import make_keys

__all__ = ["run"]


def run() -> int:
    """Print a new pair of keys as lines for the file of options; returns the exit code. QuarterdeckError."""
    keys = make_keys()
    sys.stdout.write(f'push_public_key = "{keys.public}"\npush_private_key = "{keys.private}"\n')
    return 0

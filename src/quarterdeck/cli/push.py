"""`quarterdeck push-keys`: generates the keys a host needs for web push."""

from __future__ import annotations

import argparse
import sys

from quarterdeck.web.notices.push import make_keys

__all__ = ["run"]


def run(_options: argparse.Namespace) -> int:
    """Print a new key pair as lines for the options file; returns the exit code. Raises QuarterdeckError."""
    keys = make_keys()
    sys.stdout.write(f'push_public_key = "{keys.public}"\npush_private_key = "{keys.private}"\n')
    return 0

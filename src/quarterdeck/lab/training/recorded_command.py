"""How a network's file names the command that made it."""

from __future__ import annotations

import argparse
from pathlib import Path


def recorded_command(parser: argparse.ArgumentParser, options: argparse.Namespace) -> str:
    """The command with these options, for the note in a network's file.

    Defaults and `--folder` are left out, and files go by their names without folders. So the note tells
    nothing about the machine.
    """
    words = [parser.prog, options.game]
    for name, value in vars(options).items():
        if name in ("game", "folder") or value == parser.get_default(name):
            continue
        words.append(f"--{name}")
        if value is not True:
            words.append(f"{value:g}" if isinstance(value, float) else Path(str(value)).name)
    return " ".join(words)

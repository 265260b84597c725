"""Where the command `quarterdeck` begins. It stands beside the package, since importing anything of the
package imports the games: Ctrl+C ends the command in silence from its first moment on.
"""

from __future__ import annotations

import signal

__all__ = ["main"]


def main() -> int:
    """Run this process's command line; returns the exit code."""
    before = signal.getsignal(signal.SIGINT)
    # An exception would pass through libraries, and be printed; the system just ends the process. A signal
    # that is ignored, as in the background of a script, stays so.
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from quarterdeck.cli.main import main as run

    signal.signal(signal.SIGINT, before)
    return run()

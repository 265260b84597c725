"""There is no numba-cuda for macOS, and so nothing to be tested there."""

import sys

if sys.platform == "darwin":
    collect_ignore_glob = ["test_*.py"]

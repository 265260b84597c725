"""Trains a game's network by play against itself, on lanes: no other player takes part. It needs the
extra `train`.
"""

import sys
from importlib.util import find_spec

from quarterdeck.i18n import _

# While Python looks for the module of “python -m”, the package is imported, and this is the first argument.
if sys.argv[:1] == ["-m"] and find_spec("torch") is None:
    sys.exit(_('Training needs PyTorch, which is not installed: “pip install "quarterdeck[train]"”.'))

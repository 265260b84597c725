"""`python -m quarterdeck.lab.training GAME`: see `run`."""

import sys
from importlib.util import find_spec

from quarterdeck.i18n import _

if __name__ == "__main__":
    if find_spec("torch") is None:
        sys.exit(_('Training needs PyTorch, which is not installed: “pip install "quarterdeck[train]"”.'))
    from quarterdeck.lab.training.run import main

    main(sys.argv[1:])

"""`python -m quarterdeck`, for where the command `quarterdeck` is not installed."""

import sys

from quarterdeck.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

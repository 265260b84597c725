"""`python -m quarterdeck.cli`, for where the command `quarterdeck` is not installed."""

import sys

from quarterdeck.cli.main import main

sys.exit(main())

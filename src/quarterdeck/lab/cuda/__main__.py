"""`python -m quarterdeck.lab.cuda check`: see `check`."""

import sys

from quarterdeck.lab.cuda.check import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m quarterdeck.lab.training GAME`: see `run`."""

import sys

from quarterdeck.lab.training.run import main

if __name__ == "__main__":
    main(sys.argv[1:])

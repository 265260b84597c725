"""Tools for working on Quarterdeck; none of them is installed with it."""

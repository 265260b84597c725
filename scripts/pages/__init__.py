"""The parts of the `make docs` site that are not pages in docs/: generated from code, pictures and other
files.
"""

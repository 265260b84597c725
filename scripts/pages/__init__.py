"""What the site of `make docs` has beside the pages in docs/: made from code, pictures and other files."""

"""Development tools; they are not installed with Quarterdeck."""

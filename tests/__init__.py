"""Tests. A package with a file of its own, so that no installed one of the same name hides it."""

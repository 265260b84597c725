"""Benchmarks of speed and memory; they are no tests."""

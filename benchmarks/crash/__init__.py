"""Crash tests: servers are killed under load repeatedly, and their acknowledged writes are checked."""

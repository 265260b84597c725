"""Load tests of a live server: moves per second, latency until everybody sees a move, and the server's
memory.
"""

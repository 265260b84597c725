"""Bots: players that see views and nothing else."""

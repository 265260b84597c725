"""Figures for speed and memory; none of them is a test."""

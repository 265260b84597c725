"""Meuterer in words: its rules, names, facts, actions and reasons. Import the module you need."""

"""Mutiny! in words: rules, names, told events, actions and reasons. Import the module you need."""

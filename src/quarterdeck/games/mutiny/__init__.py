"""Mutiny!: secret bribes for five crew members, and deals that bind, for two to five players."""

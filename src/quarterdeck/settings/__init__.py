"""A host's settings: the options, and where they are read from."""

from quarterdeck.settings.options import PORT, Settings, SettingsError
from quarterdeck.settings.reading import FILE_NAME, read
from quarterdeck.settings.values import Rate

__all__ = ["FILE_NAME", "PORT", "Rate", "Settings", "SettingsError", "read"]

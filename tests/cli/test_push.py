"""`quarterdeck push-keys` prints what the settings take."""

from __future__ import annotations

import tomllib

from quarterdeck.settings import Settings
from tests.cli.command import Command


def test_keys_are_lines_for_the_file_of_options(command: Command) -> None:
    made, other = command("push-keys"), command("push-keys")
    assert made.code == 0
    keys = tomllib.loads(made.out)
    settings = Settings(**keys, push_contact="mailto:host@example.org")
    assert settings.push_public_key == keys["push_public_key"]
    assert made.out != other.out

"""What the Containerfile says, instruction by instruction."""

from __future__ import annotations

import json
import re
import shlex

from tests.packages.conftest import ROOT

__all__ = ["health_check", "instructions", "variables"]


def instructions() -> list[tuple[str, str]]:
    """Each instruction and what it is given, lines that go on joined, comments left out."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(encoding="utf-8"), flags=re.M)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line.strip()]


def variables() -> dict[str, str]:
    """The environment of the container."""
    given = [shlex.split(words) for name, words in instructions() if name == "ENV"]
    return dict(one.split("=", 1) for words in given for one in words)


def health_check() -> list[str]:
    """The command by which the container finds out whether its server is well."""
    ((_name, words),) = [one for one in instructions() if one[0] == "HEALTHCHECK"]
    command = json.loads(words.partition("CMD ")[2])
    assert isinstance(command, list)
    return command

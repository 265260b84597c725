"""Reads the options from the command line, the environment and the file, and explains errors."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from quarterdeck.errors import system_words
from quarterdeck.i18n import _, short
from quarterdeck.kernel import toml
from quarterdeck.settings.options import PREFIX, Settings, SettingsError, documentation_of
from quarterdeck.tables.store.folder import default_folder

__all__ = ["FILE_NAME", "read"]

FILE_NAME: Final = "quarterdeck.toml"
# How near a variable's name has to be to a known one to be taken for a slip.
NEAR: Final = 0.85
# Variables that are no options of the server.
OTHERS: Final = ("cache", "config", "debug", "interpret")


def read(given: Mapping[str, Any], config: Path | None = None) -> Settings:
    """The options: `given` ones (from the command line) first, then the environment's, then the file's.

    The file is `config` or what QUARTERDECK_CONFIG names, else quarterdeck.toml in the data folder, if it is
    there. Raises SettingsError.
    """
    _check_variables()
    named_file = config or (
        Path(os.path.expanduser(_environment("config"))) if _environment("config") else None
    )
    folder = given.get("data") or _environment("data") or default_folder()
    file = named_file or Path(os.path.expanduser(folder)) / FILE_NAME
    contents = _read_file(file, must_be=named_file is not None)
    if named_file is None and "data" in contents:
        sentence = _("{file} lies in the data folder and can't name another: name it by --data instead.")
        raise SettingsError(sentence.format(file=file))

    class SettingsWithFile(Settings, toml_file=file if contents else None):
        """Options that also read this file."""

    try:
        return SettingsWithFile(**given)
    except ValidationError as error:
        # The error itself is not chained, since it quotes secrets.
        wrong = error.errors(include_url=False, include_context=False)[0]
    raise SettingsError(_error_sentence(str(wrong["loc"][0]), wrong["input"], given, file))


def _check_variables() -> None:
    """Refuse a variable with a slip in its name. Other names with our prefix may be somebody else's, such as
    those of a cluster's services. Raises SettingsError.
    """
    known = [*Settings.model_fields, *OTHERS]
    for variable in os.environ:
        prefix, name = variable[: len(PREFIX)].upper(), variable[len(PREFIX) :].lower()
        if prefix != PREFIX or name in known:
            continue
        swapped = [other for other in known if sorted(other) == sorted(name)]
        if near := swapped or difflib.get_close_matches(name, known, 1, NEAR):
            sentence = _("The variable {name} is no option: did you mean {near}?")
            raise SettingsError(sentence.format(name=variable, near=PREFIX + near[0].upper()))


def _environment(name: str) -> str:
    """An option's value in the environment; empty if it is not set."""
    wanted = PREFIX + name.upper()
    return next((value for variable, value in os.environ.items() if variable.upper() == wanted), "")


def _read_file(file: Path, must_be: bool) -> dict[str, Any]:
    """The contents of an options file; empty if an optional file is missing. Raises SettingsError."""
    try:
        return toml.parse(toml.read_text(file, "utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        # A data folder that is a file is refused where it is opened.
        if not must_be:
            return {}
        reason = system_words(error)
    except OSError as error:
        reason = system_words(error)
    except UnicodeDecodeError:
        reason = _("it is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        # The parser's message names line and column and quotes nothing.
        reason = str(error)
    except ValueError:
        reason = _("it is too long or nested too deep, or a number has thousands of digits")
    sentence = _("The options in {file} can't be read ({reason}).")
    raise SettingsError(sentence.format(file=file, reason=reason))


def _error_sentence(name: str, value: object, given: Mapping[str, Any], file: Path) -> str:
    """What is wrong with an invalid option, which is named as where it was set."""
    if name not in Settings.model_fields:
        near = difflib.get_close_matches(name, Settings.model_fields, 1)
        if near:
            sentence = _("“{name}” in {file} is no option: did you mean “{near}”?")
            return sentence.format(name=name[:40], file=file, near=near[0])
        return _("“{name}” in {file} is no option.").format(name=name[:40], file=file)
    if name in given:
        option = f"--{name}"
    elif _environment(name):
        option = PREFIX + name.upper()
    else:
        option = _("“{name}” in {file}").format(name=name, file=file)
    documentation = documentation_of(name)
    if documentation["secret"]:
        return _("{option} has to be {right}.").format(option=option, right=_(documentation["right"]))
    sentence = _("{option} is “{value}”, and has to be {right}.")
    return sentence.format(option=option, value=short(value, str), right=_(documentation["right"]))

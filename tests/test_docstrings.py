"""Docstrings say in a sentence which errors a function raises."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

import quarterdeck

SOURCE = Path(quarterdeck.__file__).parent
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def errors(trees: list[ast.Module]) -> set[str]:
    """The names of Python's errors, and of those that these files define."""
    found = {name for name, value in vars(builtins).items() if _is_error(value)} | {"SQLAlchemyError"}
    defined = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    before = 0
    while len(found) > before:
        before = len(found)
        found |= {node.name for node in defined if any(ast.unparse(base) in found for base in node.bases)}
    return found


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def bare_errors(docstring: str, names: set[str]) -> list[str]:
    """The errors that begin a sentence of a docstring, without a verb: not the first one, which may be about
    an error.
    """
    one = "|".join(sorted(names, key=len, reverse=True))
    text = re.sub(r"\s+", " ", docstring)
    return re.findall(rf"(?<=[.?!] )(?:{one})\b(?=[.,;]| if | for )(?![^.]* leaves? )", text)


def test_errors_in_docstrings_have_a_verb() -> None:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    names = errors(list(trees.values()))
    found = [
        f"{path.relative_to(SOURCE)}: {bare}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED)
        for bare in bare_errors(ast.get_docstring(node) or "", names)
    ]
    assert found == [], "Write “Raises” before the error."


@pytest.mark.parametrize(
    ("docstring", "bare"),
    [
        ("The match. NotFound, Outdated.", ["NotFound"]),
        ("The match. Or not.\n\nNotFound if there is none.", ["NotFound"]),
        ("The match. Raises NotFound if there is none.", []),
        ("NotFound, in words.", []),
        ("A step. NotFound, and Outdated for a log,\nleave the match as it was.", []),
    ],
)
def test_an_error_without_a_verb_is_found(docstring: str, bare: list[str]) -> None:
    assert bare_errors(docstring, {"NotFound", "Outdated"}) == bare

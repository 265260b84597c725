"""How the files of the package import each other."""

import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest


def circle(package: str) -> list[str]:
    """Files of a package, each of which imports the one before; the last is also the first. [] if none do.

    Imports within functions and under TYPE_CHECKING count, too.
    """
    graph = grimp.build_graph(package, exclude_type_checking_imports=False, cache_dir=None)
    files = {file: graph.find_modules_directly_imported_by(file) for file in graph.modules}
    try:
        TopologicalSorter(files).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert circle("quarterdeck") == []


@pytest.mark.parametrize(
    "back",
    [
        "import {package}.first",
        "def late():\n    from {package} import first",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {package}.first import Name",
        "from {package} import Name",
    ],
    ids=["import", "function", "type", "package"],
)
def test_a_circle_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, back: str
) -> None:
    package = f"circle_of_{request.node.callspec.id}"
    (tmp_path / package).mkdir()
    files = {
        "__init__": "from .first import Name",
        "first": "from .second import Other\nclass Name: pass",
        "second": back.format(package=package),
    }
    for name, text in files.items():
        (tmp_path / package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    found = circle(package)
    assert found[0] == found[-1]
    assert {f"{package}.first", f"{package}.second"} <= set(found)
    assert package not in sys.modules

"""How the files of the package import each other, that names are of one idea, and that parameters are few."""

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import mypy.api
import pytest

import quarterdeck


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


def test_type_checkers_know_the_lab_and_no_name_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import quarterdeck\nreveal_type(quarterdeck.lab.spec)\nquarterdeck.laboratory\n"
    )
    # Only two files of ours are read: all of them would take a minute.
    ours = [str(ROOT / "src/quarterdeck" / file) for file in ("__init__.py", "lab/__init__.py")]
    options = ["--config-file=", "--strict", "--follow-imports=skip", f"--cache-dir={tmp_path}"]
    lines = mypy.api.run([*options, str(tmp_path / "script.py"), *ours])[0].splitlines()
    mine = [line.partition("script.py:")[2] for line in lines if "script.py:" in line]
    assert mine[0].startswith('2: note: Revealed type is "def (game: ')
    assert mine[1:] == ['3: error: Module has no attribute "laboratory"  [attr-defined]']


# Names that stand in several places for one and the same idea.
SAME_IDEA = {
    "ComponentTable": "the figures of a game's parts: what all have in common, and that of each game",
    "Environment": "what the field's doors call an environment: PettingZoo's and Gymnasium's",
    "Event": "what happened: in play, and its kinds in the rules of each game",
    "Panel": "a titled list of what a view says: made in the kernel, drawn by the plain board",
    "Reading": "one way to read a contested rule: in words, and as a bit in the record of a game",
    "Sea": "the water between the islands of a drawn chart",
    "Step": "a step of the turn in a game's rules",
}
# The JSON of the API describes the ideas of the rooms below by their own names.
DESCRIBES = (
    "quarterdeck.web.api.friends",
    "quarterdeck.web.api.ladder",
    "quarterdeck.web.api.models",
    "quarterdeck.web.api.questions",
    "quarterdeck.web.api.sailing",
)


def idea(module: str) -> str:
    """Where a module stands, whichever game it belongs to: each game has a `state`, a `board` and so on."""
    parts = module.split(".")
    return ".".join(["games", *parts[3:]]) if parts[1:2] == ["games"] else module


def classes() -> dict[str, set[str]]:
    """The public classes of the package, each with the places that define it."""
    source = Path(quarterdeck.__file__).parent
    found: dict[str, set[str]] = {}
    for path in source.rglob("*.py"):
        module = ".".join(["quarterdeck", *path.relative_to(source).with_suffix("").parts])
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and module not in DESCRIBES:
                found.setdefault(node.name, set()).add(idea(module))
    return found


def test_no_two_ideas_share_the_name_of_a_class() -> None:
    twice = {name for name, places in classes().items() if len(places) > 1}
    assert twice == set(SAME_IDEA)


ROOT = Path(__file__).parents[1]
MOST_PARAMETERS = 7


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, public: bool) -> int:
    """How many arguments a function takes, without `self`, `cls`, `*args` and `**kwargs`.

    Only positional ones count if it is public.
    """
    given = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    named = [] if public else function.args.kwonlyargs
    return len(given) - (given[:1] in (["self"], ["cls"])) + len(named)


def with_too_many_parameters(source: str) -> list[str]:
    """The functions of a file that take too many arguments. Those in its `__all__` are public."""
    tree = ast.parse(source)
    lists = [one.value for one in tree.body if isinstance(one, ast.Assign) and "__all__" in ast.unparse(one)]
    public = {name for one in lists for name in ast.literal_eval(one)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            name = "lambda" if isinstance(node, ast.Lambda) else node.name
            if parameters(node, node in tree.body and name in public) > MOST_PARAMETERS:
                found.append(name)
    return found


def test_no_function_takes_more_than_seven_parameters() -> None:
    """More belong in a record: a NamedTuple or a dataclass, whose own fields do not count.

    A public function, one in the `__all__` of its own file such as `quarterdeck.lab.vector`, may have more
    options by name: callers write only the few that they need, and a record would stand in their way. Of such
    a function only positional parameters count; of all others keyword-only ones, too.
    """
    files = [
        path for room in ("src", "scripts", "benchmarks") for path in sorted((ROOT / room).rglob("*.py"))
    ]
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in files
        for name in with_too_many_parameters(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def many(a, b, c, d, e, f, g, h): pass", ["many"]),
        ("async def named(a, *, b, c, d, e, f, g, h): pass", ["named"]),
        ("many = lambda a, b, c, d, e, /, f, g, h: a", ["lambda"]),
        ("class A:\n    def method(self, a, b, c, d, e, f, g, h): pass", ["method"]),
        ("class A:\n    def method(self, a, b, c, d, e, f, g, *args, **kwargs): pass", []),
        ("class A(NamedTuple):" + "".join(f"\n    {name}: int" for name in "abcdefgh"), []),
        ("__all__ = ['door']\ndef door(a, *, b, c, d, e, f, g, h): pass", []),
        ("__all__ = ['door']\ndef door(a, b, c, d, e, f, g, h): pass", ["door"]),
        ("__all__ = ['door']\ndef other():\n    def door(a, *, b, c, d, e, f, g, h): pass", ["door"]),
    ],
)
def test_functions_with_too_many_parameters_are_found(source: str, found: list[str]) -> None:
    assert with_too_many_parameters(source) == found


def test_browser_tests_wait_for_functions() -> None:
    # An expression is evaluated at each look, which a page's Content Security Policy forbids after the first.
    for file in (Path(__file__).parent / "browser").glob("*.py"):
        for waited_for in re.findall(r'wait_for_function\(\s*"+([^"]*)', file.read_text(encoding="utf-8")):
            assert "=>" in waited_for, f"{file.name} waits for an expression: {waited_for}"

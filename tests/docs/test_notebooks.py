"""The notebooks of docs/ run from their first cell to their last, and are kept without what they printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import quarterdeck

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert cells
    for cell in cells:
        assert (cell.outputs, cell.execution_count) == ([], None)


def test_the_first_agent_learns_to_beat_random_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(quarterdeck.__file__).parents[1]))
    # What it keeps goes where the test's files go.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    notebook = read(FOLDER / "first-agent.ipynb")
    check = "assert wins['random'].low > 1 / game.players, wins"
    notebook.cells.append(nbformat.v4.new_code_cell(check))
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    drawn = [output for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("image/png" in output.data for output in drawn)
    assert any("image/svg+xml" in output.data for output in drawn)

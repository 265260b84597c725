"""Pages generated from files outside docs/, or from files that are not Markdown."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import nbformat

__all__ = ["changelog", "contributing", "examples", "notebook"]


def contributing(root: Path) -> str:
    """CONTRIBUTING.md, with links relative to docs/."""
    return _within_docs((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def changelog(root: Path) -> str:
    """CHANGELOG.md, with links relative to docs/."""
    return _within_docs((root / "CHANGELOG.md").read_text(encoding="utf-8"))


def _within_docs(text: str) -> str:
    return re.sub(r"\]\(docs/", "](", text)


def examples(folder: Path) -> str:
    """Each example, preceded by its own docstring."""
    parts = ["# Examples", "Whole programs, each in a file of `examples/`."]
    for path in [*sorted(folder.glob("*.py")), *sorted(folder.glob("baselines/*.py"))]:
        source = path.read_text(encoding="utf-8")
        words = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
        # A bracket would begin a link.
        parts += [f"## {path.name}", words.replace("[", "\\["), f"```python\n{source.strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def notebook(path: Path) -> str:
    """A notebook's cells without their output, which is not stored."""
    cells = nbformat.read(path, as_version=4).cells
    texts = [f"```python\n{cell.source}\n```" if cell.cell_type == "code" else cell.source for cell in cells]
    return "\n\n".join(texts) + "\n"

"""MkDocs hooks for the site; mkdocs.yml names this file."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.pages.commands import command_pages
from scripts.pages.gallery import gallery
from scripts.pages.others import changelog, contributing, examples, notebook

__all__ = ["on_config", "on_files", "on_page_markdown"]

DOCS = Path(__file__).parents[2] / "docs"
# Link prefixes in the repository, and their targets on the site.
MOVED = {
    "../examples/bot.py": "examples.md#botpy",
    "notebooks/first-agent.ipynb": "notebooks/first-agent.md",
    "../CONTRIBUTING.md": "contributing.md",
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the generated pages to the navigation."""
    assert config.nav is not None
    sections = {name: section for entry in config.nav for name, section in entry.items()}
    sections["Commands"] += [
        "cli.md",
        *({f"quarterdeck {name}".rstrip(): path} for name, path, _text in command_pages()),
    ]
    decisions = sorted(path.name for path in (DOCS / "decisions").glob("*.md"))
    sections["Design"][-1]["Decisions"] += [f"decisions/{name}" for name in decisions]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    made = {path: text for _name, path, text in command_pages()}
    made |= {
        "gallery.md": gallery(DOCS / "images"),
        "examples.md": examples(DOCS.parent / "examples"),
        "contributing.md": contributing(DOCS.parent),
        "changelog.md": changelog(DOCS.parent),
    }
    for source in (DOCS / "notebooks").glob("*.ipynb"):
        made[f"notebooks/{source.stem}.md"] = notebook(source)
        files.remove(files.src_uris[f"notebooks/{source.name}"])
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links from the repository's layout to the site's."""
    for there, here in MOVED.items():
        markdown = markdown.replace(f"]({there})", f"]({here})")
    return re.sub(r"\]\(json/\)", "](json/meuterer.md)", markdown)

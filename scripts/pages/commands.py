"""A documentation page for each command, generated from its parser."""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterator
from functools import cache

from quarterdeck.cli.parser import build

__all__ = ["command_pages"]

HEAD = "| {kind} | what it does |\n| --- | --- |\n"


@cache
def command_pages() -> tuple[tuple[str, str, str], ...]:
    """Name, path and Markdown of each page: first the server's, which has no name, then all commands."""
    parser = build()
    (commands,) = (command for command in parser._actions if isinstance(command, argparse._SubParsersAction))
    pages = [("", "commands/server.md", _command_page(parser))]
    pages += [
        (name, f"commands/{name}.md", _command_page(command)) for name, command in commands.choices.items()
    ]
    return tuple(pages)


def _command_page(parser: argparse.ArgumentParser) -> str:
    # Wrapped for a page, whatever the terminal's width.
    formatter = parser._get_formatter()
    formatter._width = 78
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, "")
    parts = [
        f"# {parser.prog}",
        html.escape(parser.description or "", quote=False),
        f"```text\n{formatter.format_help().strip()}\n```",
        *_argument_tables(parser),
        html.escape(parser.epilog or "", quote=False),
        f"This page is made from the command, as `{parser.prog} --help` is.",
        "[The command line](../cli.md) says more.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _argument_tables(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A table for each group of arguments; the site's navigation lists the commands."""
    for group in parser._action_groups:
        actions = [
            action for action in group._group_actions if not isinstance(action, argparse._SubParsersAction)
        ]
        if actions:
            rows = [f"| {_typed_form(action)} | {_help_text(action)} |" for action in actions]
            kind = "option" if actions[-1].option_strings else "argument"
            table = HEAD.format(kind=kind) + "\n".join(rows)
            yield f'## {group.title}\n\n<div class="typed" markdown>\n\n{table}\n\n</div>'


def _typed_form(action: argparse.Action) -> str:
    """An option with its value, or an argument, as typed."""
    value = str(action.metavar or action.dest.upper()).replace("|", "\\|")
    if not action.option_strings:
        return f"`{value}`"
    shown = value if action.nargs in (None, "?") else f"{value} …"
    takes = "" if action.nargs == 0 else f" [{shown}]" if action.nargs == "?" else f" {shown}"
    return ", ".join(f"`{option}{takes}`" for option in action.option_strings)


def _help_text(action: argparse.Action) -> str:
    return html.escape(action.help or "", quote=False).replace("|", "\\|")

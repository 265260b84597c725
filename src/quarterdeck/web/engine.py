"""Jinja, with what it writes for a template made quicker: pages are rendered thousands of times a second.

Templates are ours, so that three things can be left out that Jinja does for any: it asks of whatever is
called whether it wants to be given the context, of whatever is put out whether it knows to escape itself, and
makes an object that explains itself of every inline ``if`` that came out false. All else is as Jinja has it.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from keyword import iskeyword
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from quarterdeck.i18n import _, current, ngettext
from quarterdeck.play import GAMES
from quarterdeck.web.boards import folder_of

__all__ = ["Engine"]

# Short texts that were escaped before, and sentences that were translated.
KEPT = 4_000


@lru_cache(KEPT)
def _escaped(text: str) -> Markup:
    return escape(text)


def _shown(one: Any) -> Any:
    """What stands in the HTML for a value."""
    kind = type(one)
    if kind is Markup:
        return one
    if kind is str:
        return _escaped(one)
    return str(one) if kind is int else escape(one)


def _reader(environment: jinja2.Environment) -> Callable[[Any, str], Any]:
    """What is written `one.name` in a template: of plain data most often an item."""
    otherwise = environment.getattr

    def of(one: Any, name: str) -> Any:
        return one[name] if type(one) is dict and name in one else otherwise(one, name)

    return of


@lru_cache(KEPT)
def _sentence(_language: str, message: str) -> Markup:
    # Always a format string, as Jinja has it: a sign of per cent is written twice.
    return Markup(_(message)) % {}


def _gettext(message: str, **given: Any) -> Markup:
    """A sentence in the language in use, with what is given escaped in it."""
    return Markup(_(message)) % given if given else _sentence(current(), message)


def _ngettext(singular: str, plural: str, num: int, **given: Any) -> Markup:
    return Markup(ngettext(singular, plural, num)) % {"num": num, **given}


def _odd(named: nodes.Keyword) -> bool:
    """Whether Python takes the argument's name for a word of its own."""
    return iskeyword(named.key)


class _Generator(CodeGenerator):
    """Writes what a template does in Python."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if forward_caller or node.dyn_args or node.dyn_kwargs or any(map(_odd, node.kwargs)):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.write("_of(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)


class _Template(jinja2.Template):
    @classmethod
    def from_code(
        cls,
        environment: jinja2.Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Any = None,
    ) -> jinja2.Template:
        namespace: dict[str, Any] = {"environment": environment, "__file__": code.co_filename}
        exec(code, namespace)
        namespace.update(escape=_shown, _of=_reader(environment))
        return cls.from_module_dict(environment, namespace, globals)

    def _get_default_module(self, ctx: jinja2.runtime.Context | None = None) -> TemplateModule:
        """What another template imports: the same for all, as no page has globals of its own."""
        return super()._get_default_module()


class _BoardLoader(jinja2.BaseLoader):
    """Finds GAME/NAME among the templates of the game's board."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        game, _slash, name = template.partition("/")
        if game not in GAMES:
            raise jinja2.TemplateNotFound(template)
        return jinja2.FileSystemLoader(folder_of(game) / "templates").get_source(environment, name)


class Engine(jinja2.Environment):
    """An environment in which templates are compiled so. They escape what they put out, and know what they
    are given: a name or attribute that is not there raises jinja2.UndefinedError.
    """

    code_generator_class: type[CodeGenerator] = _Generator
    template_class = _Template

    def __init__(self) -> None:
        super().__init__(
            loader=jinja2.ChoiceLoader([jinja2.PackageLoader("quarterdeck.web"), _BoardLoader()]),
            autoescape=True,
            auto_reload=False,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        self.policies["ext.i18n.trimmed"] = True
        # What the extension would install wants to be given the context. This tells it what to write.
        vars(self)["newstyle_gettext"] = True
        self.globals.update({"_": _gettext, "gettext": _gettext, "ngettext": _ngettext})
        self._found: dict[str, jinja2.Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> jinja2.Template:
        """A template by its name, which no other template changes."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = super().get_template(name)
            # Copied for each rendering, and Jinja's chain of mappings is slow to copy.
            found.globals = dict(found.globals)
        return found

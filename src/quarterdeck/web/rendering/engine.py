"""A faster Jinja environment: pages are rendered thousands of times a second.

Our own templates don't need three general features, which are left out: checking each callable for
`pass_context`, checking each value for `__html__`, and creating an Undefined object for every inline ``if``
that is false. Everything else is standard Jinja.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import lru_cache
from keyword import iskeyword
from pathlib import Path
from pickle import UnpicklingError
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from quarterdeck.i18n import _, current, ngettext
from quarterdeck.kernel.jit import cache_base
from quarterdeck.play import GAMES
from quarterdeck.web.boards import PLAIN, folder_of

__all__ = ["Engine"]

# Cache size for escaped short texts and for translated sentences.
KEPT = 4_000


@lru_cache(KEPT)
def _cached_escape(text: str) -> Markup:
    return escape(text)


def _to_html(value: Any) -> Any:
    """A value as HTML."""
    kind = type(value)
    if kind is Markup:
        return value
    if kind is str:
        return _cached_escape(value)
    return str(value) if kind is int else escape(value)


def _attribute_reader(environment: jinja2.Environment) -> Callable[[Any, str], Any]:
    """The function behind `value.name` in a template; for plain dictionaries it looks up the item."""
    general_getattr = environment.getattr

    def read(value: Any, name: str) -> Any:
        return value[name] if type(value) is dict and name in value else general_getattr(value, name)

    return read


@lru_cache(KEPT)
def _cached_translation(_language: str, message: str) -> Markup:
    # Always a format string, as in Jinja: literal percent signs are doubled.
    return Markup(_(message)) % {}


def _gettext(message: str, **arguments: Any) -> Markup:
    """A translated sentence with its arguments escaped."""
    return Markup(_(message)) % arguments if arguments else _cached_translation(current(), message)


def _ngettext(singular: str, plural: str, num: int, **arguments: Any) -> Markup:
    return Markup(ngettext(singular, plural, num)) % {"num": num, **arguments}


def _is_named_by_keyword(argument: nodes.Keyword) -> bool:
    """Whether the argument's name is a Python keyword, which Jinja has to pass in another way."""
    return iskeyword(argument.key)


class _Generator(CodeGenerator):
    """Generates a template's Python code."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if forward_caller or node.dyn_args or node.dyn_kwargs or any(map(_is_named_by_keyword, node.kwargs)):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
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


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Keeps compiled templates in the cache folder: to compile those of the first page takes half a second.
    If the folder can't be written, each server compiles them for itself.
    """

    def __init__(self, generator: type[CodeGenerator]) -> None:
        compiler = Path(__file__).read_bytes() + f"{jinja2.__version__} {generator.__qualname__}".encode()
        folder = cache_base() / "templates" / hashlib.sha256(compiler).hexdigest()[:16]
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except (OSError, ValueError, EOFError, UnpicklingError):
            # A damaged file is as good as none.
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


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
        namespace.update(escape=_to_html, _of=_attribute_reader(environment))
        return cls.from_module_dict(environment, namespace, globals)

    def _get_default_module(self, ctx: jinja2.runtime.Context | None = None) -> TemplateModule:
        """The module for imports by other templates; shared, because pages have no globals of their own."""
        return super()._get_default_module()


# Templates that a board may leave out: the plain board's are then used.
OPTIONAL = ("aim.html", "overview.html")


class _BoardLoader(jinja2.BaseLoader):
    """Finds GAME/NAME among the templates of the game's board."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        game, _slash, name = template.partition("/")
        if game not in GAMES:
            raise jinja2.TemplateNotFound(template)
        folders = [folder_of(game), *([PLAIN] if name in OPTIONAL else [])]
        paths = [folder / "templates" for folder in folders]
        return jinja2.FileSystemLoader(paths).get_source(environment, name)


class Engine(jinja2.Environment):
    """A Jinja environment with this code generator. Output is escaped, and unknown names and attributes raise
    jinja2.UndefinedError.
    """

    code_generator_class: type[CodeGenerator] = _Generator
    template_class = _Template

    def __init__(self) -> None:
        super().__init__(
            loader=jinja2.ChoiceLoader([jinja2.PackageLoader("quarterdeck.web"), _BoardLoader()]),
            autoescape=True,
            auto_reload=False,
            bytecode_cache=_CompiledTemplates(self.code_generator_class),
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        self.policies["ext.i18n.trimmed"] = True
        # The extension's own functions need the context, so ours replace them; this flag selects the calls to
        # generate.
        vars(self)["newstyle_gettext"] = True
        self.globals.update({"_": _gettext, "gettext": _gettext, "ngettext": _ngettext})
        self._loaded: dict[str, jinja2.Template] = {}

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> jinja2.Template:
        """A template by its name; other templates' globals don't affect it."""
        template = self._loaded.get(name)
        if template is None:
            template = self._loaded[name] = super().get_template(name)
            # Copied for each rendering; a plain dictionary copies faster than Jinja's ChainMap.
            template.globals = dict(template.globals)
        return template

"""Registering rules with Numba so that each is compiled once for integers, whatever their widths.

Numba compiles a function anew for every combination of argument types. A rule does the same with a seat from
an 8-bit field as with a seat that is a 64-bit integer, so it is compiled for 64 bits only. For the same
reason some functions get arrays within records as plain arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from quarterdeck.kernel.caching import keep_apart

__all__ = ["Overload", "overload", "widening"]

WORD = 64


# Takes a function and returns a decorator. The decorated function takes argument types and returns the
# function to compile.
Overload: TypeAlias = Callable[..., Callable[[Callable[..., Any]], object]]


def widening(package: str, **metadata: Any) -> Overload:
    """An `overload` that widens arguments, for the Numba target whose templates are in this package.

    Integers of fewer than 64 bits and enum members are passed as 64-bit integers. With `plain_arrays`, arrays
    within records are also passed as plain arrays.
    """

    def overload(
        function: Callable[..., Any],
        strict: bool = True,
        jit_options: Mapping[str, Any] = MappingProxyType({}),
        plain_arrays: bool = False,
    ) -> Callable[[Callable[..., Any]], None]:
        templates: Any = import_module(f"{package}.templates")
        options = {"nopython": True, "no_cpython_wrapper": True, **jit_options}
        widened = _widened_and_plain if plain_arrays else _widened

        def decorate(choose: Callable[..., Any]) -> None:
            exact = templates.make_overload_template(function, choose, options, strict, "never", **metadata)

            def generic(self: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                wide = {name: widened(kind) for name, kind in kws.items()}
                return exact.generic(self, tuple(map(widened, args)), wide)

            def decorator(self: Any) -> Callable[..., Callable[..., Any]]:
                jit = exact._get_jit_decorator(self)
                return lambda **options: lambda chosen: keep_apart(jit(**options)(chosen))

            cached = {"_get_jit_decorator": decorator} if jit_options.get("cache") else {}
            template = type(exact.__name__, (exact,), {"generic": generic, **cached})
            templates.infer(template)
            templates.infer_global(function, _types().Function(template))

        return decorate

    return overload


# The `overload` of Numba's CPU target.
overload = widening("numba.core.typing")


def _widened(kind: Any) -> Any:
    types = _types()
    narrow = isinstance(kind, types.Integer) and kind.bitwidth < WORD
    return types.int64 if narrow or isinstance(kind, types.IntEnumMember) else kind


def _widened_and_plain(kind: Any) -> Any:
    types = _types()
    if not isinstance(kind, types.NestedArray):
        return _widened(kind)
    _cast_nested_arrays()
    return types.Array(kind.dtype, kind.ndim, "C")


@cache
def _cast_nested_arrays() -> None:
    """Let Numba pass an array within a record unchanged as a plain array: both have the same layout."""

    def same(_context: Any, _builder: Any, _from: Any, _to: Any, value: Any) -> Any:
        return value

    import_module("numba.extending").lower_cast(_types().NestedArray, _types().Array)(same)


def _types() -> Any:
    return import_module("numba.core.types")

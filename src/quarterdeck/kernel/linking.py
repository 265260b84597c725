"""How Numba compiles rules: as code that is linked into entry points, without machine code of their own.

By default Numba optimizes each function in two passes and makes machine code of it. Nobody runs that of a
rule: only compiled code calls rules, and an entry point becomes machine code together with all that it calls.
See docs/decisions/0034-rules-have-no-machine-code-of-their-own.md.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["entry_options", "rule_options"]


def entry_options() -> dict[str, Any]:
    """Options of Numba's `jit` for entry points, and for functions that are cached like these."""
    return {"pipeline_class": _entry_compiler()}


def rule_options(inlined: bool) -> dict[str, Any]:
    """Options of Numba's `jit` for rules.

    Those that are `inlined` are optimized as Numba does it, so that random moves lose no speed. Others are
    optimized once, cheaply.
    """
    return {
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "forceinline": inlined,
        "pipeline_class": _rule_compiler(inlined),
    }


@cache
def _entry_compiler() -> type:
    compiler = import_module("numba.core.compiler")

    class EntryCompiler(compiler.Compiler):  # type: ignore[misc, name-defined]
        def compile_extra(self, func: Any) -> Any:
            result = super().compile_extra(func)
            # The rules' environments are part of this machine code, as Numba has it for code from its cache.
            for environment in result._find_referenced_environments():
                result.library.codegen.set_env(environment.env_name, environment)
            return result

    return EntryCompiler


@cache
def _rule_compiler(inlined: bool) -> type:
    compiler = import_module("numba.core.compiler")
    library_of_rule = _linked_library() if inlined else _cheap_library()

    class RuleCompiler(compiler.Compiler):  # type: ignore[misc, name-defined]
        def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
            super().__init__(typing, target, library or library_of_rule(target.codegen(), "rule"), *rest)

    return RuleCompiler


@cache
def _linked_library() -> Any:
    codegen = import_module("numba.core.codegen")

    class LinkedLibrary(codegen.JITCodeLibrary):  # type: ignore[misc, name-defined]
        """Code that other code links, and that is never run by itself."""

        codegen = _NoMachineCode

        def get_pointer_to_function(self, _name: str) -> int:
            self._ensure_finalized()
            return 0

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True

    return LinkedLibrary


@cache
def _cheap_library() -> Any:
    class CheapLibrary(_linked_library()):  # type: ignore[misc]
        """Code that is optimized once, without the passes that come second."""

        def _optimize_final_module(self) -> None:
            passes, builder = self._codegen._module_pass_manager(
                loop_vectorize=self._codegen._loopvect,
                slp_vectorize=False,
                opt=self._codegen._opt_level,
                cost="cheap",
            )
            passes.run(self._final_module, builder)

    return CheapLibrary


class _NoMachineCode:
    """Stands where Numba looks for the machine code of a library that has none."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        """Do nothing: entry points have the environment."""

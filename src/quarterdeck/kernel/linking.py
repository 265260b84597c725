"""How Numba compiles rules: as code that is linked into entry points, without machine code of their own.

By default Numba optimizes each function in two passes and makes machine code of it. A rule's machine code
would never run: only compiled code calls rules, and an entry point becomes machine code together with all
that it calls. See docs/decisions/0034-rules-have-no-machine-code-of-their-own.md.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

__all__ = ["COUNTED", "entry_options", "rule_options"]

# Options of Numba's `jit`: whether a function counts references to arrays. If not, it can't make any.
COUNTED: Final = {"_nrt": True}
UNCOUNTED: Final = {"_nrt": False}


def entry_options() -> dict[str, Any]:
    """Options of Numba's `jit` for entry points, and for functions that are cached like these."""
    return {"pipeline_class": _entry_compiler(), **COUNTED}


def rule_options(inlined: bool, counted: bool) -> dict[str, Any]:
    """Options of Numba's `jit` for rules.

    Rules to be `inlined` get Numba's usual two passes, so that random moves lose no speed. Other rules get
    only the cheap pass.
    """
    return {
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "forceinline": inlined,
        **(COUNTED if counted else UNCOUNTED),
        "pipeline_class": _rule_compiler(inlined),
    }


@cache
def _entry_compiler() -> Any:
    numba_compiler = import_module("numba.core.compiler").Compiler

    def compile_extra(self: Any, function: Any) -> Any:
        result = numba_compiler.compile_extra(self, function)
        # This machine code includes the rules, so it needs their environments as well. By itself Numba sets
        # these only in code that it loads from its cache.
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
        return result

    return type("EntryCompiler", (numba_compiler,), {"compile_extra": compile_extra})


@cache
def _rule_compiler(inlined: bool) -> Any:
    numba_compiler = import_module("numba.core.compiler").Compiler
    linked_library = _linked_library(inlined)

    def __init__(self: Any, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        library = library or linked_library(target.codegen(), "rule")
        numba_compiler.__init__(self, typing, target, library, *rest)

    return type("RuleCompiler", (numba_compiler,), {"__init__": __init__})


def _linked_library(inlined: bool) -> Any:
    """The class of libraries of code that other code links, and that is never run by itself."""
    methods = {
        "codegen": _NoMachineCode,
        "get_pointer_to_function": _no_pointer,
        "_finalize_final_module": _finalize_without_machine_code,
    }
    if not inlined:
        methods["_optimize_final_module"] = _optimize_once
    return type("LinkedLibrary", (import_module("numba.core.codegen").JITCodeLibrary,), methods)


class _NoMachineCode:
    """Takes the place of the machine code of a library that has none."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        """Do nothing: entry points have the environment."""


def _no_pointer(library: Any, _name: str) -> int:
    library._ensure_finalized()
    return 0


def _finalize_without_machine_code(library: Any) -> None:
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._finalized = True


def _optimize_once(library: Any) -> None:
    """Run only the cheap one of Numba's two optimization passes."""
    codegen = library._codegen
    passes, builder = codegen._module_pass_manager(
        loop_vectorize=codegen._loopvect, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
    )
    passes.run(library._final_module, builder)

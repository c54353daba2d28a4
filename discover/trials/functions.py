"""All compiled functions, found by looking into the modules, so that none is omitted."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from mexplore.rules.engine.compiled import Compiled


@cache
def compiled_functions() -> dict[str, Compiled]:
    """Every `Compiled` that a module of `rules` or `discover` holds, by its place.

    >>> "mexplore.rules.families.union.kernel._fill" in compiled_functions()
    True
    """
    found = {}
    for module in _modules():
        for name, member in vars(module).items():
            if isinstance(member, Compiled) and member.__module__ == module.__name__:
                found[f"{module.__name__}.{name}"] = member
    return found


def _modules() -> Iterator[ModuleType]:
    import mexplore.discover
    import mexplore.rules

    for package in (mexplore.rules, mexplore.discover):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.rpartition(".")[2].startswith("__"):
                yield importlib.import_module(info.name)


def translated_functions() -> list[str]:
    """Those that have machine code in this process: they were called, by Python or by compiled
    code, since nothing is compiled before it is."""
    return sorted(name for name, function in compiled_functions().items() if function.is_translated)

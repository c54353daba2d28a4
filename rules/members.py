"""The members of an extension folder, found by looking into it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from inspect import isabstract
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def modules_of(package: ModuleType) -> list[ModuleType]:
    """Every module of the package, by name; files whose name starts with ``_`` are left out."""
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return [
        importlib.import_module(f"{package.__name__}.{name}")
        for name in names
        if not name.startswith("_")
    ]


@cache
def members(package: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """The concrete subclasses of ``base`` that the modules of ``package`` define themselves.

    >>> import rules.families
    >>> from rules.rule import Rule
    >>> "Subtraction" in [family.__name__ for family in members(rules.families, Rule)]
    True
    """
    found = (
        member
        for module in modules_of(package)
        for member in vars(module).values()
        if isinstance(member, type)
        and issubclass(member, base)
        and member.__module__ == module.__name__
        and not isabstract(member)
    )
    return tuple(sorted(found, key=lambda member: member.__qualname__))

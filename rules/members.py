"""The members of an extension folder, found by looking into it; and what optional and other
packages add to them.

A package that is installed beside mexplore adds to a folder by an entry point, whose group is the
folder and whose value is a module. In its pyproject.toml:

    [project.entry-points."mexplore.rules.families"]
    lower = "mexplore_lower.rule"

An *optional package* of mexplore is imported by no other package of its layer. Its ``__init__.py``
lists in ``ADDS`` what it adds to them: for each group the names of modules. Without its folder the
rest works as before.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.machinery import PathFinder
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")


def names_of(package: ModuleType) -> tuple[str, ...]:
    """The names of the modules of a package, without importing them."""
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return tuple(name for name in names if not name.startswith("_"))


def modules_of(package: ModuleType, wanted: str = "") -> list[ModuleType]:
    """Every module of the package in the order of their names; only the module ``wanted``, if the
    package has one of this name. Files whose name starts with ``_`` are left out.

    A folder stands for the module in it that the package names: ``HOME = "rule"`` in the
    ``__init__.py`` of the families makes ``division/rule.py`` the module of ``division/``.
    """
    names = names_of(package)
    chosen = [name for name in names if name.rstrip("_") == wanted]
    if chosen:
        return [_module_of(package, name) for name in chosen]
    return [*(_module_of(package, name) for name in names), *modules_beside(package.__name__)]


@cache
def modules_beside(group: str) -> tuple[ModuleType, ...]:
    """The modules by which optional and other packages add to a group. A module of another package
    that cannot be imported is left out with a warning: what is installed beside mexplore must not
    keep it from working."""
    adding = _adding(".".join(group.split(".")[:2]))
    found = [
        importlib.import_module(name) for package in adding for name in package.ADDS.get(group, ())
    ]
    beside = _installed().select(group=group) if _others_add() else ()
    for entry in sorted(beside, key=lambda entry: entry.name):
        try:
            found.append(importlib.import_module(entry.value))
        except Exception as error:
            message = f"{entry.value}, which adds to {group}, is left out: {error!r}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
    return tuple(found)


@cache
def _others_add() -> bool:
    """Whether an installed package may add to ours: its file of entry points names a group of ours,
    or it may lie where importlib.metadata alone looks. Most often none does, and importlib.metadata
    need not be imported, which takes a twentieth of a short study."""
    finders = (each for each in sys.meta_path if hasattr(each, "find_distributions"))
    if any(each is not PathFinder for each in finders):
        return True
    try:
        return any(_names_us(Path(place)) for place in sys.path)
    except OSError:  # a file that cannot be read
        return True


def _names_us(place: Path) -> bool:
    """Whether a package in this folder, or archive, may name a group of ours."""
    files = place.glob("*-info/entry_points.txt")  # of x.dist-info and x.egg-info
    return place.is_file() or any(b"[mexplore." in file.read_bytes() for file in files)


@cache
def _installed() -> Any:
    """What all installed packages add to anything; it is read once, as reading takes a while. (An
    ``EntryPoints``; before Python 3.12 its groups, which are selected from alike.)"""
    from importlib.metadata import entry_points

    return entry_points()


@cache
def _adding(layer: str) -> tuple[ModuleType, ...]:
    """The packages of a layer that list in ``ADDS`` what they add to others."""
    packages = pkgutil.iter_modules(importlib.import_module(layer).__path__, f"{layer}.")
    loaded = (importlib.import_module(each.name) for each in packages if each.ispkg)
    return tuple(package for package in loaded if hasattr(package, "ADDS"))


@cache
def members_beside(group: str, base: type[T]) -> tuple[type[T], ...]:
    """The concrete subclasses of ``base`` by which optional and other packages add to a group.

    >>> from mexplore.discover.study.theorem import Theorem
    >>> found = members_beside("mexplore.discover.heaps.theorems", Theorem)
    >>> "Window" in [theorem.__name__ for theorem in found]
    True
    """
    return tuple(member for module in modules_beside(group) for member in defined_in(module, base))


def _module_of(package: ModuleType, name: str) -> ModuleType:
    """The module of this name, or of a folder the module in it that the package names."""
    found = importlib.import_module(f"{package.__name__}.{name}")
    home = getattr(package, "HOME", None)
    if home is None or not hasattr(found, "__path__"):
        return found
    return importlib.import_module(f"{found.__name__}.{home}")


def likely_members(package: ModuleType, base: type[T], text: str) -> Iterator[type[T]]:
    """The `members` that may be able to read a text, loaded one after another: first those of
    folders whose ``LOOKS_LIKE`` matches its beginning, or that have none; last those of other
    packages, which are not searched if the caller needs no further member.

    >>> import mexplore.rules.families
    >>> from mexplore.rules.rule import Rule
    >>> found = likely_members(mexplore.rules.families, Rule, "divide(2, 3)")
    >>> [family.__name__ for family in found]
    ['Division']
    """
    for name, looks in _looks(package):
        if looks.match(text):
            yield from members_of(package, name, base)  # type: ignore[arg-type]
    for module in modules_beside(package.__name__):
        if re.match(getattr(module, "LOOKS_LIKE", ""), text, re.DOTALL):
            yield from defined_in(module, base)


@cache
def _looks(package: ModuleType) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each folder, and how the texts that it reads begin."""
    folders = {
        name: importlib.import_module(f"{package.__name__}.{name}") for name in names_of(package)
    }
    return tuple(
        (name, re.compile(getattr(folder, "LOOKS_LIKE", ""), re.DOTALL))
        for name, folder in folders.items()
    )


@cache
def members_of(package: ModuleType, name: str, base: type[T]) -> tuple[type[T], ...]:
    """The concrete subclasses of ``base`` in one module of the package, or in its folder."""
    return tuple(defined_in(_module_of(package, name), base))


@cache
def members(package: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """The concrete subclasses of ``base`` that the modules of ``package`` define themselves.

    >>> import mexplore.rules.families
    >>> from mexplore.rules.rule import Rule
    >>> "Subtraction" in [family.__name__ for family in members(mexplore.rules.families, Rule)]
    True
    """
    found = (member for module in modules_of(package) for member in defined_in(module, base))
    return tuple(sorted(found, key=lambda member: member.__qualname__))


def defined_in(module: ModuleType, base: type[T]) -> list[type[T]]:
    """The concrete subclasses of ``base`` that the module defines itself."""
    return [
        member
        for member in vars(module).values()
        if isinstance(member, type)
        and member.__module__ == module.__name__
        and issubclass(member, base)
        and not isabstract(member)
    ]

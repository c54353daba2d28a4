"""What compiled code was made of: a digest of the source of a module and of all that it uses."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

OWN = ("mexplore",)
"""The packages of mexplore: what lies in others is known by their versions."""
_FROZEN = (bool, int, float, complex, str, bytes, np.generic)


@cache
def own_version() -> str:
    """The version of mexplore that is installed, or that none is."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mexplore")
    except PackageNotFoundError:
        return "not installed"


@cache
def digest_of_module(name: str) -> str:
    """SHA-256 of a module's file, of the files of all modules of mexplore whose functions and
    classes it names, and of the constants that it imports: compiled code holds them all.

    >>> bits, bitsets = "mexplore.rules.engine.bits", "mexplore.rules.engine.bitsets"
    >>> digest_of_module(bits) == digest_of_module(bits)
    True
    >>> digest_of_module(bits) == digest_of_module(bitsets)
    False
    """
    found: dict[str, bytes] = {}
    _collect(sys.modules[name], found)
    whole = sha256()
    for module in sorted(found):
        whole.update(module.encode() + b"\0" + found[module])
    return whole.hexdigest()


def _collect(module: ModuleType, found: dict[str, bytes]) -> None:
    """The digest of this module, and of those of mexplore that it names and that are missing."""
    text = Path(str(module.__file__)).read_bytes()
    values = sorted(vars(module).items())
    constants = [(key, _written(value)) for key, value in values if not key.startswith("__")]
    found[module.__name__] = sha256(text + repr(constants).encode()).digest()
    for _, value in values:
        home = _home(value)
        if home.partition(".")[0] in OWN and home not in found and home in sys.modules:
            _collect(sys.modules[home], found)


def _written(value: Any) -> str:
    """A constant, which may come from another module, as text; empty for anything else."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tolist()}"
    if isinstance(value, tuple):
        return ",".join(map(_written, value))
    return repr(value) if isinstance(value, _FROZEN) else ""


def _home(value: Any) -> str:
    """The module that a global value was defined in; empty where that is not known."""
    if isinstance(value, ModuleType):
        return value.__name__
    home = getattr(value, "__module__", None)
    return home if isinstance(home, str) else ""

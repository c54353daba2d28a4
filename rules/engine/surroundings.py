"""What compiled kernels depend on: versions, the processor as LLVM knows it, folders on disk."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine import processors
from mexplore.rules.engine.trusted import code_folder, why_distrusted

COMPUTING = ("numpy", "llvmlite", "sympy")


def versions() -> dict[str, str]:
    """The versions of mexplore, Python, what kernels are made with, and LLVM."""
    from importlib.metadata import PackageNotFoundError, version

    import llvmlite.binding

    found = {"mexplore": "not installed", "Python": platform.python_version()}
    for name in ("mexplore", *COMPUTING):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"LLVM": ".".join(map(str, llvmlite.binding.llvm_version_info))}


@dataclass(frozen=True)
class Processor:
    """The processor, and what machine code is made for."""

    name: str
    """What the system calls it."""
    host: str
    """What LLVM calls it: znver5, for example."""
    cpu_name: str
    """The name for which code is made: that of MEXPLORE_CPU_NAME where it is set."""
    features: tuple[str, ...]
    """The features that this code may use, as LLVM calls them."""


def processor() -> Processor:
    """The processor of this machine, and what code is made for."""
    import llvmlite.binding as llvm

    made_for = processors.processor()
    used = tuple(each[1:] for each in made_for.features.split(",") if each.startswith("+"))
    return Processor(_system_name(), llvm.get_host_cpu_name(), made_for.name, used)


def _system_name() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*: *(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.processor() or platform.machine()


@dataclass(frozen=True)
class Folder:
    """A folder with a file that a later run reads again."""

    holds: str
    path: Path
    writable: bool
    """Whether files can be written there, the folder being made if need be."""
    entries: int
    bytes: int
    refused: int
    """How many of the entries are not used: they are damaged, or others wrote them."""


def folders() -> list[Folder]:
    """The folder of machine code, and that of stored values."""
    from mexplore.rules.engine.kept_code import code_in
    from mexplore.rules.engine.store import Store

    kept, store = code_in(code_folder()), Store()
    code = [(kept.database.held("code", it)[0], kept.code(it) is None) for it in kept.names()]
    values = [(record.bytes, record.trouble is not None) for record in store.records()]
    return [
        _folder("machine code", kept.database.path.parent, code),
        _folder("values", store.folder, values),
    ]


def _folder(holds: str, path: Path, entries: list[tuple[int, bool]]) -> Folder:
    """A folder with entries of this many bytes, some of which are refused."""
    sizes, refused = [size for size, _ in entries], sum(refused for _, refused in entries)
    if why_distrusted(path):
        refused = len(entries)
    return Folder(holds, path, _is_writable(path), len(entries), sum(sizes), refused)


def _is_writable(path: Path) -> bool:
    """Whether files can be written to a folder, or to the one in which it would be made."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path.is_dir() and os.access(path, os.W_OK | os.X_OK)

"""Machine code from LLVM text: made once on a machine, and kept on disk with that of kernels.

The text of a game's code is the same whenever its plan is, so that the code is found by the plan,
the sources that emit it and the processor that it is for (`processors`); what is found is believed
only where it is whole (`rules.engine.kept_code`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from ctypes import CFUNCTYPE, c_uint64, c_void_p
from functools import cached_property
from hashlib import sha256
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.compiling import COMPILING, WrongCode
from mexplore.rules.engine.interruptible import run_interruptible
from mexplore.rules.engine.kept_code import VERSIONS, KeptCode, digest_of_module
from mexplore.rules.engine.processors import Processor, processor

I64 = ir.IntType(64)
_FORMATS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\x64\x86", b"\x64\xaa")
"""How machine code begins: on Linux, on macOS, on Windows (of two kinds of processors). LLVM would
read anything else nevertheless, and crash."""
SIGNATURE = ir.FunctionType(I64, [I64] * 3)
"""All functions take three numbers, addresses most of them, and return one."""


@dataclass(frozen=True)
class Assembled:
    """Functions in memory, as long as this object lives."""

    addresses: tuple[int, ...]
    engine: Any
    kept: KeptCode | None
    name: str
    """The one under which it is kept."""

    @cached_property
    def functions(self) -> tuple[Callable[[int, int, int], int], ...]:
        """The functions, for Python: ctypes passes addresses in less time than numbers."""
        kind = CFUNCTYPE(c_uint64, c_void_p, c_void_p, c_void_p)
        return tuple(kind(address) for address in self.addresses)

    def call(self, number: int, first: int, second: int, third: int) -> int:
        """What one of the functions makes of three numbers."""
        return int(self.functions[number](first, second, third))

    def remove(self) -> None:
        """Remove the code from the disk: it is wrong."""
        if self.kept is not None:
            with suppress(OSError):
                self.kept.database.drop("code", self.name)


def assembled(
    names: tuple[str, ...],
    text: Callable[[], str],
    key: str,
    kept: KeptCode | None,
    what: str = "stream",
) -> Assembled:
    """The functions of these names in a text of LLVM code, from the disk if they are there: their
    text is the same where the key is. Nothing is kept where there is no place for it. ``what`` is
    how its name begins; up to a dash it is said to whoever shows progress. WrongCode where LLVM has
    dropped what should be stored."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    wanted = processor()
    name = _name(key, wanted, what)
    code = kept.code(name) if kept is not None else None
    if code is not None and (loaded := _loaded(names, code, wanted, kept, name)) is not None:
        return loaded
    COMPILING.get()(what.partition("-")[0])
    code = run_interruptible(_made, text(), wanted, what)
    if kept is not None:
        kept.keep(name, code)
    loaded = _loaded(names, code, wanted, kept, name)
    assert loaded is not None
    return loaded


def _loaded(
    names: tuple[str, ...], code: bytes, wanted: Processor, kept: KeptCode | None, name: str
) -> Assembled | None:
    """The functions of these names in machine code; None where it has not all of them."""
    if not code.startswith(_FORMATS):
        return None
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(wanted))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    addresses = tuple(engine.get_function_address(name) for name in names)
    return Assembled(addresses, engine, kept, name) if all(addresses) else None


def _name(key: str, wanted: Processor, what: str) -> str:
    """The name of code that is for this processor alone, and of these versions."""
    made_by = digest_of_module(__name__)
    whole = repr((VERSIONS, made_by, wanted.name, wanted.features, key)).encode()
    return f"{what}-{sha256(whole).hexdigest()[:32]}"


def _target(wanted: Processor) -> Any:
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=wanted.name,
        features=wanted.features,
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )


def _made(text: str, wanted: Processor, what: str) -> bytes:
    module, target = llvm.parse_assembly(text), _target(wanted)
    module.verify()
    module.triple, module.data_layout = target.triple, str(target.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    refuse_lost_stores(what, str(module))
    code: bytes = target.emit_object(module)
    return code


_POISON = re.compile(r"^\s*store (?:volatile )?[^,\n]*\bpoison, ", re.MULTILINE)


def refuse_lost_stores(name: str, optimised: str) -> None:
    """Raise WrongCode where a value that LLVM calls poison, no particular one, is stored: LLVM has
    dropped what should have been stored, as it does where addresses are made of numbers (in
    machine code that was linked into a module, such addresses are written as `inttoptr`).

    >>> refuse_lost_stores("f", "  store i64 7, ptr %a, align 8")
    >>> refuse_lost_stores("f", "  store <8 x i64> poison, ptr %a, align 1")
    Traceback (most recent call last):
    mexplore.rules.engine.compiling.WrongCode: f: a store was lost when it was compiled
    """
    if _POISON.search(optimised):
        raise WrongCode(f"{name}: a store was lost when it was compiled")


def call(address: Any, first: Any, second: Any, third: Any) -> Any:
    """In emitted loops: what the function at an address makes of three numbers. Plain Python does
    not know what lies there."""
    raise NotImplementedError("machine code is called by machine code")

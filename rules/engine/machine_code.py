"""The machine code of kernels on disk, in the place of numba's own cache of a function.

numba keeps compiled functions as pickles, which run code when they are read. Here nothing is
unpickled. A file is sealed (`rules.engine.sealed`) and holds a line of JSON, then as many bytes
as the line says: machine code, and LLVM's bitcode for functions that call this one. All else that
numba wants to know of a function is made again from the function itself; the line has only what the
compiler has found out or chosen, the type of the result and parts of names.

The code of a function holds that of the functions it calls, and the constants it names. So it is
valid for all source that it was made of (`rules.engine.provenance`), for this processor's name
and features, and for these versions.

This relies on internals of numba: what a `CompileResult` consists of. What has more to it than is
written here (constants of Python's, functions to be called first) is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core import compiler, environment, funcdesc, serialize, typing

from mexplore.rules.engine.linking import KEPT_TO_BE_LINKED
from mexplore.rules.engine.provenance import digest_of_module
from mexplore.rules.engine.sealed import keep as keep_file
from mexplore.rules.engine.sealed import kept as kept_file
from mexplore.rules.engine.sealed import usual_folder
from mexplore.rules.engine.surroundings import code_is_for
from mexplore.rules.engine.written_types import OtherType, type_written, written_type
from mexplore.rules.text.files import json_of

Types = tuple[Any, ...]
CompileResult: Any = compiler.CompileResult
PythonFunctionDescriptor: Any = funcdesc.PythonFunctionDescriptor
Environment: Any = environment.Environment
signature: Any = vars(typing)["signature"]
dumps: Any = serialize.dumps
_FIELDS = ("whose", "result", "uid", "tags", "library", "kind", "bytes", "surroundings")
_LONGEST_LINE = 1 << 16


class KeptCode:
    """The code of one function on disk, as Python calls it or as compiled code does; numba asks
    this object before it compiles a variant, and hands it the result."""

    def __init__(self, function: Callable[..., Any], *, called: bool) -> None:
        self._function: Any = function
        self._called = called
        self._sources = digest_of_module(function.__module__)

    @property
    def cache_path(self) -> str:
        """For numba's statistics."""
        return str(usual_folder("numba") or "")

    def load_overload(self, types: Any, target_context: Any) -> Any:
        """The code for arguments of these types; None where there is none."""
        target_context.refresh()
        try:
            path, whose = self._place(types)
            code = kept_file(path) if path is not None else None
            return None if code is None else _read(code, whose, self._function, types)
        except (OtherType, Unreadable):
            return None

    def save_overload(self, types: Any, made: Any) -> None:
        """Keep the code, if it is of the kind that can be, and if there is a place for it."""
        with suppress(OtherType, Unwritable):
            path, whose = self._place(types)
            if path is not None:
                keep_file(path, _written(made, whose, self._function, types))

    def is_kept(self) -> bool:
        """Whether code for this machine is on the disk, made of this source."""
        return any(self._is_current(path) for path in self._paths())

    def flush(self) -> None:
        """Remove it."""
        for path in self._paths():
            path.unlink(missing_ok=True)

    def _is_current(self, path: Path) -> bool:
        code = kept_file(path)
        with suppress(Unreadable):
            return code is not None and _parts(code)[0]["whose"][0] == self._sources
        return False

    def _paths(self) -> list[Path]:
        folder = usual_folder("numba")
        return list(folder.glob(f"{self._name}-*.code")) if folder is not None else []

    def _place(self, types: Any) -> tuple[Path | None, list[Any]]:
        """The file for these types, and what it says of whose it is. Code of an older source has
        the same place."""
        if not isinstance(types, tuple):
            raise OtherType("a signature")
        variant = [[written_type(each) for each in types], *self._inside]
        folder = usual_folder("numba")
        name = f"{self._name}-{_digest(variant)[:32]}.code"
        return folder / name if folder is not None else None, [self._sources, *variant]

    @cached_property
    def _name(self) -> str:
        """How the files begin, those for this processor."""
        function = self._function
        code = function.__code__
        at = function.__module__, function.__qualname__, code.co_filename, code.co_firstlineno
        return f"{function.__name__}-{_digest([at, self._called, code_is_for()])[:16]}"

    @cached_property
    def _inside(self) -> list[str]:
        """Digests of the function's byte code, and of the values around it that it was made with:
        of one text many functions may be made."""
        cells = self._function.__closure__
        around = dumps(tuple(cell.cell_contents for cell in cells)) if cells is not None else b""
        return [sha256(each).hexdigest() for each in (self._function.__code__.co_code, around)]


class Unwritable(Exception):
    """There is more to this code than a file can say."""


class Unreadable(Exception):
    """This is not what `KeptCode` writes."""


def _digest(told: object) -> str:
    return sha256(json.dumps(told).encode()).hexdigest()


def _written(made: Any, whose: list[Any], function: Any, types: Types) -> bytes:
    """The line, and the bytes, from which `_read` makes the same again."""
    library, named = made.library, made.fndesc
    if made.objectmode or made.lifted or made.reload_init or library.has_dynamic_globals:
        raise Unwritable("it calls Python, or holds addresses")
    around = made._find_referenced_environments()
    if any(each.consts for each in (made.environment, *around)):
        raise Unwritable("it holds objects of Python's")
    name, kind, code = library.serialize_using_object_code()
    pieces = code if isinstance(code, tuple) else (code,)
    line = dict(zip(_FIELDS, (
        whose, written_type(named.restype), named.uid, list(named.abi_tags), name, kind,
        [len(each) for each in pieces], [each.env_name for each in around],
    ), strict=True))  # fmt: skip
    again = _described(line, function, types)
    if any(getattr(again, each) != getattr(named, each) for each in _TOLD):
        raise Unwritable("it is described in another way")
    if made.signature != signature(again.restype, *types):
        raise Unwritable("it is called in another way")
    head = json.dumps(line).encode()
    if len(head) >= _LONGEST_LINE:
        raise Unwritable("its names are long")
    return b"\n".join((head, b"".join(pieces)))


_TOLD = (
    "native", "modname", "qualname", "unique_name", "args", "kws", "restype", "argtypes",
    "mangled_name", "env_name", "inline", "noalias", "abi_tags", "uid", "global_dict",
)  # fmt: skip


def _read(code: bytes, whose: list[Any], function: Any, types: Types) -> Any:
    """What was compiled, or Unreadable; `numba.core.compiler` makes it so of its own pickles."""
    from numba.core.registry import cpu_target

    line, pieces = _parts(code)
    if line["whose"] != whose:
        raise Unreadable("it is the code of another function, or of an older source")
    context: Any = cpu_target.target_context
    named = _described(line, function, types)
    held = tuple(pieces) if len(pieces) > 1 else pieces[0]
    try:
        library = context.codegen().unserialize_library((line["library"], line["kind"], held))
    except (RuntimeError, ValueError) as error:  # LLVM's
        raise Unreadable(str(error)) from None
    linked = library._get_module_for_linking()
    if named.mangled_name not in {each.name for each in linked.functions}:
        raise Unreadable("the function is not in it")
    if not {each.name for each in linked.global_variables} >= {*line["surroundings"]}:
        raise Unreadable("the functions that it calls are not in it")
    own = Environment.from_fndesc(named)
    around = [_surroundings(name, function) for name in line["surroundings"]]
    made = CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        entry_point=context.get_executable(library, named, own),
        typing_error=None,
        type_annotation="",
        signature=signature(named.restype, *types),
        objectmode=False,
        lifted=(),
        fndesc=named,
        library=library,
        call_helper=None,
        environment=own,
        metadata=None,
        reload_init=[],
        referenced_envs=around,
    )
    for each in around:
        library.codegen.set_env(each.env_name, each)
    return made


def _parts(code: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The line and the pieces after it; Unreadable where they do not agree."""
    end = code.find(b"\n", 0, _LONGEST_LINE)
    try:
        line = json_of(code[:end] if end >= 0 else b"")
        _require(isinstance(line, dict) and tuple(line) == _FIELDS)
        _require(isinstance(line["whose"], list) and bool(line["whose"]))
        _require(type(line["uid"]) is int and isinstance(line["library"], str))
        _require(_all(line["tags"], str) and _all(line["surroundings"], str))
        _require(_all(line["bytes"], int) and all(each > 0 for each in line["bytes"]))
        _require(len(line["bytes"]) == _PIECES.get(str(line["kind"])))
    except ValueError:
        raise Unreadable("the line is none that is written") from None
    pieces, at = [], end + 1
    for length in line["bytes"]:
        pieces.append(code[at : at + length])
        at += length
    if at != len(code):
        raise Unreadable("the file has another length")
    return line, pieces


_PIECES = {"object": 2, KEPT_TO_BE_LINKED: 1}


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError


def _all(given: object, kind: type) -> bool:
    return isinstance(given, list) and all(type(each) is kind for each in given)


def _described(line: dict[str, Any], function: Any, types: Types) -> Any:
    """What numba calls the function, its arguments and its result."""
    code = function.__code__
    try:
        result = type_written(line["result"])
    except RecursionError:
        raise OtherType("this is no type") from None
    return PythonFunctionDescriptor(
        native=True,
        modname=function.__module__,
        qualname=function.__qualname__,
        unique_name=f"{function.__qualname__}${line['uid']}",
        doc=function.__doc__ or "",
        typemap=None,
        restype=result,
        calltypes=None,
        args=code.co_varnames[: code.co_argcount],
        kws=(),
        argtypes=types,
        abi_tags=list(line["tags"]),
        uid=line["uid"],
    )


def _surroundings(name: str, function: Any) -> Any:
    """What numba hands to a function that this one calls: without constants its module does not
    matter, so that it is this function's."""
    found = Environment._memo.get(name)
    if found is None:
        found = Environment._memo[name] = Environment(function.__globals__)
        found.env_name = name
    return found


def keep(dispatcher: Any, *, called: bool = False) -> Any:
    """Let numba keep the code of a function."""
    if hasattr(dispatcher, "enable_caching"):  # with NUMBA_DISABLE_JIT, it is the plain function
        dispatcher._cache = KeptCode(dispatcher.py_func, called=called)
    return dispatcher

"""The machine code of a function, for each combination of types of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.rules.engine.compiling import WrongCode, plainly
from mexplore.rules.engine.crosscheck import compare
from mexplore.rules.engine.emitting.assembled import Assembled, assembled
from mexplore.rules.engine.emitting.translation.arguments import kind_of, put, results_of, written
from mexplore.rules.engine.emitting.translation.numbers import Untranslatable
from mexplore.rules.engine.kept_code import KeptCode, digest_of_module, usual_code
from mexplore.rules.engine.processors import processor

if TYPE_CHECKING:
    from mexplore.rules.engine.compiled import Compiled


class Variants:
    """The machine code of a function, for each combination of types of its arguments."""

    def __init__(self, function: Compiled) -> None:
        self._function = function
        self.overloads: dict[Any, Assembled] = {}

    def __call__(self, *args: Any) -> Any:
        words: list[int] = []
        try:
            types = tuple([put(each, words) for each in args])
        except Untranslatable as error:
            raise WrongCode(f"{self._function.__name__}: {error}") from None
        key = types, processor()
        code = self.overloads.get(key)
        if code is None:
            code = self.overloads[key] = self._made(types, args)
        table = written(words)
        kinds = code.functions[0](table.buffer_info()[0], 0, 0)
        return results_of(table, len(words), kinds)

    def repeated(self, args: tuple[Any, ...], place: int) -> Callable[[int], Any]:
        """The call with these arguments, but for the number at one place, for which the code is
        there."""
        words: list[int] = []
        types, places = [], []
        for each in args:
            places.append(len(words))
            types.append(put(each, words))
        run, table = self.overloads[tuple(types), processor()].functions[0], written(words)
        begin, at, behind = table.buffer_info()[0], places[place], len(words)

        def again(number: int) -> Any:
            table[at] = number
            return results_of(table, behind, run(begin, 0, 0))

        return again

    def _made(self, types: Any, args: tuple[Any, ...]) -> Assembled:
        """The code, from the disk or made now, compared with plain Python."""

        def text() -> str:
            from mexplore.rules.engine.emitting.translation.functions import Text

            try:
                return Text().entry(self._function, tuple(map(kind_of, types)))
            except Untranslatable as error:
                raise WrongCode(f"it cannot be translated: {error}") from None

        is_kept = self._kept is not None
        name = self._name if is_kept else self._function.__name__
        key = repr((types, self._sources)) if is_kept else ""
        code = assembled(("entry",), text, key, self._kept, name)
        trial = Variants(self._function)
        trial.overloads[types, processor()] = code
        with plainly():
            self._compare(trial, types, args)
        return code

    def _compare(self, machine: Variants, types: Any, args: tuple[Any, ...]) -> None:
        """Compare the code on these arguments, or, where that takes long, on the function's
        example, if that has the same types."""
        function = self._function
        done = compare(function.__name__, machine, function.py_func, args)
        example = function.example() if not done and function.example is not None else None
        if example is not None and tuple([put(each, []) for each in example]) == types:
            compare(function.__name__, machine, function.py_func, example)

    @cached_property
    def _kept(self) -> KeptCode | None:
        """Where its code is kept; that of a function that was written by another is not."""
        return usual_code() if self._function.text is None else None

    @cached_property
    def _sources(self) -> str:
        """A digest of all that its code is made of, and by."""
        return digest_of_module(self._function.__module__) + _translator()

    @cached_property
    def _name(self) -> str:
        """How the names of its code begin, of that for this processor and of these sources. Another
        function of the module may have its name."""
        function = self._function
        at = function.__module__, function.py_func.__code__.co_firstlineno
        made = repr((at, self._sources, processor()))
        return f"{function.__name__}-{sha256(made.encode()).hexdigest()[:16]}"

    def is_kept(self) -> bool:
        """Whether code of some variant is on the disk."""
        return self._kept is not None and bool(self._kept.names(f"{self._name}-"))


@cache
def _translator() -> str:
    """A digest of what translates."""
    here = Path(__file__).parent
    files = [*sorted(here.glob("*.py")), here.parent / "loops.py", here.parent / "assembled.py"]
    return sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()

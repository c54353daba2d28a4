"""Rules given by a Python function: ``games.py:options``, for games that no notation describes.

``options(position)`` yields the positions that a move leads to. A position is an int, a tuple, or
anything else that can be compared and hashed; of ints, a heap of n is the position n. An option
that is a list is a sum: ``[4, 5]`` leaves two heaps, ``[(1, 3), (2, 3)]`` tokens on two squares.

The file is the user's own code and runs with all rights, so that this notation is read only where
the caller allows it (``parse_rule(text, allow_python=True)``): on the command line, never from a
file of rules or a certificate. Nothing is run until the first option is needed.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import field, replace
from functools import cached_property, reduce
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.exploring import Clock, Explored
from mexplore.rules.engine.foreign import foreign_code, reason, short
from mexplore.rules.engine.search import MOST_POSITIONS, Sums
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Kernel

Position = Hashable


def _meant(position: Position) -> str:
    """What to write where a pair of heaps was given as a tuple, as in notation.

    >>> _meant((2, 3)), _meant(5)
    ('; if two heaps are meant, yield the list [2, 3]: a tuple is one position', '')
    """
    if not isinstance(position, tuple) or not all(type(each) is int for each in position):
        return ""
    heaps = {1: "one heap is", 2: "two heaps are"}.get(len(position), "several heaps are")
    return f"; if {heaps} meant, yield the list {[*position]}: a tuple is one position"


@dataclass(frozen=True)
class Function(Rule):
    """The game whose moves from a position are ``options(position)``.

    Its sequence is that of the positions 0, 1, 2, ...: G(n) is the value of the position n,
    whatever kind of positions lie between. At most ``most`` positions are valued in all.

    >>> rule = Function.parse("games.py:options")
    >>> str(rule), rule.path, rule.name
    ('games.py:options', 'games.py', 'options')
    """

    family: ClassVar[str] = "python"
    examples: ClassVar[tuple[str, ...]] = ("games.py:options", "examples/nukit.py:moves")
    runs_python: ClassVar[bool] = True

    path: str
    name: str
    most: int = field(default=MOST_POSITIONS, compare=False)
    apart: str = ""
    """What stands between parts of a position that is a string: each is played on by itself."""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.fullmatch(r"(.*\.py)\s*(:?)\s*(.*)", text)
        if match is None or not match[1].isprintable() or (match[3] and not match[2]):
            return None
        if not match[3].isidentifier():
            problem = "the name of a function is missing after the file"
            raise RuleSyntaxError(text, match.start(3), problem, "write games.py:options")
        return cls(match[1], match[3])

    def __str__(self) -> str:
        return f"{self.path}:{self.name}"

    def words(self) -> str:
        return f"The moves are what the Python function {self.name} of {self.path} yields."

    def valuing_at_most(self, positions: int) -> Function:
        return replace(self, most=positions)

    @cached_property
    def positions(self) -> Sums[Position]:
        """The values of all positions, computed as needed: ``rule.positions.value((3, 5))``."""
        return Sums(self.moves, self.most)

    def moves(self, position: Position) -> list[tuple[Position, ...]]:
        """What a move leaves, a tuple of positions; InputError where the function fails."""
        try:
            with foreign_code():
                found = _limited(self._function(position), self.most)
                listed: list[tuple[Position, ...]] = [
                    self._parts(tuple(option) if isinstance(option, list) else (option,))
                    for option in found
                ]
                set(listed)  # hashes them all, and compares what is alike
        except (MexploreError, KeyboardInterrupt):
            raise
        except BaseException as error:  # of any kind: it is not ours
            at = f"{self.name}({short(position)})"
            raise InputError(f"{self}: {at} fails: {reason(error)}{_meant(position)}") from error
        return listed

    def _parts(self, positions: tuple[Position, ...]) -> tuple[Position, ...]:
        """The positions, strings in their parts."""
        if not self.apart:
            return positions
        return tuple(
            part
            for each in positions
            for part in (each.split(self.apart) if isinstance(each, str) else (each,))
            if part != ""
        )

    def spelled(self, text: str) -> Position | None:
        """A position that is neither a size nor a square: a Python literal in brackets or quotes,
        or else the text as a string.

        >>> rule = Function("games.py", "options")
        >>> [rule.spelled(text) for text in ("+++-++", "('ab', 3)", "7", "3,5")]
        ['+++-++', ('ab', 3), None, None]
        """
        if re.fullmatch(r"[\d\s,^*+-]*\d[\d\s,^*+eE-]*", text):
            return None
        if text.strip()[:1] in ("(", "'", '"'):
            try:
                found: Position = ast.literal_eval(text.strip())
                hash(found)
            except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                return text
            return found
        return text

    def worth(self, position: Position) -> int:
        """The value of a position, of a string by its parts."""
        return reduce(xor, map(self.positions.value, self._parts((position,))), 0)

    def options(self, n: int) -> Iterator[Heaps]:
        """The moves from a heap of n; InputError where one leads to no smaller heap."""
        for option in self.moves(n):
            heaps = [heap for heap in option if isinstance(heap, int) and 0 <= heap < n]
            if len(heaps) < len(option):
                shown = option[0] if len(option) == 1 else list(option)
                raise InputError(
                    f"{self}: the option {short(shown)} of {n} is no smaller heap, so the rule "
                    "has values but no definition by heaps"
                )
            yield tuple(int(heap) for heap in heaps if heap)

    def explored(
        self, most: int | None = None, clock: Clock | None = None, low: Any = None
    ) -> Explored[Position]:
        """The values of positions of any kind: those between may be no heaps."""
        del low  # for a compiled search
        return Explored(self.moves, most=self.most if most is None else most, clock=clock)

    def as_board(self, coordinates: int) -> Grid:
        from mexplore.rules.boards.board import PythonBoard

        return PythonBoard(self, coordinates)

    def kernel(self) -> Kernel:
        from mexplore.rules.families.function.kernel import FunctionKernel

        return FunctionKernel(self)

    @cached_property
    def _function(self) -> Callable[[Position], Iterable[Position]]:
        try:
            with foreign_code():
                found = getattr(_loaded(Path(self.path)), self.name, None)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # of any kind: it is not ours
            raise InputError(f"{self.path} cannot be run: {reason(error)}") from error
        if not callable(found):
            raise InputError(f"{self.path} has no function called {self.name}")
        return found  # type: ignore[no-any-return]


def played_apart(rule: object, apart: str) -> Function:
    """The rule, with what stands between the parts of strings; InputError for other rules."""
    if not isinstance(rule, Function):
        raise InputError("--apart goes with a rule such as games.py:options, of strings")
    if not apart:
        raise InputError("--apart names what stands between parts, such as .")
    return replace(rule, apart=apart)


def _loaded(path: Path) -> Any:
    """The module of the file, run afresh."""
    name = f"mexplore_rules_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses in the file look their module up
    spec.loader.exec_module(module)
    return module


def _limited(options: Iterable[Position], most: int) -> Iterator[Position]:
    for count, option in enumerate(options):
        if count >= most:
            raise InputError(f"one position has more than {most} options")
        yield option

"""A bare sequence from a file: a b-file, CSV, JSON, or numbers in any arrangement."""

from __future__ import annotations

import re
from array import array
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.text.given import bare_lines, name_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

LARGEST_TERM = (1 << 63) - 1
_SEPARATOR = re.compile(r"[\s,;]+")
_NAME = re.compile(r"[A-Za-z_(][\w()]*")


def read_sequence(path: Path | str) -> Values:
    """The terms of the sequence in the file, from n = 0 on.

    The first line of numbers decides between two arrangements:

    * two numbers a line, the first ones 0, 1, 2, ...: n and the term (a b-file, or CSV of `terms`);
    * anything else: terms one after the other, separated by blanks, commas, semicolons or lines.

    Lines that begin with ``#`` are comments, one line of column names may stand first, and brackets
    around everything are ignored. InputError names the line at fault. The file is read line by
    line, and a number takes eight bytes of memory.
    """
    import numpy as np

    rows = _Rows.read(Path(path))
    if not rows.lines:
        raise InputError(f"{name_of(Path(path))} holds no numbers")
    terms = rows.indexed() if rows.is_indexed() else rows.all
    return terms.astype(np.min_scalar_type(int(terms.max())))


@dataclass
class _Rows:
    """The numbers of a file in order; for each line, how many it has and the line number."""

    path: Path
    numbers: array[int] = field(default_factory=lambda: array("q"))
    widths: array[int] = field(default_factory=lambda: array("q"))
    lines: array[int] = field(default_factory=lambda: array("q"))

    @classmethod
    def read(cls, path: Path) -> _Rows:
        rows = cls(path)
        for number, line in bare_lines(path):
            bare = line.strip("[](){}").strip(" ,;\t")
            if not bare:
                continue
            words = _SEPARATOR.split(bare)
            if not rows.lines and all(map(_NAME.fullmatch, words)):
                continue  # column names
            for word in words:
                rows.numbers.append(_term(word, path, number))
            rows.widths.append(len(words))
            rows.lines.append(number)
        return rows

    @cached_property
    def all(self) -> npt.NDArray[np.int64]:
        import numpy as np

        return np.frombuffer(self.numbers, dtype=np.int64)

    def is_indexed(self) -> bool:
        """Whether the lines are pairs whose first numbers count, from 0 or 1 on.

        InputError if the last pair has lost its second number: then the file was cut short.
        """
        import numpy as np

        first = self.numbers[0]
        if len(self.lines) < 2 or self.widths[0] != 2 or first not in (0, 1):
            return False
        other = np.flatnonzero(np.frombuffer(self.widths, dtype=np.int64) != 2)
        if not len(other):
            return self.numbers[2] == first + 1
        pairs = int(other[0])
        counted = (self.all[: 2 * pairs : 2] == first + np.arange(pairs)).all()
        cut = self.widths[pairs] == 1 and self.numbers[2 * pairs] == first + pairs
        if pairs > 1 and counted and cut:
            raise self._wrong(pairs, f"{first + pairs} has no term; is the file cut short?")
        return False

    def indexed(self) -> npt.NDArray[np.int64]:
        """The second numbers; InputError unless the first numbers are 0, 1, 2, ... without a
        gap."""
        import numpy as np

        if self.numbers[0] == 1:
            problem = "the terms begin at n = 1; add the term at n = 0"
            raise self._wrong(0, f"{problem} (for a rule it is 0: no tokens, no move)")
        wrong = np.flatnonzero(self.all[::2] != np.arange(len(self.lines)))
        if len(wrong):
            n = int(wrong[0])
            raise self._wrong(n, f"expected n = {n}, found {self.numbers[2 * n]}")
        return self.all[1::2]

    def _wrong(self, row: int, problem: str) -> InputError:
        return InputError(f"{name_of(self.path)}, line {self.lines[row]}: {problem}")


def _term(word: str, path: Path, line: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 19:
        return int(word)
    where = f"{name_of(path)}, line {line}"
    shown = word if len(word) <= 20 else word[:20] + "..."
    if not re.fullmatch(r"[+-]?[0-9]+", word):
        raise InputError(f"{where}: {shown!r} is no whole number")
    if word.startswith("-"):
        raise InputError(f"{where}: {shown} is negative; nim-values are 0 or more")
    digits = word.lstrip("+").lstrip("0") or "0"
    if len(digits) > 19 or int(digits) > LARGEST_TERM:
        raise InputError(f"{where}: the term {shown} is too large to be a nim-value")
    return int(digits)

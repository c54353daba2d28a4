"""Laws as programs: a short function for every 64-bit n, to be copied into another program.

It begins with the law and its warrant as a comment. C++ computes in 64 bits: a law whose values do
not fit is for heaps of 63 or 62 bits, or is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from mexplore.reports.programs.program import WORD, Program, ProgramKind
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Warranted
    from mexplore.rules.rule import Rule

Language = Literal["python", "cpp"]
LONGEST_TABLE = 1_000_000
WIDTH = 88


@cache
def program_kinds() -> tuple[ProgramKind[Any], ...]:
    """The kinds of closed forms that can be written as programs."""
    import mexplore.reports.programs.kinds

    return tuple(member() for member in members(mexplore.reports.programs.kinds, ProgramKind))


def program_text(rule: Rule, warranted: Warranted, comment: str, language: Language) -> str:
    """The program of a closed form, whole; InputError where there is none for its kind.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> print(program_text(rule, answers(rule, [WORD]).best_for(WORD), "n mod 3.", "python"))
    # G(n), the nim-value of a heap of n in subtract(1, 2), for 0 <= n < 2^64.
    # n mod 3.
    VALUES = [
        0, 1, 2,
    ]
    <BLANKLINE>
    <BLANKLINE>
    def grundy(n: int) -> int:
        return VALUES[n % 3]
    <BLANKLINE>
    """
    kind = next((k for k in program_kinds() if isinstance(warranted.form, k.of_form)), None)
    if kind is None:
        problem = "no program is written for this kind of law"
        raise InputError(f"{rule}: {problem}; `mexplore predict` answers")
    program = kind.program(warranted.form)
    longest = max(map(len, program.tables.values()), default=0)
    if longest > LONGEST_TABLE:
        raise TooLarge(f"{rule}: the program would have a table of {longest} numbers")
    bits = 64
    if language == "cpp":
        bits = next((k for k in (64, 63, 62) if kind.largest(warranted.form, 1 << k) < WORD), 0)
    if not bits:
        raise TooLarge(f"{rule}: its values for 62-bit heaps do not fit into 64 bits")
    about = f"G(n), the nim-value of a heap of n in {rule}, for 0 <= n < 2^{bits}."
    lines = [*wrap(about, WIDTH), *wrap(comment, WIDTH)]
    return _python(program, lines) if language == "python" else _cpp(program, lines)


def _python(program: Program, comment: list[str]) -> str:
    tables = (f"{name} = [\n{_rows(numbers, '')}\n]\n" for name, numbers in program.tables.items())
    head = "".join(f"# {line}\n" for line in comment)
    body = "".join(f"    {line}".rstrip() + "\n" for line in program.python.strip().splitlines())
    imports = "from bisect import bisect_right\n\n" if "bisect_right" in body else ""
    return f"{head}{imports}{''.join(tables)}\n\ndef grundy(n: int) -> int:\n{body}"


def _cpp(program: Program, comment: list[str]) -> str:
    tables = (
        f"static const std::uint64_t {name}[] = {{\n{_rows(numbers, 'u')}\n}};\n"
        for name, numbers in program.tables.items()
    )
    head = "".join(f"// {line}\n" for line in comment)
    body = "".join(f"    {line}\n" for line in program.cpp.strip().splitlines())
    imports = "#include <algorithm>\n#include <iterator>\n" if "std::upper_bound" in body else ""
    return (
        f"{head}{imports}#include <cstdint>\n\n{''.join(tables)}\n"
        f"std::uint64_t grundy(std::uint64_t n) {{\n{body}}}\n"
    )


def _rows(numbers: Sequence[int], suffix: str) -> str:
    """The numbers of a table, as many a line as fit."""
    written = ", ".join(f"{number}{suffix}" for number in numbers) + ","
    return "\n".join(wrap(written, WIDTH, initial_indent="    ", subsequent_indent="    "))

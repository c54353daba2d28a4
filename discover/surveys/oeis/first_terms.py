"""Sequences of OEIS that begin as the values of games do: one pass for any number of games.

A sequence is that of a game if all of its terms are the values from n = 0 on, or from n = 1 on, as
far as both are known, and these are at least FEWEST terms that are not all equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from mexplore.discover.surveys.oeis.lines import open_lines, split_terms
from mexplore.rules.engine.grundy import Progress, Watcher, nobody

FEWEST = 20
STAGE = "searching OEIS"
_LINES_A_REPORT = 1 << 13


def sequences_of(
    values: Mapping[str, Sequence[int]], source: Path, watcher: Watcher = nobody
) -> dict[str, str]:
    """The first sequence of each game, given its first values by its name.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "stripped"
    >>> _ = path.write_text("A000001 ,1,2," + "0,1,2," * 8 + "\\n")
    >>> sequences_of({"three": [0, 1, 2] * 9, "two": [0, 1] * 9}, path)
    {'three': 'A000001'}
    """
    begins: dict[bytes, list[tuple[str, bytes]]] = defaultdict(list)
    for name, terms in values.items():
        for start in (0, 1):
            known = terms[start:]
            if len(known) >= FEWEST and len(set(known)) > 1:
                written = [str(term).encode() for term in known]
                begins[b",".join(written[:FEWEST])].append((name, b",".join(written)))
    found: dict[str, str] = {}
    lines = open_lines(source)
    for number, line in enumerate(lines):
        if number % _LINES_A_REPORT == 0:
            watcher(Progress(STAGE, number, number))
        split = split_terms(line)
        if split is None:
            continue
        first = b",".join(split[1].split(b",", FEWEST)[:FEWEST])
        for name, known in begins.get(first, ()):
            if _agree(known, split[1]):
                found.setdefault(name, split[0].decode())
    return found


def _agree(one: bytes, other: bytes) -> bool:
    """Whether the shorter list of terms begins the longer one."""
    short, long = sorted((one + b",", other + b","), key=len)
    return long.startswith(short)

"""Hints for the check of two heaps: with them every smaller common value is found."""

from __future__ import annotations

import pytest

from mexplore.discover.coq import sparse_hints
from mexplore.discover.coq.sparse_hints import SparseHints
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.rule import grundy_by_definition

STOP = 420


def _is_common(value: int, mask: int) -> bool:
    return (value & mask).bit_count() % 2 == 1


def _code(text: str) -> TakeAndBreak:
    rule = TakeAndBreak.parse(text)
    assert rule is not None
    return rule


def _given(text: str, hints: SparseHints, values: list[int], n: int) -> set[int]:
    """The values that Coq sees to be had at n, but for rare ones of two heaps."""
    heaps = [a for a, _ in hints.close] + list(dict(hints.far).get(n, ()))
    found = set()
    for taken, digit in _code(text).digits.items():
        left = n - taken
        if digit.suffix(0) is not None and left == 0:
            found.add(0)
        if digit.suffix(1) is not None and left > 0:
            found.add(values[left])
        if digit.suffix(2) is not None:
            found |= {values[a] ^ values[left - a] for a in heaps if 1 <= a < left}
    return found


@pytest.mark.parametrize("text", ["0.165", "0.156", "4.007", "0.6", "0.17777777"])
def test_no_smaller_common_value_lacks_a_pair(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse_hints, "CLOSE", 20)  # so that further pairs have to be named
    rule = _code(text)
    values = list(grundy_by_definition(rule, STOP))
    hints = sparse_hints.sparse_hints(rule, STOP)
    assert max(values) < hints.above
    assert all(value == values[heap] for heap, value in (*hints.close, *hints.first))
    assert not any(_is_common(value, hints.mask) for _, value in hints.close)
    for n in range(STOP):
        smaller = {u for u in range(values[n]) if _is_common(u, hints.mask)}
        assert smaller <= _given(text, hints, values, n), n

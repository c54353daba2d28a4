"""Numbers as programs give them, few or many, of any size and type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mexplore.discover.numerics.digits import largest
from mexplore.discover.numerics.integers import at_words
from mexplore.rules.errors import InputError
from mexplore.rules.text.given import MANY, Numbers, places

LARGE = [0, 5, (1 << 63) - 1]
LARGER = [1 << 63, 10**30]


@pytest.mark.parametrize("more", [[], LARGER])
@pytest.mark.parametrize("times", [1, MANY])
def test_many_numbers_are_read_as_few_are(more: list[int], times: int) -> None:
    given = (LARGE + more) * times
    every, kinds = places(given)
    assert every == given and kinds == {int}
    assert largest(every) == max(given)
    doubled = [2 * n for n in given]
    assert at_words(every, lambda n: None, lambda n: 2 * n) == doubled
    third = at_words(every, lambda n: n // 3, lambda n: n // 3)
    assert third == [n // 3 for n in given] and {*map(type, third)} == {int}


@pytest.mark.parametrize("times", [1, MANY])
def test_numbers_of_other_types_become_ints(times: int) -> None:
    given: list[Any] = [7, np.int64(3), 2.0, "10^3", True] * times
    every, kinds = places(given)
    assert every == [7, 3, 2, 1000, 1] * times and kinds == {int}
    assert {*map(type, every)} == {int}


@pytest.mark.parametrize("wrong", [-1, -(10**30), 1.5, "x", None])
@pytest.mark.parametrize("times", [1, MANY])
def test_one_wrong_number_among_many_is_refused(wrong: Any, times: int) -> None:
    with pytest.raises(InputError):
        places([*[4] * times, wrong])


def test_no_number_at_all() -> None:
    assert places([]) == ([], set())
    assert largest(Numbers()) == 0 and at_words([], lambda n: n, lambda n: n) == []

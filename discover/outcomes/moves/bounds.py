"""Bounds of names that follow from linear inequalities."""

from __future__ import annotations

from collections.abc import Iterable

from mexplore.discover.outcomes.moves.conditions import Affine

_ROUNDS = 4

Ends = tuple[int | None, int | None]
"""The least and the greatest value of a number; None: no such bound is known."""


class NotSeen(Exception):
    """Why a rule is in no form that is read."""


def bounds(forms: Iterable[Affine], names: Iterable[str]) -> dict[str, Ends]:
    """Bounds of the names, from each form and the bounds of the other names in it, in rounds."""
    ends: dict[str, Ends] = dict.fromkeys(names, (None, None))
    for _ in range(_ROUNDS):
        for form in forms:
            for name, c in form.slopes.items():
                if name not in ends:
                    continue
                most = _most(form.with_names({name: 0}), ends)
                if most is None:
                    continue
                low, high = ends[name]  # c*name >= -most
                if c > 0:
                    bound = -(most // c)
                    ends[name] = (bound if low is None else max(low, bound), high)
                else:
                    bound = most // -c
                    ends[name] = (low, bound if high is None else min(high, bound))
    return ends


def least(form: Affine, ends: dict[str, Ends]) -> int | None:
    """The least value of a form, the names being within their ends; None if there is none."""
    total = form.constant
    for name, c in form.slopes.items():
        end = ends.get(name, (None, None))[0 if c > 0 else 1]
        if end is None:
            return None
        total += c * end
    return total


def _most(form: Affine, ends: dict[str, Ends]) -> int | None:
    opposite = least(-form, ends)
    return None if opposite is None else -opposite

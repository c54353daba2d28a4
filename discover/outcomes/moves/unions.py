"""Unions of images in fewer parts: what cases of a rule have cut is put together again.

**Lemma.** Let P be the points where C >= 0 and all forms of A are, Q those where D >= 0 and all
forms of B are. If C >= 0 or D >= 0 everywhere, if P lies where the forms of B are >= 0 and Q where
those of A are, then the union of P and Q is where all forms of A and B are >= 0. *Proof.* P and Q
lie there; of a point that lies there, C >= 0 or D >= 0, so that it is in P or in Q. ∎ The same
holds of the points of a set, such as that of `Image.bits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from mexplore.discover.outcomes.moves.images import Image
from mexplore.rules.arithmetic.inequalities import impossible
from mexplore.rules.arithmetic.polynomial import Polynomial


def united(images: Iterable[Image]) -> tuple[Image, ...]:
    """The same union, pairs of its images being put together while that is seen to be possible.

    >>> x, a = map(Polynomial.name, "xa")
    >>> low, high = Image((a,), (x - a, 5 - x), ("x",)), Image((a,), (x - a, x - 6), ("x",))
    >>> [image.forms for image in united([low, high])]
    [(-a + x,)]
    """
    kept: list[Image] = []
    waiting = list(dict.fromkeys(images))[::-1]
    while waiting:
        image = waiting.pop()
        for other in kept:
            whole = _of_two(image, other)
            if whole is not None:
                kept.remove(other)
                waiting.append(whole)
                break
        else:
            kept.append(image)
    return tuple(kept)


def _of_two(one: Image, other: Image) -> Image | None:
    """The union of two images as one; None where that is not seen."""
    if (one.point, one.bits) != (other.point, other.bits) or set(one.names) != set(other.names):
        return None
    beyond = _not_implied(one, other), _not_implied(other, one)
    if not beyond[0]:
        return other
    if not beyond[1]:
        return one
    if len(beyond[0]) > 1 or len(beyond[1]) > 1:
        return None
    (d,), (c,) = beyond
    return _joined(one, other, c, d)


def _not_implied(inside: Image, other: Image) -> list[Polynomial]:
    """The forms of another image that may be negative on this one."""
    new = [form for form in other.forms if form not in inside.forms]
    return [form for form in new if not inside.implies(form)]


def _joined(one: Image, other: Image, c: Polynomial, d: Polynomial) -> Image | None:
    """The union, where one lies on the other one but for the form d, and conversely but for c."""
    signs = map(Polynomial.name, one.given)
    if not impossible([*signs, *one.point, -c - 1, -d - 1]):
        return None
    both = dict.fromkeys((*one.forms, *other.forms))
    return replace(one, forms=tuple(form for form in both if form not in (c, d)))


def apart(images: Iterable[Image], square: tuple[int, ...]) -> tuple[Image, ...]:
    """The points of the images other than this one."""
    found: list[Image] = []
    for image, (place, number) in product(images, enumerate(square)):
        form = image.point[place] - number
        for side in (form - 1, -form - 1):
            part = replace(image, forms=(*image.forms, side))
            if not impossible(part.known):
                found.append(part)
    return tuple(found)

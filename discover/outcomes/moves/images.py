"""The options of a move as the image of whole points: fewer names, all of them non-negative.

An *image* is the set of the points p for all whole values of some names with which linear forms are
>= 0; the coordinates of the square are *given*, and are >= 0, and so are those of the point. It is
written with as few names as possible, and no step changes the set:

1. A coordinate of the point in which a name has the coefficient 1 or -1 takes the place of it.
2. A name that an equation gives, with the coefficient 1 or -1, is replaced.
3. **Lemma** (Pugh 1991, the exact case). For whole L, U and a, b >= 1 there is a whole n with
   a*n + L >= 0 and U - b*n >= 0 if b*L + a*U >= (a - 1)*(b - 1), and only if b*L + a*U >= 0.
   *Proof.* If there is one, b*L + a*U >= -a*b*n + a*b*n. If there is none, then with
   m = floor(U/b) we have m < -L/a and U/b < m + 1, in whole numbers a*m + L <= -1 and
   U - b*(m + 1) <= -1, so that b*L + a*U <= -b - a + a*b = (a - 1)*(b - 1) - 1. ∎
   There is an n with several such conditions if and only if there is one for each pair of a lower
   and an upper one, as the largest lower end and the smallest upper one are such a pair. So a name
   that stands in no coordinate of the point is dropped where in each pair a = 1, or b = 1, or
   b*L + a*U is a number that decides.
4. A name with n + c >= 0 is replaced by n - c; any other name that may be negative is cut into
   n >= 0 and n <= -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count, product

from mexplore.rules.arithmetic.inequalities import impossible
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.bits import BitwiseAnd

Point = tuple[Polynomial, ...]


@dataclass(frozen=True)
class Image:
    """The points ``point`` for all whole values of names with which all forms are >= 0, and all
    ``bits`` hold; those ``given`` are known."""

    point: Point
    forms: tuple[Polynomial, ...]
    given: tuple[str, ...]
    bits: tuple[BitwiseAnd, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that vary: those of the point first."""
        forms = (*self.point, *self.forms, *(form for each in self.bits for form in each.forms))
        found = [name for form in forms for name in sorted(form.names)]
        return tuple(name for name in dict.fromkeys(found) if name not in self.given)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names that stand in no coordinate of the point."""
        shown = {name for form in self.point for name in form.names}
        return tuple(name for name in self.names if name not in shown)

    def with_names(self, meanings: Mapping[str, Polynomial]) -> Image:
        point = tuple(form.with_names(meanings) for form in self.point)
        forms = tuple(form.with_names(meanings) for form in self.forms)
        return Image(point, forms, self.given, tuple(b.with_names(meanings) for b in self.bits))

    def renamed(self, new: Mapping[str, str]) -> Image:
        return self.with_names({name: Polynomial.name(other) for name, other in new.items()})

    def implies(self, form: Polynomial) -> bool:
        """Whether the form is seen to be >= 0 on all of it, if what is given is."""
        return impossible([*self.known, -form - 1])

    def may_hold(self, square: Iterable[int]) -> bool:
        """Whether it is not seen that this is none of its points."""
        apart = [form - number for form, number in zip(self.point, square, strict=True)]
        return not impossible([*self.known, *apart, *(-form for form in apart)])

    @property
    def known(self) -> list[Polynomial]:
        """Forms that are >= 0 on all of it."""
        return [*map(Polynomial.name, self.given), *self.point, *self.forms]


def simplest(image: Image) -> Iterator[Image]:
    """The images of which it is the union, all of whose names are >= 0; none where it is seen to be
    empty.

    >>> x, k, q = map(Polynomial.name, "xkq")
    >>> whole = x - 3 * q, 3 * q + 2 - x  # q = x // 3
    >>> for image in simplest(Image((x - k,), (k - 1, q - k, *whole), ("x",))):
    ...     print(image.point, image.forms)
    (n1,) (-n1 + x - 1, 3*n1 - 2*x)
    """
    first = _tidied(_by_coordinates(image))
    if first is None:
        return
    for part in _not_negative(first):
        small = _without_redundant(part, part.given)
        if small is not None:
            yield _named(small)


def compact(image: Image) -> Image:
    """An image of those with fewer names, where equations give coordinates of the point, and
    without the forms that say that a name is >= 0.

    >>> x, a, b = map(Polynomial.name, "xab")
    >>> compact(Image((a, b), (x - a - 1, a - b, b - a), ("x",))).point
    (n1, n1)
    """
    while (smaller := _without_an_equation(image, image.names)) is not None:
        image = smaller
    for name in image.names:  # a quotient that is at least c is c more than another one
        least = [-f.constant for f in image.forms if f - f.constant == Polynomial.name(name)]
        if least and Polynomial.name(name) not in image.point:
            image = image.with_names({name: Polynomial.name(name) + max(least)})
    found = _without_redundant(image, (*image.given, *image.names))
    assert found is not None
    return _named(found)


def _named(image: Image) -> Image:
    """The image with the names n1, n2, ..., or others where those are taken, in their order."""
    numbers = (f"n{number}" for number in count(1) if f"n{number}" not in image.given)
    return image.renamed(dict(zip(image.names, numbers, strict=False)))


def _by_coordinates(image: Image) -> Image:
    """Names replaced by coordinates of the point."""
    kept: set[str] = set()
    for place in range(len(image.point)):
        form = image.point[place]
        name = next((n for n in image.names if n not in kept and _unit(form, n)), None)
        if name is None:
            continue
        fresh, sign = Polynomial.name(f"{place} of the point"), form.coefficient(name)
        image = image.with_names({name: (fresh - form.with_names({name: 0})) * sign})
        kept |= fresh.names
    return image


def _unit(form: Polynomial, name: str) -> bool:
    return abs(form.coefficient(name)) == 1


def _tidied(image: Image) -> Image | None:
    """The image without names that are given by others, or are not needed; None if it is seen to
    be empty."""
    while True:
        forms = _strongest(image.forms)
        if forms is None:
            return None
        image = replace(image, forms=forms)
        smaller = _without_an_equation(image, image.hidden) or _without_a_name(image)
        if smaller is None:
            return None if impossible(image.known) else image
        image = smaller


def _strongest(forms: Iterable[Polynomial]) -> tuple[Polynomial, ...] | None:
    """The forms in lowest terms, of those that differ by a number the smallest; None if one of them
    is a negative number."""
    least: dict[Polynomial, int] = {}
    for form in forms:
        low = form.in_lowest_terms
        if not low.is_constant:
            slopes = low - low.constant
            least[slopes] = min(low.constant, least.get(slopes, low.constant))
        elif low.constant < 0:
            return None
    return tuple(slopes + constant for slopes, constant in least.items())


def _without_an_equation(image: Image, names: tuple[str, ...]) -> Image | None:
    """The image with a form in place of one of these names; None where an equation gives
    none of them."""
    forms = set(image.forms)
    for form in image.forms:
        if -form not in forms:
            continue
        for name in names:
            if _unit(form, name):
                rest = form.with_names({name: 0})
                return image.with_names({name: -rest * form.coefficient(name)})
    return None


def _without_a_name(image: Image) -> Image | None:
    """The image without a name that no coordinate has; None where none is dropped."""
    by_digits = {name for each in image.bits for name in each.names}
    for name in image.hidden:
        if name in by_digits:
            continue
        forms = _projected(image.forms, name)
        if forms is not None and len(forms) <= len(image.forms):
            return replace(image, forms=forms)
    return None


def _projected(forms: tuple[Polynomial, ...], name: str) -> tuple[Polynomial, ...] | None:
    """What the forms say of the other names: that there is a whole number in place of this one.
    None where the lemma does not decide."""
    low = [form for form in forms if form.coefficient(name) > 0]
    high = [form for form in forms if form.coefficient(name) < 0]
    found = [form for form in forms if not form.coefficient(name)]
    for lower, upper in product(low, high):
        a, b = lower.coefficient(name), -upper.coefficient(name)
        both = lower * b + upper * a
        enough = both.is_constant and not 0 <= both.constant < (a - 1) * (b - 1)
        if min(a, b) > 1 and not enough:
            return None
        found.append(both)
    return tuple(found)


def _not_negative(image: Image) -> Iterator[Image]:
    """The image in parts on each of which every name is >= 0."""
    for name in image.names:
        n = Polynomial.name(name)
        if image.implies(n):
            continue
        ends = [f.constant for f in image.forms if f - f.constant == n]
        if ends:
            yield from _not_negative(image.with_names({name: n - max(ends)}))
            return
        for meaning in (n, -n - 1):
            part = image.with_names({name: meaning})
            part = replace(part, forms=(*part.forms, n))
            if not impossible(part.known):
                yield from _not_negative(part)
        return
    yield image


def _without_redundant(image: Image, signs: Iterable[str]) -> Image | None:
    """The image with forms from which all others follow, if the names ``signs`` are >= 0; None
    where it is seen to be empty."""
    own = map(Polynomial.name, image.names)
    known = [Polynomial.name(name) for name in signs]
    forms = _strongest((*image.forms, *image.point, *own))
    if forms is None:
        return None
    kept = sorted(forms, key=lambda form: (-form.size, str(form)))
    for form in tuple(kept):
        others = [each for each in kept if each != form]
        if impossible([*known, *others, -form - 1]):
            kept = others
    return replace(image, forms=tuple(form for form in forms if form in kept))

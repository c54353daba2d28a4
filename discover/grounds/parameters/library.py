"""The library of families: laws with parameters that are proved, shipped as certificates.

``laws/laws.toml`` has names, titles and sources; ``laws/NAME.json`` the certificate of a law for
all members, which `discover.certificate.verify` checks again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from discover.certificate import Certificate, read_certificate
from discover.ground import ground_of
from rules.families.subtraction.rule import Subtraction
from rules.parameters.family import FamilyOfRules
from rules.parameters.polynomial import Polynomial
from rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from discover.grounds.parameters.family_ground import FamilyGround

FOLDER = Path(__file__).with_name("laws")
MOST_ELEMENTS = 6  # of a rule that is looked up: its orders are tried one after another
NOT_PUBLISHED = "no published statement known to us"


@dataclass(frozen=True)
class NamedFamily:
    """A family whose law is shipped."""

    name: str
    rule: Any
    """The `FamilyOfRules`."""
    title: str
    source: str = NOT_PUBLISHED

    @property
    def certificate(self) -> Certificate:
        """The certificate of its law."""
        return read_certificate((FOLDER / f"{self.name}.json").read_text(encoding="utf-8"))

    @property
    def law(self) -> Any:
        """The `LawsByCases` that the certificate states."""
        (kind,) = _ground(str(self.rule)).claims()
        claim: dict[str, Any] = dict(self.certificate["claim"])
        claim.pop("pattern")
        return kind.from_parameters(claim)


def _ground(text: str) -> FamilyGround[Any]:
    return cast("FamilyGround[Any]", ground_of(text))


@cache
def shipped_families() -> Mapping[str, NamedFamily]:
    """The families by their names.

    >>> str(shipped_families()["two-elements"].rule)
    'subtract(a, b) for a >= 1, b >= a + 1'
    """
    import tomllib

    tables = tomllib.loads((FOLDER / "laws.toml").read_text(encoding="utf-8"))["families"]
    found = {}
    for name, table in tables.items():
        text = table["rule"]  # the certificate shows that it has members
        found[name] = NamedFamily(name, **{**table, "rule": _ground(text).family.parse(text)})
    return MappingProxyType(found)


def shipped_law(rule: FamilyOfRules) -> NamedFamily | None:
    """The family of the library that this one is, however its parts are ordered; None if it is
    none of them."""
    return next((f for f in shipped_families().values() if f.rule.same_family(rule)), None)


def families_of(game: Subtraction) -> Iterator[tuple[NamedFamily, dict[str, int]]]:
    """The families that a rule is a member of, and the values of their names.

    >>> found = families_of(Subtraction.of([7, 8, 1000]))
    >>> [(family.name, values) for family, values in found]
    [('consecutive-and-b', {'a': 7, 'b': 1000})]
    """
    amounts = game.members if game.finite else ()
    if not 0 < len(amounts) <= MOST_ELEMENTS:
        return
    for family in shipped_families().values():
        rule = family.rule
        values = _values_of(rule, amounts) if isinstance(rule, ParametricRule) else None
        if values is not None:
            yield family, values


def _values_of(family: ParametricRule, amounts: tuple[int, ...]) -> dict[str, int] | None:
    """The values at which the elements of a family are these amounts; None where there are none."""
    if len(family.elements) != len(amounts):
        return None
    for order in permutations(amounts):
        pairs = zip(family.elements, order, strict=True)
        values = _solved([element - amount for element, amount in pairs], family.names)
        if values is not None and family.has(values):
            return values
    return None


def _solved(zeros: list[Polynomial], names: tuple[str, ...]) -> dict[str, int] | None:
    """The integers at which all of these linear forms are 0, by elimination; None where there are
    none, or several."""
    rows = [[Fraction(form.coefficient(name)) for name in names] for form in zeros]
    ends = [Fraction(-form.constant) for form in zeros]
    for place in range(len(names)):
        pivot = next((i for i in range(place, len(rows)) if rows[i][place]), None)
        if pivot is None:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        ends[place], ends[pivot] = ends[pivot], ends[place]
        for i, row in enumerate(rows):
            if i != place and row[place]:
                factor = row[place] / rows[place][place]
                rows[i] = [a - factor * b for a, b in zip(row, rows[place], strict=True)]
                ends[i] -= factor * ends[place]
    if any(ends[len(names) :]):
        return None
    found = {name: ends[i] / rows[i][i] for i, name in enumerate(names)}
    if any(value.denominator != 1 for value in found.values()):
        return None
    return {name: int(value) for name, value in found.items()}

"""The library of families: laws with parameters that are proved, shipped as certificates.

``laws/laws.toml`` has names, titles and sources; ``laws/NAME.json`` the certificate of a law for
all members, which `discover.verifying.verify` checks again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mexplore.discover.study.certificate import Certificate, read_certificate
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.notation import CODES, class_of_family

if TYPE_CHECKING:
    from mexplore.rules.parameters.family import FamilyOfRules
    from mexplore.rules.rule import Rule

FOLDER = Path(__file__).with_name("laws")
NOT_PUBLISHED = "no published statement known to us"


@dataclass(frozen=True)
class NamedFamily:
    """A family whose law is shipped."""

    name: str
    text: str
    title: str
    source: str = NOT_PUBLISHED

    @cached_property
    def rule(self) -> Any:
        """The `FamilyOfRules`; the certificate shows that it has members."""
        return class_of_family(self.text).parse(self.text)

    def may_have(self, game: Rule) -> bool:
        """Whether the notation of a rule is that of a member: a code, whose digits follow one
        another as those of the family do, or no code. The family need not be read for that."""
        code = re.fullmatch(r"\d\.[0-7]+", str(game))
        if not re.match(CODES, self.text):
            return code is None
        digits = re.sub(r"\{.*?\}| for .*", "", self.text)
        return code is not None and _different(digits) == _different(str(game))

    @property
    def whence(self) -> str:
        """Where its law is found."""
        return f"mexplore library --families {self.name}"

    @property
    def is_proved(self) -> bool:
        """Whether its certificate is valid; those that are shipped are checked by tests."""
        return True

    @property
    def certificate(self) -> Certificate:
        """The certificate of its law."""
        return read_certificate((FOLDER / f"{self.name}.json").read_text(encoding="utf-8"))

    @cached_property
    def law(self) -> Any:
        """The `LawsByCases` that the certificate states."""
        return law_in(self.certificate)


GIVEN: list[NamedFamily] = []
"""Families whose laws a user has given (`discover.families.given_laws`); they are asked first."""


def law_in(certificate: Certificate) -> Any:
    """The `LawsByCases` that the certificate of a family states."""
    claim: dict[str, Any] = dict(certificate["claim"])
    name = claim.pop("pattern")
    from mexplore.discover.families.codes.law import CodeLaw
    from mexplore.discover.families.patterns.pattern import FamilyLaw
    from mexplore.discover.families.ranges.law import RangeLaw

    kind = next(kind for kind in (FamilyLaw, RangeLaw, CodeLaw) if kind.name == name)
    return kind.from_parameters(claim)


@cache
def shipped_families() -> Mapping[str, NamedFamily]:
    """The families by their names.

    >>> str(shipped_families()["two-elements"].rule)
    'subtract(a, b) for a >= 1, b >= a + 1'
    """
    import tomllib

    tables = tomllib.loads((FOLDER / "laws.toml").read_text(encoding="utf-8"))["families"]
    return MappingProxyType(
        {name: NamedFamily(name, table.pop("rule"), **table) for name, table in tables.items()}
    )


def _different(digits: str) -> list[str]:
    """The digits, of equal ones in a row one."""
    return [digit for digit, _ in groupby(digits)]


class ShippedLaw(NamedTuple):
    """A law of the library in the names of a family that is the same, but for the order of parts:
    ``name`` is that in the library, and ``rule`` has its parts in the order in which they stand
    there."""

    name: str
    rule: Any
    law: Any


def shipped_law(rule: FamilyOfRules) -> ShippedLaw | None:
    """The law that the library has of a family, whatever its names are, and however its parts are
    ordered; None if it has none."""
    from mexplore.rules.parameters.family import Naming

    for family in shipped_families().values():
        names = family.rule.named_as(rule)
        if names is not None:
            naming = Naming(names)
            return ShippedLaw(family.name, naming.of(family.rule), naming.of(family.law))
    return None


def families_of(game: Rule) -> Iterator[tuple[NamedFamily, dict[str, int]]]:
    """The families that a rule is a member of, and the values of their names.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = families_of(parse_rule("subtract(7, 8, 1000)"))
    >>> [(family.name, values) for family, values in found]
    [('consecutive-and-b', {'a': 7, 'b': 1000})]
    """
    for family in (*GIVEN, *shipped_families().values()):
        values = family.rule.values_of(game) if family.may_have(game) else None
        if values is not None and family.is_proved:
            yield family, values

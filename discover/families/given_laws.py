"""Laws of families that a user has proved: certificates, used for members beside the library."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from mexplore.discover.families.heap_theorem import membership_of
from mexplore.discover.families.library import GIVEN, NamedFamily
from mexplore.discover.study.certificate import LARGEST_TEXT, Certificate, read_certificate
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.notation import class_of_family
from mexplore.rules.text.files import lines_of


@dataclass(frozen=True)
class GivenFamily(NamedFamily):
    """A family whose law is in a certificate of the user; ``name`` is that of the file."""

    text_of_file: str = ""

    @property
    def whence(self) -> str:
        return self.name

    @cached_property
    def is_proved(self) -> bool:
        """Whether the certificate is valid; it is checked before it is used. InputError if not."""
        from mexplore.discover.families.kind import kind_of_family
        from mexplore.discover.study.checking import checked

        verdict = checked(self.certificate, kind_of_family, fast=True)
        if not verdict.valid:
            raise InputError(f"{self.name}: {verdict.reason}")
        return True

    @property
    def certificate(self) -> Certificate:
        return read_certificate(self.text_of_file)


def use_laws(files: Iterable[Path]) -> None:
    """From now on laws of families are looked for in these certificates, too, and in no others
    that were given before. InputError where one is no certificate of a family."""
    found = []
    for file in files:
        text = "".join(lines_of(file, LARGEST_TEXT, "utf-8"))
        certificate = read_certificate(text)
        rule = certificate.get("rule")
        if not isinstance(rule, str) or " for " not in rule:
            raise InputError(f"{file}: this is no certificate of a family of rules")
        class_of_family(rule).parse(rule)
        found.append(GivenFamily(str(file), rule, "", "", text))
    if found or GIVEN:
        GIVEN[:] = found
        membership_of.cache_clear()

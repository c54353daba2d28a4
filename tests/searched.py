"""Families of ranges and of codes whose laws the detector finds by itself, for tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from mexplore.discover.families import study
from mexplore.discover.families.study import FamilyStudy
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.limits import Limits


@cache
def study_of(text: str, budget: float = 60.0) -> FamilyStudy:
    """The study of a family, as if the library of families were empty."""
    kind: Any = kind_of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "shipped_law", lambda rule: None)
        found = kind.study(kind.parse(text), Limits(budget))
    assert isinstance(found, FamilyStudy) and not found.library
    return found


def studied(text: str) -> tuple[Any, Any]:
    """The family, and the claim that is proved of it."""
    study = study_of(text)
    assert study.status == "proved", study.log
    return study.rule, study.claim

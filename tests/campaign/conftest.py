"""The campaign measures how long things take: here the clock is the machine's."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def clock() -> None:
    """In place of the tests' own clock."""

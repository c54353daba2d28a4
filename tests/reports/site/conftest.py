"""Sites of these tests have one board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mexplore.reports.site import boards
from mexplore.rules.library import shipped


@pytest.fixture(scope="module", autouse=True)
def one_board() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "shipped", lambda: {"king": shipped()["king"]})
        yield

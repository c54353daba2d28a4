from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest

from mexplore.reports.site.live.server import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that answers until the tests of the file are done."""
    with Server() as running:
        thread = Thread(target=running.serve_forever, args=(0.05,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()

"""A budget covers the writing of values, too."""

from __future__ import annotations

import json

import numpy as np

from mexplore.reports.documents.listing import PART, SequenceListing


def test_values_that_there_is_no_time_to_write_are_counted() -> None:
    """Half a gigabyte was written in 28 seconds after a budget of two."""
    listing = SequenceListing({"rule": "0.77"}, np.arange(5 * PART, dtype=np.uint32) % np.uint32(7))
    few = listing.within(0.0, "json")
    assert few.note == f"no time to write {4 * PART} of the values that were computed"
    values = json.loads("".join(few.text("json")))["values"]
    assert values == [n % 7 for n in range(PART)]
    assert listing.within(1e9, "table") is listing
    assert SequenceListing({}, np.arange(PART, dtype=np.uint32)).within(0.0, "plain").note == ""

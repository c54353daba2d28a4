"""Several families in one file: ``families = ["octal(2)", "subtract(max=7)"]``."""

from __future__ import annotations

from pathlib import Path

from mexplore.rules.errors import InputError
from mexplore.rules.text.files import read_toml

LARGEST_FILE = 1_000_000  # bytes


def families_named(path: Path) -> list[str] | None:
    """The texts of the families that the file lists; None where it lists none, as a file of rules.

    InputError where the list is no list of texts."""
    found = read_toml(path, LARGEST_FILE)
    if "families" not in found:
        return None
    listed = found["families"]
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f'{path}: families is a list of texts: ["octal(2)", "subtract(max=7)"]')
    if not listed or len(found) > 1:
        other = next((name for name in found if name != "families"), None)
        said = (
            "it lists no family" if other is None else f"{other!r} has no meaning beside families"
        )
        raise InputError(f"{path}: {said}")
    return listed

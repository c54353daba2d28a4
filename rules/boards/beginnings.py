"""How texts of boards begin: what is looked at before any of them is read."""

from __future__ import annotations

import re

NIM = re.compile(r"\s*(nim|cyclic\s+nimhoff)\s*\(")
"""Games on several heaps at once (`several`)."""

LISTED = re.compile(r"\s*\([^()]*\)\s*->")
"""Boards with a list of squares (`board`)."""

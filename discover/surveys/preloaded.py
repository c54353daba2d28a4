"""What every study imports, in one module: processes that are forked from one which has imported it
start sooner."""

from __future__ import annotations

import discover.surveys.worker
from discover.known import patterns, theorems

WORKER = discover.surveys.worker
MEMBERS = patterns(), theorems()

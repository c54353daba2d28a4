"""The modules that every study needs: a worker forked from a process that has imported this module
starts faster."""

from __future__ import annotations

import discover.surveys.worker
from discover.known import patterns, theorems

WORKER = discover.surveys.worker
MEMBERS = patterns(), theorems()

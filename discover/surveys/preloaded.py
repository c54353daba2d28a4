"""The modules that every study needs: a worker forked from a process that has imported this module
starts faster."""

from __future__ import annotations

import mexplore.discover.surveys.worker
from mexplore.discover.heaps.known import patterns, theorems

WORKER = mexplore.discover.surveys.worker
MEMBERS = patterns(), theorems()

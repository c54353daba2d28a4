"""The trials, found by looking into their folder."""

from __future__ import annotations

from types import ModuleType

from mexplore.discover.trials.trial import Trial
from mexplore.rules.members import modules_of


def trials() -> dict[str, Trial]:
    """Every trial by its name.

    >>> "three heaps" in trials()
    True
    """
    return {trial.name: trial for module in _modules() for trial in module.TRIALS}


def shares() -> list[list[str]]:
    """The names of the trials, those of a file together, since they share machine code; files that
    take long come first, so that two processes end at about the same time."""
    return [[trial.name for trial in module.TRIALS] for module in _modules()]


def _modules() -> list[ModuleType]:
    import mexplore.discover.trials.kinds

    return sorted(modules_of(mexplore.discover.trials.kinds), key=lambda module: -module.SECONDS)

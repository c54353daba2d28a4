"""The public API: what the command ``mexplore`` answers, as a dozen functions.

A rule is a text in notation (``"0.77"``, ``"subtract(1, 3, 4)"``, a name of the library) or what
`rule` makes of one. Nothing heavy is imported before it is needed. What goes in and what comes out
can be pickled, so that studies can be handed to other processes. Errors that a caller can cause
are `MexploreError`, one line each.

>>> import mexplore
>>> study = mexplore.analyse("0.77")
>>> study
<0.77: G(n + 12) = G(n) for all n >= 71; proved by Guy-Smith>
>>> study.at(10**18), study.values["value"].head(5).tolist()
(1, [0, 1, 2, 3, 1])
"""

from __future__ import annotations

from mexplore.asking import (
    check,
    compare,
    count,
    explain,
    positions,
    predict,
    runs,
    solve,
    table,
    terms,
    values,
    verify,
)
from mexplore.games import board, rule
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError
from mexplore.studies import BoardStudy, MisereStudy, Study
from mexplore.studying import analyse, study
from mexplore.surveys import atlas, library, match, search, sweep

__all__ = [
    "BoardStudy",
    "InputError",
    "MexploreError",
    "MisereStudy",
    "RuleSyntaxError",
    "Study",
    "analyse",
    "atlas",
    "board",
    "check",
    "compare",
    "count",
    "explain",
    "library",
    "match",
    "positions",
    "predict",
    "rule",
    "runs",
    "search",
    "solve",
    "study",
    "sweep",
    "table",
    "terms",
    "values",
    "verify",
]

"""Many games at once, from Python: the library, sweeps, searches, OEIS."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, overload

from mexplore.games import (
    BUDGET,
    rule,
    time_of,
)
from mexplore.rules.errors import MexploreError
from mexplore.rules.text.given import whole
from mexplore.studies import path_of

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.games import Game


@overload
def library() -> pd.DataFrame: ...


@overload
def library(name: str, /) -> pd.Series[Any]: ...


def library(name: str | None = None, /) -> pd.DataFrame | pd.Series[Any]:
    """The named games: ``name``, ``rule``, ``title``, ``source`` and ``notes``; or one of them, as
    the command ``library NAME`` shows it.

    >>> library().set_index("name").loc["kayles", "rule"]
    '0.77'
    >>> library("Grundy's game").rule
    '4!.0'
    """
    import pandas as pd

    from mexplore.rules.library import shipped
    from mexplore.rules.notation import canonical
    from mexplore.rules.text.sentences import did_you_mean

    games = shipped()
    if name is None:
        return pd.DataFrame([vars(entry) for entry in games.values()])
    entry = games.get(canonical(name))
    if entry is None:
        remedy = f"{did_you_mean(name, games)}library() lists the names"
        raise MexploreError(f"no game named {name[:60]!r} is in the library; {remedy}")
    return pd.Series(vars(entry))


def sweep(
    family: str,
    /,
    path: str | Path | None = None,
    *,
    holes: Mapping[str, str] | None = None,
    limit: int | None = None,
    workers: int | None = None,
    max_terms: int = 2**16,
    budget: float = BUDGET,
    further: float | None = None,
) -> pd.DataFrame:
    """Study every rule of a family, by processes, and keep what is found in the atlas ``path``: a
    row a rule, smallest first. What the atlas holds already is not studied again.

    ``holes`` are the values of a template: ``sweep("subtract(1, {a})", holes={"a": "2..9"})``.
    What no theorem has settled is studied ``further`` at the end, for this many seconds each, with
    any number of values; None: it is not.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "atlas.sqlite"
    >>> frame = sweep("subtract(max=3, size<=2)", path, workers=1)
    >>> frame[["rule", "period", "theorem"]].values.tolist()[3:]
    [['subtract(1, 2)', 3, 'finite window'], ['subtract(1, 3)', 2, 'finite window'], \
['subtract(2, 3)', 5, 'finite window']]
    >>> atlas(path).query("period > 4")["rule"].tolist()
    ['subtract(3)', 'subtract(2, 3)']
    """
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.family import Choice
    from mexplore.discover.surveys.plan import Plan
    from mexplore.discover.surveys.pool import LocalPool
    from mexplore.discover.surveys.query import rows_frame
    from mexplore.discover.surveys.reading import read_family
    from mexplore.discover.surveys.sweep import Further
    from mexplore.discover.surveys.sweep import sweep as carry_out

    if not isinstance(family, str):
        raise MexploreError(f"{family!r} is no family; write one as text, such as 'octal(2)'")
    pool = LocalPool(workers)
    plan = Plan.of(read_family(family, holes or {}), Choice(limit), pool=pool)
    with Atlas.create(default_atlas() if path is None else path_of(path)) as opened:
        limits = Limits(time_of(budget), whole(max_terms), runs_upto=10**120)
        last = None if further is None else Further(time_of(further))
        survey = carry_out(plan, opened, pool, limits, further=last)
        _warn_of(opened.notes)
    if survey.interrupted:
        raise KeyboardInterrupt
    return rows_frame(survey.rows)


def search(
    begin: Iterable[int] | None,
    /,
    *families: str,
    first: int | None = None,
    pattern: str | None = None,
    period: int | None = None,
    preperiod: int | None = None,
    saltus: int | None = None,
    ratio: int | None = None,
    budget: float = 2.0,
) -> pd.DataFrame:
    """The rules whose values begin so (None: any), and whose best law is of this ``pattern`` and
    has these numbers; in families, or else in the library and small families. A row a rule:
    ``rule`` and ``origin``. The first number is G(0), or G(1) if it is not 0, or G(first).
    ``budget`` seconds are for one rule.

    >>> search([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], "octal(2)")["rule"].tolist()
    ['0.77']
    >>> search(None, "subtract(max=4, size<=2)", period=7)["rule"].tolist()
    ['subtract(3, 4)']
    """
    from itertools import chain

    import pandas as pd

    from mexplore.discover.heaps.known import refuse_unknown_pattern
    from mexplore.discover.surveys.reading import read_family
    from mexplore.discover.surveys.search import SEARCHED, Search, Wanted, of_families, of_library
    from mexplore.rules.library import shipped
    from mexplore.rules.text.given import terms

    if isinstance(begin, str) and not set(begin) <= set("0123456789 ,"):
        raise MexploreError(f"{begin!r} are no values; search(None, {begin!r}) looks at a family")
    known = () if begin is None else tuple(terms(begin))
    named_numbers = {"period": period, "preperiod": preperiod, "saltus": saltus, "ratio": ratio}
    numbers = tuple((name, whole(n)) for name, n in named_numbers.items() if n is not None)
    if pattern is not None:
        refuse_unknown_pattern(pattern, "pattern")
    if not (known or numbers or pattern):
        raise MexploreError("name what to search for: first values, period=7, pattern='geometric'")
    if first is not None and not known:
        raise MexploreError("first is the n of the first value, and no value was given")
    start = int(known[:1] not in ((), (0,))) if first is None else whole(first)
    looked = Search(Wanted(known, start, numbers, pattern), time_of(budget))
    named = of_families([read_family(text, {}) for text in families or SEARCHED])
    candidates = named if families else chain(of_library(shipped()), named)
    rows = [(hit.rule, hit.origin) for hit in looked.hits(candidates)]
    return pd.DataFrame(rows, columns=["rule", "origin"])


def match(
    subject: Game | Iterable[Any],
    /,
    oeis: str | Path,
    names: str | Path | None = None,
    *,
    terms: int = 20_000,
    budget: float = 3.0,
) -> pd.DataFrame:
    """The sequences in a local copy of OEIS (https://oeis.org/stripped.gz) with which the values,
    or another form of them (P-positions, differences, ...), agree, best first: ``number``,
    ``name`` from a copy of names.gz, ``transform``, ``agreed`` (the terms that were compared),
    ``significant`` (whether these are enough) and more.

    At most ``terms`` values are used, those that are computed in ``budget`` seconds.

    >>> import tempfile
    >>> copy = Path(tempfile.mkdtemp()) / "stripped"
    >>> odd = ",".join(str(n % 2) for n in range(90))
    >>> _ = copy.write_text(f"A000035 ,{odd},\\n")
    >>> match("subtract(1)", copy)[["number", "agreed"]].values.tolist()
    [['A000035', 90]]
    """
    import pandas as pd

    from mexplore.discover.heaps.evidence.sources import given_terms, source_of
    from mexplore.discover.surveys.oeis.lines import WINDOW, names_of
    from mexplore.discover.surveys.oeis.matching import match as looked_up
    from mexplore.rules.engine.working import working_seconds
    from mexplore.rules.text import given

    listed = given.is_listed(subject)
    source = given_terms(given.terms(subject)) if listed else source_of(rule(cast("Game", subject)))  # type: ignore[arg-type]
    stop = whole(terms)
    evidence = source.extend(stop, working_seconds() + time_of(budget))
    dense = evidence.values if evidence.by_runs is None else evidence.by_runs.dense(stop)
    if len(dense) < WINDOW:
        raise MexploreError(f"{len(dense)} terms are too few to be looked up; {WINDOW} are needed")
    found = looked_up(dense, path_of(oeis)).found
    called = {} if names is None else names_of(path_of(names), {m.number for m in found})[0]
    rows = [
        {"number": one.number, "name": called.get(one.number, "")}
        | {key: getattr(one, key) for key in _MATCHED}
        for one in found
    ]
    return pd.DataFrame(rows, columns=["number", "name", *_MATCHED])


_MATCHED = ("transform", "first", "dropped", "agreed", "informative", "significant")


def atlas(path: str | Path | None = None) -> pd.DataFrame:
    """What sweeps have found, a row a rule: ``rule``, ``family``, ``parameters``, ``pattern``,
    ``status``, ``theorem``, ``preperiod``, ``period``, ``certificate`` and more (see `sweep`).

    >>> try:
    ...     atlas("none.sqlite")
    ... except MexploreError as error:
    ...     print(error)
    there is no atlas none.sqlite; mexplore sweep FAMILY --atlas FILE makes one
    """
    from mexplore.discover.surveys.atlas import Atlas, default_atlas

    with Atlas.read(default_atlas() if path is None else path_of(path)) as opened:
        frame = opened.frame()
        _warn_of(opened.notes)
    return frame


def _warn_of(notes: Iterable[str]) -> None:
    """Damaged rows of an atlas are left out, with a warning."""
    for note in notes:
        warnings.warn(note, RuntimeWarning, stacklevel=3)

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

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar, cast, overload

from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError
from mexplore.rules.text.given import whole
from mexplore.studies import BoardStudy, MisereStudy, Study, path_of

if TYPE_CHECKING:
    import pandas as pd
    import sympy

    from mexplore.discover.families.study import FamilyStudy
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.compare import Comparison
    from mexplore.discover.questions.explain import Explanation
    from mexplore.discover.questions.sums import Solution
    from mexplore.discover.study.certificate import Certificate, Verdict
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.kind import GameKind
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.misere.board import MisereBoard
    from mexplore.rules.rule import Rule, Values

    Game = str | Rule | Callable[[Any], Iterable[Any]]
    """A rule as text, as `rule` makes it, or as a function that yields the moves from a heap."""

    Line = Literal["row", "column", "diagonal", "value"]

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

BUDGET = 20.0
"""Seconds that a search for a law may take, unless given otherwise."""

P = ParamSpec("P")
T = TypeVar("T")


def _in_time(function: Callable[P, T]) -> Callable[P, T]:
    """The function, stopped where it goes on after the end of its ``budget``: MexploreError then,
    if it has no answer that says how far it came."""
    usual = (function.__kwdefaults__ or {})["budget"]

    @wraps(function)
    def answered(*args: P.args, **more: P.kwargs) -> T:
        from mexplore.rules.engine.working import stopped_after
        from mexplore.rules.errors import was_out_of_time

        budget = _seconds(more.get("budget", usual))
        try:
            return stopped_after(budget, partial(function, *args, **more))
        except (KeyboardInterrupt, Exception) as error:
            if not was_out_of_time(error):
                raise
        remedy = "budget=None is as long as it takes"
        raise MexploreError(f"not answered within {budget:g} seconds; {remedy}")

    return answered


def rule(text: Game, *, allow_python: bool = False) -> Rule:
    """The rule that a text denotes, in its simplest form; a rule is returned as it is. Of a
    function, options(n), the moves from a heap of n are what it yields: heaps, or lists of heaps;
    an option with a negative heap is no move. A function that is one expression in n is read, and
    is the rule that this expression is in notation, with its theorems.

    ``allow_python`` lets ``"games.py:options"`` name a function in a file, which is then run.

    >>> str(rule("subtract(4, 1, 3)")), str(rule("kayles"))
    ('subtract(1, 3, 4)', '0.77')
    >>> sorted(rule("0.7").options(3))
    [(1, 1), (2,)]
    >>> values(lambda n: [n - 1, [n // 2, n // 2]] if n > 1 else [], 8).tolist()
    [0, 0, 1, 2, 1, 2, 1, 2]
    >>> str(rule(lambda n: [n - 1, n - 2]))
    'subtract(1, 2)'
    """
    if not isinstance(text, str):
        from mexplore.rules.rule import Rule as Known

        if isinstance(text, Known):
            return text
        if not callable(text):
            raise MexploreError(f"{text!r} is no rule; write one as text, such as '0.77'")
        from mexplore.rules.families.function.given import GivenFunction
        from mexplore.rules.families.function.reading import read
        from mexplore.rules.notation import parse_rule

        given = GivenFunction.of(text)
        return read(given, parse_rule) or given
    from mexplore.rules.notation import parse_board, parse_rule

    if parse_board(text) is not None:
        raise MexploreError(f"{text}: a board has no heaps; analyse, table and solve take boards")
    return parse_rule(text, allow_python=allow_python)


def board(text: str | Board) -> Board:
    """The board that a text denotes, or that the library names.

    >>> str(board("king"))
    '(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]'
    """
    return _board(text)


@_in_time
def values(game: Game, /, stop: int, *, budget: float | None = None) -> Values:
    """G(0), ..., G(stop - 1), as an array of unsigned integers. MexploreError if they are not
    computed in ``budget`` seconds; None is as long as it takes.

    >>> values("0.77", 10).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    from mexplore.rules.engine.grundy import grundy_values

    return grundy_values(rule(game), whole(stop), _until_over(budget))


terms = values
"""`values`, by the name that they have on the command line."""


@_in_time
def table(
    board: str | Board,
    /,
    size: tuple[int, ...],
    *,
    edges: bool = False,
    budget: float | None = None,
) -> BoardValues:
    """table[x, y] = G(x, y) of a board, given as a text or by name, for x, y below the sides.

    The game is on the quarter plane; with ``edges`` what lies beyond the sides is no move.
    MexploreError if ``budget`` seconds are not enough.

    >>> table("knight", (8, 8), edges=True)[7, 7].item(), table("knight", (8, 8))[7, 7].item()
    (0, 1)
    """
    from mexplore.rules.boards.table import Tables
    from mexplore.rules.text.given import place

    sides = place(size)
    if isinstance(sides, int) or not sides or min(sides) < 1:
        raise MexploreError(f"a table of {size} has no squares; write its sides, such as (8, 8)")
    return Tables(_board(board), _until_over(budget)).table(sides, edges=edges)


@_in_time
def runs(game: Game, /, stop: int, *, budget: float | None = None) -> pd.DataFrame:
    """The maximal runs of equal values on 0 <= n < stop; ``stop`` may be 10^100 for divisions.
    MexploreError if ``budget`` seconds are not enough.

    >>> runs("divide(2..6)", 10**30).tail(1)["value"].item()
    0
    """
    from mexplore.discover.heaps.evidence.sources import evidence_below
    from mexplore.discover.questions.frames import runs_frame

    return runs_frame(evidence_below(rule(game), whole(stop), _until_over(budget)).runs)


@overload
def analyse(
    subject: Game | Iterable[Any],
    *,
    play: Literal["normal"] = "normal",
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study: ...


@overload
def analyse(
    subject: Board, *, upto: int | None = None, budget: float | None = BUDGET
) -> BoardStudy: ...


@overload
def analyse(
    subject: str | Board,
    *,
    line: tuple[Line, int],
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study: ...


@overload
def analyse(subject: str, *, where: str, budget: float | None = BUDGET) -> FamilyStudy: ...


@overload
def analyse(
    subject: str | Rule,
    *,
    play: Literal["misere"],
    upto: int | None = None,
    budget: float | None = BUDGET,
) -> MisereStudy: ...


@_in_time
def analyse(
    subject: Game | Board | Iterable[Any],
    *,
    where: str | None = None,
    line: tuple[Line, int] | None = None,
    play: str = "normal",
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study | BoardStudy | FamilyStudy | MisereStudy:
    """Compute values, find the law, prove it: the main job, for a rule, a Python function, a
    board, or bare numbers: a list, an array, a Series.

    Values double until something is proved, ``budget`` seconds are over or ``max_terms`` values
    are known; ``upto`` fixes the last n instead. Without a rule nothing can be proved. With
    ``play="misere"`` the player who makes the last move loses, and heaps have classes.

    >>> analyse("divide(2..6)")
    <divide(2..6): G(n) = G(floor(n/12)) for all n >= 6; proved by floors commute>
    >>> analyse([n % 3 for n in range(99)])
    <99 numbers: G(n + 3) = G(n) for all n >= 0; holds so far>
    >>> analyse("0.52", play="misere").kind
    'tame'

    A text that denotes a board has a `BoardStudy` (for a checker of types, read it first:
    ``analyse(board("wythoff"))``). Of a board, ``line`` is a row, column or diagonal, or the
    squares of a value, as a sequence:

    >>> analyse("wythoff", line=("row", 4)).law
    'G(n + 12) = G(n) + 12 for all n >= 9'

    With ``where``, names in the rule stand for all numbers that satisfy these constraints: a law
    is looked for that holds for all of them.

    >>> analyse("subtract(k)", where="k >= 1")
    <subtract(k) for k >= 1: 1 law; proved>
    """
    if where is not None:
        if upto is not None or max_terms is not None or line is not None or play != "normal":
            raise MexploreError("laws of families are found in budget seconds, in normal play")
        return _analyse_family(f"{subject} for {where}", budget)
    from dataclasses import replace

    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.text.given import is_listed, terms

    most = None if max_terms is None else whole(max_terms)
    last = None if upto is None else whole(upto)
    limits = Limits(_seconds(budget), most, last, who_wins=True)
    if line is not None:
        if play != "normal":
            raise MexploreError("the laws of boards are about normal play")
        return _analyse_line(subject, line, limits)
    if play == "misere":
        return _analyse_misere(subject, limits)
    if play != "normal":
        raise MexploreError(f"play is 'normal' or 'misere', not {play!r}")
    if is_listed(subject):
        from mexplore.discover.heaps.evidence.sources import given_terms

        given = terms(subject)  # type: ignore[arg-type]
        found = study(None, limits, source=given_terms(given))
        return Study(replace(found, name=f"{len(given)} numbers"))
    grid = _under_misere(subject) or _board_or_none(subject)
    if grid is not None:
        from mexplore.discover.boards.study import study_board

        return BoardStudy(study_board(grid, upto=limits.upto, budget=limits.budget))
    return Study(study(rule(cast("Game", subject)), limits))


def _analyse_family(text: str, budget: float | None) -> FamilyStudy:
    from mexplore.discover.families.kind import Families
    from mexplore.discover.kinds import kind_of
    from mexplore.discover.study.limits import Limits

    kind = kind_of(text)
    if not kind.name.startswith("families"):
        kind = Families()  # it says what is wrong with the text
    limits = None if budget is None else Limits(budget)
    return cast("FamilyStudy", kind.study(kind.parse(text), limits))


def _analyse_line(subject: object, line: object, limits: Limits) -> Study:
    """A row, column or diagonal of a board, or the squares of a value, as a sequence."""
    from dataclasses import replace
    from operator import index

    from mexplore.discover.boards.line_study import study_line
    from mexplore.rules.boards.lines import BoardSequence

    kind: Any
    number: Any
    kind, number = line if isinstance(line, tuple) and len(line) == 2 else (None, None)
    if kind not in ("row", "column", "diagonal", "value"):
        remedy = "write ('row', 4); 'column', 'diagonal' and 'value' are the others"
        raise MexploreError(f"line {line!r} is no line of a board; {remedy}")
    backwards = kind == "diagonal" and isinstance(number, int) and number < 0
    at = index(number) if backwards else whole(number)
    sequence = BoardSequence(_board(subject), None, kind, at)
    found = study_line(sequence, limits)
    return Study(replace(found.study, name=str(sequence)))


def _analyse_misere(subject: object, limits: Limits) -> MisereStudy:
    from mexplore.discover.misere.study import study_misere
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.text.given import is_listed

    if is_listed(subject):
        raise MexploreError("bare numbers have no moves: misère play needs a rule")
    board = _board_or_none(subject)
    if board is not None:
        raise MexploreError(f"write misère play of a board as analyse('misere {board}')")
    return MisereStudy(study_misere(Misere(rule(cast("Game", subject))), limits))


study = analyse
"""`analyse`, by the name that it has on the command line."""


@overload
def predict(
    game: Game,
    /,
    n: int,
    *,
    unproved: bool = False,
    max_positions: int | None = None,
    budget: float = BUDGET,
) -> int: ...


@overload
def predict(  # type: ignore[overload-overlap]
    game: Game,
    /,
    n: tuple[int, ...],
    *,
    unproved: bool = False,
    max_positions: int | None = None,
    budget: float = BUDGET,
) -> int | list[int]: ...


@overload
def predict(
    game: Game,
    /,
    n: Iterable[int] | Iterable[tuple[int, ...]],
    *,
    unproved: bool = False,
    max_positions: int | None = None,
    budget: float = BUDGET,
) -> list[int]: ...


@_in_time
def predict(
    game: Game,
    /,
    n: int | tuple[int, ...] | Iterable[int] | Iterable[tuple[int, ...]],
    *,
    unproved: bool = False,
    max_positions: int | None = None,
    budget: float = BUDGET,
) -> int | list[int]:
    """G(n) for one n or several, of any size, by a proved law or computed from the definition; of
    a board G at a square, or at several.

    MexploreError where neither reaches n; ``unproved`` allows a law that only holds so far. Where
    what n can reach is explored, at most ``max_positions`` are.

    >>> predict("0.77", 10**18), predict("divide(2..6)", [7, 6 * 12**400])
    (1, [0, 0])
    >>> predict("wythoff", (3, 5)), predict("wythoff", [(1, 2), (1, 3)])
    (0, [0, 4])
    """
    from mexplore.discover.study.kind import Means
    from mexplore.rules.text.given import is_listed, places

    kind, played = _game(game)
    single = not is_listed(n) or isinstance(n, kind.place)
    asked, kinds = places([n] if single else n)  # type: ignore[arg-type]
    if not all(issubclass(each, kind.place) for each in kinds):
        wrong = next(each for each in asked if not isinstance(each, kind.place))
        what = "a heap, and this game" if isinstance(wrong, int) else "a square, and this game"
        raise MexploreError(f"{wrong} is {what} is of {kind.name}")
    means = Means(unproved, _time(budget), False, True, _positions(max_positions))
    known = kind.known_values(played, asked, means)
    found = known.at_all(asked)
    return found[0] if single else found


@_in_time
def check(
    game: Game,
    /,
    claim: str | sympy.Expr,
    start: int = 0,
    stop: int | None = None,
    *,
    budget: float = BUDGET,
) -> Conclusion[Any]:
    """Whether a formula in n, a text or an expression of sympy, gives G(n) for start <= n < stop
    and, where provable, for all n; of a board whether one in x, y does for these x and y. Without
    ``stop`` n goes to 10^5, x and y to 100.

    >>> check("subtract(1..9)", "Mod(n, 10)").status
    'proved'
    >>> check("subtract(1..9)", "Mod(n, 9)").first_failure
    9
    >>> check("wythoff", "Mod(x + y, 2)").first_failure
    (0, 2)
    """
    kind, played = _game(game)
    first, last = whole(start), kind.checked[1] if stop is None else whole(stop) - 1
    _refuse_empty(first, last + 1)
    return kind.check_conjecture(played, _formula(claim), (first, last), _time(budget))


@_in_time
def solve(
    *heaps: tuple[Game, int | Sequence[int]] | Game | int | Sequence[int],
    unproved: bool = False,
    max_positions: int | None = None,
    budget: float = BUDGET,
) -> Solution:
    """Who wins a sum of heaps, each (rule, size), or tokens, each (board, square), and how; of one
    game the sizes, or squares, follow it.

    >>> solution = solve(("0.77", 15), ("subtract(1, 3, 4)", 10**18))
    >>> solution.winner, solution.nim_sum, solution.count
    ('next', 6, 3)
    >>> solve(("wythoff", (3, 4))).token_moves[0].results
    (((1, 2),),)
    >>> solve("kayles", 5, 7).nim_sum  # 4 xor 2
    6
    """
    from mexplore.discover.boards.values import SquareValues
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.questions.classes import NimSquares, NimValues
    from mexplore.discover.questions.sums import Component, Token
    from mexplore.discover.questions.sums import solve as solve_sum
    from mexplore.discover.study.kind import Means
    from mexplore.rules.text.given import place

    placed = [(game, place(at)) for game, at in map(_pair, _of_one_game(heaps))]
    position = [Component(rule(game), at) for game, at in placed if isinstance(at, int)]
    tokens = [Token(_board(str(game)), at) for game, at in placed if not isinstance(at, int)]
    means = Means(unproved, _time(budget), False, True, _positions(max_positions))
    boards = {t.rule: NimSquares(SquareValues(t.rule, None, means)) for t in tokens}
    sizes: dict[Rule, list[int]] = {}
    for heap in position:
        sizes.setdefault(heap.rule, []).append(heap.size)
    heaps_of = {r: NimValues(answers(r, mine, means)) for r, mine in sizes.items()}
    return solve_sum([*position, *tokens], {**boards, **heaps_of})


@_in_time
def compare(game: Game, other: Game, /, stop: int = 10**4, *, budget: float = BUDGET) -> Comparison:
    """Whether two rules have equal values: the first n < stop where they differ, or none.

    >>> compare("0.3", "subtract(1)").equal_by, compare("0.3", "0.33").first_difference
    ('laws', 2)
    """
    from mexplore.discover.questions.compare import compare as compare_rules

    stop = whole(stop)
    _refuse_empty(0, stop)
    return compare_rules(rule(game), rule(other), stop - 1, _time(budget))


@_in_time
def count(
    game: Game,
    /,
    stop: int,
    heaps: int = 1,
    *,
    start: int = 0,
    ordered: bool = False,
    unproved: bool = False,
    budget: float = BUDGET,
) -> int:
    """How many positions of ``heaps`` heaps, each start <= size < stop, are lost for the mover.

    Multisets are counted, or tuples if ``ordered``; the number is exact. Of a board, positions of
    tokens are counted, each start <= x, y < stop.

    >>> count("0.07", 10**18), count("subtract(squares)", 30, heaps=3), count("rook", 10**18)
    (147058823529411769, 1160, 1000000000000000000)
    """
    from mexplore.discover.questions.classes import NimValues, few_or_last

    start, stop, heaps = whole(start), whole(stop), whole(heaps)
    _refuse_empty(start, stop)
    if heaps < 1:
        raise MexploreError(f"a position has at least 1 heap, not {heaps}")
    if (squares := _board_or_none(game)) is not None:
        from mexplore.discover.questions.boards import Region, lost_on_board
        from mexplore.discover.study.kind import Means

        region, means = Region(squares, None, stop - 1), Means(unproved, _time(budget))
        return lost_on_board(region, heaps, start, means, ordered=ordered)[0]
    known = NimValues(_answers(rule(game), few_or_last(start, stop), unproved, budget))
    return known.lost(start, stop, heaps, ordered=ordered)


@_in_time
def positions(game: Game, /, stop: int, value: int = 0, *, budget: float = BUDGET) -> pd.DataFrame:
    """The n < stop with G(n) = value, by default the P-positions, and the gaps between them; of a
    board the squares x, y < stop, in the order of x + y, then of x.

    >>> positions("subtract(1, 3, 4)", 15)["n"].tolist()
    [0, 2, 7, 9, 14]
    >>> positions("wythoff", 6).values.tolist()
    [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]
    """
    from mexplore.discover.questions.frames import occurrences_frame

    stop = whole(stop)
    _refuse_empty(0, stop)
    if (squares := _board_or_none(game)) is not None:
        import pandas as pd

        from mexplore.discover.questions.boards import squares_of_value

        found = squares_of_value(table(squares, (stop, stop), budget=budget), whole(value))
        return pd.DataFrame(found, columns=["x", "y"])
    known = _answers(rule(game), [stop - 1], False, budget)
    return occurrences_frame(known.best_for(stop).form, whole(value), stop)


@_in_time
def verify(
    certificate: str | Path | Certificate,
    *,
    by_definition: bool = False,
    fast: bool = False,
    budget: float | None = None,
) -> Verdict:
    """Check a certificate again, given as a file, its text or a dict, trusting no detector.

    Each value is confirmed by code that `analyse` does not run; with ``by_definition`` it comes
    from the rule's options alone, and ``fast`` believes the engines of `analyse`. What it was
    checked by stands in the ``reason``. MexploreError if it is no certificate at all, or if
    ``budget`` seconds are not enough.

    >>> verify(analyse("subtract(1, 2)").certificate).valid
    True
    """
    from mexplore.discover.study.certificate import LARGEST_TEXT, read_certificate
    from mexplore.discover.verifying import verify as verify_again

    if not isinstance(certificate, str | Path | Mapping):
        raise MexploreError(f"{certificate!r} is no certificate; name its file, or give its text")
    if isinstance(certificate, Path) or (
        isinstance(certificate, str) and not certificate.lstrip().startswith("{")
    ):
        from mexplore.rules.text.files import read_text

        certificate = read_text(Path(certificate), LARGEST_TEXT)
    if isinstance(certificate, str):
        certificate = read_certificate(certificate)
    watcher = _until_over(budget)
    return verify_again(certificate, by_definition=by_definition, fast=fast, watcher=watcher)


@_in_time
def explain(
    game: Game, /, heaps: Iterable[int] = range(1, 9), *, budget: float | None = None
) -> Explanation:
    """What a rule means: options of a few heaps, and which theorems are about it. MexploreError if
    ``budget`` seconds are over before the options of all heaps are listed.

    >>> explain("0.7", [2]).options[0].options
    ((1,),)
    """
    from mexplore.discover.questions.explain import explain as explain_rule
    from mexplore.rules.library import shipped
    from mexplore.rules.text.given import is_listed

    listed = heaps if is_listed(heaps) else [heaps]
    heaps = _watched(map(whole, listed), _until_over(budget))
    return explain_rule(rule(game), heaps, shipped())


def library() -> pd.DataFrame:
    """The named games: ``name``, ``rule``, ``title``, ``source`` and ``notes``.

    >>> library().set_index("name").loc["kayles", "rule"]
    '0.77'
    """
    import pandas as pd

    from mexplore.rules.library import shipped

    return pd.DataFrame([vars(entry) for entry in shipped().values()])


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
    What no theorem has settled is studied ``further`` at the end, for so many seconds each, with
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
    from mexplore.discover.surveys.pool import LocalPool
    from mexplore.discover.surveys.query import rows_frame
    from mexplore.discover.surveys.reading import read_family
    from mexplore.discover.surveys.sweep import Further, Plan
    from mexplore.discover.surveys.sweep import sweep as carry_out

    if not isinstance(family, str):
        raise MexploreError(f"{family!r} is no family; write one as text, such as 'octal(2)'")
    plan = Plan.of(read_family(family, holes or {}), Choice(limit))
    with Atlas.create(default_atlas() if path is None else path_of(path)) as opened:
        limits = Limits(_time(budget), whole(max_terms), runs_upto=10**120)
        last = None if further is None else Further(_time(further))
        survey = carry_out(plan, opened, LocalPool(workers), limits, further=last)
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
    looked = Search(Wanted(known, start, numbers, pattern), _time(budget))
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
    evidence = source.extend(stop, working_seconds() + _time(budget))
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


def _game(game: Game) -> tuple[GameKind[Any], Any]:
    """The kind of a game, and the game as the kind reads it."""
    from mexplore.discover.kinds import kind_of
    from mexplore.rules.library import shipped

    if not isinstance(game, str):
        from mexplore.rules.boards.board import Board
        from mexplore.rules.misere.board import MisereBoard

        known = game if isinstance(game, Board | MisereBoard) else rule(game)
        return kind_of(str(known)), known
    named = shipped().get(game)
    notation = game if named is None else named.rule
    kind = kind_of(notation)
    played = kind.parse(notation)
    return (kind, played) if played is not None else _game(rule(game))


def _under_misere(text: object) -> MisereBoard | None:
    """One token on a board under misère play: ``misere (x, y) -> [...]``."""
    from mexplore.rules.misere.board import MisereBoard

    if isinstance(text, str):
        return MisereBoard.parse(text, _board_or_none)
    return text if isinstance(text, MisereBoard) else None


def _board(text: object) -> Board:
    """The board that a text denotes, or that the library names."""
    found = _board_or_none(text)
    if found is None:
        short = str(text)[:60]
        raise MexploreError(f"{short}: no board; write one such as (x, y) -> [(x - 1, y)]")
    return found


def _board_or_none(text: object) -> Board | None:
    from mexplore.rules.boards.board import Board
    from mexplore.rules.library import shipped
    from mexplore.rules.notation import parse_board

    if isinstance(text, Board) or not isinstance(text, str):
        return text if isinstance(text, Board) else None
    named = shipped().get(text)
    return parse_board(text if named is None else named.rule)


def _seconds(budget: Any) -> float | None:
    from mexplore.rules.text.given import seconds

    return seconds(budget)


def _time(budget: Any) -> float:
    """The seconds of a question that has to end."""
    found = _seconds(budget)
    return 1e9 if found is None else found


def _until_over(budget: float | None) -> Watcher:
    """A watcher that ends a computation when so many seconds are over."""
    from mexplore.discover.boards.clock import until
    from mexplore.rules.engine.grundy import no_progress
    from mexplore.rules.engine.working import working_seconds

    seconds = _seconds(budget)
    return until(None if seconds is None else working_seconds() + seconds, no_progress)


def _watched(heaps: Iterable[int], watcher: Watcher) -> Iterator[int]:
    """The heaps, between which the watcher is called."""
    from mexplore.rules.engine.grundy import Progress

    for done, heap in enumerate(heaps):
        watcher(Progress("options", done, 0))
        yield heap


def _of_one_game(heaps: Sequence[Any]) -> Sequence[Any]:
    """The heaps, each with its game, where the first names the game of all."""
    if not heaps or isinstance(heaps[0], tuple | int):
        return heaps
    return [(heaps[0], size) for size in heaps[1:]]


def _pair(heap: Any) -> tuple[Any, Any]:
    if not isinstance(heap, tuple) or len(heap) != 2:
        raise MexploreError(f"{heap!r} is no heap; write (rule, size), or (board, square)")
    return heap


def _formula(claim: Any) -> str:
    """A claim as a text: what sympy prints of an expression is read back exactly."""
    if isinstance(claim, str):
        return claim
    if isinstance(claim, int) or hasattr(claim, "free_symbols"):
        return str(claim)
    raise MexploreError(f"{claim!r} is no claim; write a formula, such as 'Mod(n, 4)'")


def _refuse_empty(start: int, stop: int) -> None:
    if not 0 <= start < stop:
        raise MexploreError(f"the range {start} <= n < {stop} is empty or negative")


def _answers(game: Rule, heaps: Sequence[int], unproved: bool, budget: float) -> Answers:
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.study.kind import Means

    means = Means(unproved, _time(budget), law_first=False, singly=len(heaps) > 1)
    return answers(game, heaps, means)


def _positions(most: Any) -> int | None:
    """The limit on explored positions, if there is one."""
    return None if most is None else whole(most)

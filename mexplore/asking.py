"""Questions about games and their answers, from Python: values, sums, counts, proofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from mexplore.games import (
    BUDGET,
    answers_of,
    board_of,
    board_or_none,
    formula_of,
    in_time,
    kind_and_game,
    most_of,
    of_one_game,
    pair_of,
    refuse_empty,
    rule,
    time_of,
    until_over,
    watched,
)
from mexplore.rules.errors import MexploreError
from mexplore.rules.text.given import whole

if TYPE_CHECKING:
    import pandas as pd
    import sympy

    from mexplore.discover.questions.compare import Comparison
    from mexplore.discover.questions.explain import Explanation
    from mexplore.discover.questions.sums import Solution
    from mexplore.discover.study.certificate import Certificate, Verdict
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.games import Game
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.rule import Rule, Values


@in_time
def values(game: Game, /, stop: int, *, budget: float | None = None) -> Values:
    """G(0), ..., G(stop - 1), as an array of unsigned integers. MexploreError if they are not
    computed in ``budget`` seconds; None is as long as it takes.

    >>> values("0.77", 10).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    from mexplore.rules.engine.grundy import grundy_values

    return grundy_values(rule(game), whole(stop), until_over(budget))


terms = values
"""`values`, by the name that they have on the command line."""


@in_time
def table(
    board: str | Board,
    /,
    size: tuple[int, ...],
    *,
    edges: bool = False,
    budget: float | None = None,
) -> BoardValues:
    """table[x, y] = G(x, y) of a board, given as a text or by name, for x, y below the sides.

    The game is on the quarter plane; with ``edges`` what lies beyond the sides is not a move.
    MexploreError if ``budget`` seconds are not enough.

    >>> table("knight", (8, 8), edges=True)[7, 7].item(), table("knight", (8, 8))[7, 7].item()
    (0, 1)
    """
    from mexplore.rules.boards.table import Tables
    from mexplore.rules.text.given import place

    sides = place(size)
    if isinstance(sides, int) or not sides or min(sides) < 1:
        raise MexploreError(f"a table of {size} has no squares; write its sides, such as (8, 8)")
    return Tables(board_of(board), until_over(budget)).table(sides, edges=edges)


@in_time
def runs(game: Game, /, stop: int, *, budget: float | None = None) -> pd.DataFrame:
    """The maximal runs of equal values on 0 <= n < stop; ``stop`` may be 10^100 for divisions.
    MexploreError if ``budget`` seconds are not enough.

    >>> runs("divide(2..6)", 10**30).tail(1)["value"].item()
    0
    """
    from mexplore.discover.heaps.evidence.sources import evidence_below
    from mexplore.discover.questions.frames import runs_frame

    return runs_frame(evidence_below(rule(game), whole(stop), until_over(budget)).runs)


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


@in_time
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
    >>> predict("kinds A(n) -> A(n - 1) | A(n - 2); start A(n)", [5, 10**18])
    [2, 1]
    """
    from mexplore.discover.study.kind import Means
    from mexplore.rules.text.given import is_listed, places

    kind, played = kind_and_game(game)
    single = not is_listed(n) or isinstance(n, kind.place)
    asked, kinds = places([n] if single else n)  # type: ignore[arg-type]
    if not all(issubclass(each, kind.place) for each in kinds):
        wrong = next(each for each in asked if not isinstance(each, kind.place))
        what = "a heap, and this game" if isinstance(wrong, int) else "a square, and this game"
        raise MexploreError(f"{wrong} is {what} is of {kind.name}")
    means = Means(unproved, time_of(budget), False, True, most_of(max_positions))
    named = kind.places_named(played, asked)
    found = kind.known_values(played, named, means).at_all(named)
    return found[0] if single else found


@in_time
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
    kind, played = kind_and_game(game)
    first, last = whole(start), kind.checked[1] if stop is None else whole(stop) - 1
    refuse_empty(first, last + 1)
    return kind.check_conjecture(played, formula_of(claim), (first, last), time_of(budget))


@in_time
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

    placed = [(game, place(at)) for game, at in map(pair_of, of_one_game(heaps))]
    position = [Component(rule(game), at) for game, at in placed if isinstance(at, int)]
    tokens = [Token(board_of(str(game)), at) for game, at in placed if not isinstance(at, int)]
    means = Means(unproved, time_of(budget), False, True, most_of(max_positions))
    boards = {t.rule: NimSquares(SquareValues(t.rule, None, means)) for t in tokens}
    sizes: dict[Rule, list[int]] = {}
    for heap in position:
        sizes.setdefault(heap.rule, []).append(heap.size)
    heaps_of = {r: NimValues(answers(r, mine, means)) for r, mine in sizes.items()}
    return solve_sum([*position, *tokens], {**boards, **heaps_of})


@in_time
def compare(game: Game, other: Game, /, stop: int = 10**4, *, budget: float = BUDGET) -> Comparison:
    """Whether two rules have equal values: the first n < stop where they differ, or none.

    >>> compare("0.3", "subtract(1)").equal_by, compare("0.3", "0.33").first_difference
    ('laws', 2)
    """
    from mexplore.discover.questions.compare import compare as compare_rules

    stop = whole(stop)
    refuse_empty(0, stop)
    return compare_rules(rule(game), rule(other), stop - 1, time_of(budget))


@in_time
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
    refuse_empty(start, stop)
    if heaps < 1:
        raise MexploreError(f"a position has at least 1 heap, not {heaps}")
    if (squares := board_or_none(game)) is not None:
        from mexplore.discover.questions.boards import Region, lost_on_board
        from mexplore.discover.study.kind import Means

        region, means = Region(squares, None, stop - 1), Means(unproved, time_of(budget))
        return lost_on_board(region, heaps, start, means, ordered=ordered)[0]
    known = NimValues(answers_of(rule(game), few_or_last(start, stop), unproved, budget))
    return known.lost(start, stop, heaps, ordered=ordered)


@in_time
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
    refuse_empty(0, stop)
    if (squares := board_or_none(game)) is not None:
        import pandas as pd

        from mexplore.discover.questions.boards import squares_of_value

        found = squares_of_value(table(squares, (stop, stop), budget=budget), whole(value))
        return pd.DataFrame(found, columns=["x", "y"])
    known = answers_of(rule(game), [stop - 1], False, budget)
    return occurrences_frame(known.best_for(stop).form, whole(value), stop)


@in_time
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

    >>> from mexplore import analyse
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
    watcher = until_over(budget)
    return verify_again(certificate, by_definition=by_definition, fast=fast, watcher=watcher)


@in_time
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
    heaps = watched(map(whole, listed), until_over(budget))
    return explain_rule(rule(game), heaps, shipped())

"""Python rules: refused unless allowed, values of any positions, faults in one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge
from mexplore.rules.families.function.rule import Function
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

CODE = """
from __future__ import annotations
from dataclasses import dataclass


@dataclass(frozen=True)
class Pile:
    tokens: int
    most: int


def kayles_row(n):
    # A row of n pins as the multiset of its parts: knock down one pin or two neighbours.
    if isinstance(n, int):
        n = (n,)
    for i, part in enumerate(n):
        rest = n[:i] + n[i + 1 :]
        for taken in (1, 2):
            for left in range(part - taken + 1):
                parts = (left, part - taken - left)
                yield tuple(sorted(rest + tuple(p for p in parts if p)))


def three(n):
    return [n - s for s in (1, 2, 3) if s <= n]


def dynamic(n):
    # The next move may not take more than the last one.
    pile = Pile(n, n) if isinstance(n, int) else n
    for s in range(1, min(pile.tokens, pile.most) + 1):
        yield Pile(pile.tokens - s, s)


def deep(n):
    return [("down", n[1] - 1)] if isinstance(n, tuple) and n[1] else [("down", 10**5)] * (n == 7)


def circle(n):
    return [(n + 1) % 4] if n < 4 else []


def endless(n):
    return [n - 1]


def flood(n):
    while True:
        yield n - 1


def fails(n):
    return [1 // n]


def unhashable(n):
    return [{n}]


def leaves(n):
    raise SystemExit(3)


class Incomparable:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise RuntimeError("no comparison")


def unequal(n):
    return [Incomparable(), Incomparable()]


def nothing(n):
    return 5


def stops(n):
    raise KeyboardInterrupt


class Nameless(Exception):
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __str__


def nameless(n):
    raise Nameless


def generator(n):
    yield n
    raise GeneratorExit


def without_text(n):
    return [Incomparable()] if n == 0 else [n[5]]


Incomparable.__repr__ = Nameless.__str__


def talks(n):
    import sys

    print("hello", n)
    sys.stdout = None
    return [n - 1] if n else []


number = 3
"""


@pytest.fixture
def rule(tmp_path: Path, request: pytest.FixtureRequest) -> Function:
    file = tmp_path / "games.py"
    file.write_text(CODE)
    found = parse_rule(f"{file}:{request.param}", allow_python=True)
    assert isinstance(found, Function)
    assert parse_rule(str(found), allow_python=True) == found
    return replace(found, most=20_000)


def named(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", names, indirect=True)


def test_refused_unless_allowed(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    file = tmp_path / "games.py"
    file.write_text(f"open({str(marker)!r}, 'w')\n")
    for text in (f"{file}:options", f"{file}:options or subtract(1)"):
        with pytest.raises(RuleSyntaxError, match="Python"):
            parse_rule(text)
    parse_rule(f"{file}:options", allow_python=True)
    assert not marker.exists()


@named("three")
def test_heaps(rule: Function) -> None:
    assert grundy_values(rule, 9).tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert grundy_by_definition(rule, 30) == grundy_values(rule, 30).tolist()


@named("kayles_row")
def test_few_values_where_nothing_is_compiled_are_those_of_the_positions(
    rule: Function, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mexplore.rules.engine.grundy.is_loaded", lambda: False)
    assert grundy_values(rule, 5).tolist() == [0, 1, 2, 3, 1]


@named("kayles_row")
def test_tuples_agree_with_the_theory_of_sums(rule: Function) -> None:
    assert grundy_values(rule, 13).tolist() == grundy_values(parse_rule("0.77"), 13).tolist()
    with pytest.raises(InputError, match="no smaller heap"):
        list(rule.options(5))


@named("dynamic")
def test_any_hashable_position(rule: Function) -> None:
    # A first move may take everything; of a pile that was touched, the lowest set bit decides.
    values = grundy_values(rule, 17)
    assert [n for n in range(17) if values[n] == 0] == [0]
    for (option,) in rule.moves(12):
        left, taken = vars(option)["tokens"], vars(option)["most"]
        assert (rule.positions.value(option) == 0) == (left == 0 or left & -left > taken)


@named("deep")
def test_no_limit_of_recursion(rule: Function) -> None:
    assert replace(rule, most=200_000).positions.value(7) == 1  # after an even walk


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("circle", "circle: 0 -> 1 -> 2 -> 3 -> 0"),
        ("endless", "more than 20000 positions"),
        ("flood", "more than 20000 options"),
        ("fails", r"fails\(0\) fails: ZeroDivisionError"),
        ("unhashable", "TypeError: unhashable"),
        ("leaves", r"leaves\(0\) fails: SystemExit: 3"),
        ("unequal", "RuntimeError: no comparison"),
        ("nothing", "'int' object is not iterable"),
        ("nameless", r"nameless\(0\) fails: Nameless$"),
        ("generator", "GeneratorExit"),
        ("without_text", r"without_text\(a Incomparable\) fails: RuntimeError"),
        ("number", "no function called number"),
        ("absent", "no function called absent"),
    ],
    indirect=["rule"],
)
def test_faults_are_one_line(rule: Function, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        grundy_values(rule, 5)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, TooLarge) == ("positions" in problem)


@named("talks")
def test_what_it_prints_is_no_answer(rule: Function, capsys: pytest.CaptureFixture[str]) -> None:
    assert grundy_values(rule, 5).tolist() == [0, 1, 0, 1, 0]
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.splitlines() == [f"hello {n}" for n in range(5)]


@named("stops")
def test_an_interruption_is_let_through(rule: Function) -> None:
    with pytest.raises(KeyboardInterrupt):
        grundy_values(rule, 5)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def options(n:", "SyntaxError"),
        ("import no_such_module_at_all", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (None, "FileNotFoundError"),
    ],
)
def test_files_that_cannot_be_run(tmp_path: Path, code: str | None, problem: str) -> None:
    file = tmp_path / "bad.py"
    if code is not None:
        file.write_text(code)
    with pytest.raises(MexploreError, match=problem):
        grundy_values(parse_rule(f"{file}:options", allow_python=True), 3)


@pytest.mark.parametrize("text", ["games.py", "games.py:", "games.py:1", "games.py:a b"])
def test_malformed(text: str) -> None:
    with pytest.raises(RuleSyntaxError, match="function"):
        parse_rule(text, allow_python=True)

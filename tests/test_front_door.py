"""The public API: light to import, and what goes in and out can be sent to other processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from own_clock import NEVER

import mexplore
from mexplore.rules.rule import grundy_by_definition

ROOT = Path(__file__).parent.parent
HEAVY = {"numpy", "llvmlite", "sympy", "pandas", "matplotlib", "typer", "rich"}
RULES = ("0.77", "subtract(1, 3, 4)", "divide(2..6)", "leave(0 .. n//2)", "subtract(squares)")


def test_importing_it_imports_nothing_heavy() -> None:
    program = "import sys, mexplore; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=True,
    )  # fmt: skip
    assert not HEAVY & set(done.stdout.split())


def test_every_name_is_there_and_has_an_example() -> None:
    assert sorted(mexplore.__all__) == mexplore.__all__
    for name in mexplore.__all__:
        member = getattr(mexplore, name)
        assert member is mexplore.MexploreError or ">>>" in member.__doc__, name


def test_boards_are_asked_as_on_the_command_line() -> None:
    study = mexplore.analyse("knight")
    assert isinstance(study, mexplore.BoardStudy)
    assert study.at((10**20, 3)) == study.at(10**20, 3) == study.at("3, 100000000000000000000")
    assert mexplore.count("wythoff", 10**18 + 1) == 763932022500210305
    squares = mexplore.positions("wythoff", 30)
    assert mexplore.count("wythoff", 30) == len(squares)
    assert mexplore.count("knight", 40, heaps=2, start=3) > 0
    assert "nim-sum not 0" in repr(mexplore.solve(("wythoff", (10**30, 2 * 10**30))))
    with pytest.raises(mexplore.MexploreError, match="does not follow"):
        mexplore.count("wythoff", 10**18, heaps=2)
    with pytest.raises(mexplore.MexploreError, match="are no values"):
        mexplore.search("subtract(max=6)", period=7)


def test_a_script_may_sweep_on_its_first_lines(tmp_path: Path) -> None:
    """Workers do not run the script again, which has no guard."""
    script = tmp_path / "script.py"
    sweep = "mexplore.sweep('subtract(max=2, size<=2)', 'atlas.sqlite', workers=2, max_terms=600)"
    script.write_text(f"import mexplore\nprint('once', len({sweep}))\n")
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True, text=True, cwd=tmp_path, timeout=NEVER, check=True,
    )  # fmt: skip
    assert done.stdout == "once 3\n"


@pytest.mark.parametrize("text", RULES)
def test_a_study_survives_pickling(text: str) -> None:
    study = mexplore.analyse(text, max_terms=2000)
    assert (study.status, study.name) != ("", "")
    _ = study.cases, study.formula, study.certificate  # what is computed later goes along
    again = pickle.loads(pickle.dumps(study))
    assert repr(again) == repr(study)
    assert again.values.equals(study.values)
    assert again.runs.equals(study.runs)
    assert again.formula == study.formula
    assert again.certificate == study.certificate
    assert (again.cases is None) == (study.cases is None)
    assert pickle.loads(pickle.dumps(mexplore.rule(text))) == mexplore.rule(text)


def test_other_processes_study_rules() -> None:
    """Started anew, not forked: everything goes through pickle."""
    rules = [mexplore.rule("0.77"), "subtract(1, 3, 4)"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        studies = list(pool.map(mexplore.analyse, rules))
        solved = pool.submit(mexplore.solve, ("0.77", 15), ("subtract(1, 3, 4)", 10)).result()
        assert pool.submit(mexplore.predict, "0.77", 10**30).result() == studies[0].at(10**30)
    assert [study.status for study in studies] == ["proved", "proved"]
    assert solved.winner == "next"


@pytest.mark.parametrize("text", RULES)
def test_its_frames_are_the_values(text: str) -> None:
    study = mexplore.analyse(text, max_terms=2000)
    by_definition = grundy_by_definition(mexplore.rule(text), 200)
    assert study.values["value"].tolist()[:200] == by_definition
    assert [study.at(n) for n in range(200)] == by_definition
    runs = study.runs
    for start, stop, value in runs[["start", "stop", "value"]].head(9).to_numpy().tolist():
        assert set(by_definition[start : min(stop, 200)]) <= {value}
    assert mexplore.values(text, 200).tolist() == by_definition
    assert mexplore.predict(text, list(range(200))) == by_definition
    assert mexplore.count(text, 200) == by_definition.count(0)
    lost = [n for n in range(200) if by_definition[n] == 0]
    assert mexplore.positions(text, 200)["n"].tolist() == lost


def test_a_study_shows_itself() -> None:
    study = mexplore.analyse("0.77")
    assert "\n" not in repr(study)
    assert study._repr_latex_() == f"$\\displaystyle {study.found.findings[0].claim.latex()}$"
    assert "71" in study._repr_markdown_() and "$$" in study._repr_markdown_()
    assert study._repr_html_().startswith("<h3>0.77</h3>")
    assert study.cases is not None
    assert len(study.cases) == study.found.findings[0].claim.parameters()["period"]
    assert study.findings["status"].tolist()[0] == "proved"
    nothing = mexplore.analyse("4!.0", max_terms=600)
    assert repr(nothing) == "<4!.0: nothing found for n < 600>"
    assert (nothing.law, nothing.formula, nothing.cases, nothing._repr_latex_()) == (None,) * 4
    assert nothing.certificate is None and len(nothing.refusals) > 0
    with pytest.raises(mexplore.MexploreError, match=r"G\(600\) was not computed"):
        nothing.at(600)


def test_pictures_and_reports(tmp_path: Path) -> None:
    study = mexplore.analyse("0.77")
    study.plot("residues").savefig(tmp_path / "residues.png")
    with pytest.raises(mexplore.MexploreError, match="no picture"):
        study.plot("nonsense")
    assert study.report().startswith("# ")
    assert study.report(tmp_path / "kayles.html") == (tmp_path / "kayles.html").read_text()
    assert study.report(tmp_path / "kayles.tex").startswith("\\documentclass")
    study.report(tmp_path / "kayles.md")
    assert "proved for all $n$" in (tmp_path / "kayles.md").read_text()


def test_boards() -> None:
    assert mexplore.table("rook", (3, 4)).tolist() == [[x ^ y for y in range(4)] for x in range(3)]
    solution = mexplore.solve(("rook", (3, 5)), ("0.77", 1), ("(x, y) -> [(x - 1, y)]", (2, 2)))
    assert (solution.nim_sum, solution.winner) == (3 ^ 5 ^ 1 ^ 0, "next")
    assert solution.count == sum(len(moves.results) for moves in solution.token_moves)


def test_certificates_in_any_shape(tmp_path: Path) -> None:
    import json

    certificate = mexplore.analyse("0.77").certificate
    assert certificate is not None
    file = tmp_path / "kayles.json"
    file.write_text(json.dumps(certificate))
    for given in (certificate, file, str(file), file.read_text()):
        assert mexplore.verify(given).valid
    assert mexplore.verify(file, by_definition=True).valid
    assert not mexplore.verify(certificate | {"bound": 20}).valid
    with pytest.raises(mexplore.MexploreError):
        mexplore.verify(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: mexplore.rule("0.7W"), "digits"),
        (lambda: mexplore.rule("games.py:options"), "allow_python"),
        (lambda: mexplore.values("(x, y) -> [(x - 1, y)]", 9), "board"),
        (lambda: mexplore.values("wythoff", 9), "board"),
        (lambda: mexplore.table("0.77", (3, 3)), "no board"),
        (lambda: mexplore.table("rook", (3, 0)), "no squares"),
        (lambda: mexplore.table("rook", (3, 3, 3)), "coordinates"),
        (lambda: mexplore.solve(("rook", (3, -1))), "negative"),
        (lambda: mexplore.solve(("0.77", (3, 1))), "no board"),
        (lambda: mexplore.analyse([0, 1, -1]), "n = 2"),
        (lambda: mexplore.predict("0.8", 10**30, budget=0.05), "no closed form"),
        (lambda: mexplore.predict("0.77", -1), "negative"),
        (lambda: mexplore.values("0.77", 10**30), "memory"),
        (lambda: mexplore.values("0.77", -1), "negative"),
        (lambda: mexplore.check("0.77", "Mod(n, 12)", 9, 9), "empty"),
        (lambda: mexplore.check("0.77", "Mod(n, "), "column"),
        (lambda: mexplore.compare("0.77", "0.7", 0), "empty"),
        (lambda: mexplore.solve(("0.77", -5)), "negative"),
        (lambda: mexplore.count("0.77", 9, start=10), "empty"),
        (lambda: mexplore.count("0.77", 9, heaps=0), "heap"),
        (lambda: mexplore.analyse("0.77", upto=-1), "negative"),
    ],
)
def test_what_cannot_be_answered_is_one_line(ask: object, says: str) -> None:
    assert callable(ask)
    with pytest.raises(mexplore.MexploreError, match=says) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_families() -> None:
    found = mexplore.analyse("subtract(k)", where="k >= 1")
    assert found.family_status == "proved"
    assert found.certificate is not None and mexplore.verify(found.certificate).valid
    with pytest.raises(mexplore.MexploreError, match="b is in the rule and in no constraint"):
        mexplore.analyse("subtract(a, b)", where="a >= 1")


@pytest.mark.parametrize("kind", ["int", "str", "float", "numpy", "sympy"])
def test_whole_numbers_of_any_kind_are_heaps(kind: str) -> None:
    import numpy as np
    import sympy

    made: Any = {"int": int, "str": str, "float": float, "numpy": np.int64, "sympy": sympy.Integer}
    of = made[kind]
    assert mexplore.values("0.77", of(9)).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    assert mexplore.predict("0.77", of(5)) == 4 and mexplore.predict("0.77", [of(5), 3]) == [4, 3]
    assert mexplore.predict("wythoff", (of(1), of(2))) == 0
    assert mexplore.solve(("0.77", of(5))).nim_sum == 4
    assert mexplore.solve(("wythoff", [of(1), of(2)])).winner == "previous"
    assert mexplore.count("0.77", of(100)) == 1
    assert mexplore.analyse("subtract(1, 2)").at(of(7)) == 1
    assert mexplore.explain("0.7", of(2)).options[0].options == ((1,),)


@pytest.mark.parametrize(
    "odd", [-1, 2.5, 1e18, None, "seventyish", "1,000", [], object(), float("nan")]
)
def test_what_is_no_number_is_refused_in_one_line(odd: Any) -> None:
    study = mexplore.analyse("subtract(1, 2)")
    calls: list[Any] = [
        lambda: study.at(odd),
        lambda: mexplore.values("0.77", odd),
        lambda: mexplore.runs("divide(2..6)", odd),
        lambda: mexplore.count("0.77", odd),
        lambda: mexplore.positions("0.77", odd),
        lambda: mexplore.compare("0.77", "0.7", odd),
        lambda: mexplore.solve(("0.77", [odd])),
        lambda: mexplore.table("rook", (odd, 3)),
    ]
    for call in calls:
        with pytest.raises(mexplore.MexploreError) as caught:
            call()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("odd", [5, 0.77, None, [0, 1, 0, 1], object()])
def test_what_is_no_rule_is_refused_in_one_line(odd: Any) -> None:
    door: Any = mexplore  # whatever types it asks for
    calls: tuple[Any, ...] = (
        lambda: door.rule(odd),
        lambda: door.values(odd, 5),
        lambda: door.compare("0.3", odd),
        lambda: door.solve((odd, 5)),
        lambda: door.solve(odd, 5),
        lambda: door.sweep(odd),
        lambda: door.check("0.77", lambda n: n),
        lambda: door.verify(5 if odd is None else odd),
        lambda: door.analyse("0.77", budget="20s"),
        lambda: door.analyse("0.77", budget=-1),
        lambda: door.atlas(5),
    )
    for call in calls:
        with pytest.raises(mexplore.MexploreError):
            call()


def test_sequences_of_any_kind() -> None:
    import numpy as np
    import pandas as pd

    given = [n % 3 for n in range(99)]
    kinds: list[Any] = [given, tuple(given), np.array(given), pd.Series(given), iter(given),
                        [str(n) for n in given], [float(n) for n in given]]  # fmt: skip
    for kind in kinds:
        found = mexplore.analyse(kind)
        assert (found.law, found.name) == ("G(n + 3) = G(n) for all n >= 0", "99 numbers")


def test_python_functions_are_rules() -> None:
    def nim(n: int) -> range:
        return range(n)

    def halves(n: int) -> list[Any]:
        return [n // 2, [n // 2, n // 2]] if n else []

    assert mexplore.values(nim, 9).tolist() == list(range(9))
    assert mexplore.values(halves, 5).tolist() == grundy_by_definition(mexplore.rule(halves), 5)
    assert mexplore.values(lambda n: [n - 1] if n else [], 5).tolist() == [0, 1, 0, 1, 0]
    assert mexplore.values(lambda n: [], 5).tolist() == [0] * 5  # of the same name
    assert mexplore.predict(nim, 5) == 5 and mexplore.solve((nim, 5), (nim, 5)).winner == "previous"
    found = mexplore.analyse(lambda n: [n - 1] if n else [], max_terms=200)
    assert found.law == "G(n + 2) = G(n) for all n >= 0" and found.status == "proved"


def test_boards_are_analysed() -> None:
    study = mexplore.analyse("wythoff", budget=20)
    assert isinstance(study, mexplore.BoardStudy)
    assert (study.status, study.theorem) == ("proved", "Wythoff's pairs")
    assert study.at(3, 5) == 0 and study.table[1, 2] == 0 and study.certificate is not None


def test_formulas_are_in_the_plain_symbol() -> None:
    import sympy

    for rule in ("0.77", "subtract(1, 2)", "remove(1 .. n // 2)", "divide(2..6)", "4.[3]"):
        study = mexplore.analyse(rule)
        if study.formula is None:
            continue
        assert study.formula.free_symbols <= {sympy.Symbol("n")}
        for n in (100, 101, 10**6 + 7):
            assert study.formula.subs(sympy.Symbol("n"), n) == study.at(n), rule


def test_a_program_is_code() -> None:
    names: dict[str, Any] = {}
    exec(mexplore.analyse("0.77").program(), names)
    (function,) = (each for each in names.values() if getattr(each, "__name__", "") == "grundy")
    assert [function(n) for n in range(9)] == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    assert "uint64_t" in mexplore.analyse("0.77").program("cpp")
    with pytest.raises(mexplore.MexploreError, match="'python' or 'cpp'"):
        mexplore.analyse("0.77").program("basic")  # type: ignore[arg-type]
    with pytest.raises(mexplore.MexploreError, match="no law"):
        mexplore.analyse("subtract(squares)", max_terms=100).program()


def test_rules_are_found_by_their_values() -> None:
    found = mexplore.search(iter([1, 2, 0, 1, 2, 0, 1, 2]), "subtract(max=3, size<=2)")
    assert found["rule"].tolist() == ["subtract(1, 2)"]
    for odd in ([], [0, -1], ["x"]):
        with pytest.raises(mexplore.MexploreError):
            mexplore.search(odd, "octal(1)")  # type: ignore[arg-type]


def test_rules_are_found_by_their_law() -> None:
    found = mexplore.search(None, "subtract(max=5, size<=2)", period=7)
    assert set(found["rule"]) == {"subtract(2, 5)", "subtract(3, 4)"}
    both = mexplore.search([0, 0, 1, 1, 0, 2, 1], "subtract(max=5, size<=2)", period=7)
    assert both["rule"].tolist() == ["subtract(2, 5)"]
    for wrong in ({}, {"pattern": "perodic"}, {"period": -1}, {"first": 1, "period": 7}):
        with pytest.raises(mexplore.MexploreError):
            mexplore.search(None, "subtract(max=3)", **wrong)


def test_sequences_are_found_in_a_copy_of_oeis(tmp_path: Path) -> None:
    copy, names = tmp_path / "stripped", tmp_path / "names"
    copy.write_text("A900000 ," + ",".join(map(str, mexplore.values("0.77", 200))) + ",\n")
    names.write_text("A900000 Values of Kayles.\n")
    found = mexplore.match("0.77", copy, names, terms=300)
    assert found.loc[0, ["number", "name", "agreed"]].tolist() == [
        "A900000",
        "Values of Kayles.",
        200,
    ]
    assert mexplore.match(mexplore.values("0.77", 300), copy)["number"].tolist() == ["A900000"]
    assert mexplore.match("subtract(squares)", copy, terms=300).empty
    with pytest.raises(mexplore.MexploreError, match="too few"):
        mexplore.match([0, 1], copy)
    with pytest.raises(mexplore.MexploreError, match="cannot be read"):
        mexplore.match("0.77", tmp_path / "none")


def test_lines_of_boards_are_analysed() -> None:
    row = mexplore.analyse("rook", line=("row", 1))
    assert row.status == "proved" and row.at(10**18) == 10**18 + 1
    assert "rook" in row.name or "row 1" in row.name
    assert mexplore.analyse(mexplore.board("king"), line=("diagonal", -1)).at(4) == 1
    for wrong in (("rows", 1), ("row", -1), ("row",), "row"):
        with pytest.raises(mexplore.MexploreError):
            mexplore.analyse("rook", line=wrong)  # type: ignore[arg-type]
    with pytest.raises(mexplore.MexploreError, match="no board"):
        mexplore.analyse("0.77", line=("row", 1))
    assert mexplore.analyse(mexplore.board("king")).status == "proved"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: mexplore.values("0.106", 10**8, budget=1e-9),
        lambda: mexplore.table("wythoff", (3000, 3000), budget=1e-9),
        lambda: mexplore.runs("0.106", 10**8, budget=1e-9),
        lambda: mexplore.explain("0.77", range(10**6), budget=1e-9),
        lambda: mexplore.verify(mexplore.analyse("0.165").certificate or {}, budget=1e-9),
    ],
)
def test_every_call_keeps_a_budget(ask: Callable[[], object]) -> None:
    with pytest.raises(mexplore.MexploreError, match="not answered within 1e-09 seconds"):
        ask()


def test_answers_are_shown_in_one_line() -> None:
    solved = mexplore.solve("kayles", 5, 7)
    assert repr(solved) == "<the next player wins: nim-sum 6, 2 winning moves>"
    # G(7) = 2, and of the options of 5 only 3 and 1 have the nim-sum 2.
    assert repr(solved.moves[0]) == "<from 5: 1 winning move>"
    assert repr(solved.position) == "(<5 of 0.77>, <7 of 0.77>)"
    assert repr(mexplore.compare("kayles", "0.07")) == "<the values differ first at n = 1>"
    equal = "<the values are equal for all n: by proved laws>"
    assert repr(mexplore.compare("0.3", "subtract(1)")) == equal
    assert repr(mexplore.compare("4!.0", "grundy")) == (
        "<the values are equal for all n: it is one rule>"
    )


def test_a_game_of_the_library_by_name() -> None:
    assert mexplore.library("Kayles").rule == "0.77"
    with pytest.raises(mexplore.MexploreError, match="did you mean kayles"):
        mexplore.library("kaylse")


def test_a_family_may_be_written_whole() -> None:
    whole = mexplore.analyse("subtract(k) for k >= 1", budget=5)
    assert repr(whole) == "<subtract(k) for k >= 1: 1 law; proved>"


def test_a_function_goes_on_as_a_game_with_the_same_values() -> None:
    def kayles(n: int) -> list[list[int]]:
        moves = []
        for k in (1, 2):
            moves += [[a, n - k - a] for a in range(n - k + 1)]
        return moves

    study = mexplore.analyse(kayles, max_terms=100)
    # The period is 12 from n = 71 on (Guy and Smith 1956), and 10^9 = 4 modulo 12, as is 76.
    assert study.at(10**9, unproved=True) == study.at(76)
    with pytest.raises(mexplore.MexploreError, match=r"law of 0\.77 \(Kayles\)"):
        study.at(10**9)


def test_a_pair_of_heaps_is_a_list() -> None:
    with pytest.raises(mexplore.InputError, match=r"yield the list \[0, 0\]"):
        mexplore.values(lambda n: [(a, n - 2 - a) for a in range(n - 1)], 5)

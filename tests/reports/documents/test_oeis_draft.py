"""Drafts for OEIS: an independent checker of the format, and their programs run."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from shutil import which

import pytest
from oeis_format import problems, terms_of

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.oeis_draft import Draft, recurrence
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

RULES = (
    "0.77", "4!.0", "0.137", "4.[3]", "0.3F", "80.0", "0.{0,2=}3", "subtract(1, 3, 4)",
    "subtract(squares)", "subtract(primes)", "subtract(all but 2)", "subtract(multiples(1))",
    "divide(2..6)", "divide(2, 3, ceil)", "remove(1 .. n // 2)", "subtract(1) or divide(2)",
    "n -> [n - d for d in range(1, n) if n % d == 0]",
    "n -> [n - 1] + ([n // 2] if n % 2 == 0 else []) if n > 1 else []",
)  # fmt: skip
TERMS = 300


@cache
def draft_of(text: str) -> Draft:
    rule = parse_rule(text)
    found = study(rule, Limits(budget=None, max_terms=TERMS))
    return Draft(found, found.evidence.values[:TERMS].tolist(), (), "A. Nonymous")


def lines_of(text: str, sign: str) -> list[str]:
    return re.findall(rf"^%{sign} A000000 ?(.*)$", draft_of(text).text(), re.M)


def program(text: str, language: str) -> str:
    """The lines of %o after the name of the language."""
    whole = "\n".join(lines_of(text, "o"))
    found = re.search(rf"^\({language}\)\n(.*?)(?=^\([A-Z]\w+\)$|\Z)", whole, re.M | re.S)
    assert found is not None, text
    return found[1]


@pytest.mark.parametrize("text", RULES)
def test_the_format(text: str) -> None:
    draft = draft_of(text)
    entry, table = draft.text(), "".join(draft.bfile())
    assert problems(entry, table) == []
    known = grundy_by_definition(parse_rule(text), 60)
    assert terms_of(entry)[:60] == known
    assert parse_rule(text).words()[1:40] in lines_of(text, "N")[0]


@pytest.mark.parametrize("text", RULES)
def test_the_program_in_python_gives_the_terms(text: str) -> None:
    run = subprocess.run([sys.executable, "-I", "-c", program(text, "Python")],
                         capture_output=True, text=True, timeout=60, check=True)  # fmt: skip
    assert run.stdout.strip() == str(terms_of(draft_of(text).text()))


@pytest.mark.skipif(which("gp") is None, reason="there is no PARI here")
@pytest.mark.parametrize("text", RULES)
def test_the_program_in_pari_gives_the_terms(text: str) -> None:
    run = subprocess.run(["gp", "-q", "--default", "colors=no"], input=program(text, "PARI"),
                         capture_output=True, text=True, timeout=60, check=True)  # fmt: skip
    assert "".join(run.stdout.split()) == str(terms_of(draft_of(text).text())).replace(" ", "")


@pytest.mark.parametrize("text", RULES)
def test_brackets_of_the_programs_close(text: str) -> None:
    """Mathematica cannot be run here: its text by its structure."""
    for code in ("\n".join(lines_of(text, "t")), program(text, "PARI")):
        open_: list[str] = []
        for sign in code:
            if sign in "([{":
                open_.append(sign)
            elif sign in ")]}":
                assert open_ and open_.pop() + sign in ("()", "[]", "{}"), code
        assert open_ == []
    first, *_, last = lines_of(text, "t")
    assert first.startswith("options[n_] := Select[") and last.startswith("Table[a[n], {n, 0, ")
    assert "//" not in first and "range(" not in first and "%" not in first


def test_mathematica_of_two_games_read_by_eye() -> None:
    assert lines_of("subtract(1, 3, 4)", "t")[0] == (
        "options[n_] := Select[{{n - 1}, {n - 3}, {n - 4}}, Min[#] >= 0 && Max[#] < n &];"
    )
    assert "Table[{i, n - i}, {i, 1, Quotient[n + 1, 2] - 1}]" in lines_of("4!.0", "t")[0]


def test_the_example_is_worked() -> None:
    (told,) = lines_of("subtract(1, 3, 4)", "e")
    assert told == (
        "For n = 9, a move leaves 5 (value 3), 6 (value 2), 8 (value 1); the least number that is "
        "not among 1, 2, 3 is a(9) = 0."
    )


def test_comments_say_what_formulas_do_not() -> None:
    formulas, comments = lines_of("0.77", "F"), lines_of("0.77", "C")
    assert formulas[0] == "a(n + 12) = a(n) for n >= 71."
    assert not any("a(n + 12)" in comment for comment in comments)
    assert "The octal game .77." in comments
    assert any("proved for all n" in comment and "n < 168" in comment for comment in comments)
    assert any("is 0, and no others up to 299" in comment for comment in comments)


def test_what_is_published_is_named() -> None:
    assert lines_of("0.77", "Y") == ["Cf. A002186."]
    assert "H. E. Dudeney, The Canterbury Puzzles (1907)." in lines_of("0.77", "D")
    assert lines_of("0.77", "A") == ["_A. Nonymous_"]
    assert not any("OEIS" in words for words in lines_of("0.77", "D"))
    (once,) = [words for words in lines_of("0.77", "D") if "The G-values of various" in words]
    assert "Proc. Cambridge Philos. Soc. 52 (1956) 514-526" in once


@pytest.mark.parametrize(("text", "words"), [("0.77", "nonn,easy"), ("4!.0", "nonn,hard")])
def test_keywords(text: str, words: str) -> None:
    """300 terms of a game without a law are few."""
    assert lines_of(text, "K") == [words]


@pytest.mark.parametrize("period", range(1, 9))
@pytest.mark.parametrize("saltus", range(4))
def test_signatures_are_recurrences(period: int, saltus: int) -> None:
    """Of any values with this period and saltus, from the order on."""
    values = [(7 * r * r + 3) % 11 for r in range(period)]
    for n in range(period, 60):
        values.append(values[n - period] + saltus)
    signature = recurrence(period, saltus)
    for n in range(len(signature), 60):
        assert values[n] == sum(c * values[n - 1 - i] for i, c in enumerate(signature))


GOOD = """%I A000000
%S A000000 0,1,2,3,1,4,3
%N A000000 Values.
%H A000000 N, <a href="/A000000/b000000.txt">Table of n, a(n) for n = 0..6</a>
%K A000000 nonn,easy
%O A000000 0,3
%A A000000 _N_
"""
TABLE = "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n"


def test_the_checker_accepts_what_is_right() -> None:
    assert problems(GOOD, TABLE) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0,3", "0,2"), ("nonn,easy", "nonn,easy,hard"), ("nonn,easy", "easy"), ("%N", "%Q"),
        ("nonn", "nonnegative"), ("1,4,3", "1,4,3,"), ("Values.", "Values"), ("0..6", "0..7"),
        ("%A A000000 _N_\n", ""), ("%I A000000\n", "%I A000000\n%I A000000\n"), ("Values", "Wértе"),
        ("0,1,2,3,1", "0,1,2,2,1"), ("%K A000000", "%K A000001"), ("%O A000000 0,3\n", ""),
    ],
)  # fmt: skip
def test_the_checker_refuses_what_is_wrong(old: str, new: str) -> None:
    assert old in GOOD
    assert problems(GOOD.replace(old, new, 1), TABLE) != []
    assert problems(GOOD, TABLE.replace("4 1", "5 1")) != []

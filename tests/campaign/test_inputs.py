"""Tens of thousands of damaged inputs of every kind, each through the command that reads it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil, floor
from operator import add, eq, mod, mul, neg, pow, sub
from random import Random
from typing import Any

import damaged_texts
import pytest
from campaign.server import Job, Outcome, Part, batches

import mexplore.rules.families
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.study import study
from mexplore.discover.study.certificate import Certificate, certificate_of, read_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.verifying import contents_of
from mexplore.rules.errors import MexploreError
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition
from mexplore.rules.text.numbers import SHORT_DIGITS, from_decimal

pytestmark = pytest.mark.slow

RULE_TEXTS: list[str] = sorted(
    {
        text
        for family in members(mexplore.rules.families, Rule)
        for text in getattr(family, "examples", ())
    }
)
SCRAPS = [
    *"()[]{}<>.,;:!?=*+-/%&|^~'\"#@\\ \t\n0123456789nkxAV_",
    *(" or ", " and ", "not ", "..", "**", "<<", "//", "->", " for ", " in ", " if ", " else "),
    *("subtract(", "divide(", "leave(", "remove(", "all but ", "powers(", "range(", "isqrt("),
    *("99999999999999999999", "-1", "1e9", "0x10", "é", "\u0660", "\ufeff", "lambda:", "*" * 9),
    *("[" * 50, "(" * 300, "-" * 300, "null", "true", "Infinity", "NaN", "1e999", "{}", "10^9"),
]


def damaged(pick: Random, text: str, others: list[str], most: int = 400) -> str:
    """A text with one to four pieces lost, doubled, moved or put in."""
    return damaged_texts.damaged(pick, text, others, SCRAPS, most).replace("\0", "")


# Rules.

LISTED, FEW = 61, 22


def rule_text(pick: Random) -> Job:
    text = damaged(pick, pick.choice(RULE_TEXTS), RULE_TEXTS)
    last = str(LISTED - 1)
    args = ["terms", "--upto", last, "--json", "--no-store", "--budget", "5", "--", text]
    return Job(args, facts=text, budget=5)


def wrong_values(job: Job, outcome: Outcome) -> str | None:
    """The values are those of the definition."""
    if outcome.code or "values" not in (said := outcome.json()):
        return None
    try:
        rule = parse_rule(job.facts, allow_python=True)
    except MexploreError:
        return None  # a name from the library
    if said["rule"] != str(rule):
        return f"{said['rule']} for {rule}"
    listed = FEW if set("*+") & set(said["rule"]) else LISTED  # heaps in any number of parts
    values = said["values"][:listed]  # perhaps fewer, if the budget ended
    if values != grundy_by_definition(rule, len(values)):
        return f"wrong values of {rule}: {said['values']}"
    return None


# Conjectures.

STUDIED = ("subtract(1, 2, 3)", "subtract(2, 3)", "0.77", "0.3", "0.7", "divide(2..6)",
           "subtract(all but 2)", "leave(0 .. n - 1)", "subtract(powers(2))", "0.137",
           "divide(2, 3)", "n -> [n - 1, n // 2]")  # fmt: skip
CLAIMS = [
    "Mod(n, 4)", "Mod(n, 10)", "floor(n/2)", "n", "Piecewise((1, n < 2), (0, True))", "Mod(n, 2)",
    "floor(Mod(n, 5)/2)", "G(n + 12) = G(n) for n >= 71", "G(n) = G(floor(n/12)) for n >= 6",
    "G(n + 4) = G(n) for all n >= 0", "floor(log(n + 1, 2))", "Mod(n, 3) + Mod(n, 2)", "2*n + 1",
    "G(2*n) = G(n)", "period 12", "G(n + 5) = G(n) for n >= 0", "Max(0, n - 3)", "Abs(n - 4)",
    "Piecewise((Mod(n, 2), Eq(Mod(n, 3), 0)), (2, True))", "G(n) = 0", "bit_length(n)",
]  # fmt: skip
COMPARED = 40


def conjecture(pick: Random) -> Job:
    rule, claim = pick.choice(STUDIED), pick.choice(CLAIMS)
    if pick.random() < 0.6:
        claim = damaged(pick, claim, CLAIMS)
    args = ["check", "--range", "0..300", "--json", "--", rule, claim]
    return Job(args, facts=(rule, claim), budget=20)


@cache
def known_values(rule: str) -> list[int]:
    return grundy_by_definition(parse_rule(rule), 301)


def wrong_verdict(job: Job, outcome: Outcome) -> str | None:
    """The first n at which a formula fails is the one that Python's own reading of it gives."""
    rule, claim = job.facts
    if outcome.code == 2 or not _PLAIN.fullmatch(claim):
        return None
    given = _formula(claim)
    first = next((n for n in range(COMPARED) if given(n) != known_values(rule)[n]), None)
    said = outcome.json()["first_failure"]
    if said is not None and said >= COMPARED:
        said = None
    return None if said == first else f"fails first at {first}, not {said}"


_PLAIN = re.compile(
    r"(?:Mod|floor|ceiling|Piecewise|Max|Min|Abs|Eq|True|False|\bn\b|[0-9]+|[-+*/(), <>=])+"
)


def _piecewise(*pieces: tuple[Fraction, bool]) -> Fraction | None:
    return next((value for value, holds in pieces if holds), None)


_NAMES = {
    "Mod": mod, "floor": floor, "ceiling": ceil, "Max": lambda *terms: max(terms), "Abs": abs,
    "Min": lambda *terms: min(terms), "Eq": eq, "Piecewise": _piecewise, "Fraction": Fraction,
}  # fmt: skip


class _Exact(ast.NodeTransformer):
    """Whole numbers as fractions, so that a quotient is exact."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, bool):
            return node
        return ast.Call(ast.Name("Fraction", ast.Load()), [node], [])


def _formula(claim: str) -> Callable[[int], Any]:
    tree = _Exact().visit(ast.parse(claim.strip(), mode="eval"))
    code = compile(ast.fix_missing_locations(tree), "claim", "eval")

    def value(n: int) -> Any:
        try:
            return eval(code, dict(_NAMES), {"n": Fraction(n)})
        except ZeroDivisionError:
            return None

    return value


# Numbers.

DEEP = 4


def number_text(pick: Random, depth: int = 0) -> str:
    """A sum of products of powers, sometimes large."""
    kind = pick.choice(("digits", "digits", "e", "power", "sum", "product", "minus", "brackets"))
    if depth == DEEP or kind == "digits":
        return str(pick.randrange(10 ** pick.choice((1, 1, 2, 5, 30, 400))))
    if kind == "e":
        return f"{pick.randrange(100)}e{pick.randrange(200)}"
    inner = number_text(pick, depth + 1)
    if kind == "power":
        return f"{pick.randrange(40)}{pick.choice(('^', '**'))}{pick.randrange(300)}"
    if kind == "brackets":
        return f"({inner})"
    sign = {"sum": "+", "product": "*", "minus": "-"}[kind]
    return f"{inner} {sign} {number_text(pick, depth + 1)}"


def number(pick: Random) -> Job:
    text = number_text(pick)
    if pick.random() < 0.6:
        text = damaged(pick, text, ["10^18", "6*12^40", "2^64-1", "1e9"], 3000)
    return Job(["predict", "--json", "--budget", "5", "--", "subtract(1..6)", text], facts=text,
               budget=5)  # fmt: skip


def wrong_number(job: Job, outcome: Outcome) -> str | None:
    """n is what Python's own reader of expressions makes of the text, and G(n) = n mod 7."""
    if outcome.code:
        return None
    (answer,) = outcome.json()["values"]
    n = _evaluated(job.facts)
    said, value = answer["n"], answer["value"]
    read = int(said) if len(said) < SHORT_DIGITS else from_decimal(said)
    right = (read, value) == (n, n % 7) and said[:1] != "0" * (n > 0)
    return None if right else f"{said[:100]}, {value} for a number of {n.bit_length()} bits"


def _evaluated(text: str) -> int:
    plain = re.sub(r"(?<=[0-9])_(?=[0-9])", "", " ".join(text.split())).replace("^", "**")
    plain = re.sub(r"([0-9]+)[eE]\+?([0-9]+)", r"(\1*10**\2)", plain)
    plain = re.sub(r"\b0+(?=[0-9])", "", plain)
    signs = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Pow: pow}

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.BinOp):
            found: int = signs[type(node.op)](value(node.left), value(node.right))
            return found
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return int(neg(value(node.operand)))
        assert isinstance(node, ast.Constant), ast.dump(node)[:200]
        assert isinstance(node.value, int)
        return node.value

    return value(ast.parse(plain.strip(), mode="eval").body)


# Certificates.

CERTIFIED = ("0.77", "0.07", "subtract(1, 3, 4)", "subtract(2, 4, 7)", "divide(2..6)", "0.137",
             "divide(2, 3, ceil)", "subtract(all but 2)", "leave(0 .. n//2)", "0.8",
             "subtract(powers(2))", "n -> [n - 1, n // 2]")  # fmt: skip


@cache
def certificates() -> list[Certificate]:
    """Those of rules of many kinds."""
    found = []
    for text in CERTIFIED:
        rule = parse_rule(text)
        result = study(rule, Limits(budget=30, max_terms=10_000))
        if result.proved is not None and (written := certificate_of(rule, result.proved)):
            found.append(written)
    return found


ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    12,
    10**30,
    1.5,
    "",
    "x",
    [],
    [1],
    {},
    [[[[]]]],
    "0.77",
)


def altered(pick: Random, node: Any) -> Any:
    """The same with one place changed."""
    if isinstance(node, dict) and node and pick.random() < 0.9:
        key = pick.choice(sorted(node))
        if pick.random() < 0.1:
            return {k: v for k, v in node.items() if k != key}
        return {**node, key: altered(pick, node[key])}
    if isinstance(node, list) and node and pick.random() < 0.9:
        i = pick.randrange(len(node))
        changed = [altered(pick, node[i])] if pick.random() < 0.8 else []
        return node[:i] + changed + node[i + 1 :]
    if isinstance(node, int) and not isinstance(node, bool) and pick.random() < 0.7:
        return node + pick.choice((-2, -1, 1, 2, node))
    if isinstance(node, str) and pick.random() < 0.5:
        return damaged(pick, node, list(CERTIFIED))
    return pick.choice(ODD)


def certificate(pick: Random) -> Job:
    original = pick.choice(certificates())
    if pick.random() < 0.3:
        text = damaged(pick, json.dumps(original), list(CERTIFIED), 10**5)
    else:
        changed = original
        for _ in range(pick.choice((0, 1, 1, 1, 2, 3))):
            changed = altered(pick, changed)
        text = json.dumps(changed)
    return Job(["verify", "c.json", "--json"], {"c.json": text.encode()}, facts=text, budget=20)


def false_certificate(job: Job, outcome: Outcome) -> str | None:
    """What is said to be valid is true as far as can be seen."""
    if outcome.code or not outcome.json()["valid"]:
        return "valid, exit code 1" if outcome.code == 1 and outcome.json()["valid"] else None
    rule, claim, _ = contents_of(read_certificate(job.facts))
    evidence = evidence_below(rule, 2000)
    if claim.first_failure(evidence) is not None:
        return f"{rule}: {claim.statement()} is false"
    return None


# Sequence files.

SEQUENCES = [
    "\n".join(f"{n} {n % 7}" for n in range(80)),
    "n,G(n)\n" + "\n".join(f"{n},{n // 3}" for n in range(60)),
    "# a comment\n" + ", ".join(str((n & -n).bit_length()) for n in range(90)),
    "[" + ", ".join(str(n * n % 5) for n in range(100)) + "]",
    " ".join(str(n % 4 + 2 * (n == 3)) for n in range(120)),
]


def sequence_file(pick: Random) -> Job:
    text = damaged(pick, pick.choice(SEQUENCES), SEQUENCES, 5000)
    content = text.encode("utf-8", "surrogateescape")
    if pick.random() < 0.1:
        content += pick.randbytes(30)
    args = ["study", "--sequence", "s.txt", "--json", "--budget", "1"]
    return Job(args, {"s.txt": content}, budget=1)


def nothing_proved(job: Job, outcome: Outcome) -> str | None:
    """Of numbers without a rule nothing can be proved."""
    if outcome.code == 0 and "proved" in {f["status"] for f in outcome.json()["findings"]}:
        return "proved without a rule"
    return None


# Files of named rules.

TOML = [
    '[rules.mine]\nrule = "0.77"\ntitle = "Kayles"\nsource = "somebody"\n',
    "[rules.one]\nrule = 'subtract(1, 2)'\n\n[rules.two-2]\nrule = 'divide(2, 3)'\nnotes = '''x'''",
    'rules.mine.rule = "n -> [n - 1, n // 2]"\n',
    '[rules]\nmine = { rule = "leave(0 .. n//2)", title = "half" }\n',
]


def rules_file(pick: Random) -> Job:
    text = damaged(pick, pick.choice(TOML), TOML, 5000)
    content = text.encode("utf-8", "surrogateescape")
    if pick.random() < 0.05:
        content += pick.randbytes(30)
    one = ["library", "--rules", "r.toml", "--json"]
    other = ["terms", "mine", "--rules", "r.toml", "--upto", "30", "--json", "--no-store"]
    return Job(pick.choice((one, other)), {"r.toml": content}, budget=5)


def nothing_more(job: Job, outcome: Outcome) -> str | None:
    return None


PARTS = [
    Part("rule texts", 100_000, rule_text, wrong_values),
    Part("conjectures", 10_000, conjecture, wrong_verdict),
    Part("numbers", 10_000, number, wrong_number),
    Part("certificates", 5000, certificate, false_certificate),
    Part("sequence files", 2000, sequence_file, nothing_proved),
    Part("rule files", 2000, rules_file, nothing_more),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_damaged_inputs(part: Part) -> None:
    if part.name == "certificates":
        certificates()  # once, before any fork
    batches(part.name, part.full, part)

"""Games on words for Coq: the moves are those of the rules, laws are accepted without an axiom, and
no system but the one that follows from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated, law
from random_words import random_game, ring_moves

from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.systems import kinds_term, listed
from mexplore.discover.coq.words import WordTerms, word_law
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.rules.systems.system import Part, Schema, System
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.rewriting import Rewrite, Rewriting

slow = pytest.mark.slow

ENDS = "word(o^n a; ao -> a., o -> x, oa -> .a, oo -> o.)"
RING = "ring(o^n; oo -> ..)"
SNORT = (  # beside a piece values grow: G(n + 1) = G(n) + 1
    "word(a o^n; [oab][oa][oab] -> [aa.].[aa.], <[oa][oab] -> .[aa.], [oab][oa]> -> [aa.]., "
    "<[oa]> -> ., [oab][ob][oab] -> [b.b].[b.b], <[ob][oab] -> .[b.b], [oab][ob]> -> [b.b]., "
    "<[ob]> -> .)"
)
LAWS = [
    ENDS,
    RING,
    pytest.param("ring(o^n; ooo -> ..., <oo -> .., oo> -> .., <o> -> .)", marks=slow),
    pytest.param("ring((oa)^n; aooo -> xo.., o -> ., oaoo -> .ax., oooa -> ..ox)", marks=slow),
    pytest.param(SNORT, marks=slow),
    pytest.param("word(o^n; oo -> .., o -> .)", marks=slow),
    pytest.param("word(a o^n; [oa]o -> .., o[oa] -> ..)", marks=slow),
    pytest.param("word((aoo)^n; aao -> aa., ooo -> .ox, ooo -> xo.)", marks=slow),
    pytest.param(
        "word(a.a o^n; ao -> .., <o -> ., oa -> .., <ooo -> a.o, ooo> -> o.a)", marks=slow
    ),
    pytest.param("word(aoa (aoo)^n aa.a; ao -> a., oa -> .a, oo -> o.)", marks=slow),
    pytest.param(  # two colours
        "word(a o^n b; [oab][ob][oab] -> [aa.].[aa.], <[ob][oab] -> .[aa.], [oab][ob]> -> [aa.]., "
        "<[ob]> -> ., [oab][oa][oab] -> [b.b].[b.b], <[oa][oab] -> .[b.b], [oab][oa]> -> [b.b]., "
        "<[oa]> -> .)",
        marks=slow,
    ),
]


@pytest.mark.parametrize("text", LAWS)
def test_coq_accepts_the_laws_of_words(text: str, compiled: Path, tmp_path: Path) -> None:
    ring = text.startswith("ring")
    assert f"forall W, is_{'ring' if ring else 'word'}_grundy game" in law(text)
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and said.count(CLOSED) == 2


CHANGES = [  # a rule, a system, a hint, a value, a law, the words that play starts with
    ('(letters "oo") (letters "o.")', '(letters "oo") (letters "..")'),
    ("Schema 1 [Part 1 1 1 [0]; Part 0 0 1 [0]]", "Schema 1 [Part 1 2 1 [0]; Part 0 0 1 [0]]"),
    ('[("a"%char, "a"%char)]', '[("o"%char, "a"%char)]'),
    ('(true, (letters "ooa"), true, 0)', '(true, (letters "ooa"), true, 1)'),
    ("[(0, 0, 2, 0); (1, 0, 2, 0)]", "[(0, 0, 1, 0); (1, 0, 2, 0)]"),
    ("forall n, 0 <= n -> W (row (n + 2))", "forall n, 0 <= n -> W (row (n + 1))"),
    ('row_of (letters "") ', 'row_of (letters "x") '),
    ("(row n) = N.lxor 0", "(row n) = N.lxor 1"),
    ("[[(0, 0); (1, 1)]; [(0, 1)]]]", "[[(0, 0); (1, 1)]; [(0, 0)]]]"),
    ('("o"%char, 1)]', '("o"%char, 0)]'),
    ("Symmetry [] [] false", "Symmetry [] [] true"),
    ('(letters ".x") [', '(letters ".xa") ['),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [c if i in {0, 2} else pytest.param(*c, marks=slow) for i, c in enumerate(CHANGES)],
)
def test_coq_refuses_changed_laws(old: str, new: str, compiled: Path, tmp_path: Path) -> None:
    assert old in law(ENDS)
    failed, _ = asked(law(ENDS).replace(old, new), compiled, tmp_path)
    assert failed


RING_CHANGES = [  # the ring's schema, its law, the rule, a small ring
    ("[Schema 2 [Part 0 0 1 [0]] [] 1 [0]]", "[Schema 1 [Part 0 0 1 [0]] [] 1 [0]]"),
    ("38 <= n -> W", "37 <= n -> W"),
    ('(letters "..") false', '(letters "..") true'),
    ("Kind [[]; []; [[]]]", "Kind [[]; [[]]; [[]]]"),
]


@slow
@pytest.mark.parametrize(("old", "new"), RING_CHANGES)
def test_coq_refuses_changed_rings(old: str, new: str, compiled: Path, tmp_path: Path) -> None:
    text = law(RING)
    at = text.rindex(old)
    failed, _ = asked(text[:at] + new + text[at + len(old) :], compiled, tmp_path)
    assert failed


def changed_systems(system: System) -> Iterator[System]:
    """The system with one schema changed, left out, or one more."""
    for number, kind in enumerate(system.kinds):
        for place, schema in enumerate(kind.schemas):
            more = Schema(schema.drop + 1, schema.parts, schema.beside)
            others: list[tuple[Schema, ...]] = [(), (schema, more)]
            others += [(replace(schema, drop=schema.drop + by),) for by in (-1, 1)]
            for i, part in enumerate(schema.parts):
                for new in (Part(part.kind, part.least + 1), Part(1 - part.kind, part.least)):
                    parts = (*schema.parts[:i], new, *schema.parts[i + 1 :])
                    others.append((replace(schema, parts=parts),))
            for each in others:
                schemas = (*kind.schemas[:place], *each, *kind.schemas[place + 1 :])
                if set(schemas) != set(kind.schemas):
                    kinds = list(system.kinds)
                    kinds[number] = replace(kind, schemas=schemas)
                    yield System(tuple(kinds))


def test_no_other_system_is_that_of_the_game(compiled: Path, tmp_path: Path) -> None:
    game = WordGame.parse(ENDS)
    assert game is not None
    terms = WordTerms(game)
    systems = [terms.system, *changed_systems(terms.system)]
    text = law(ENDS)
    asks = f"Eval vm_compute in map (check_words derivation) {listed(map(kinds_term, systems))}."
    failed, said = asked(text[: text.index("Definition game")] + asks, compiled, tmp_path)
    assert not failed
    answers = said[said.index("[") + 1 : said.index("]")].replace("\n", " ").split(";")
    assert [answer.strip() for answer in answers] == ["true", *["false"] * (len(systems) - 1)]
    assert len(systems) > 30


def test_moves_are_those_of_the_rules(compiled: Path, tmp_path: Path) -> None:
    draw = random.Random(3)
    cases = []
    for _ in range(12):
        rules = [rule for each in random_game(draw, 0.4).rules for rule in each.rules()]
        cases.append((rules, "".join(draw.choice("oooa.x") for _ in range(7))))
    terms = [
        f"map (map Ascii.N_of_ascii) (moves {listed(map(_rule, rules))} true {_word(word)} true)"
        for rules, word in cases
    ]
    terms += [
        f"map (map Ascii.N_of_ascii) (ring_moves {listed(map(_rule, rules))} {_word(word)})"
        for rules, word in cases
    ]
    used = ("Grundy", "Words", "WordRings")
    found = evaluated(terms, r"list \(list N\)", used, tmp_path, compiled)
    by_coq = [{"".join(map(chr, letters)) for letters in words} for words in found]
    for (rules, word), words, rings in zip(
        cases, by_coq[: len(cases)], by_coq[len(cases) :], strict=True
    ):
        assert words == set(Rewriting(frozenset(rules)).moves(word)), (rules, word)
        assert turned(rings) == turned(ring_moves(word, set(rules))), (rules, word)


def turned(rings: set[str]) -> set[str]:
    """Rings, each begun where it is least."""
    return {min(ring[i:] + ring[:i] for i in range(len(ring))) for ring in rings}


def _word(letters: str) -> str:
    return f"(map Ascii.ascii_of_N [{'; '.join(str(ord(c)) for c in letters)}])"


def _rule(rule: Rewrite) -> str:
    left, right = str(rule.left).lower(), str(rule.right).lower()
    return f"Rewrite {_word(rule.lhs)} {_word(rule.rhs)} {left} {right}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("word(a o^n; oo -> .., aoo -> xoo, ooa -> ooy)", "letters that stay"),
        ("word(é^n; éé -> .., é -> .)", "ASCII"),
    ],
)
def test_what_is_not_derived_in_coq_is_said(text: str, why: str) -> None:
    game = WordGame.parse(text)
    assert game is not None
    found = word_law(game, KindLaws(True, (("A", Periodic(0, 1)),)))
    assert isinstance(found, Inapplicable) and why in found.reason


def test_of_a_graph_the_file_says_what_is_taken_from_the_program() -> None:
    assert "is not proved here" in " ".join(law("graph(path; delete N[v])").split())

"""The local copy of OEIS: planted sequences are found, damaged files are survived."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_clock import NEVER

from mexplore.discover.surveys.oeis.lines import (
    LONGEST_LINE,
    PLACES,
    WINDOW,
    Lines,
    names_of,
    scan,
    split_terms,
)
from mexplore.discover.surveys.oeis.matching import (
    INFORMATIVE,
    LEFT_OUT,
    Match,
    information,
    match,
    transforms,
)
from mexplore.rules.errors import InputError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

ROOT = Path(__file__).parent.parent.parent.parent
KAYLES = grundy_by_definition(parse_rule("0.77"), 500)


def values_of(terms: Iterable[int]) -> Values:
    return np.array(list(terms), dtype=np.uint16)


def line(number: int, terms: Iterable[int]) -> str:
    return f"A{number:06d} ,{','.join(map(str, terms))},\n"


def noise(number: int) -> str:
    pick = Random(number)
    return line(number, [pick.randint(-9, 9) for _ in range(pick.randint(9, 60))])


def written(path: Path, lines: Iterable[str], *, compressed: bool = True) -> Path:
    text = "# OEIS Sequence Data\n# a file of our own making\n" + "".join(lines)
    path.write_bytes(gzip.compress(text.encode()) if compressed else text.encode())
    return path


def copied(path: Path, lines: Iterable[str]) -> Path:
    return written(path / "stripped.gz", lines)


def found(source: Path, terms: Iterable[int]) -> dict[str, Match]:
    return {each.number: each for each in match(values_of(terms), source).found}


PLANTED = {
    1001: ("G(n)", KAYLES[:60]),
    1002: ("G(n)", KAYLES[1:70]),  # offset 1
    1003: ("G(n)", [5, 7, *KAYLES[:50]]),  # two terms before
    1004: ("G(n)", [9, *KAYLES[1:40]]),  # another first term
    1005: ("G(n) + 1", [value + 1 for value in KAYLES[:60]]),
    1006: ("G(n) - 1", [value - 1 for value in KAYLES[1:60]]),
    1007: ("n with G(n) = 1", [n for n, v in enumerate(KAYLES) if v == 1][:40]),
    1008: ("n + 1 with G(n) = 2", [n + 1 for n, v in enumerate(KAYLES) if v == 2][:40]),
    1009: ("G(n + 1) - G(n)", [b - a for a, b in pairwise(KAYLES[:61])]),
    1010: ("G(n)", KAYLES[16:80]),  # all the leading terms that may be missing
}
NEAR = {
    2001: [*KAYLES[:59], 99],  # the last term is wrong
    2002: [*KAYLES[:30], 77, *KAYLES[31:60]],  # one in the middle
    2003: [1] * 8 + KAYLES[:60],  # too many before
    2004: KAYLES[17:80],  # too many left out
    2005: KAYLES[: WINDOW - 1],  # too short
}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = [noise(number) for number in range(1, 400)]
    lines += [line(number, terms) for number, (_, terms) in PLANTED.items()]
    lines += [line(number, terms) for number, terms in NEAR.items()]
    return copied(tmp_path_factory.mktemp("oeis"), lines)


def test_planted_sequences_are_found_and_no_others(planted: Path) -> None:
    matches = found(planted, KAYLES)
    assert {f"A{number:06d}" for number in PLANTED} == set(matches)
    for number, (transform, terms) in PLANTED.items():
        one = matches[f"A{number:06d}"]
        assert one.transform == transform
        assert one.agreed + one.dropped == len(terms) and one.beyond == 0


def test_every_match_is_true_term_by_term(planted: Path) -> None:
    ours = {each.words: each for each in transforms(values_of(KAYLES))}
    for one in found(planted, KAYLES).values():
        made = ours[one.transform]
        theirs = PLANTED[int(one.number[1:])][1][one.dropped :]
        first = one.first - made.first
        assert made.terms[first : first + one.agreed].tolist() == theirs


def test_where_they_begin(planted: Path) -> None:
    matches = found(planted, KAYLES)
    places = {number: (matches[f"A{number}"].first, matches[f"A{number}"].dropped)
              for number in ("001001", "001002", "001003", "001004", "001010")}  # fmt: skip
    assert places == {
        "001001": (0, 0), "001002": (1, 0), "001003": (0, 2), "001004": (1, 1), "001010": (16, 0),
    }  # fmt: skip


def test_p_positions_and_runs_of_a_division_game(tmp_path: Path) -> None:
    values = grundy_by_definition(parse_rule("subtract(squares)"), 3000)
    lost = [n for n, value in enumerate(values) if value == 0]
    changes = [n for n in range(1, 3000) if values[n] != values[n - 1]]
    gaps = [b - a for a, b in pairwise(lost)]
    source = copied(tmp_path, [line(1, lost[:60]), line(2, lost[1:50]), line(3, gaps[:50]),
                               line(4, changes[:40])])  # fmt: skip
    matches = found(source, values)
    assert matches["A000001"].transform == matches["A000002"].transform == "n with G(n) = 0"
    assert (matches["A000001"].first, matches["A000002"].first) == (1, 2)
    assert matches["A000003"].transform == "gaps between the n with G(n) = 0"
    assert matches["A000004"].transform == "n with G(n) != G(n - 1)"


def test_more_terms_than_ours_are_told(tmp_path: Path) -> None:
    source = copied(tmp_path, [line(1, KAYLES[:60])])
    one = found(source, KAYLES[:40])["A000001"]
    assert (one.agreed, one.beyond) == (40, 20)


def test_what_says_little_comes_last(tmp_path: Path) -> None:
    source = copied(tmp_path, [line(1, [1, 1] * 40), line(2, KAYLES[:20])])
    matches = match(values_of([0, *[1] * 90]), source).found
    assert [each.number for each in matches] == ["A000001"]
    assert not matches[0].significant and matches[0].informative == 1 and matches[0].agreed == 80
    mixed = match(values_of(KAYLES), copied(tmp_path, [line(1, [1] * 30), line(2, KAYLES[:20])]))
    assert mixed.found[0].number == "A000002"


@given(st.lists(st.integers(0, 3), min_size=30, max_size=60), st.integers(0, 7), st.integers(0, 16))
@settings(max_examples=30)
def test_random_sequences_against_a_search_of_all(
    tmp_path_factory: pytest.TempPathFactory, terms: list[int], dropped: int, first: int
) -> None:
    """Whatever is planted within the limits is found; what is found is true."""
    theirs = [-5] * dropped + terms[first : first + 30]
    source = copied(tmp_path_factory.mktemp("oeis"), [noise(1), line(7, theirs)])
    one = found(source, terms).get("A000007")
    if len(theirs) - dropped >= WINDOW:
        assert one is not None
    for number, each in found(source, terms).items():
        if each.transform == "G(n)" and number == "A000007":
            assert terms[each.first : each.first + each.agreed] == theirs[each.dropped :]


def by_looking_at_all(terms: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether the sequences agree in some alignment, as the module says it."""
    for shift in range(1 - PLACES, LEFT_OUT + 1):
        stop = min(len(theirs), len(terms) - shift)
        for place in range(max(0, -shift), PLACES):
            begins = 0 <= place + shift <= LEFT_OUT and stop - place >= WINDOW
            if begins and list(theirs[place:stop]) == list(terms[place + shift : stop + shift]):
                return True
    return False


@pytest.mark.parametrize("seed", range(2))
def test_what_is_found_against_looking_at_every_sequence(tmp_path: Path, seed: int) -> None:
    """Parts of the transforms, shifted, cut, prefixed, and spoiled, of rules that say much."""
    pick = Random(seed)
    rule = pick.choice(["0.77", "0.07", "4!.0", "subtract(squares)", "subtract(3, 7, 9)"])
    values = grundy_by_definition(parse_rule(rule), 250)
    made = [m for m in transforms(values_of(values)) if len(m.terms) > 2 * WINDOW]
    entries: dict[int, list[int]] = {}
    for number in range(1, 250):
        terms = pick.choice(made).terms.tolist()
        low = pick.randint(0, LEFT_OUT + 3)
        chosen = [pick.randint(-2, 4) for _ in range(pick.randint(0, PLACES + 1))] * pick.randint(
            0, 1
        )
        chosen += terms[low : low + pick.randint(5, 60)]
        if chosen and pick.random() < 0.4:
            chosen[pick.randrange(len(chosen))] += 1
        entries[number] = chosen or [1]
    source = copied(tmp_path, [line(number, terms) for number, terms in entries.items()])
    everything = match(values_of(values), source).found
    names = {one.number for one in everything}
    significant = {one.number for one in everything if one.significant}
    for number, theirs in entries.items():
        ways = [m for m in made if by_looking_at_all(m.terms.tolist(), theirs)]
        name = f"A{number:06d}"
        assert name not in significant or ways
        if any(information(m.terms.tolist()[:200]) >= INFORMATIVE for m in ways):
            assert name in names


def test_information_counts_what_cannot_be_foreseen() -> None:
    assert information([]) == 0
    assert information([3] * 50) == 1
    assert information(list(range(0, 100, 7))) == 2
    assert information([0, 1, 2] * 9) == 3
    assert information([5, 0, 1, 2, 0, 1, 2, 0, 1, 2]) == 4
    assert information([0] * 30 + [1]) == 4  # two runs
    assert information(KAYLES[:60]) >= INFORMATIVE


# Files.


@pytest.mark.parametrize("compressed", [True, False])
def test_plain_and_compressed(tmp_path: Path, compressed: bool) -> None:
    path = written(tmp_path / "stripped", [line(1, KAYLES[:50])], compressed=compressed)
    result = scan(path, [])
    assert result.sequences == 1 and result.troubles == []


def test_a_truncated_file_is_used_as_far_as_it_goes_and_said(tmp_path: Path) -> None:
    lines = [line(1, KAYLES[:60]), *(noise(number) for number in range(2, 3000))]
    path = written(tmp_path / "stripped.gz", lines)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    matches = match(values_of(KAYLES), path)
    assert 100 < matches.sequences < 2999
    assert any("could not be read" in trouble for trouble in matches.troubles)
    assert "A000001" in {each.number for each in matches.found}


def test_a_corrupt_file_is_used_as_far_as_it_goes_and_said(tmp_path: Path) -> None:
    lines = [line(1, KAYLES[:60]), *(noise(number) for number in range(2, 5000))]
    path = written(tmp_path / "stripped.gz", lines)
    data = bytearray(path.read_bytes())
    data[len(data) * 3 // 4 : len(data) * 3 // 4 + 40] = bytes(40)
    path.write_bytes(data)
    result = scan(path, [])
    assert result.troubles and result.sequences >= 1


def test_lines_that_are_no_sequences_are_counted(tmp_path: Path) -> None:
    bad = ["A000009\n", "B000001 ,1,2,\n", "A000010 ,1,x,3,\n", "A000011 ,1,2,3\n", "\n"]
    result = scan(copied(tmp_path, [line(1, KAYLES[:50]), *bad, line(2, KAYLES[:20])]), [])
    assert result.sequences == 2
    assert result.troubles == ["4 lines are no sequences and were left out"]


def test_an_endless_line_does_not_fill_the_memory(tmp_path: Path) -> None:
    long = "A000001 ," + "1," * LONGEST_LINE + "\n"
    lines = Lines(written(tmp_path / "stripped.gz", [long * 2, line(2, KAYLES[:50]), long * 9]))
    kept = [each for each in lines if each and not each.startswith(b"#")]
    assert [split_terms(each) is not None for each in kept] == [True]
    assert any("was left out" in trouble for trouble in lines.troubles)


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b", b"no sequences\n", bytes(1000)])
def test_what_holds_no_sequence_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "stripped.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="holds no line"):
        scan(path, [])
    with pytest.raises(InputError, match="cannot be read"):
        scan(tmp_path / "missing.gz", [])
    with pytest.raises(InputError):
        scan(tmp_path, [])


def test_names(tmp_path: Path) -> None:
    text = "# names\nA000001 First.\nA000002 With \x1b[31m colour, \u2264.\nA000003 Third.\n"
    path = tmp_path / "names.gz"
    path.write_bytes(gzip.compress(text.encode()))
    names, troubles = names_of(path, {"A000001", "A000002", "A999999"})
    assert names == {"A000001": "First.", "A000002": "With ·[31m colour, ≤."}
    assert troubles == []


# As large as OEIS.

MOST_MEMORY = 600_000  # kilobytes that looking something up may take, everything included
PROGRAM = """
import resource, sys
from pathlib import Path
from mexplore.discover.surveys.oeis.matching import match
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

matches = match(grundy_values(parse_rule("0.77"), 20_000), Path(sys.argv[1]))
best = matches.found[0]
print(matches.sequences, best.number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_a_file_as_large_as_that_of_oeis(tmp_path: Path) -> None:
    """380,000 sequences of 25 to 80 terms, searched in bounded memory."""
    pick = Random(1)
    pool = [pick.randint(-9, 10 ** pick.randint(1, 6)) for _ in range(100_000)]
    path = tmp_path / "stripped.gz"
    with gzip.open(path, "wt", compresslevel=1) as file:
        for number in range(1, 380_001):
            low = pick.randrange(len(pool) - 80)
            file.write(line(number, pool[low : low + pick.randint(25, 80)]))
            if number == 200_000:
                file.write(line(999_999, KAYLES[1:70]))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=True,
    )  # fmt: skip
    sequences, best, memory = done.stdout.split()
    assert (sequences, best) == ("380001", "A999999")
    if sys.platform == "linux":  # elsewhere it is counted in other units
        assert int(memory) < MOST_MEMORY

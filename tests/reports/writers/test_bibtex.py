"""Entries for BibTeX: read by a small reader of the tests, and by BibTeX where it is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from mexplore.discover.families.library import shipped_families
from mexplore.discover.kinds import kinds
from mexplore.reports.documents.literature import clauses, published
from mexplore.reports.writers.bibtex import entries_of, to_bibtex
from mexplore.rules.library import shipped


def all_sources() -> list[str]:
    found = [clause for game in shipped().values() for clause in clauses(game.source)]
    found += [clause for each in shipped_families().values() for clause in clauses(each.source)]
    found += [
        c for kind in kinds() for theorem in kind.theorems() for c in published(theorem.source)
    ]
    return list(dict.fromkeys(found))


def read(text: str) -> dict[str, dict[str, str]]:
    """The entries of a file by their keys: names and texts in balanced braces."""
    found: dict[str, dict[str, str]] = {}
    for kind, key, body in re.findall(r"^@(\w+)\{([^,\s]+),\n(.*?)^\}$", text, re.M | re.S):
        assert key not in found, key
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},?$", body, re.M))
        assert len(fields) == len(body.strip().splitlines()), body
        for words in fields.values():
            depth = 0
            for sign in re.sub(r"\\[{}]", "", words):
                depth += {"{": 1, "}": -1}.get(sign, 0)
                assert depth >= 0, words
            assert depth == 0, words
        found[key] = fields | {"kind": kind}
    return found


# What the papers themselves say, read by eye.
PAPERS = {
    "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 "
    "(1956) 514-526, for two heaps": (
        "article", "R. K. Guy and C. A. B. Smith", "The G-values of various games",
        "Proc. Cambridge Philos. Soc.", "52", "514--526", "1956",
    ),
    "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907) 199-"
    "202": (
        "article", "W. A. Wythoff", "A modification of the game of Nim",
        "Nieuw Archief voor Wiskunde", "7", "199--202", "1907",
    ),
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Math. 3 (1901) 35-"
    "39": (
        "article", "C. L. Bouton", "Nim, a game with a complete mathematical theory",
        "Annals of Math.", "3", "35--39", "1901",
    ),
    "U. Larsson, S. Rubinstein-Salzedo and A. N. Siegel, Memgames, arXiv:1912.10517 (2019)": (
        "misc", "U. Larsson and S. Rubinstein-Salzedo and A. N. Siegel", "Memgames",
        None, None, None, "2019",
    ),
    "H. E. Dudeney, The Canterbury Puzzles (1907), for a row": (
        "misc", "H. E. Dudeney", "The Canterbury Puzzles", None, None, None, "1907",
    ),
    "V. Gurvich, S. Heubach, N. B. Ho and N. Chikin, Slow k-Nim, Integers 20 (2020) G3": (
        "article", "V. Gurvich and S. Heubach and N. B. Ho and N. Chikin", "Slow k-Nim",
        "Integers", "20", "G3", "2020",
    ),
    "C. G. Bachet de Meziriac, Problemes plaisans et delectables (1612)": (
        "misc", "C. G. Bachet de Meziriac", "Problemes plaisans et delectables",
        None, None, None, "1612",
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", PAPERS)
def test_papers(words: str) -> None:
    (fields,) = [entry for key, entry in read(to_bibtex([words], "1")).items() if key != "mexplore"]
    names = ("kind", "author", "title", "journal", "volume", "pages", "year")
    kind, author, title, *others = PAPERS[words]
    assert [fields.get(name) for name in names] == [kind, author, f"{{{title}}}", *others]


def test_every_source_that_is_shipped_has_its_entry() -> None:
    sources = all_sources()
    found = read(to_bibtex(sources, "0.1.0"))
    assert len(found) > 80
    assert all(entry["title"] not in ("{}", "{(untitled)}") or entry.get("eprint")
               for entry in found.values())  # fmt: skip
    for clause in sources:
        years = re.findall(r"\((1[5-9]\d\d|20\d\d)\)", clause)
        known = list(entries_of(clause))
        if years:  # the year is that of the work
            assert years[0] in [entry.year for entry in known], clause
        for number in re.findall(r"A\d{6}", clause):
            assert found[number]["howpublished"] == f"https://oeis.org/{number}"
    few = ("not looked up", "", "OEIS A1, A123456")
    assert [len(list(entries_of(words))) for words in few] == [0, 0, 1]


def test_a_work_that_is_cited_twice_is_one_entry() -> None:
    book = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter"
    (_, entry) = read(to_bibtex([f"{book} 4", f"{book} 14", f"{book} 4"], "1")).values()
    assert entry["note"] == "chapter 4; chapter 14" and entry["year"] == "1982"
    two = ["A. Guo, One, Integers 1 (2012) 1-2", "A. Guo, Two, Integers 2 (2012) 3-4"]
    assert list(read(to_bibtex(two, "1"))) == ["mexplore", "guo2012a", "guo2012b"]


@pytest.mark.skipif(which("bibtex") is None, reason="there is no bibtex here")
def test_bibtex_reads_them(tmp_path: Path) -> None:
    (tmp_path / "all.bib").write_text(to_bibtex(all_sources(), "0.1.0"), encoding="utf-8")
    (tmp_path / "all.aux").write_text("\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n")
    run = subprocess.run(["bibtex", "all"], cwd=tmp_path, capture_output=True, text=True,
                         timeout=60, check=False)  # fmt: skip
    complaints = [line for line in run.stdout.splitlines() if "arning" in line or "rror" in line]
    assert run.returncode == 0 and complaints == []
    assert (tmp_path / "all.bbl").read_text().count(r"\bibitem") > 80

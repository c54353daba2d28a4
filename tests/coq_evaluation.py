"""What Coq computes from terms of the library, for tests."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from own_clock import NEVER

from mexplore.discover.coq.compiler import compiled as compile_file
from mexplore.discover.coq.compiler import find_coqc
from mexplore.discover.coq.export import CoqProof, proof_of
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.limits import Limits


@cache
def law(text: str) -> str:
    """``Law.v`` of a game with a system of kinds."""
    kind = kind_of(text)
    game = kind.parse(text)
    found = next(each for each in kind.study(game, Limits()).findings if each.proof)
    written = proof_of(game, found)
    assert isinstance(written, CoqProof), written
    return written.files["Law.v"]


def asked(text: str, compiled: Path, folder: Path) -> tuple[bool, str]:
    """Whether Coq refuses the text of ``Law.v``, and what it says."""
    source = folder / "Law.v"
    source.write_text(text, encoding="utf-8")
    return compile_file(find_coqc(), source, compiled, NEVER)


def evaluated(
    terms: Sequence[str], kind: str, modules: Sequence[str], folder: Path, compiled: Path
) -> list[Any]:
    """The lists that these terms are, whose type is printed as ``kind``, a regular expression."""
    lines = [
        "From Coq Require Import ZArith NArith List.",
        f"From Mexplore Require Import {' '.join(modules)}.",
        "Import ListNotations.",
        "Local Open Scope N_scope.",
        "Set Printing Width 1000000.",
        "Set Printing Depth 1000000.",
        *(f"Eval vm_compute in ({term})." for term in terms),
    ]
    source = folder / "Options.v"
    source.write_text("\n".join(lines), encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-300:]
    printed = re.findall(rf"= (\[.*?\])\s*: {kind}", said, re.DOTALL)
    assert len(printed) == len(terms)
    return [literal_eval(text.replace(";", ",")) for text in printed]

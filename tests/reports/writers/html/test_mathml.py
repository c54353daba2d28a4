"""LaTeX becomes MathML, or is refused; nothing is shown with a command that was not read."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mexplore.reports.writers.html.page import mathml


def shown(latex: str) -> str:
    """All characters of the formula, in order."""
    written = mathml(latex)
    assert written is not None
    return "".join(ElementTree.fromstring(written).itertext()).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"G(n + 12) = G(n) \quad\text{for all } n \ge 71", "G(n+12)=G(n)for all n≥71"),
        (r"G(n) = G\!\left(\left\lfloor n/12 \right\rfloor\right)", "G(n)=G(⌊n/12⌋)"),
        (r"4 \cdot 12^k \le n < \tfrac{3}{2} \cdot 12^{k+1}", "4·12k≤n<32·12k+1"),
        (r"\text{row $3$: } G(x, y) = x \oplus y", "row 3: G(x,y)=x⊕y"),
        (r"\texttt{a\_b if x \% 2}", "a_b if x % 2"),
        (r"v \in \mathbb Z^{3}", "v∈ℤ3"),
        (r"\operatorname{mex} \{\, 0, 1 \,\}", "mex{0,1}"),
    ],
)
def test_signs_are_those_of_the_formula(latex: str, text: str) -> None:
    assert shown(latex) == text


def test_cases_are_a_table_with_columns_to_the_left() -> None:
    written = mathml(r"\begin{cases} 0 & \text{if } n = 0 \\ 1 & \text{otherwise} \end{cases}")
    brace, *cells = ElementTree.fromstring(written or "").iter("mtd")
    assert [cell.get("style") for cell in cells] == ["text-align: left"] * 4
    assert (brace.get("class"), brace.get("rowspan")) == ("brace", "2")  # as tall as its cases


def test_aligned_lines_are_a_table_right_and_left_by_turns() -> None:
    written = mathml(r"\begin{aligned} G(2n) &= 1 && (n > 0) \\ G(n) &= 2 \end{aligned}")
    rows = ElementTree.fromstring(written or "").iter("mtr")
    sides = [[(cell.get("style") or "")[12:] for cell in row.iter("mtd")] for row in rows]
    assert sides == [["right", "left", "right", "left"], ["right", "left"]]


@pytest.mark.parametrize("latex", [r"\unheard{n}", r"\text{a & b}", r"\text{\unheard}"])
def test_what_is_not_known_is_refused(latex: str) -> None:
    assert mathml(latex) is None

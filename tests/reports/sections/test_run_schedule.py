"""The table of runs shows the word and the ratio of a run schedule."""

from __future__ import annotations

import pytest

from mexplore.discover.questions.recurrence import schedule_of
from mexplore.reports.sections.kinds.run_schedule import schedule_blocks
from mexplore.reports.writers.document import Paragraph, Table, plain
from mexplore.rules.engine.runs import RunStream
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.notation import parse_rule


@pytest.mark.parametrize(
    ("text", "word", "ratio"),
    [
        ("leave(ceil(n/3) .. n//2)", "0, 2, 1, 3", "6"),
        ("remove(n//4 .. n//2)", "0, 2, 1, 3", "8/3"),
        ("n -> [2*n//3]", "0, 1", "9/4"),
    ],
)
def test_word_and_ratio_are_told(text: str, word: str, ratio: str) -> None:
    rule = parse_rule(text)
    law, starts = schedule_of(rule), run_starts(rule)
    assert law is not None
    assert starts is not None
    sentence, table = schedule_blocks(RunStream(starts).extend(10**6), law, 20)
    assert isinstance(sentence, Paragraph)
    text = plain(sentence.text)
    assert f"repeat the word {word};" in text
    assert text.endswith(f"ratio {ratio}.")
    assert isinstance(table, Table)
    assert len(table.rows) == 20
    values = [int(str(row[2])) for row in table.rows]
    first = next(k for k, row in enumerate(table.rows) if str(row[1]).startswith(f"[{law.start},"))
    assert values[first : first + len(law.word)] == list(law.word)
    # Every start is what the table says it is: 2*x(3) - 1 and the like.
    known = [int(str(row[1])[1:].partition(",")[0]) for row in table.rows]
    for k, row in enumerate(table.rows):
        assert (k >= first) == bool(row[3])
    inverse, back = law.creators[0]
    assert inverse(known[first - back]) == known[first]

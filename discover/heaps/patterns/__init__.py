"""The patterns, one file each: detector, claim, closed form.

To add a pattern, add a file with a frozen dataclass that subclasses
`discover.study.declared.Declared` and `discover.study.pattern.Pattern` (and, if it predicts terms,
one that subclasses `ClosedForm`). Findings are ranked by ``size()``, not by file order.
tests/discover/heaps/patterns/test_patterns.py tests every pattern on empty, short, constant and
random evidence, and reads its parameters back.
"""

HOME = "pattern"

FIRST = "periodic"
"""The module of the pattern that is looked for first: its law makes others unnecessary."""

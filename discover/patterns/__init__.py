"""The patterns, one file each: detector, claim, closed form.

To add a pattern, add a file with a frozen dataclass that subclasses `discover.pattern.Pattern`
(and, if it predicts terms, one that subclasses `ClosedForm`); nothing else is edited. Findings are
ranked by ``size()``, not by file order. tests/test_patterns.py picks every member up: a pattern
survives empty, short, constant and random evidence, and its parameters make the round trip.
"""

HOME = "pattern"

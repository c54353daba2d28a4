"""The theorems, one file each: statement, hypotheses, source, proof, bound.

To add a theorem, add a file with a class that subclasses `discover.study.theorem.Theorem`; nothing
else is edited. The docstring holds statement and full proof.
tests/discover/heaps/theorems/test_theorems.py checks that every theorem has a statement and a
source; a brute-force test with many small random rules and planted false claims has a file of its
own. A theorem that needs several files is a folder, and stands in its ``theorem.py``.
"""

HOME = "theorem"

"""The theorems, one file each: statement, hypotheses, source, proof, bound.

To add a theorem, add a file with a class that subclasses `discover.theorem.Theorem`; nothing else
is edited. The docstring holds statement and full proof. tests/test_theorems.py picks every member
up and asks for statement and source; a brute-force test over many small random rules and planted
false claims stands beside it in a file of its own.
"""

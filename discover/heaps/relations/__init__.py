"""Statements about values at several n: 'G(2n) = G(n)', 'G(n) <= log2(n) + 1 for n >= 1', 'lost(n)
iff n mod 7 in {0, 2}'; read, decided by a proved law, or tested on what is known."""

"""Digit maps: the value at k*n + r is a map of the value at n, one map a digit."""

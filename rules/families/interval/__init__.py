"""Intervals of heaps: the rule, its kernel, its engine of runs."""

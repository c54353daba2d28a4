"""Conjectures about a family, found from the laws of its members, each with its support.

All arithmetic is exact: formulas with small integer coefficients are tried in turn, and the support
of a conjecture is counted over every member, in Python's integers. Nothing here is a proof: a
conjecture that holds for all known members may fail for others.
"""

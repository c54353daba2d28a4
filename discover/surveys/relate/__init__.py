"""Statements about a family, read off the laws of its members: guesses, each with its support.

All arithmetic is exact: forms with small integer coefficients are tried one after the other, and
what is told of a statement is counted over every member, in Python's integers. Nothing here is a
proof: that a statement holds of all members known says nothing of the others.
"""

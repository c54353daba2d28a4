"""A search of a local copy of OEIS's list of terms; every match is verified term by term.

OEIS, the On-Line Encyclopedia of Integer Sequences (https://oeis.org), publishes its terms as
``stripped.gz``, a line a sequence, and their names as ``names.gz``.
"""

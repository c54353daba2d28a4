"""A local copy of OEIS's list of terms: indexed, searched, every match verified term by term.

OEIS, the On-Line Encyclopedia of Integer Sequences (https://oeis.org), publishes its terms as
``stripped.gz``, a line a sequence, and their names as ``names.gz``.
"""

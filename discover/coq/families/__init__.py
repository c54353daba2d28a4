"""Families of rules for Coq: a law with parameters as data of ``Digits.v``.

Trees of cases show its conditions. ``forms`` has linear forms as lists of numbers, ``trees`` finds
the trees, ``data`` makes a law of them, ``laws`` its theorem, ``cases`` what holds for a case of
the split, ``members`` the theorem about all members, and its files.
"""

"""Formulas in n: read safely, evaluated exactly, decided where they can be.

``parse`` turns a line of text, written as sympy writes it, into a tree of `Term`s, by the reader
that expressions of rules have too and by the same table of operations
(`rules.language.vocabulary`); nothing is ever handed to eval. ``exact`` evaluates a tree at any n
in whole numbers, fractions and square roots; ``vector`` at many n at once; ``eventual_lines``
brings it to the normal form in which two formulas, or a formula and a proved law, can be told
apart or proved equal.
"""

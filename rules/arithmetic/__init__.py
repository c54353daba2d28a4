"""Expressions and formulas in a safe subset of Python: read, evaluated, brought to normal forms.

``operations`` is the one table of what can be done with numbers: an entry says how an operation is
written, and what it means of one number (``numbers``), of many (``columns``), of intervals
(``spans``), in sympy and in a compiled loop. To add an operation, add an entry. ``vocabulary`` is
what each use allows of them; ``syntax`` the reader that goes by Python's own parser and refuses all
the rest; ``reading`` reads expressions of rules into the frozen nodes of ``tree``, which write
themselves, ``formulas`` reads formulas in n, as sympy writes them, into the same nodes.
``evaluating`` is the definition of what expressions mean, ``formula_values`` that of formulas.
``polynomial`` has polynomials and linear forms, ``forms`` the ends of intervals in normal form,
``residue_lines`` what is a line on residue classes in the end, ``eventual_lines`` the
same of formulas: the normal form in which two formulas, or a formula and a proved law, can be told
apart or proved equal; ``residues`` writes a sequence of residues as a formula."""

"""Expressions and formulas in a safe subset of Python: read, evaluated, brought to normal forms.

``vocabulary`` is the table of operations, and what each use allows of them; ``syntax`` the reader
that goes by Python's own parser and refuses all the rest; ``reading`` reads expressions of rules
into the frozen nodes of ``tree``, which write themselves, and ``evaluating`` is the definition of
what they mean. ``formulas`` reads formulas in n, written as sympy writes them, into the same nodes;
``exact`` evaluates them in whole numbers, fractions and square roots (``surd``), ``vector`` at many
n at once, ``symbolic`` gives them to sympy. ``linear`` reads linear expressions, ``forms`` finds
the ends of intervals in normal form, ``residue_lines`` what is a line (``lines``) on residue
classes in the end, ``eventual_lines`` the same of formulas: the normal form in which two formulas,
or a formula and a proved law, can be told apart or proved equal; ``residues`` writes a sequence of
residues as a formula. To add an operation, see ``vocabulary``."""

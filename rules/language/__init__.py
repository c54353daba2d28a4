"""The language of expressions and formulas: a safe subset of Python's, read, evaluated, compiled.

``vocabulary`` is the table of operations, and what each use allows of them; ``syntax`` the reader
that goes by Python's own parser and refuses all the rest; ``reading`` reads expressions of rules
into the frozen nodes of ``tree``, which write themselves. The interpreter in ``evaluating`` is the
definition; ``compiling`` writes the source of a loop from the tree, never from the text, where
``bounds`` show that 64 bits are enough, and ``loops`` makes it run. ``forms`` finds the ends of
intervals in normal form, ``rays`` lists that are all squares in one direction, ``eventual``
conditions that depend on residues in the end. To add an operation, see ``vocabulary``.
"""

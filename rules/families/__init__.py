"""The families of rules, one folder each: notation, definition, kernels.

To add a family, add a folder (or a file) whose ``rule.py`` has one frozen dataclass that
subclasses `rules.rule.Rule`; nothing else is edited. ``parse`` returns None for a text in
another family's notation (decide by its shape: a leading word, a dot between digits,
an arrow), so the order of files is of no account. The ``__init__.py`` of the folder may say how its
texts begin, by a regular expression ``LOOKS_LIKE``: others are not shown to it, and do not load it.
A text with ``or`` outside brackets is a union; it reaches the other families part by part.

All knowledge about a rule is in its methods: besides the four abstract members, give what the
family has of ``kernel``, ``may_leave`` (a move found without listing) and ``joined_with``, and
a method for each view (`rules.views`) that it shows: ``relations``, ``pieces``, ``option_sets``
(winning moves of huge heaps), ``as_expression`` (then unions with it are compiled), ``run_starts``,
``as_subtraction``, ``reduced``.

Keep numpy and LLVM out of the module: kernels are files of their own and are imported inside
``kernel()``. tests/rules/families/test_families.py picks every member up: give it ``examples`` (a
ClassVar tuple of canonical texts) and it is round-tripped and compared with the definition, and so
are its expression and its sets of options.
"""

HOME = "rule"

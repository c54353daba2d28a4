"""What theorems read off a rule: shapes that hold for all n, never computed values.

A shape is frozen data that says what the options of every n are; a function of the rule gives it,
or `discover.theorem.Inapplicable` with the reason. It asks the rule (`Rule.alternatives`,
``as_subtraction``, ``as_expression``), not of what family it is. To add a shape,
add a file, with a test that its options are the rule's for every n up to a few hundred.
"""

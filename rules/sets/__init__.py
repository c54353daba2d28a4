"""The sets of whole numbers that a rule may name, one file each.

To add a named set, add a file with one frozen dataclass that subclasses
`rules.sets.named.NamedSet`; nothing else is edited. tests/rules/sets/test_sets.py picks every
member up and compares ``upto``, ``in``, ``residues`` and ``meets_every_modulus`` with each other.
"""

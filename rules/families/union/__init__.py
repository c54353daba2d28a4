"""Unions: every move of several rules.

``rule`` splits the text at ``or``, joins what can be one rule (`Rule.joined_with`) and puts the
parts in canonical order; ``kernel`` has one loop for subtraction sets with divisions, and a loop
written for the union from the expressions of its parts (`Rule.as_expression`) for the others. A
family takes part in both by giving these; nothing here is edited for it.
"""

LOOKS_LIKE = r".*\bor\b"

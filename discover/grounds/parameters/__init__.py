"""Families of rules: games with names in them, of which laws are proved for all members."""

LOOKS_LIKE = r"(?!.*->)\s*\w+\s*\(.*\)\s*for\b"  # behind an arrow, `for` is that of a list

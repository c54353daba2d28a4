"""Families of rules: games with names in them, of which laws are proved for all members."""

_RANGES = r"\s*(?:remove\s*\(|subtract\s*\(.*(?:\.\.|\ball\s+but\b))"  # of another ground
LOOKS_LIKE = rf"(?!.*->)(?!{_RANGES})\s*\w+\s*\(.*\)\s*for\b"  # behind an arrow, of a list

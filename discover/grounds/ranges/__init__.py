"""Families of rules whose moves are ranges: laws are proved for all members."""

LOOKS_LIKE = r"(?!.*->)\s*(?:remove\s*\(|subtract\s*\((?=.*(?:\.\.|\ball\s+but\b))).*\)\s*for\b"

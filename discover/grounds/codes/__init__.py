"""Families of take-and-break codes, as 0.1{k}5: laws are proved for all members."""

LOOKS_LIKE = r"\s*[0-9A-V]?\.[0-7][^>]*\{[^}]*[A-Za-z][^}]*\}.*\sfor\b"

"""Families of take-and-break codes, as 0.1{k}5: laws are proved for all members."""

"""Families of rules: surveyed, kept, related to one another and to published sequences."""

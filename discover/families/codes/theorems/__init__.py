"""Theorems about families of take-and-break codes."""

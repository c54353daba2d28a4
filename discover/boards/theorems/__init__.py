"""Theorems about boards, a file each: a `BoardTheorem` with statement, proof and source."""

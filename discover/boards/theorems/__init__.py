"""Theorems about boards, a file each: a `BoardTheorem` (see ``theorem``) with statement, proof and
source; ``moves`` has what they read off the rule."""

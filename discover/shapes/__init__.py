"""What theorems read off a rule: shapes that hold for all n, never computed values."""

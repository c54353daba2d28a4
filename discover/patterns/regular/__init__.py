"""Regular sequences: the law, the k-kernel, and linear algebra over it."""

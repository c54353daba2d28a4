"""Take-and-break codes: digits, code, sentence, partitions, and the kernels of every size."""

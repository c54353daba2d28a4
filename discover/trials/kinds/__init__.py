"""What is tried, a file for each kind of kernels: its ``TRIALS``."""

"""The tasks of ``python -m benchmarks``: a file a subject, each with ``TASKS``."""

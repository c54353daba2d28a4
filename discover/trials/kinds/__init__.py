"""What is tried, a file for each kind of kernels: its ``TRIALS``, and about how many ``SECONDS``
they take, most of which are the compiler's."""

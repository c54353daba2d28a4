"""Automatic sequences in the numerations of Fibonacci and Pell."""

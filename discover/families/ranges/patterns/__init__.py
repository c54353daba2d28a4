"""Laws of families whose moves are ranges: values are digit vectors too (``law``, ``pattern``)."""

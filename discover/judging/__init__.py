"""What becomes of claims: made by detectors, refuted, proved, and which of them are told."""

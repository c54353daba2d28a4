"""Claims in one study: detectors propose them, terms and theorems refute or prove them, and some
are reported."""

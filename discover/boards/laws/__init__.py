"""Laws of boards, a file each: a `BoardLaw` with its detector."""

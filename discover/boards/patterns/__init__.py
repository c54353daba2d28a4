"""Laws of boards, a file each: a `BoardLaw` (see ``pattern``) with its detector."""

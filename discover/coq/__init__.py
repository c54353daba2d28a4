"""Laws as theorems that the proof assistant Coq accepts: the library of proofs (``*.v``), and what
writes a file for one law. docs/proofs.md says what has to be trusted."""

"""The theorems that the library of Coq proofs has, each as a `Translation`, by their subject.

To add one, add a file with a subclass of `discover.coq.law.Translation`; no other file is
edited.
"""

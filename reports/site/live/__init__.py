"""A page on this computer: a rule is typed, and values, laws and proofs appear as they are found.

`server` answers the browser, `guard` says whom; each page that is open has processes of its own
(`processes`), in which `worker` asks `answering` what the page wants to know.
"""

"""What all kinds of games share: the protocol of a kind, claims, theorems, findings, certificates,
and the loop of a study. It knows no kind of game; `discover.kinds` lists them."""

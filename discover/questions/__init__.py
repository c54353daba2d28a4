"""What a person asks of a rule and its law, one file a question."""

"""The sentence 'F is the Grundy function of this rule' in the languages of other programs."""

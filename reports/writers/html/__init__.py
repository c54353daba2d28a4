"""A document as HTML: one page that needs nothing else, or a fragment for another page."""

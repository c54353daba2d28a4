"""How a document is written: terminal, Markdown, HTML, pictures."""

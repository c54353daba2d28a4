"""The content of documents, and of JSON: which blocks a report, a table or an answer has."""

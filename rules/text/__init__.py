"""Text from people: numbers, and files that are not trusted to be short or whole."""

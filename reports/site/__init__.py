"""A site of all games in an atlas: static pages that need no server and nothing from elsewhere."""

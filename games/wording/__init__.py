"""The engine's values in a player's words, in the reader's language. Nothing is decided here."""

"""What happened at the table and what was signed; everything else is derived."""

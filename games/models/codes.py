"""Addresses that nobody finds by guessing."""

from django.utils.crypto import get_random_string

# Letters and digits that nobody confuses when reading a link aloud.
LINK_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def reading_code() -> str:
    """A new address for a match: about 69 bits, so that nobody finds one by guessing."""
    return get_random_string(14, LINK_ALPHABET)


def scoring_code() -> str:
    """A new scoring link, independent of the reading link: about 119 bits."""
    return get_random_string(24, LINK_ALPHABET)

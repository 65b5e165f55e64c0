"""Figures as they are printed."""


def figure(number: int) -> str:
    """A number with a real minus sign: a hyphen is too short to be seen, and lets a line break."""
    return str(number).replace("-", "−")

"""Exact figures as text."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from .order import Figure
from .scheme import MEASURES

HALF = Fraction(1, 2)


def shown(measure: str, figure: Figure, point: str = ".") -> str:
    """A figure of a measure as it is printed: `12`, `7½`, a difference with its sign (`+15`, `−3`,
    `0`), anything else that is not whole with two decimals, `–` for none. `point` is the reader's
    decimal sign. Only what is printed is rounded: ranks never depend on it."""
    if measure not in MEASURES:
        raise KeyError(measure)
    if figure is None:
        return "–"
    size = abs(Fraction(figure))
    if size.denominator == 1:
        text = str(size.numerator)
    elif size % 1 == HALF and not measure.endswith("-mean"):
        text = f"{size.numerator // 2 or ''}½"
    else:
        exact = Decimal(size.numerator) / Decimal(size.denominator)
        text = str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace(".", point)
    if figure < 0:
        return f"−{text}"
    return f"+{text}" if figure > 0 and measure.startswith("difference") else text

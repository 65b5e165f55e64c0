"""How a match stands, and how it would stand: with a deal changed, or given up."""

from games.effect import Effect, Standing, effect_of, winner_if_given_up
from games.manille.scoring import Sheet
from games.manille.table import Side

from .deal import Deal
from .match import Match


def standing_of(match: Match, sheet: Sheet | None = None) -> Standing:
    """How the match stands by `sheet`, or as it is."""
    sheet = sheet or match.sheet
    over = bool(match.given_up or sheet.finished)
    return _standing(sheet, over, match.winner_by(sheet))


def standing_if_given_up(match: Match, by_side: Side) -> Standing:
    """How the match would end if `by_side` gave up now, or (empty) all agreed to stop."""
    sheet = match.sheet
    return _standing(sheet, True, winner_if_given_up(sheet, by_side))


def effect_of_change(match: Match, number: int, changed: Deal | None) -> Effect:
    """What the sheet becomes with `changed` in the place of deal `number`, or (None) without it;
    nothing is written. Raises CannotRecord and ValidationError as the change itself."""
    match.forget_derived()  # the deal changed may be one of those read before
    match.must_be_unsigned()
    stored = match.must_have(number)
    if changed is not None:
        stored.may_become(changed)
    before, place = match.played, match.played.index(stored)
    after = [*before[:place], *([changed] if changed else []), *before[place + 1 :]]
    sheet = match.sheet_of(after)
    return effect_of(
        number,
        (stored.facts, changed.facts if changed else None),
        dict(zip((deal.number for deal in before), match.sheet.lines, strict=True)),
        dict(zip((deal.number for deal in after), sheet.lines, strict=True)),
        (standing_of(match), standing_of(match, sheet)),
    )


def _standing(sheet: Sheet, over: bool, winner: Side | None) -> Standing:
    return Standing(
        totals=sheet.totals,
        as_played=sheet.totals_as_played,
        credited=sheet.credited,
        over=over,
        winner=winner,
        next_dealer=sheet.next_dealer,
        carried=0 if over else sheet.carried,
    )

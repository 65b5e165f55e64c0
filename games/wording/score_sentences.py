"""The points of a deal and the end of a match in sentences; the rest is in `rule_sentences.py`."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.manille.rules import Rules


def two_camps(rules: Rules) -> bool:
    """Whether just two camps meet in every deal."""
    return len(rules.table.camps(rules.table.seats[0])) == 2


def may_draw(rules: Rules) -> bool:
    """Whether a deal can end with nobody above par (a bid is always made or failed)."""
    camps = len(rules.table.camps(rules.table.seats[0]))
    return rules.contract != "bid" and rules.par * camps >= rules.pot


def tell_points(rules: Rules) -> Iterator[str]:
    """How a deal is scored."""
    yield _(
        "The five strongest cards of a suit are worth 5, 4, 3, 2 and 1 card points, the others "
        "nothing."
    )
    if rules.trick_points:
        yield _("Each trick counts one card point besides.")
    else:
        yield _("Tricks themselves count no points.")
    if rules.last_trick:
        yield _("The last trick counts one card point more.")
    else:
        yield _("The last trick counts no more than the others.")
    numbers = {"pot": rules.pot, "par": rules.par}
    yield _("In all there are %(pot)s card points in a deal.") % numbers
    yield from _scoring(rules)
    if rules.count == "surplus":
        if rules.surplus_cap is None:
            yield _("A surplus counts in full, however large.")
        else:
            yield ngettext(
                "A larger surplus counts as %(count)s point.",
                "A surplus of more than %(count)s points counts as %(count)s.",
                rules.surplus_cap,
            ) % {"count": rules.surplus_cap}
    if rules.last_trick and rules.count == "surplus" and two_camps(rules):
        score = {"more": rules.par + 1, "less": rules.pot - rules.par - 1}
        if rules.narrow_win is None:
            yield _("Winning %(more)s–%(less)s counts like any other win.") % score
        else:
            yield ngettext(
                "Winning %(more)s–%(less)s counts %(count)s match point, doubled or not.",
                "Winning %(more)s–%(less)s counts %(count)s match points, doubled or not.",
                rules.narrow_win,
            ) % {**score, "count": rules.narrow_win}
    if may_draw(rules):
        yield {
            "nothing": _("Where nobody has more than %(par)s card points, nobody scores."),
            "replay": _(
                "Where nobody has more than %(par)s card points, nobody scores: the same dealer "
                "deals again and the deal does not count."
            ),
            "carry": _(
                "Where nobody has more than %(par)s card points, nobody scores and the next deal "
                "counts double once more; this lapses at the end of the match."
            ),
        }[rules.draw] % numbers
    if rules.whole_pot == "double":
        yield _("Taking all %(pot)s card points counts double.") % numbers
    else:
        yield _("Taking all %(pot)s card points earns nothing extra.") % numbers
    if rules.contract != "none":
        if rules.fail_doubles:
            yield _("Where the declarer’s side fails, the deal counts double.")
        else:
            yield _("Where the declarer’s side fails, the deal counts no more for it.")


def _scoring(rules: Rules) -> Iterator[str]:
    numbers = {"par": rules.par}
    if rules.contract == "bid":
        yield (
            _("A bid that is made earns the card points above %(par)s, times what the deal counts.")
            % numbers
        )
        if rules.loser == "minus":
            yield _(
                "If the bid fails the opponents earn the card points missing, at least one, times "
                "what the deal counts; whoever loses a deal loses as many points."
            )
        else:
            yield _(
                "If the bid fails the opponents earn the card points missing, at least one, times "
                "what the deal counts; whoever loses a deal writes nothing."
            )
    elif rules.count == "card-points":
        yield (
            _(
                "Each side writes its card points; whoever has more than %(par)s writes them times "
                "what the deal counts."
            )
            % numbers
        )
    else:
        yield (
            _(
                "Whoever has more than %(par)s card points writes the surplus above %(par)s, times "
                "what the deal counts."
            )
            % numbers
        )
        if rules.loser == "nothing":
            yield _("The others write nothing.")
        elif two_camps(rules):
            yield _("The losers lose as many match points as the winners gain.")
        else:
            yield _("Whoever has fewer loses as many as are missing, times what the deal counts.")


def tell_match(rules: Rules) -> Iterator[str]:
    """When the match ends and who has won."""
    ends = 0
    if rules.target is not None:
        ends += 1
        yield ngettext(
            "The match is over when a side has %(count)s match point or more.",
            "The match is over when a side has %(count)s match points or more.",
            rules.target,
        ) % {"count": rules.target}
    if rules.deals is not None:
        ends += 1
        yield ngettext(
            "The match is over after %(count)s deal.",
            "The match is over after %(count)s deals.",
            rules.deals,
        ) % {"count": rules.deals}
    if rules.minutes is not None:
        ends += 1
        yield ngettext(
            "After %(count)s minute time is up: the deal in hand is finished and the match is "
            "over.",
            "After %(count)s minutes time is up: the deal in hand is finished and the match is "
            "over.",
            rules.minutes,
        ) % {"count": rules.minutes}
        if rules.even_deals:
            yield _(
                "When time is up after an odd number of deals, one more is played, so that their "
                "number is even."
            )
        else:
            yield _("When time is up the number of deals played may be odd.")
    if ends == 0:
        yield _("The match goes on until the players stop.")
    elif ends > 1:
        yield _("Whichever comes first ends the match.")
    if ends:
        yield _("The highest total wins.")
        if rules.target is not None and rules.dealer_side_first:
            yield _(
                "When the leaders are level at the target, the dealer’s side wins if it is among "
                "them."
            )
        elif rules.target is not None:
            yield _("When the leaders are level at the target, having dealt is no advantage.")
        if rules.tie == "extra-deal":
            yield _("While the leaders are level, one more deal is played.")
        else:
            yield _("When the leaders are level, the match is drawn.")
    if rules.result_cap is None:
        yield _("The result counts in full.")
    else:
        yield ngettext(
            "In a competition no side is credited with more than %(count)s point.",
            "In a competition no side is credited with more than %(count)s points.",
            rules.result_cap,
        ) % {"count": rules.result_cap}

"""A whole rule set in plain sentences, each one translatable text chosen by the values.

An option without effect under the rules at hand (who passes where nobody may, a partner where there
is none) is not told, so that no sentence contradicts another. Points and the end of a match are
told in `score_sentences.py`.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.faces import corner
from games.manille.play import Duty
from games.manille.rules import Rules

from .cards import card_word
from .lists import listed
from .rule_options import GROUPS
from .score_sentences import may_draw, tell_match, tell_points, two_camps


def sentences(rules: Rules) -> list[tuple[str, list[str]]]:
    """The complete rules: for each group its title and its sentences, in the order of `GROUPS`."""
    tellers = (_cards, _dealing, _trump, _play, tell_points, tell_match)
    return [
        (str(group.title), list(tell(rules))) for group, tell in zip(GROUPS, tellers, strict=True)
    ]


def talk_reminder(rules: Rules) -> str:
    """What to keep to in talking, for the head of a sheet; empty where nothing is laid down."""
    return "" if rules.talk == "unstated" else _talk(rules)


def _have_partners(rules: Rules) -> bool:
    return any(len(camp) > 1 for camp in rules.table.camps(rules.table.seats[0]))


def _cards(rules: Rules) -> Iterator[str]:
    size = rules.cards.size
    if rules.faces == "spanish":
        yield _(
            "Play is with Spanish cards: swords, cups, coins and batons, where 1, 12, 11 and 10 "
            "stand for ace, king, queen and jack."
        )
    else:
        yield _("Play is with French cards: spades, hearts, diamonds and clubs.")
    yield ngettext(
        "%(count)s card is in play; in each suit they rank, strongest first: %(ranks)s.",
        "%(count)s cards are in play; in each suit they rank, strongest first: %(ranks)s.",
        size,
    ) % {"count": size, "ranks": listed(corner(rank, rules.faces) for rank in rules.pack)}
    removed = rules.removed.split()
    if removed:
        yield ngettext(
            "This card is taken out before dealing: %(cards)s.",
            "These cards are taken out before dealing: %(cards)s.",
            len(removed),
        ) % {"cards": listed(card_word(card) for card in removed)}
    yield ngettext(
        "%(count)s player sits at the table.", "%(count)s players sit at the table.", rules.seats
    ) % {"count": rules.seats}
    if rules.sides == "pairs":
        yield _("Those who sit opposite each other are partners and keep one score.")
        if rules.dummy == "south":
            yield _(
                "Three people play: South is a dummy, whose hand lies open and is played by North."
            )
    elif rules.camps == "dealer-alone":
        yield _(
            "In each deal the dealer plays alone against the others, who pool their tricks; all "
            "keep a score of their own."
        )
    else:
        yield _("All play alone and keep a score of their own.")
    hand = rules.hand_size
    if rules.play != "score-pad":
        yield ngettext(
            "Each player is dealt %(count)s card.", "Each player is dealt %(count)s cards.", hand
        ) % {"count": hand}
    if rules.undealt == "dealer":
        rest = size - hand * rules.seats
        yield ngettext(
            "%(count)s card is left over; its card points count for the dealer.",
            "%(count)s cards are left over; their card points count for the dealer.",
            rest,
        ) % {"count": rest}
    if rules.direction == "clockwise":
        yield _("Deal, lead and play go clockwise; eldest hand, on the dealer’s left, leads first.")
    else:
        yield _(
            "Deal, lead and play go counter-clockwise; eldest hand, on the dealer’s right, leads "
            "first."
        )


def _dealing(rules: Rules) -> Iterator[str]:
    yield {
        "lowest-cut": _("Whoever cuts the lowest card deals first."),
        "highest-cut": _("Whoever cuts the highest card deals first."),
        "ask": _("The players settle among themselves who deals first."),
        "drawn": _("The first dealer is drawn by lot."),
    }[rules.first_dealer]
    yield _("After each deal the next player in the direction of play deals.")
    if rules.cut_by == "partner" and rules.sides != "pairs":
        yield _("The player opposite the dealer cuts the pack, if there is one.")
    else:
        yield {
            "left": _("The player on the dealer’s left cuts the pack."),
            "right": _("The player on the dealer’s right cuts the pack."),
            "partner": _("The dealer’s partner cuts the pack."),
        }[rules.cut_by]
    if rules.play != "score-pad":
        yield _packets(rules)
    if rules.second_misdeal_passes:
        yield _(
            "After a misdeal the same dealer deals again; a second misdeal in a row passes the "
            "deal to the next player."
        )
    else:
        yield _("After a misdeal the same dealer deals again, however often it happens.")
    if rules.sides == "pairs":
        if rules.partner_peek == "passes":
            yield _(
                "If the dealer’s partner looks at the cards too early, they are thrown in and the "
                "next player deals."
            )
        else:
            yield _(
                "If the dealer’s partner looks at the cards too early, they are thrown in and the "
                "same dealer deals again."
            )


def _packets(rules: Rules) -> str:
    return {
        "3-2-3": _("The cards are dealt three, two and three at a time."),
        "4-4": _("The cards are dealt four at a time, twice."),
        "3-2-3 or 4-4": _(
            "The cards are dealt three, two and three at a time, or four at a time, twice."
        ),
        "4-4-4": _("The cards are dealt four at a time, three times."),
        "5-5": _("The cards are dealt five at a time, twice."),
        "4-4-3": _("The cards are dealt four, four and three at a time."),
    }[rules.packets]


def _trump(rules: Rules) -> Iterator[str]:
    if rules.play == "score-pad":
        yield _("No rules are kept for trump: the players agree on it themselves.")
        return
    always_without = rules.no_trump == "every-deal"
    if always_without:
        yield {
            "dealer": _("The dealer is the declarer of the deal."),
            "choose-or-pass": _(
                "From eldest hand on, each player in turn takes on the deal or passes."
            ),
            "delegate": _("The dealer is the declarer of the deal, or leaves that to the partner."),
            "auction": _(
                "Players bid for the deal in turn from eldest hand on, each bid above the last; "
                "whoever has passed is out, and the highest bidder is the declarer."
            ),
        }[rules.trump]
    else:
        yield {
            "turned": _("The dealer’s last card is turned up and its suit is trump."),
            "dealer": _("The dealer names trump."),
            "choose-or-pass": _("From eldest hand on, each player in turn names trump or passes."),
            "delegate": _("The dealer names trump, or leaves the choice to the partner."),
            "auction": _(
                "Players bid for trump in turn from eldest hand on, each bid above the last; "
                "whoever has passed is out, and the highest bidder names trump."
            ),
        }[rules.trump]
    if rules.trump in ("choose-or-pass", "auction"):
        if rules.all_pass == "next-dealer":
            yield _("If everybody passes, the next player deals.")
        elif always_without:
            yield _("If everybody passes, the dealer must take on the deal.")
        elif rules.all_pass == "dealer-must":
            yield _("If everybody passes, the dealer must name trump.")
        else:
            yield _("If everybody passes, the dealer must play without trump.")
    numbers = {"least": rules.par + 1, "pot": rules.pot}
    if rules.contract == "majority":
        yield (
            _(
                "The declarer’s side undertakes to win at least %(least)s of the %(pot)s card "
                "points."
            )
            % numbers
        )
    elif rules.contract == "bid":
        yield _("A bid is a number of card points, from %(least)s to %(pot)s.") % numbers
    elif rules.trump != "turned":
        yield _("The declarer undertakes no number of points.")
    yield {
        "not-played": _("There is always a trump: no deal is played without."),
        "double": _("A deal may be played without trump; it counts double."),
        "every-deal": _("Every deal is played without trump and counts double."),
    }[rules.no_trump]
    if rules.blind_no_trump:
        yield _("Named before looking at the cards, no trump counts four times instead.")
    yield from _doubling(rules)
    reasons = [
        rules.no_trump != "not-played",
        _may_double(rules),
        rules.fail_doubles,
        rules.draw == "carry" and may_draw(rules),
    ]
    if sum(reasons) > 1:
        if rules.stacking == "multiply":
            yield _("Several doublings in one deal are multiplied: two make four times.")
        else:
            yield _("Several doublings in one deal are added: two make three times.")
    if rules.cap is None:
        yield _("There is no limit to how many times a deal can count.")
    elif rules.cap == 1 and not any(reasons):
        yield _("Every deal counts once.")
    else:
        yield ngettext(
            "No deal counts more than %(count)s time, however much it was doubled.",
            "No deal counts more than %(count)s times, however much it was doubled.",
            rules.cap,
        ) % {"count": rules.cap}


def _may_double(rules: Rules) -> bool:
    return rules.double and (rules.double_no_trump or rules.no_trump != "every-deal")


def _doubling(rules: Rules) -> Iterator[str]:
    if not _may_double(rules):
        yield _("Opponents cannot double.")
        return
    yield _("Before the first card is played the declarer’s opponents may double the deal.")
    if rules.redouble:
        yield _("The declarer’s side may then redouble it.")
    else:
        yield _("A doubled deal cannot be redoubled.")
    if rules.third:
        yield _("After a redouble those who doubled may double a third time.")
    elif rules.redouble:
        yield _("After a redouble nobody can go on.")
    if rules.no_trump == "double":
        if rules.double_no_trump:
            yield _("A deal without trump may be doubled too.")
        else:
            yield _("A deal without trump cannot be doubled by the opponents.")


def _play(rules: Rules) -> Iterator[str]:
    if rules.play == "score-pad":
        yield _("No rules of play are known: plays are not judged, only card points are kept.")
        yield from _penalty(rules)
        return
    trumps = rules.no_trump != "every-deal"
    yield _follow()
    yield _head(rules)
    if not trumps:
        yield _("Whoever cannot follow suit may play any card.")
    else:
        yield _ruff(rules)
        yield _overtrump(rules)
    if rules.head not in ("never", "trump-led") and trumps:
        yield _("Where a trick has been trumped, those who follow suit need not play higher.")
    if rules.talk != "aveugle":
        yield correction_rule(rules)
    yield from _penalty(rules)
    if rules.wrong_claim == "revoke":
        yield _("A wrong claim of the tricks that are left counts as a revoke.")
    if rules.card_missing == "revoke":
        yield _("A card found missing after the first trick counts as a revoke.")


def duty_rule(rules: Rules, duty: Duty, partner_winning: bool) -> str:
    """The sentence of the rules that binds a seat by that duty, its partner winning or not."""
    if duty == "no-undertrump":
        return _ruff(rules) if partner_winning else _overtrump(rules)
    tellers = {"head": _head, "ruff": _ruff, "overtrump": _overtrump}
    return tellers[duty](rules) if duty in tellers else _follow()


def correction_rule(rules: Rules) -> str:
    """How long a play against the rules can be put right."""
    return {
        "next-card": _(
            "A card played against these rules can be corrected until the next card is played."
        ),
        "next-trick": _(
            "A card played against these rules can be corrected until a card of the next trick is "
            "played."
        ),
        "deal-end": _(
            "A card played against these rules can be corrected until the last trick of the deal "
            "is complete."
        ),
    }[rules.correction]


def _follow() -> str:
    return _("Whoever can follow suit must do so.")


def _head(rules: Rules) -> str:
    partners, trumps = _have_partners(rules), rules.no_trump != "every-deal"
    if rules.head == "never" or (rules.head == "trump-led" and not trumps):
        return _("Nobody who follows suit has to play higher.")
    if rules.head == "trump-led":
        if partners and rules.exemption != "none":
            return _(
                "Only where trump is led must those who can play higher, unless their partner is "
                "winning."
            )
        return _("Only where trump is led must those who can play higher.")
    if not partners:
        return _("Whoever follows suit must play higher than the winning card, if possible.")
    if rules.head == "opponent-winning":
        return _(
            "Whoever follows suit must play higher than the winning card, if possible, unless the "
            "partner is winning."
        )
    return _(
        "Whoever follows suit must play higher than the winning card, if possible, even where "
        "the partner is winning."
    )


def _penalty(rules: Rules) -> Iterator[str]:
    pot = {"pot": rules.pot}
    yield {
        "whole-pot": _(
            "A revoke found later costs the deal: the offenders count no card points and the "
            "others all %(pot)s."
        )
        % pot
        if two_camps(rules)
        else _("A revoke found later costs the offender all the card points of the deal."),
        "flat-60": _(
            "A revoke found later costs the deal: the others write 60 match points, whatever the "
            "deal counts."
        ),
        "warning": _("A revoke found later brings a warning and no loss of points."),
    }[rules.revoke]
    yield _talk(rules)


def _ruff(rules: Rules) -> str:
    if not _have_partners(rules):
        return _("Whoever cannot follow suit must trump.")
    if rules.exemption == "none":
        return _("Whoever cannot follow suit must trump, even where the partner is winning.")
    if rules.exemption == "overtrump":
        return _(
            "Whoever cannot follow suit must trump; where the partner is winning, any trump will "
            "do."
        )
    if rules.undertrump_partner == "forbidden":
        return _(
            "Whoever cannot follow suit must trump, unless the partner is winning: then any card "
            "may be played but a trump below the partner’s, unless only such trumps are left."
        )
    return _(
        "Whoever cannot follow suit must trump, unless the partner is winning: then any card "
        "may be played."
    )


def _overtrump(rules: Rules) -> str:
    return {
        "undertrump": _(
            "Whoever must trump a trick that is trumped already plays a higher trump; without one, "
            "a lower trump."
        ),
        "free": _(
            "Whoever must trump a trick that is trumped already plays a higher trump; without one, "
            "any card."
        ),
        "discard": _(
            "Whoever must trump a trick that is trumped already plays a higher trump; without one, "
            "a card of another suit, or a lower trump if only trumps are left."
        ),
    }[rules.cannot_overtrump]


def _talk(rules: Rules) -> str:
    return {
        "unstated": _("Nothing is laid down about talking at the table."),
        "muette": _("Muette: partners do not talk or signal during a deal."),
        "parlee": _(
            "Parlée: partners may talk about a few things only, such as how many cards of a suit "
            "or which high cards they hold."
        ),
        "parlante": _("Parlante: partners may use the three ritual signals, and no others."),
        "aveugle": _(
            "Aveugle: the cards are held backwards, so that nobody knows what may be played; only "
            "the score is kept."
        ),
    }[rules.talk]

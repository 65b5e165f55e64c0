"""Options in a player's words: labels, help, and a word for every value.

What the options mean is the engine's business (RULES.md); here they are only told.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.manille.cards import CUSTOM_44, PIQUET_32, SPANISH_40, SPANISH_48

from .systems import Text


class Group(NamedTuple):
    """Options that belong together at the table."""

    title: Text
    options: tuple[str, ...]


GROUPS = (
    Group(
        _("Cards and players"),
        ("pack", "removed", "faces", "seats", "sides", "camps", "undealt", "direction", "dummy"),
    ),
    Group(
        _("Dealing"),
        ("first_dealer", "cut_by", "packets", "second_misdeal_passes", "partner_peek"),
    ),
    Group(
        _("Trump and doubling"),
        (
            *("trump", "all_pass", "contract", "no_trump", "double", "redouble", "third"),
            *("double_no_trump", "stacking", "cap", "blind_no_trump"),
        ),
    ),
    Group(
        _("Playing the cards"),
        (
            *("head", "exemption", "cannot_overtrump", "undertrump_partner"),
            *("correction", "revoke", "wrong_claim", "card_missing", "talk", "play"),
        ),
    ),
    Group(
        _("Points of a deal"),
        (
            *("trick_points", "last_trick", "count", "loser", "surplus_cap", "narrow_win"),
            *("draw", "whole_pot", "fail_doubles"),
        ),
    ),
    Group(
        _("The match"),
        ("target", "deals", "minutes", "even_deals", "tie", "dealer_side_first", "result_cap"),
    ),
)
"""All the options of `Rules`, grouped, in the order in which they are asked and told."""


class Option(NamedTuple):
    """An option as it is asked: `label`, a `help` sentence, and a word for each of its values
    (empty where it is a number or a text)."""

    label: Text
    help: Text
    values: dict[Any, Text] = {}


YES_NO: dict[Any, Text] = {False: _("no"), True: _("yes")}

OPTIONS: dict[str, Option] = {
    # Cards and players
    "pack": Option(
        _("Pack"),
        _("Which cards are used, from the manille down."),
        {
            PIQUET_32: _("32 cards, the ten on top"),
            SPANISH_40: _("40 cards, the seven on top"),
            CUSTOM_44: _("44 cards without eights and tens, the nine on top"),
            SPANISH_48: _("48 cards without tens, the nine on top"),
        },
    ),
    "removed": Option(
        _("Cards taken out"),
        _(
            "Suit letter and rank of each, for example “S7 C7”: S spades, H hearts, D diamonds, "
            "C clubs. Write “-” for none."
        ),
    ),
    "faces": Option(
        _("Faces"),
        _("What is printed on the cards; it changes nothing in the play."),
        {"french": _("French suits"), "spanish": _("Spanish suits")},
    ),
    "seats": Option(
        _("Number of players"),
        _("Three players sit North, East and South; two sit North and East."),
        {4: _("four"), 3: _("three"), 2: _("two")},
    ),
    "sides": Option(
        _("Partners"),
        _("Whether those who sit opposite each other keep one score."),
        {"pairs": _("partners opposite"), "singles": _("everyone alone")},
    ),
    "camps": Option(
        _("Who plays together in a deal"),
        _(
            "With the dealer alone, the others pool their tricks, yet everyone keeps their own "
            "score."
        ),
        {"sides": _("as they keep score"), "dealer-alone": _("the dealer against the others")},
    ),
    "undealt": Option(
        _("Cards left over"),
        _("Where the cards cannot be dealt out evenly, whose points the rest are."),
        {"none": _("none are left over"), "dealer": _("they count for the dealer")},
    ),
    "direction": Option(
        _("Direction"),
        _("Which way deal, lead and play go round the table."),
        {"clockwise": _("clockwise"), "counter-clockwise": _("counter-clockwise")},
    ),
    "dummy": Option(
        _("A dummy"),
        _("Three people at a table of four: one of them also plays an open hand."),
        {"none": _("none, everybody plays"), "south": _("South, played by North")},
    ),
    # Dealing
    "first_dealer": Option(
        _("Finding the first dealer"),
        _("How the table settles who deals first."),
        {
            "lowest-cut": _("the lowest card cut"),
            "highest-cut": _("the highest card cut"),
            "ask": _("by asking round"),
            "drawn": _("by lot"),
        },
    ),
    "cut_by": Option(
        _("Who cuts"),
        _("Who cuts the pack before it is dealt."),
        {
            "left": _("the player on the dealer’s left"),
            "right": _("the player on the dealer’s right"),
            "partner": _("the dealer’s partner"),
        },
    ),
    "packets": Option(
        _("Packets"),
        _("How many cards are dealt at a time."),
        {
            "3-2-3": _("three, two, three"),
            "4-4": _("four and four"),
            "3-2-3 or 4-4": _("three, two, three or four and four"),
            "4-4-4": _("four, four, four"),
            "5-5": _("five and five"),
            "4-4-3": _("four, four, three"),
        },
    ),
    "second_misdeal_passes": Option(
        _("A second misdeal passes the deal on"),
        _("After two misdeals in a row by the same dealer the next player deals."),
        YES_NO,
    ),
    "partner_peek": Option(
        _("The dealer’s partner looks too early"),
        _("Who deals after the cards were thrown in for that reason."),
        {"same-dealer": _("the same dealer again"), "passes": _("the next player")},
    ),
    # Trump and doubling
    "trump": Option(
        _("How trump is found"),
        _("An auction goes with bids; choose both."),
        {
            "turned": _("the dealer’s last card is turned up"),
            "dealer": _("the dealer names it"),
            "choose-or-pass": _("each in turn names it or passes"),
            "delegate": _("the dealer names it or leaves it to the partner"),
            "auction": _("by auction"),
        },
    ),
    "all_pass": Option(
        _("If everyone passes"),
        _("Only where players may pass: choosing in turn, or an auction."),
        {
            "dealer-must": _("the dealer must name trump"),
            "dealer-no-trump": _("the dealer must play without trump"),
            "next-dealer": _("the next player deals"),
        },
    ),
    "contract": Option(
        _("What the declarer undertakes"),
        _("What the side that named trump has to reach."),
        {
            "none": _("nothing"),
            "majority": _("more than half of the card points"),
            "bid": _("the card points bid"),
        },
    ),
    "no_trump": Option(
        _("Playing without trump"),
        _("A deal without trump counts double."),
        {
            "not-played": _("is not played"),
            "double": _("may be chosen"),
            "every-deal": _("in every deal"),
        },
    ),
    "double": Option(
        _("Doubling"),
        _("Whether the declarer’s opponents may double before the first card is played."),
        YES_NO,
    ),
    "redouble": Option(
        _("Redoubling"), _("Whether the declarer’s side may double once more."), YES_NO
    ),
    "third": Option(
        _("A third doubling"),
        _("Whether those who doubled may go on after a redouble, to eight times."),
        YES_NO,
    ),
    "double_no_trump": Option(
        _("Doubling without trump"), _("Whether a deal without trump may be doubled too."), YES_NO
    ),
    "stacking": Option(
        _("Several doublings at once"),
        _("Without trump and doubled: four times if multiplied, three times if added."),
        {"multiply": _("are multiplied"), "add": _("are added")},
    ),
    "cap": Option(
        _("Greatest multiplier"),
        _("No deal counts more often than this. Write 0 for no limit."),
    ),
    "blind_no_trump": Option(
        _("No trump named blind counts four times"),
        _("For whoever names no trump before looking at the cards, instead of double."),
        YES_NO,
    ),
    # Playing the cards
    "head": Option(
        _("Playing higher in the suit led"),
        _("When those who follow suit must beat the winning card if they can."),
        {
            "never": _("never required"),
            "trump-led": _("when trump is led"),
            "opponent-winning": _("when an opponent is winning"),
            "always": _("always"),
        },
    ),
    "exemption": Option(
        _("When your partner is winning"),
        _("What those who cannot follow suit are spared while their partner wins the trick."),
        {
            "none": _("you must trump all the same"),
            "overtrump": _("you must trump, but not higher"),
            "full": _("you need not trump"),
        },
    ),
    "cannot_overtrump": Option(
        _("If you cannot trump higher"),
        _("What those must play who would have to trump but hold only lower trumps."),
        {
            "undertrump": _("a lower trump"),
            "free": _("any card"),
            "discard": _("another suit, if you have one"),
        },
    ),
    "undertrump_partner": Option(
        _("Trumping lower than your partner"),
        _("Whether you may play a trump below the one with which your partner is winning."),
        {"free": _("allowed"), "forbidden": _("forbidden, unless you hold nothing else")},
    ),
    "correction": Option(
        _("Until when a wrong card is put right"),
        _("Until then the card is taken back without a penalty; afterwards it is a revoke."),
        {
            "next-card": _("until the next card is played"),
            "next-trick": _("until a card of the next trick is played"),
            "deal-end": _("until the last trick is complete"),
        },
    ),
    "revoke": Option(
        _("A revoke costs"),
        _("What a card played against the rules costs once it can no longer be corrected."),
        {
            "whole-pot": _("all the card points of the deal"),
            "flat-60": _("60 match points"),
            "warning": _("a warning"),
        },
    ),
    "wrong_claim": Option(
        _("A wrong claim of the tricks left"),
        _("When somebody lays down the cards although an opponent could still win a trick."),
        {"play-on": _("the deal is played out"), "revoke": _("counts as a revoke")},
    ),
    "card_missing": Option(
        _("A card missing after the first trick"),
        _("When a hand turns out to hold too many or too few cards."),
        {"deal-again": _("the same dealer deals again"), "revoke": _("counts as a revoke")},
    ),
    "talk": Option(
        _("Talk at the table"),
        _("What partners may say; it has no effect on the points."),
        {
            "unstated": _("nothing laid down"),
            "muette": _("none (muette)"),
            "parlee": _("a few topics (parlée)"),
            "parlante": _("ritual signals (parlante)"),
            "aveugle": _("cards held backwards (aveugle)"),
        },
    ),
    "play": Option(
        _("What is kept of a deal"),
        _("A score pad asks for card points only: no trump, no calls, no cards."),
        {"judged": _("all that the rules need"), "score-pad": _("card points only")},
    ),
    # Points of a deal
    "trick_points": Option(
        _("Points for each trick"),
        _("Card points for every trick won, whatever is in it."),
        {0: _("none"), 1: _("one for each")},
    ),
    "last_trick": Option(
        _("Point for the last trick"),
        _("A card point more for winning the last trick."),
        {0: _("none"), 1: _("one")},
    ),
    "count": Option(
        _("What is written down"),
        _("The surplus is what a side has above its equal share of the card points."),
        {"surplus": _("the winners’ surplus"), "card-points": _("all card points of each side")},
    ),
    "loser": Option(
        _("The losing side"),
        _("What the losers of a deal write."),
        {"nothing": _("writes nothing"), "minus": _("loses as many points")},
    ),
    "surplus_cap": Option(
        _("Greatest surplus"), _("A higher surplus counts as this. Write 0 for no limit.")
    ),
    "narrow_win": Option(
        _("Points for the narrowest win"),
        _("Fixed match points for 31–30 where the last trick counts. Write 0 for none."),
    ),
    "draw": Option(
        _("A deal without a winner"),
        _("When nobody has more than an equal share of the card points, 30–30 for example."),
        {
            "nothing": _("counts nothing"),
            "replay": _("is dealt again"),
            "carry": _("doubles the next deal"),
        },
    ),
    "whole_pot": Option(
        _("Winning all the card points"),
        _("Whether taking everything counts twice."),
        {"plain": _("counts as it is"), "double": _("counts double")},
    ),
    "fail_doubles": Option(
        _("Failing doubles the deal"),
        _("Whether the deal counts double when the declarer falls short."),
        YES_NO,
    ),
    # The match
    "target": Option(
        _("Play to"),
        _("Match points that win the match. Write 0 for no target."),
    ),
    "deals": Option(_("Number of deals"), _("The match ends after so many. Write 0 for no limit.")),
    "minutes": Option(
        _("Playing time in minutes"),
        _("The deal in hand is finished when time is up. Write 0 for no limit."),
    ),
    "even_deals": Option(
        _("Stop only after an even number of deals"),
        _("When time is up after an odd number, one more deal is played."),
        YES_NO,
    ),
    "tie": Option(
        _("Level at the end"),
        _("What happens when the leaders have equally many points."),
        {"extra-deal": _("one more deal"), "drawn-match": _("the match is drawn")},
    ),
    "dealer_side_first": Option(
        _("Level at the target, the dealer’s side wins"),
        _("When both sides pass the target in the same deal with equal totals."),
        YES_NO,
    ),
    "result_cap": Option(
        _("Most points credited"),
        _("No side is credited with more in a competition. Write 0 for no limit."),
    ),
}

"""The base systems: one constant each, every option stated.

Nothing is inherited: a system copied from another would keep values where nobody looked for them.
What each option means is told in RULES.md; the sources are named there and in `presets.SOURCES`.
"""

from ..cards import PIQUET_32, SPANISH_40, SPANISH_48
from ..rules import Rules

# Options stand in the groups of the class, several to a line, so that systems can be compared.
# fmt: off

# German rules sheet "Malilla / Manille" (trump is the dealer's last card, turned up).
# The sheet frees nobody whose partner is winning, and leaves a 30-30 deal at nothing.
CLASSIC_TURNUP = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="left", packets="3-2-3 or 4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# German rules sheet "Manille" (the dealer names trump or plays "en voiture").
# Without a higher trump any card may be played; the dealing side comes first when both sides
# finish level past the target.
DEALER_NAMES = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="right", packets="3-2-3 or 4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="dealer", all_pass="dealer-must", no_trump="double",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=2, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=True,
)

# Dutch rules sheet "Manillen" (choose or pass, a point for the last trick).
# The chooser's side undertakes 31; the sheet plays a level deal again, which can only happen where
# the last-trick point is switched off.
MANILLEN_61 = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="choose-or-pass", all_pass="dealer-must", no_trump="double",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=2, blind_no_trump=False,
    head="trump-led", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=1, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="replay", whole_pot="plain", contract="majority", fail_doubles=False,
    target=21, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Swedish rules page on the West-Flemish game (opponents may double: "ik ga mee").
# Doubling without trump is allowed: the club figure no trump x double x carried needs it.
WEST_FLEMISH = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="clockwise",
    dummy="none",
    first_dealer="ask", cut_by="right", packets="3-2-3",
    second_misdeal_passes=False, partner_peek="passes",
    trump="dealer", all_pass="dealer-must", no_trump="double",
    double=True, redouble=False, third=False, double_no_trump=True,
    stacking="multiply", cap=8, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="discard", undertrump_partner="forbidden",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="carry", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Published rules of Flemish Manille clubs (double and redouble, at most fourfold).
# Clubs limit no trump x double x carried to four times.
FLEMISH_CLUB = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="right", packets="3-2-3",
    second_misdeal_passes=True, partner_peek="passes",
    trump="dealer", all_pass="dealer-must", no_trump="double",
    double=True, redouble=True, third=False, double_no_trump=True,
    stacking="multiply", cap=4, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="discard", undertrump_partner="forbidden",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="carry", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# The Spanish form in the German rules sheet "Malilla / Manille" (nine on top, 48 cards).
# The sheet says 40 cards but puts the nine on top: this is the reading with all 48.
MALILLA_ES = Rules(
    pack=SPANISH_48, removed="", faces="spanish",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="left", packets="4-4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Published rules of Spanish Manilla (a point for each trick, 72 in all).
# Same pack as the Spanish form above, with a point for each of the twelve tricks.
MANILLA_ES_72 = Rules(
    pack=SPANISH_48, removed="", faces="spanish",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=1, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Published rules of Mexican Malilla (40 cards, seven on top, a point for each trick).
# No source gives a target: 101 is our choice.
MALILLA_MX = Rules(
    pack=SPANISH_40, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="ask", cut_by="left", packets="5-5",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=1, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Catalan tournament rules of Botifarra, free variety (no doubling without trump).
# The dealer may hand the choice of trump to the partner; three rounds of doubling, at a trump only.
BOTIFARRA_LLIURE = Rules(
    pack=SPANISH_48, removed="", faces="spanish",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="drawn", cut_by="partner", packets="4-4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="delegate", all_pass="dealer-must", no_trump="double",
    double=True, redouble=True, third=True, double_no_trump=False,
    stacking="multiply", cap=8, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=1, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Published rules of French Manille (a point for each trick, 68 in all, match to 50).
# Eight tricks at a point each make the pot 68 and par 34.
MANILLE_FR_68 = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="opponent-winning", exemption="full",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=1, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=50, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# fmt: on

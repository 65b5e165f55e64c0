"""Overlays: systems that differ from a base in a few options, four players in pairs.

Like the bases, each states every option. Which base each goes back to is told in RULES.md.
"""

from ..cards import CUSTOM_44, PIQUET_32, SPANISH_40
from ..rules import Rules

# fmt: off

# Manille with turned trump, played *parlée*.
# Named in the German rules sheet "Malilla / Manille"; only the talk differs.
MANILLE_PARLEE = Rules(
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
    revoke="whole-pot", talk="parlee", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Manille with turned trump, played *muette*.
# Named in the German rules sheet "Malilla / Manille"; only the talk differs.
MANILLE_MUETTE = Rules(
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
    revoke="whole-pot", talk="muette", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Manillen with three set signals, *parlante*.
# Named in the Dutch rules sheet "Manillen"; only the talk differs.
MANILLE_PARLANTE = Rules(
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
    revoke="whole-pot", talk="parlante", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=1, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="replay", whole_pot="plain", contract="majority", fail_doubles=False,
    target=21, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Manille with the cards held backwards, *aveugle*.
# Named in the German rules sheet "Manille". No hand is seen by its holder: only points are kept.
MANILLE_AVEUGLE = Rules(
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
    revoke="whole-pot", talk="aveugle", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=True,
)

# Manille with every deal *en voiture*.
# From the German rules sheet "Manille": what its dealer may choose holds here in every deal.
EN_VOITURE = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="right", packets="3-2-3 or 4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="dealer", all_pass="dealer-must", no_trump="every-deal",
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

# Manillen with a turned trump, and a trump in every deal.
# Named in the Dutch rules sheet "Manillen". Nobody chooses, so nobody undertakes anything.
MANILLEN_TROEF = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="trump-led", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=1, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="replay", whole_pot="plain", contract="none", fail_doubles=False,
    target=21, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Manillen without trump throughout.
# Named in the Dutch rules sheet "Manillen". Nobody chooses, so nobody undertakes anything; every
# deal counts double.
MANILLEN_ZONDER_TROEF = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="dealer", all_pass="dealer-must", no_trump="every-deal",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=2, blind_no_trump=False,
    head="trump-led", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=1, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="replay", whole_pot="plain", contract="none", fail_doubles=False,
    target=21, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# Manillen in which a deal that all pass is played without trump.
# Named in the Dutch rules sheet "Manillen": when all pass, the dealer plays without trump.
VERPLICHT_MANILLE = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="left", packets="4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="choose-or-pass", all_pass="dealer-no-trump", no_trump="double",
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

# Manille with bids that opponents may double.
# Named in the German rules sheet "Manille", which gives no figures: bids and cap are our choice.
COINCHEE = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="right", packets="3-2-3 or 4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="auction", all_pass="next-dealer", no_trump="double",
    double=True, redouble=True, third=False, double_no_trump=True,
    stacking="multiply", cap=8, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="bid", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=True,
)

# Manille with bids.
# Named in the German rules sheet "Malilla / Manille"; it gives no figures: the bids are our choice.
ENCHERES = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="right", packets="3-2-3 or 4-4",
    second_misdeal_passes=False, partner_peek="same-dealer",
    trump="auction", all_pass="next-dealer", no_trump="double",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=2, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="free", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="judged", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="bid", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=True,
)

# The Spanish form of the German rules sheet "Malilla / Manille", read the other way.
# The sheet says 40 cards and puts the nine on top: here with 40 cards, so that the seven is on top.
MALILLA_ES_40 = Rules(
    pack=SPANISH_40, removed="", faces="spanish",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="left", packets="5-5",
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

# The Mexican form of the German rules sheet "Malilla / Manille", to the letter.
# The sheet takes eights and tens out of 52 cards, which leaves 44; the packets are our choice.
MALILLA_MX_44 = Rules(
    pack=CUSTOM_44, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="ask", cut_by="left", packets="4-4-3",
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

# A name without rules.
# The Dutch rules sheet "Manillen" speaks of slight differences in bidding and trumping and does not
# say which: scored as the game it stands beside.
ASCOLANA = Rules(
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

# fmt: on

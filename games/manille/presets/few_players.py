"""Systems for fewer than four people: three players, three with a dummy, two.

Like the bases, each states every option. Which base each goes back to is told in RULES.md.
"""

from ..cards import PIQUET_32
from ..rules import Rules

# fmt: off

# Three players, each alone.
# Named in the German rules sheet "Malilla / Manille". Our choice: without the black sevens there
# are ten cards each, and whoever is above an equal share of the pot, 20, scores.
THREE_SOLO = Rules(
    pack=PIQUET_32, removed="S7 C7", faces="french",
    seats=3, sides="singles", camps="sides", undealt="none", direction="counter-clockwise",
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

# Three players, the dealer against the other two.
# As in Flemish clubs. The two cards left over count for the dealer.
# How the cards are parcelled out is our choice.
THREE_DEALER_ALONE = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=3, sides="singles", camps="dealer-alone", undealt="dealer", direction="clockwise",
    dummy="none",
    first_dealer="highest-cut", cut_by="right", packets="5-5",
    second_misdeal_passes=True, partner_peek="passes",
    trump="dealer", all_pass="dealer-must", no_trump="double",
    double=True, redouble=True, third=False, double_no_trump=True,
    stacking="multiply", cap=4, blind_no_trump=True,
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

# Three players at a table of four: one plays with a dummy.
# The German rules sheet "Manille" speaks of adjusted points without saying how: scored as French
# Manille. That the dummy sits south is how sheets and records write it.
THREE_DUMMY = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=4, sides="pairs", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="south",
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

# Two players.
# The German rules sheet "Malilla / Manille" mentions it and gives no rules: a pad for the points.
TWO_HAND = Rules(
    pack=PIQUET_32, removed="", faces="french",
    seats=2, sides="singles", camps="sides", undealt="none", direction="counter-clockwise",
    dummy="none",
    first_dealer="lowest-cut", cut_by="left", packets="3-2-3 or 4-4",
    second_misdeal_passes=True, partner_peek="same-dealer",
    trump="turned", all_pass="dealer-must", no_trump="not-played",
    double=False, redouble=False, third=False, double_no_trump=False,
    stacking="multiply", cap=1, blind_no_trump=False,
    head="never", exemption="none",
    cannot_overtrump="undertrump", undertrump_partner="free",
    revoke="whole-pot", talk="unstated", play="score-pad", correction="next-trick",
    wrong_claim="play-on", card_missing="deal-again",
    trick_points=0, last_trick=0, count="surplus", loser="nothing",
    surplus_cap=None, narrow_win=None,
    draw="nothing", whole_pot="plain", contract="none", fail_doubles=False,
    target=101, deals=None, minutes=None, even_deals=False,
    result_cap=None, tie="extra-deal", dealer_side_first=False,
)

# fmt: on

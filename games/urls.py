"""The site map. A page's URL name is the name of its view, its template and its test file."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path

from games import robots
from games.views import (
    accounts,
    backups,
    clubs,
    competitions,
    csv_files,
    days,
    deals,
    display,
    disputes,
    entries,
    evenings,
    events,
    figures,
    hand_records,
    matches,
    meetings,
    paper,
    players,
    records,
    replays,
    results,
    rules,
    standings,
    start,
)

COMPETITION = "clubs/<slug:slug>/competitions/<slug:name>"

urlpatterns = [
    path("", start.home, name="home"),
    path("robots.txt", robots.robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": robots.SITEMAPS}, name="sitemap"),
    path("start/", start.start, name="start"),
    path("start/house-rules/", start.house_rules, name="house_rules"),
    # Rules: `system` is a named system, or the code of a saved set or of a match.
    path("rules/", rules.rule_sets, name="rule_sets"),
    path("rules/edit/", rules.edit_rules, name="edit_rules"),
    path("rules/<slug:system>/passport/", rules.passport, name="passport"),
    path("rules/<slug:system>/table/", rules.rules_table, name="rules_table"),
    path("rules/<slug:code>/rename/", rules.rename_rules, name="rename_rules"),
    path("rules/<slug:code>/delete/", rules.delete_rules, name="delete_rules"),
    path("club-sheet/", paper.club_sheet, name="club_sheet"),
    path("faces/", display.choose_faces, name="choose_faces"),
    path("import/", records.import_record, name="import_record"),
    path("score/<slug:scoring_code>/", matches.open_scoring, name="open_scoring"),
    # Accounts
    path("account/", accounts.account, name="account"),
    path("account/new/", accounts.sign_up, name="sign_up"),
    path("account/log-in/", accounts.log_in, name="log_in"),
    path("account/log-out/", accounts.log_out, name="log_out"),
    path("account/password/", accounts.change_password, name="change_password"),
    path("account/password/forgotten/", accounts.forgotten_password, name="forgotten_password"),
    path("account/password/<str:uidb64>/<str:token>/", accounts.new_password, name="new_password"),
    path("account/delete/", accounts.delete_account, name="delete_account"),
    path("invitations/<slug:code>/", accounts.invitation, name="invitation"),
    # Clubs, their officers and their people
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.found_club, name="found_club"),
    path("clubs/new/back-up/", backups.restore_club, name="restore_club"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/back-up.json", backups.club_backup, name="club_backup"),
    path("clubs/<slug:slug>/history/", clubs.club_history, name="club_history"),
    path("clubs/<slug:slug>/days.ics", days.club_calendar, name="club_calendar"),
    path("clubs/<slug:slug>/days/<str:code>.ics", days.officer_calendar, name="officer_calendar"),
    path("clubs/<slug:slug>/leave/", clubs.leave_club, name="leave_club"),
    path("clubs/<slug:slug>/officers/", clubs.officers, name="officers"),
    path("clubs/<slug:slug>/officers/<int:number>/", clubs.officer, name="officer"),
    path(
        "clubs/<slug:slug>/invitations/<int:number>/",
        clubs.show_invitation,
        name="show_invitation",
    ),
    path(
        "clubs/<slug:slug>/invitations/<int:number>/withdraw/",
        clubs.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("clubs/<slug:slug>/people/", players.people, name="people"),
    path("clubs/<slug:slug>/people.csv", csv_files.export_people, name="export_people"),
    path("clubs/<slug:slug>/people/import/", csv_files.import_people, name="import_people"),
    path("clubs/<slug:slug>/ratings/", figures.ratings, name="ratings"),
    path("clubs/<slug:slug>/people/<int:number>/", figures.player, name="player"),
    path("clubs/<slug:slug>/people/<int:number>/rating/", figures.rating, name="rating"),
    path("clubs/<slug:slug>/people/<int:number>/with/", figures.partners, name="partners"),
    path("clubs/<slug:slug>/people/<int:number>/with/<int:other>/", figures.pair, name="pair"),
    path(
        "clubs/<slug:slug>/people/<int:number>/rename/",
        players.rename_player,
        name="rename_player",
    ),
    path("clubs/<slug:slug>/people/<int:number>/hide/", players.hide_player, name="hide_player"),
    path(
        "clubs/<slug:slug>/people/<int:number>/forget/",
        players.forget_player,
        name="forget_player",
    ),
    path("clubs/<slug:slug>/people/<int:number>/merge/", players.merge_player, name="merge_player"),
    path(
        "clubs/<slug:slug>/people/<int:number>/take-back/",
        players.take_back_merge,
        name="take_back_merge",
    ),
    path(
        "clubs/<slug:slug>/people/<int:number>/invite/",
        players.invite_player,
        name="invite_player",
    ),
    # Competitions of a club
    path("clubs/<slug:slug>/competitions/", competitions.competitions, name="competitions"),
    path(
        "clubs/<slug:slug>/competitions/new/",
        competitions.new_competition,
        name="new_competition",
    ),
    path(f"{COMPETITION}/", competitions.competition, name="competition"),
    path(
        f"{COMPETITION}/settings/", competitions.competition_settings, name="competition_settings"
    ),
    path(f"{COMPETITION}/state/", competitions.competition_state, name="competition_state"),
    path(f"{COMPETITION}/forfeits/", competitions.forfeit_rest, name="forfeit_rest"),
    path(f"{COMPETITION}/history/", competitions.competition_history, name="competition_history"),
    path(f"{COMPETITION}/entries/", entries.entries, name="entries"),
    path(f"{COMPETITION}/entries/<int:number>/", entries.entry, name="entry"),
    path(f"{COMPETITION}/entries/<int:number>/note/", entries.note_entry, name="note_entry"),
    path(f"{COMPETITION}/entries/<int:number>/leave/", entries.leave_entry, name="leave_entry"),
    path(f"{COMPETITION}/entries/<int:number>/team/", entries.team, name="team"),
    # Tables for spreadsheets; `kind` is entries, fixtures, results, standings.
    path(f"{COMPETITION}/files/", csv_files.files, name="files"),
    path(f"{COMPETITION}/files/<slug:kind>.csv", csv_files.export_file, name="export_file"),
    path(f"{COMPETITION}/files/<slug:kind>/", csv_files.import_file, name="import_file"),
    path(f"{COMPETITION}/days.ics", days.competition_calendar, name="competition_calendar"),
    path(f"{COMPETITION}/days/", days.days, name="days"),
    path(f"{COMPETITION}/days/<int:number>/", days.day, name="day"),
    path(f"{COMPETITION}/check-in/", entries.check_in, name="check_in"),
    path(f"{COMPETITION}/draw/", evenings.draw_round, name="draw_round"),
    path(
        f"{COMPETITION}/rounds/<int:number>/",
        evenings.competition_round,
        name="competition_round",
    ),
    path(
        f"{COMPETITION}/rounds/<int:number>/take-back/",
        evenings.take_back_round,
        name="take_back_round",
    ),
    path(
        f"{COMPETITION}/rounds/<int:number>/evening/", evenings.round_evening, name="round_evening"
    ),
    path(f"{COMPETITION}/rounds/<int:number>/board/", evenings.round_board, name="round_board"),
    path(f"{COMPETITION}/rounds/<int:number>/start/", evenings.start_round, name="start_round"),
    path(f"{COMPETITION}/rounds/<int:number>/clock/", evenings.round_clock, name="round_clock"),
    path(f"{COMPETITION}/rounds/<int:number>/slips/", evenings.round_slips, name="round_slips"),
    path(f"{COMPETITION}/rounds/<int:number>/sheet/", paper.round_sheet, name="round_sheet"),
    path(
        f"{COMPETITION}/rounds/<int:number>/club-sheets/",
        paper.round_club_sheets,
        name="round_club_sheets",
    ),
    path(
        f"{COMPETITION}/rounds/<int:number>/captains-sheets/",
        meetings.captains_sheets,
        name="captains_sheets",
    ),
    # A meeting of a team league; a side is `a`, at home, or `b`.
    path(f"{COMPETITION}/meetings/<int:key>/", meetings.meeting, name="meeting"),
    path(
        f"{COMPETITION}/meetings/<int:key>/line-up/<slug:side>/", meetings.line_up, name="line_up"
    ),
    path(f"{COMPETITION}/meetings/<int:key>/move/", meetings.move_meeting, name="move_meeting"),
    path(
        f"{COMPETITION}/meetings/<int:key>/forfeit/",
        meetings.forfeit_meeting,
        name="forfeit_meeting",
    ),
    path(
        f"{COMPETITION}/meetings/<int:key>/confirm/",
        meetings.confirm_meeting,
        name="confirm_meeting",
    ),
    path(f"{COMPETITION}/tables/<int:key>/start/", evenings.start_table, name="start_table"),
    path(f"{COMPETITION}/tables/<int:key>/result/", evenings.table_result, name="table_result"),
    path(
        f"{COMPETITION}/tables/<int:key>/take-off/", evenings.take_off_match, name="take_off_match"
    ),
    path(
        f"{COMPETITION}/tables/<int:key>/confirm/", evenings.confirm_result, name="confirm_result"
    ),
    path(f"{COMPETITION}/standings/", standings.standings, name="standings"),
    path(f"{COMPETITION}/standings/<int:number>/", standings.standing, name="standing"),
    path(f"{COMPETITION}/knock-out/", standings.bracket, name="bracket"),
    path(f"{COMPETITION}/lots/", standings.draw_lots, name="draw_lots"),
    # A match; its code is the reading link.
    path("matches/<slug:code>/", matches.match, name="match"),
    path("matches/<slug:code>/rules/", rules.match_rules, name="match_rules"),
    path("matches/<slug:code>/share/", matches.share, name="share"),
    path("matches/<slug:code>/history/", results.history, name="history"),
    path("matches/<slug:code>/record.json", records.export_record, name="export_record"),
    path("matches/<slug:code>/record.pbn", records.export_text, name="export_text"),
    path("matches/<slug:code>/sign/", results.sign, name="sign"),
    path("matches/<slug:code>/give-up/", results.give_up, name="give_up"),
    path("matches/<slug:code>/reopen/", results.reopen, name="reopen"),
    path("matches/<slug:code>/claim/", players.claim, name="claim"),
    path("matches/<slug:code>/release/", players.release, name="release"),
    path("matches/<slug:code>/another/", results.another, name="another"),
    path("matches/<slug:code>/next-game/", results.next_game, name="next_game"),
    # Its deals
    path("matches/<slug:code>/deals/", matches.record_deal, name="record_deal"),
    path("matches/<slug:code>/preview/", matches.preview_deal, name="preview_deal"),
    path("matches/<slug:code>/undo/", matches.undo, name="undo"),
    path("matches/<slug:code>/deals/<int:number>/", deals.deal, name="deal"),
    path(
        "matches/<slug:code>/deals/<int:number>/correct/", deals.correct_deal, name="correct_deal"
    ),
    path(
        "matches/<slug:code>/deals/<int:number>/withdraw/",
        deals.withdraw_deal,
        name="withdraw_deal",
    ),
    path("matches/<slug:code>/deals/<int:number>/rule/", deals.rule_deal, name="rule_deal"),
    path("matches/<slug:code>/deals/<int:number>/events/", events.events, name="events"),
    path("matches/<slug:code>/deals/<int:number>/appeal/", deals.appeal, name="appeal"),
    path("matches/<slug:code>/deals/<int:number>/cards/", replays.enter_cards, name="enter_cards"),
    path("matches/<slug:code>/deals/<int:number>/dispute/", disputes.dispute, name="dispute"),
    path("matches/<slug:code>/deals/<int:number>/replay/", replays.replay, name="replay_start"),
    path(
        "matches/<slug:code>/deals/<int:number>/replay/<int:plays>/", replays.replay, name="replay"
    ),
    path("matches/<slug:code>/hand-records/", hand_records.hand_records, name="hand_records"),
    path(
        "matches/<slug:code>/deals/<int:number>/record/",
        hand_records.hand_record,
        name="hand_record",
    ),
    # The same for good, as it is printed: a number alone can come to stand for another deal.
    path(
        "matches/<slug:code>/deals/<int:number>/record/<slug:mark>/",
        hand_records.hand_record,
        name="hand_record",
    ),
]

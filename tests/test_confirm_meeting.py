"""One word for all results of a meeting that wait for it: an officer's, or a captain's."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from games.models import CannotChange, CompetitionChange, Player, Table

from .competitions import (
    client_of,
    current,
    html_of,
    main,
    make_user,
    meeting_of_captains,
    owner,
    play,
    sign,
    type_result,
)
from .test_captains_results import AGREE_NOT

pytestmark = pytest.mark.django_db

BUTTON = "Confirm the results"


@pytest.fixture
def meeting():
    return meeting_of_captains(4)


def typed(meeting, by, *results):
    """Points of home and guests, game by game; None: that game not."""
    for game, points in zip(meeting.places(), results, strict=False):
        if points:
            type_result(game, *points, make_user(by))


def counting():
    return list(
        Table.objects.filter(counted=True, b__isnull=False)
        .order_by("game")
        .values_list("game", flat=True)
    )


def round_args(meeting):
    return [meeting.competition.club.slug, meeting.competition.slug]


def numbers(page, of):
    rows = page.context[of]
    return [(row[0] if isinstance(row, tuple) else row).table.game for row in rows]


def test_a_captain_confirms_at_one_press_what_the_other_typed_in(meeting):
    typed(meeting, "Home", (61, 40), (61, 30), (20, 61), (50, 61))
    home, guest = client_of("Home"), client_of("Guest")
    url = meeting.url("confirm_meeting")
    assert url not in main(home.get(meeting.get_absolute_url()))
    assert url in main(guest.get(meeting.get_absolute_url()))
    page = guest.get(url)
    assert numbers(page, "waiting") == [1, 2, 3, 4] and not page.context["left_out"]
    html = main(page)
    for points in ("61", "40", "30", "20", "50"):
        assert f"<b>{points}</b>" in html
    assert "What this changes" not in html  # it is not published
    response = guest.post(url, {"seen": page.context["mark"]}, follow=True)
    assert response.redirect_chain == [(meeting.get_absolute_url(), 302)]
    assert "The results count." in response.content.decode()
    assert counting() == [1, 2, 3, 4]
    assert set(Table.objects.values_list("confirmed_by", flat=True)) == {"Guest"}
    again = guest.post(url, {"seen": page.context["mark"]})  # the same press twice
    assert again["Location"] == meeting.get_absolute_url()
    told = CompetitionChange.objects.filter(verb="confirm result", by="Guest")
    assert sorted(row.after["game"] for row in told) == [1, 2, 3, 4]
    assert "The result counts already." in main(guest.get(url))


def test_once_published_the_captain_sees_what_it_changes(meeting):
    meeting.competition.change(owner(), published=True)
    typed(meeting, "Home", (61, 40), (61, 40))
    page = client_of("Guest").get(meeting.url("confirm_meeting"))
    assert "What this changes in the standings" in main(page)


def test_what_is_not_the_captains_to_confirm_is_left_out_and_shown(meeting):
    """Game 1 told by both, and not the same; 2 typed in by the other captain; 3 by oneself; 4 by a
    scorer."""
    typed(meeting, "Guest", (61, 40), None, (61, 41))
    typed(meeting, "Home", (40, 61), (61, 42))
    typed(meeting, "Scorer", None, None, None, (61, 43))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    page = guest.get(url)
    assert numbers(page, "waiting") == [2] and numbers(page, "left_out") == [1, 3, 4]
    html = main(page)
    assert html.count(AGREE_NOT) == 1 and "typed in: 61–40" in html and "typed in: 40–61" in html
    assert "The result waits for the other captain, or an officer." in html
    assert "The result waits for an officer." in html
    assert meeting.places()[0].url("confirm_result") in html  # to give way is a word of its own
    assert guest.post(url, {"seen": page.context["mark"]}).status_code == 302
    assert counting() == [2]
    html = main(guest.get(meeting.get_absolute_url()))
    assert html.count(AGREE_NOT) == 1 and BUTTON not in html
    page = guest.get(url)
    assert not page.context["waiting"] and numbers(page, "left_out") == [1, 3, 4]
    assert "No result waits for your word here." in main(page) and "<form" not in main(page)


def test_an_officer_confirms_all_that_waits(meeting):
    for game, points in zip(current(meeting).places(), (60, 60, 60, 40), strict=True):
        type_result(game, points, 50, make_user("Scorer"))
    client, url = client_of("Secretary"), meeting.url("confirm_meeting")
    page = client.get(url)
    assert len(page.context["waiting"]) == 4 and page.context["moves"]
    refused = client.post(url, {"seen": "another"})
    assert "Meanwhile this result has changed" in refused.content.decode()
    assert not Table.objects.filter(counted=True).exclude(b=None).exists()
    assert client.post(url, {"seen": page.context["mark"]}).status_code == 302
    assert Table.objects.filter(meeting=meeting, counted=True).count() == 4
    assert client.post(url, {"seen": page.context["mark"]}).status_code == 302  # pressed twice
    assert "The result counts already" in html_of(client, url)
    assert "3–1" in html_of(client, meeting.get_absolute_url())


LEFT_OUT = "1 game is left out, since the captains do not agree."


def test_an_officers_press_leaves_out_what_the_captains_told_differently(meeting):
    typed(meeting, "Guest", (61, 40), None, (61, 41))
    typed(meeting, "Home", (40, 61), (61, 42))
    typed(meeting, "Scorer", None, None, None, (61, 43))
    client, url = client_of("Secretary"), meeting.url("confirm_meeting")
    page = client.get(url)
    assert numbers(page, "waiting") == [2, 3, 4] and numbers(page, "left_out") == [1]
    html, first = main(page), meeting.places()[0]
    assert LEFT_OUT in html and html.count(AGREE_NOT) == 1 and first.url("confirm_result") in html
    page = client.post(url, {"seen": page.context["mark"]}, follow=True)
    assert counting() == [2, 3, 4] and LEFT_OUT in page.content.decode()
    # On the page of the meeting its row has the badge and the button; none is left for several.
    html = main(page)
    assert html.count(AGREE_NOT) == 1 and BUTTON not in html
    assert first.url("confirm_result") in html
    page = client.get(url)
    assert not page.context["waiting"] and numbers(page, "left_out") == [1]
    assert LEFT_OUT in main(page) and first.url("confirm_result") in main(page)
    assert "No result waits for your word" not in main(page)
    # An old page, or none, does not confirm it with the others either.
    for seen in ("", first.mark):
        client.post(url, {"seen": seen})
    assert counting() == [2, 3, 4]
    client.post(first.url("confirm_result"), {"seen": meeting.places()[0].mark})
    assert counting() == [1, 2, 3, 4]


def test_what_an_officer_typed_in_over_both_captains_is_confirmed_by_itself_too(meeting):
    typed(meeting, "Guest", (61, 40))
    typed(meeting, "Home", (40, 61))
    typed(meeting, "Scorer", (50, 50), (61, 43))
    page = client_of("Secretary").get(meeting.url("confirm_meeting"))
    assert numbers(page, "waiting") == [2] and numbers(page, "left_out") == [1]
    assert AGREE_NOT in main(client_of("Secretary").get(meeting.get_absolute_url()))


def test_a_sheet_is_signed_by_the_players_not_by_a_captain(meeting):
    games = meeting.places()
    play(games[0], 40, 40)
    typed(meeting, "Home", None, (61, 40))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    page = guest.get(url)
    assert numbers(page, "waiting") == [2] and numbers(page, "left_out") == [1]
    html = main(page)
    assert "Both sides sign the sheet of this game" in html and "You sign the sheets" not in html
    guest.post(url, {"seen": page.context["mark"]})
    assert counting() == [2] and not games[0].match.signatures.exists()


def test_what_changed_meanwhile_is_shown_before_it_is_confirmed(meeting):
    typed(meeting, "Home", (61, 40), (61, 30))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    seen = guest.get(url).context["mark"]
    typed(meeting, "Home", None, (61, 31))
    page = guest.post(url, {"seen": seen})
    assert "Meanwhile this result has changed" in main(page) and "<b>31</b>" in main(page)
    assert counting() == []
    # One more to confirm is one that was not seen; one that the captains tell otherwise is none.
    seen = page.context["mark"]
    typed(meeting, "Home", None, None, (10, 61))
    page = guest.post(url, {"seen": seen})
    assert numbers(page, "waiting") == [1, 2, 3] and counting() == []
    seen = page.context["mark"]
    typed(meeting, "Guest", (40, 61))
    page = guest.post(url, {"seen": seen})
    assert "Meanwhile" in main(page) and numbers(page, "waiting") == [2, 3] and counting() == []
    assert guest.post(url, {"seen": page.context["mark"]}).status_code == 302
    assert counting() == [2, 3]


def test_a_game_that_goes_on_elsewhere_does_not_disturb(meeting):
    typed(meeting, "Home", (61, 40))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    seen = guest.get(url).context["mark"]
    play(meeting.places()[1], 40)
    assert guest.post(url, {"seen": seen}).status_code == 302 and counting() == [1]


@pytest.mark.parametrize("seen", ["", "another", ":", "1.2:3", "é.\x00:"])
def test_nobody_confirms_what_was_not_shown(meeting, seen):
    typed(meeting, "Home", (61, 40))
    page = client_of("Guest").post(meeting.url("confirm_meeting"), {"seen": seen})
    assert "Meanwhile this result has changed" in main(page) and counting() == []


def test_the_verb_asks_who_asks(meeting):
    typed(meeting, "Home", (61, 40), (61, 30))
    seen = client_of("Guest").get(meeting.url("confirm_meeting")).context["mark"]
    for name in ("Scorer", "Referee", "Elsewhere"):
        assert meeting.to_confirm(make_user(name)) == []
        with pytest.raises(PermissionDenied):
            meeting.confirm(seen, make_user(name))
    with pytest.raises(CannotChange):  # whoever typed it in
        meeting.confirm(seen, make_user("Home"))
    assert counting() == []
    meeting.competition.become("finished", owner())
    with pytest.raises(CannotChange):
        meeting.confirm(seen, make_user("Guest"))
    assert counting() == []


def test_a_scorer_who_is_a_captain_confirms_as_a_captain(meeting):
    club = meeting.competition.club
    club.memberships.create(user=make_user("Guest"), role="scorer")
    typed(meeting, "Home", (61, 40), (61, 30))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    assert url in main(guest.get(meeting.get_absolute_url()))
    page = guest.get(url)
    assert guest.post(url, {"seen": page.context["mark"]}).status_code == 302
    assert counting() == [1, 2]


def test_a_captain_of_both_teams_meets_no_error(meeting):
    """Two entries of the club's people can turn out to be one person."""
    one, other = meeting.home.captain, meeting.guests.captain
    Player.objects.filter(pk=other.pk).update(user=None)
    one, other = (Player.objects.get(pk=each.pk) for each in (one, other))
    one.merge(other, one.effect_of_merging(other).mark, owner())
    typed(meeting, "Home", (61, 40))
    client = client_of("Home")
    assert client.get(meeting.get_absolute_url()).status_code == 200
    assert client.get(meeting.url("confirm_meeting")).status_code == 200


def test_names_that_are_not_told_stay_whole_in_the_history(meeting):
    """A captain is not told them; what is written on that captain's word tells them to officers."""
    meeting.home.rename("Friends of Quirijn", owner())
    player = meeting.home.people[1]
    player.rename("Quirijn", owner())
    Player.objects.get(pk=player.pk).hide(True, owner())
    meeting.home.refresh_from_db()
    typed(meeting, "Home", (61, 40), (61, 30))
    guest, url = client_of("Guest"), meeting.url("confirm_meeting")
    page = guest.get(url)
    assert "Quirijn" not in main(page)
    guest.post(url, {"seen": page.context["mark"]})
    for row in CompetitionChange.objects.filter(verb="confirm result"):
        assert row.after["sides"][0] == "Friends of Quirijn"


# How many games are in, and how many count


def test_the_pages_tell_what_is_in_what_counts_and_whose_word_is_missing(meeting):
    url, round_url = meeting.get_absolute_url(), meeting.round.get_absolute_url()
    competition_url = meeting.competition.get_absolute_url()
    secretary = client_of("Secretary")
    typed(meeting, "Home", (61, 40), (61, 30), (61, 20))
    games = meeting.places()
    play(games[3], 40, 40)
    html = main(secretary.get(url))
    assert "4 of 4 games are in, none counts yet" in html
    assert f"3 results wait for the captain of {meeting.guests.name}, or an officer." in html
    assert "1 sheet waits to be signed by both sides, or confirmed by an officer." in html
    board = reverse("round_board", args=[*round_args(meeting), 1])
    assert "4 of 4 games are in, none counts yet" in main(secretary.get(board))
    for page in (round_url, competition_url):
        html = main(secretary.get(page))
        assert "All results are in." in html and "results count" not in html
        assert "1 result waits to be signed or confirmed" in html
    sign(games[3].match)
    guest = client_of("Guest")
    page = guest.get(meeting.url("confirm_meeting"))
    typed(meeting, "Guest", None, (30, 61))
    html = main(secretary.get(url))
    assert "4 of 4 games are in; counting so far: 1" in html
    assert f"2 results wait for the captain of {meeting.guests.name}, or an officer." in html
    assert f"1 result waits for the captain of {meeting.home.name}, or an officer." in html
    page = secretary.get(meeting.url("confirm_meeting"))
    secretary.post(meeting.url("confirm_meeting"), {"seen": page.context["mark"]})
    assert "4 of 4 games are in; counting so far: 3" in main(secretary.get(url))
    second = meeting.places()[1]  # which both captains told, and not the same
    secretary.post(second.url("confirm_result"), {"seen": second.mark})
    html = main(secretary.get(url))
    assert "Counts" in html and "wait" not in html
    for page in (round_url, competition_url):
        html = main(secretary.get(page))
        assert "All results count." in html and "wait" not in html


def test_games_that_all_count_are_told_so_while_others_are_missing(meeting):
    typed(meeting, "Secretary", (61, 40), (61, 40))
    html = main(client_of("Secretary").get(meeting.get_absolute_url()))
    assert "2 of 4 games are in, and count" in html
    html = main(client_of("Secretary").get(meeting.round.get_absolute_url()))
    assert "1 result is missing" in html and "waits" not in html


def test_a_meeting_that_misses_a_game_is_missing_though_others_wait(meeting):
    typed(meeting, "Home", (61, 40), (61, 40))
    for page in (meeting.round, meeting.competition):
        html = main(client_of("Secretary").get(page.get_absolute_url()))
        assert "1 result is missing" in html and "waits to be" not in html


def test_the_paper_tells_that_its_figures_do_not_count_yet(meeting):
    typed(meeting, "Home", (61, 40), (61, 30))
    url = reverse("captains_sheets", args=[*round_args(meeting), 1])
    client = client_of("Secretary")
    assert "2 of 4 games are in, none counts yet" in main(client.get(url))
    page = client.get(meeting.url("confirm_meeting"))
    client.post(meeting.url("confirm_meeting"), {"seen": page.context["mark"]})
    assert "games are in" not in main(client.get(url))

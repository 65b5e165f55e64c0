from django.urls import reverse


def test_home_is_a_whole_page(client, db):
    response = client.get(reverse("home"))

    assert response.status_code == 200
    assert "games/home.html" in [template.name for template in response.templates]
    page = response.content.decode()
    assert page.startswith("<!DOCTYPE html>")
    assert '<html lang="en"' in page


def test_home_cannot_be_posted_to(client, db):
    assert client.post(reverse("home")).status_code == 405

"""What a person sees when something is refused or breaks: a page of the site, never a bare line."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from manillescore.urls import urlpatterns as site


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


def accepts(request: HttpRequest) -> HttpResponse:
    return HttpResponse("accepted")


urlpatterns = [*site, path("broken/", broken), path("accepts/", accepts)]


def test_404_says_what_may_be_wrong(client, db):
    response = client.get("/nothing/here/")

    assert response.status_code == 404
    page = response.content.decode()
    assert "There is no such page" in page
    assert 'href="/"' in page


def test_400_for_a_host_that_is_not_ours(client, db):
    response = client.get("/", headers={"host": "elsewhere.example"})

    assert response.status_code == 400
    assert "could not be read" in response.content.decode()


@pytest.mark.urls("tests.test_errors")
def test_403_when_the_form_token_is_missing(db):
    response = Client(enforce_csrf_checks=True).post("/accepts/")

    assert response.status_code == 403
    assert "Please send this again" in response.content.decode()


@pytest.mark.urls("tests.test_errors")
def test_500_stands_alone(db):
    response = Client(raise_request_exception=False).get("/broken/")

    assert response.status_code == 500
    page = response.content.decode()
    assert "Something went wrong here" in page
    assert "broken on purpose" not in page
    assert "Content-Security-Policy" in response.headers

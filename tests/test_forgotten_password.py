"""A new password by e-mail."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from games.forms.accounts import PASSWORD_RULES
from games.models import User
from tests.clubs import PASSWORD, account, logged_in

pytestmark = pytest.mark.django_db

URL = "/account/password/forgotten/"
NEW = "a heart and three clubs"


def link() -> str:
    """Where the mail leads."""
    return re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)[1]


def test_the_mail_leads_to_a_new_password(client):
    user = account("Zoë & <b>")
    old = logged_in(user)
    response = client.post(URL, {"email": user.email.upper()})
    assert response.status_code == 302 and response.url == reverse("log_in")

    (sent,) = mail.outbox
    assert sent.to == [user.email]
    assert sent.subject == "New password at testserver"
    assert "Hello Zoë & <b>," in sent.body  # plain text: nothing is escaped
    assert not sent.alternatives
    page = client.get(link(), follow=True)
    told = {"new_password1": NEW, "new_password2": NEW}
    # The link logs in: whoever has to wait because somebody guesses comes in nevertheless.
    assert client.post(page.redirect_chain[-1][0], told).url == reverse("account")
    assert client.get(reverse("account")).status_code == 200
    assert User.objects.get().check_password(NEW)
    assert old.get(reverse("account")).status_code == 302
    # Used, it leads nowhere.
    assert "out of date" in client.get(link(), follow=True).content.decode()


def test_the_mail_is_in_the_language_of_the_page(client):
    client.cookies["django_language"] = "en"
    client.post(URL, {"email": account().email})
    assert "Choose one here within a day" in mail.outbox[0].body


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client):
    known = client.post(URL, {"email": account().email}, follow=True)
    unknown = client.post(URL, {"email": "nobody@example.org"}, follow=True)

    assert len(mail.outbox) == 1
    said = "a mail with a link is on its way"
    assert said in known.content.decode() and said in unknown.content.decode()


@pytest.mark.parametrize("email", ["", "nobody"])
def test_what_is_no_address_is_refused(client, email):
    response = client.post(URL, {"email": email})
    assert response.status_code == 200 and "email" in response.context["form"].errors


def test_a_mail_server_that_fails_breaks_nothing(client, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 1
    assert client.post(URL, {"email": account().email}).status_code == 302
    assert "Failed to send password reset email" in caplog.text


def test_without_a_mail_server_nothing_is_promised(client, settings):
    """Nor is a link that opens an account written to the log of the site."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "cannot send mail" in client.get(URL).content.decode()
    assert "cannot send mail" in client.post(URL, {"email": account().email}).content.decode()


def test_the_page_tells_whose_password_and_what_it_must_be(client):
    client.post(URL, {"email": account("Zoë", email="zoe@example.org").email})
    html = client.get(link(), follow=True).content.decode()
    assert "Of the account of <bdi>zoe@example.org</bdi>." in html
    assert [html.count(str(rule)) for rule in PASSWORD_RULES] == [1] * 4
    assert ">New password</label>" in html and ">The new password once more</label>" in html
    assert "autofocus" not in html and 'autocomplete="new-password"' in html
    for stock in ("Enter the same password", "New password confirmation", "can’t be", "commonly"):
        assert stock not in html


@pytest.mark.parametrize("told", [("1234", "1234"), (NEW, PASSWORD), ("", "")])
def test_a_new_password_that_will_not_do_is_refused(client, told):
    client.post(URL, {"email": account().email})
    page = client.get(link(), follow=True).redirect_chain[-1][0]
    response = client.post(page, {"new_password1": told[0], "new_password2": told[1]})

    assert response.status_code == 200 and response.context["form"].errors
    assert User.objects.get().check_password(PASSWORD)


def test_a_made_up_link_leads_nowhere(client):
    for name in ("x", "MQ", "%00"):
        page = client.get(f"/account/password/{name}/abc-123/")
        assert page.status_code == 200 and "out of date" in page.content.decode()
    assert client.put(URL).status_code == 405

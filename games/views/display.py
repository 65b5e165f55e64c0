"""How this device shows the site; its language is chosen by Django's own `set_language`."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.faces import COOKIE, FACES


@require_POST
def choose_faces(request: HttpRequest) -> HttpResponse:
    """Keep on the device which faces cards have; any other value: those of each match's system.
    Leads back to where it was asked, as `set_language` does."""
    hosts, secure = {request.get_host()}, request.is_secure()
    asked_from = (request.POST.get("next", ""), request.headers.get("Referer", ""))
    response = HttpResponseRedirect(
        next(
            (url for url in asked_from if url_has_allowed_host_and_scheme(url, hosts, secure)),
            reverse("home"),
        )
    )
    faces = request.POST.get("faces")
    if faces in FACES:
        response.set_cookie(
            COOKIE,
            faces,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        )
    else:
        response.delete_cookie(COOKIE, samesite=settings.LANGUAGE_COOKIE_SAMESITE)
    return response

"""All addresses: the site map is games/urls.py."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("i18n/", include("django.conf.urls.i18n")),  # set_language
]

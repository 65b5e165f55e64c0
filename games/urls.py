"""The site map. A page's URL name is the name of its view, its template and its test file."""

from django.urls import path

from games.views import matches

urlpatterns = [
    path("", matches.home, name="home"),
]

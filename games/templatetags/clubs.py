"""Display only: what is said of a club and its officers."""

from django import template

from games.wording.clubs import about_role, role

register = template.Library()
register.filter(role)
register.filter(about_role)

"""Dates and times as those who play Manille write them in English, not as Americans do."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"

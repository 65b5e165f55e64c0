"""What happened in a deal beside its play.

Backwards there is no place for it: it goes into the note, as far as that has room, from where it
comes back forwards.
"""

import json

from django.db import migrations, models

MARK = "\nevents: "


def to_note(apps, schema_editor):
    """Write the events of each deal below its note, without the text that does not fit."""
    deals = apps.get_model("games", "Deal")
    most = deals._meta.get_field("note").max_length
    for deal in deals.objects.exclude(events=[]).iterator():
        for events in (deal.events, [_shorter(event) for event in deal.events]):
            told = MARK + json.dumps(events, ensure_ascii=False, separators=(",", ":"))
            if len(deal.note) + len(told) <= most:
                deal.note += told
                deal.save(update_fields=["note"])
                break


def _shorter(event):
    """An event without what was written about it."""
    return {key: value for key, value in event.items() if key not in ("note", "by")}


def from_note(apps, schema_editor):
    """Take the events that a note ends with back out of it."""
    for deal in apps.get_model("games", "Deal").objects.filter(note__contains=MARK).iterator():
        note, _, told = deal.note.rpartition(MARK)
        try:
            events = json.loads(told)
        except ValueError:
            continue  # somebody wrote this
        if isinstance(events, list) and all(isinstance(event, dict) for event in events):
            deal.note, deal.events = note, events
            deal.save(update_fields=["note", "events"])


class Migration(migrations.Migration):
    dependencies = [("games", "0004_rulings")]

    operations = [
        migrations.AddField("deal", "events", models.JSONField(blank=True, default=list)),
        migrations.AddField("match", "first_revision", models.PositiveSmallIntegerField(default=0)),
        migrations.RunPython(from_note, to_note),
    ]

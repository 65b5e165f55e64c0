"""What happened in a deal beside its play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_rulings")]

    operations = [
        migrations.AddField("deal", "events", models.JSONField(blank=True, default=list)),
        migrations.AddField("match", "first_revision", models.PositiveSmallIntegerField(default=0)),
    ]

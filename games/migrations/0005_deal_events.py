"""What happened in a deal beside its play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_rule_sets")]

    operations = [
        migrations.AddField("deal", "events", models.JSONField(blank=True, default=list)),
    ]

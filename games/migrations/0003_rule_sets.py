"""House rules saved under a name, which matches keep."""

import django.utils.timezone
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_other_systems")]

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.models.reading_code,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("preset", models.CharField(blank=True, max_length=40)),
                ("frozen_rules", models.JSONField()),
                ("saved_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="rules_name",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
    ]

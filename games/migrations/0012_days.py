import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_team_league"),
    ]

    operations = [
        migrations.CreateModel(
            name="Day",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("on", models.DateField()),
                ("at", models.TimeField(null=True)),
                ("place", models.CharField(blank=True, max_length=200)),
                ("called_off", models.BooleanField(default=False)),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("sequence", models.PositiveIntegerField(default=0)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="days",
                        to="games.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "number"), name="one_day_a_round"
                    )
                ],
            },
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_attempts")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="catch_up_until",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="same_evening",
            field=models.BooleanField(default=False),
        ),
    ]

"""A deal keeps all its rulings, where it had room for one."""

from typing import Any

from django.db import migrations, models


def keep_the_ruling(apps: Any, schema_editor: Any) -> None:
    deals = apps.get_model("games", "Deal").objects.using(schema_editor.connection.alias)
    for deal in deals.filter(ruling__isnull=False).iterator():
        deal.rulings = [deal.ruling] if deal.ruling else []
        deal.save(update_fields=["rulings"])


def keep_what_stands(apps: Any, schema_editor: Any) -> None:
    deals = apps.get_model("games", "Deal").objects.using(schema_editor.connection.alias)
    for deal in deals.iterator():
        if deal.rulings:
            deal.ruling = deal.rulings[-1]
            deal.save(update_fields=["ruling"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_rule_sets")]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="rulings",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(keep_the_ruling, keep_what_stands),
        migrations.RemoveField(model_name="deal", name="ruling"),
    ]

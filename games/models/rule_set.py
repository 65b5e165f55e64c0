"""House rules saved under a name."""

from functools import cached_property
from typing import Any

from django.db import IntegrityError, models, transaction
from django.urls import reverse
from django.utils import timezone

from games.manille.record import rules_from_json, rules_to_json
from games.manille.rules import Rules

from .codes import reading_code

LONGEST_SET_NAME = 60


class RuleSet(models.Model):
    """Rules with a name. They never change, so that a link to them goes on telling the same;
    changed rules are another set. Whoever knows the code can read them; the device that saved them
    can rename and delete them."""

    code = models.CharField(max_length=32, unique=True, default=reading_code, editable=False)
    name = models.CharField(max_length=LONGEST_SET_NAME)
    preset = models.CharField(max_length=40, blank=True)  # the system that they started from
    frozen_rules = models.JSONField()
    saved_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("passport", args=[self.code])

    @cached_property
    def rules(self) -> Rules:
        return rules_from_json(self.frozen_rules)[1]

    @classmethod
    def keep(cls, rules: Rules, *, code: str = "", **facts: Any) -> "RuleSet":
        """Save `rules` with the model's fields as `facts`. Where the same press came twice (the
        code is taken by the same rules and name), the set that the first one saved."""
        frozen = rules_to_json(rules)
        if code:
            try:
                with transaction.atomic():
                    return cls.objects.create(code=code, frozen_rules=frozen, **facts)
            except IntegrityError:
                kept = cls.objects.filter(code=code).first()
                if kept and kept.rules == rules and kept.name == facts["name"]:
                    return kept
        # A form shown once more by Back, and filled in otherwise: another set.
        return cls.objects.create(frozen_rules=frozen, **facts)

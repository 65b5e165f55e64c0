"""Every change ever made of a match and of a competition, and who signed a match."""

from django.db import models
from django.utils import timezone


class Signature(models.Model):
    """A side's word that the sheet is right."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="signatures")
    side = models.CharField(max_length=2)
    name = models.CharField(max_length=80)
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="one_signature_a_side")
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.name}"


class LogEntry(models.Model):
    """One change of a match: who, when, what, before and after, why. Rows are only ever added."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)
    verb = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField(null=True)  # the deal's
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"{self.verb} {self.number or ''}".strip()


class CompetitionChange(models.Model):
    """One change of a competition, its entries, rounds or tables. Rows are only ever added."""

    competition = models.ForeignKey(
        "games.Competition", on_delete=models.CASCADE, related_name="log"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)
    verb = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.verb

"""Stub."""

from django.http import Http404


def deal(request, **kwargs):
    raise Http404


def correct_deal(request, **kwargs):
    raise Http404


def withdraw_deal(request, **kwargs):
    raise Http404


def rule_deal(request, **kwargs):
    raise Http404

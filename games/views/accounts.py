"""Accounts: sign up, log in and out, passwords, and an account's end."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.accounts import (
    TAKEN,
    AccountForm,
    ConfirmForm,
    LogInForm,
    NewPasswordForm,
    PasswordForm,
    ReminderForm,
    SignUpForm,
)
from games.models import CannotChange, Invitation
from games.shortcuts import network_of, teams_of
from games.wording.captains import teams_ahead

get_or_post = require_http_methods(["GET", "HEAD", "POST"])

KEPT = ("matches", "rule_sets", "system", "name")
"""What a device goes on remembering when somebody logs out: it did before they logged in."""


def _next(request: HttpRequest) -> str:
    """Where to go on to, as the address or the form says; empty where that is not on this site."""
    asked = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if safe else ""


@never_cache
@sensitive_post_parameters()
@get_or_post
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account, and be logged in."""
    if request.user.is_authenticated:
        return redirect(_next(request) or "account")
    form = SignUpForm(request.POST or None, network=network_of(request))
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                user = form.save()
        except IntegrityError:  # made in another tab meanwhile
            form.add_error("email", TAKEN)
        else:
            login(request, user)
            messages.success(request, _("Your account is made, and you are logged in."))
            return redirect(_next(request) or "account")
    return render(request, "games/sign_up.html", {"form": form, "next": _next(request)})


class LogIn(auth.LoginView):
    template_name = "games/log_in.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True
    http_method_names = ["get", "head", "post"]

    def get_redirect_url(self) -> str:
        # To lead here whoever is logged in already would lead in a circle.
        asked = super().get_redirect_url()
        return "" if asked.partition("?")[0] == self.request.path else asked


log_in = LogIn.as_view()


def forget(request: HttpRequest) -> None:
    """Log out, but have the device remember its own matches and rules."""
    kept = {key: request.session[key] for key in KEPT if key in request.session}
    logout(request)
    request.session.update(kept)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out on this device."""
    forget(request)
    messages.success(request, _("You are logged out."))
    return redirect("home")


@never_cache
@login_required
@sensitive_post_parameters()
@get_or_post
def account(request: HttpRequest) -> HttpResponse:
    """What is known of the account: name and address, the clubs, who it is there, and the
    teams that it leads."""
    user = request.user
    form = AccountForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        user.name, user.email = form.cleaned_data["name"], form.cleaned_data["email"]
        try:
            with transaction.atomic():
                user.save(update_fields=["name", "email"])
        except IntegrityError:  # taken in another tab meanwhile
            form.add_error("email", TAKEN)
        else:
            messages.success(request, _("This is kept."))
            return redirect("account")
    players = list(user.players.select_related("club").order_by("club__name"))
    context = {
        "form": form,
        "teams": teams_ahead(teams_of(request), user) if players else [],
        "memberships": user.memberships.select_related("club").order_by("club__name"),
        "players": players,
    }
    return render(request, "games/account.html", context)


@never_cache
@login_required
@sensitive_post_parameters()
@get_or_post
def change_password(request: HttpRequest) -> HttpResponse:
    """Another password; other devices have to log in again."""
    form = PasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        messages.success(request, _("The password is changed. Other devices are logged out."))
        return redirect("account")
    return render(request, "games/change_password.html", {"form": form})


@never_cache
@login_required
@sensitive_post_parameters()
@get_or_post
def delete_account(request: HttpRequest) -> HttpResponse:
    """Delete the account, once its owner has seen what that means and given the password."""
    user = request.user
    form = ConfirmForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            user.erase()
        except CannotChange as error:
            form.add_error(None, str(error))
        else:
            forget(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    clubs = [membership.club for membership in user.memberships.select_related("club")]
    context = {
        "form": form,
        "alone_in": [club for club in clubs if club.memberships.count() == 1],
        "clubs": clubs,
    }
    return render(request, "games/delete_account.html", context)


class ForgottenPassword(auth.PasswordResetView):
    """Have a link sent by which a new password is chosen. The answer is the same whether or not
    there is such an account."""

    template_name = "games/forgotten_password.html"
    email_template_name = "games/mail/forgotten_password.txt"
    subject_template_name = "games/mail/forgotten_password_subject.txt"
    form_class = ReminderForm
    success_url = reverse_lazy("log_in")
    http_method_names = ["get", "head", "post"]

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "network": network_of(self.request)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        can_send = settings.DEBUG or "console" not in settings.EMAIL_BACKEND
        return super().get_context_data(can_send=can_send, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        if not self.get_context_data()["can_send"]:
            return self.render_to_response(self.get_context_data(form=form))
        messages.success(
            self.request,
            _("If there is an account with this address, a mail with a link is on its way to it."),
        )
        return super().form_valid(form)


forgotten_password = never_cache(ForgottenPassword.as_view())


class NewPassword(auth.PasswordResetConfirmView):
    """Choose a new password by the link of the mail, which logs in: who has to wait because
    somebody else guesses at the old one comes in nevertheless."""

    template_name = "games/new_password.html"
    form_class = NewPasswordForm
    post_reset_login = True
    success_url = reverse_lazy("account")
    http_method_names = ["get", "head", "post"]

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("The new password is kept, and you are logged in."))
        return super().form_valid(form)


new_password = NewPassword.as_view()


@never_cache
@get_or_post
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Become an officer of a club, or be known as one of its people, by a link."""
    invited = Invitation.objects.select_related("club", "made_by", "player__club")
    found = invited.filter(code=code).first()
    if found is None:
        return render(request, "games/invitation.html", {"found": None}, status=404)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"{reverse('log_in')}?next={request.path}")
        try:
            found.accept(request.user)
        except CannotChange as error:
            return render(request, "games/invitation.html", {"found": found, "refused": error})
        return redirect(found.club if found.role else "account")
    return render(request, "games/invitation.html", {"found": found})

"""Accounts: signing up, logging in, what is known of one, and its end."""

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth import password_validation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import LONGEST_ACCOUNT_NAME, Attempt, User
from games.shortcuts import network_of

from .start import NameField

TAKEN = _("There is an account with this address already: log in, or choose a new password.")
WRONG = _("This is not the password of your account.")
WAIT = _("Too many attempts. Wait a quarter of an hour, then try again.")
WAIT_OR_RESET = _(
    "Too many attempts. Wait a quarter of an hour, or choose a new password by “I forgot the "
    "password”: that logs you in at once."
)
WAIT_AN_HOUR = _("Too many attempts. Wait an hour, then try again.")


def check_own_password(user: User, password: str) -> None:
    """Raises ValidationError where this is not the password of whoever is logged in; and where
    somebody at their device goes on guessing."""
    taken = Attempt.take("password", account=user.email)
    if not taken:
        raise forms.ValidationError(WAIT)
    if not user.check_password(password):
        raise forms.ValidationError(WRONG)
    Attempt.give_back(taken)


def name_field(label: Any, most: int, required: Any) -> NameField:
    """A name of a person or of a club, in which something must be seen."""
    field = NameField(
        label=label,
        max_length=most,
        error_messages={
            "required": required,
            "max_length": _("At most %(limit_value)d characters, please."),
        },
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
    # The browser would cut off a longer name without a word.
    del field.widget.attrs["maxlength"]
    return field


def _email_field() -> forms.EmailField:
    return forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": _("Write your e-mail address."),
            "invalid": _("Write an e-mail address, as in name@example.org."),
        },
    )


def _password_field(label: Any, autocomplete: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
        error_messages={
            "required": _("Write the password."),
            "max_length": _("At most %(limit_value)d characters, please."),
        },
    )


PASSWORD_RULES = (
    _("At least eight characters; a few words that only you would put together do well."),
    _("Not figures alone."),
    _("Not your name or your e-mail address, or nearly."),
    _("Not one that many people use, such as “password1”."),
)
"""What a new password must be, as it is told beside its field (games/_new_password.html)."""

PASSWORD_FAULTS = {
    "password_too_short": _("This is too short: at least eight characters, please."),
    "password_entirely_numeric": _("Figures alone are guessed soon: put letters in too."),
    "password_too_similar": _("This is too much like your name or your e-mail address."),
    "password_too_common": _("Many people use this one, so it is guessed first. Choose another."),
}
"""What is wrong with one, by the code of the check."""


def check_new_password(password: str, user: User) -> None:
    """Raises ValidationError where this will not do as the password of that account."""
    try:
        password_validation.validate_password(password, user)
    except forms.ValidationError as error:
        faults = [PASSWORD_FAULTS.get(each.code, each) for each in error.error_list]
        raise forms.ValidationError(faults) from error


def _new_password_field(label: Any) -> forms.CharField:
    field = _password_field(label, "new-password")
    field.rules = PASSWORD_RULES
    field.widget.attrs["aria-describedby"] = "password-rules"
    return field


class SignUpForm(forms.Form):
    """A new account; `account` is it, once valid and saved."""

    name = name_field(_("Your name"), LONGEST_ACCOUNT_NAME, _("Write your name."))
    email = _email_field()
    password = _new_password_field(_("Password"))

    def __init__(self, *args: Any, network: str = "", **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.network = network
        self.fields["name"].widget.attrs["autocomplete"] = "name"

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exists():
            raise forms.ValidationError(TAKEN)
        return email

    def clean(self) -> dict[str, Any]:
        # That an address is taken is said, so that asking for one after another has to end too.
        if self.network and not Attempt.take("sign up", network=self.network):
            self.errors.clear()
            raise forms.ValidationError(WAIT_AN_HOUR)
        told = self.cleaned_data
        if told.get("password"):
            user = User(email=told.get("email", ""), name=told.get("name", ""))
            try:
                check_new_password(told["password"], user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return told

    def save(self) -> User:
        return User.objects.create_user(**self.cleaned_data)


class LogInForm(auth.AuthenticationForm):
    """Django's, with an e-mail address."""

    username = auth.UsernameField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        error_messages={"required": _("Write your e-mail address.")},
    )
    error_messages = {
        "invalid_login": _("No account has this address and this password. Try again."),
        "inactive": _("No account has this address and this password. Try again."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.fields["password"].error_messages["required"] = _("Write the password.")
        self.fields["username"].widget.attrs.pop("autofocus", None)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if not (told.get("username") and told.get("password")):
            return told
        account, network = told["username"].lower(), network_of(self.request)
        taken = Attempt.take("log in", account=account, network=network)
        if not taken:
            raise forms.ValidationError(WAIT_OR_RESET)
        told = super().clean()
        Attempt.give_back(taken)
        return told


class ReminderForm(auth.PasswordResetForm):
    """Django's. To whom a mail was sent just now, none is sent again and again."""

    def __init__(self, *args: Any, network: str = "", **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.network = network
        email = self.fields["email"]
        email.label = gettext("E-mail address")
        email.error_messages["required"] = gettext("Write your e-mail address.")
        email.widget.attrs.pop("autofocus", None)

    def clean(self) -> dict[str, Any]:
        email = self.cleaned_data.get("email", "").lower()
        if email and not Attempt.take("remind", account=email, network=self.network):
            raise forms.ValidationError(WAIT_AN_HOUR)
        return self.cleaned_data


class AccountForm(forms.Form):
    """Name and address of an account. Another address takes the password: whoever has it can have
    a new password sent there."""

    name = name_field(_("Your name"), LONGEST_ACCOUNT_NAME, _("Write your name."))
    email = _email_field()
    password = _password_field(_("Password, where the address changes"), "current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": user.name, "email": user.email}
        super().__init__(*args, label_suffix="", **kwargs)
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["password"].required = False

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exclude(pk=self.user.pk).exists():
            raise forms.ValidationError(gettext("Another account has this address."))
        return email

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        moved = told.get("email", self.user.email) != self.user.email
        if moved:
            try:
                check_own_password(self.user, told.get("password", ""))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return told


class NewPasswordForm(auth.SetPasswordForm):
    """A new password, for who came by the link of a mail: Django's, in the words of this site, and
    with what is wrong said at the field where it was written."""

    new_password1 = _new_password_field(_("New password"))
    new_password2 = _password_field(_("The new password once more"), "new-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["label_suffix"] = ""
        super().__init__(*args, **kwargs)
        again = self.fields["new_password2"]
        again.help_text = _("So that a slip of the finger does not lock you out.")
        again.error_messages["required"] = _("Write it here too.")

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        new, again = told.get("new_password1"), told.get("new_password2")
        if new:
            try:
                check_new_password(new, self.user)
            except forms.ValidationError as error:
                self.add_error("new_password1", error)
            else:
                if again and new != again:
                    self.add_error(
                        "new_password2", _("This is another one than above. Write both again.")
                    )
        return told


class PasswordForm(NewPasswordForm):
    """Another password, for who knows the present one."""

    old_password = _password_field(_("Your present password"), "current-password")
    field_order = ("old_password", "new_password1", "new_password2")

    def clean_old_password(self) -> str:
        check_own_password(self.user, self.cleaned_data["old_password"])
        return self.cleaned_data["old_password"]


class ConfirmForm(forms.Form):
    """The password, once more, before something that cannot be taken back."""

    password = _password_field(_("Password"), "current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.user = user

    def clean_password(self) -> str:
        check_own_password(self.user, self.cleaned_data["password"])
        return self.cleaned_data["password"]

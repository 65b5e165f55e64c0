"""Accounts: signing up, logging in, what is known of one, and its end."""

from typing import Any

from django import forms
from django.contrib.auth import forms as auth
from django.contrib.auth import password_validation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import LONGEST_ACCOUNT_NAME, User

from .start import NameField

TAKEN = _("There is an account with this address already: log in, or choose a new password.")
WRONG = _("This is not the password of your account.")


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
        error_messages={"required": _("Write the password.")},
    )


class SignUpForm(forms.Form):
    """A new account; `account` is it, once valid and saved."""

    name = name_field(_("Your name"), LONGEST_ACCOUNT_NAME, _("Write your name."))
    email = _email_field()
    password = _password_field(_("Password"), "new-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["password"].help_text = _(
            "At least eight characters; a few words that only you would put together do well."
        )

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exists():
            raise forms.ValidationError(TAKEN)
        return email

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if told.get("password"):
            user = User(email=told.get("email", ""), name=told.get("name", ""))
            try:
                password_validation.validate_password(told["password"], user)
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
        if moved and not self.user.check_password(told.get("password", "")):
            self.add_error("password", WRONG)
        return told


class PasswordForm(auth.PasswordChangeForm):
    """Another password, for who knows the present one."""

    error_messages = {**auth.PasswordChangeForm.error_messages, "password_incorrect": WRONG}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["old_password"].widget.attrs.pop("autofocus", None)


class ConfirmForm(forms.Form):
    """The password, once more, before something that cannot be taken back."""

    password = _password_field(_("Password"), "current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.user = user

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(WRONG)
        return self.cleaned_data["password"]

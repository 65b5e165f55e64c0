"""All that a club owns: handed out as a file, and a club founded from one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.backup import InvalidBackup, restore, write
from games.forms.backups import BackupForm
from games.shortcuts import club_to
from games.wording.backups import say_faults, say_restored


@never_cache
@login_required
@require_safe
def club_backup(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The club's file, which is written while it is sent."""
    club = club_to(request, "back_up", slug)
    day = club.today().isoformat()
    return StreamingHttpResponse(
        write(club, timezone.now()),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{club.slug}-{day}.json"'},
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore_club(request: HttpRequest) -> HttpResponse:
    """Found a club from its file; whoever is logged in becomes its owner."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = BackupForm(*sent, label_suffix="")
    if form.is_valid():
        try:
            restored = restore(form.cleaned_data["file"], by=request.user)
        except InvalidBackup as error:
            form.add_error("file", ValidationError(say_faults(error)))
        else:
            messages.success(request, _("The club is restored, and you are its owner."))
            for line in say_restored(restored):
                messages.success(request, line)
            return redirect(restored.club)
    context = {"form": form, "day": timezone.localdate()}
    return render(request, "games/restore_club.html", context)

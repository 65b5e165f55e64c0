"""The one response header for which neither Django nor django-csp has a setting."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")
)


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the browser on every response that no page needs the device's sensors."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware

#!/bin/sh
# Installs the Debian packages that the tests need and this machine lacks: Chromium, and
# libatomic1 for Playwright that drives it; PostgreSQL. Fails with one line if it may not.
set -eu

missing=""
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing="$missing chromium fonts-dejavu-core"
ls /usr/lib/*/libatomic.so.1 >/dev/null 2>&1 || missing="$missing libatomic1"
{ command -v pg_virtualenv && ls /usr/lib/postgresql/*/bin/postgres; } >/dev/null 2>&1 ||
    missing="$missing postgresql"

[ -n "$missing" ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "make test needs these Debian packages, install them first:$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -qq -y --no-install-recommends $missing >/dev/null

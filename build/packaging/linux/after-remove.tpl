#!/bin/sh
set -e

# An upgrade runs this too, after the new files are in place: keep what belongs to them. Debian says
# "upgrade" there, rpm says 1.
case "$1" in
upgrade | 1) exit 0 ;;
esac

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
    if command -v apparmor_parser >/dev/null 2>&1; then
        apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
    fi
    rm -f "$profile"
fi
if command -v update-desktop-database >/dev/null 2>&1; then
    update-desktop-database -q /usr/share/applications || true
fi

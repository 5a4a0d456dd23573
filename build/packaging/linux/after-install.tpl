#!/bin/sh
set -e

# Chromium's sandbox uses user namespaces; its helper needs root rights only where there are none.
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
    chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox'
else
    chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
fi

if command -v update-desktop-database >/dev/null 2>&1; then
    update-desktop-database -q /usr/share/applications || true
fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then
    gtk-update-icon-cache -q -t /usr/share/icons/hicolor || true
fi

# Ubuntu 24.04 and later allow user namespaces only to programs with a profile.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
if command -v apparmor_parser >/dev/null 2>&1 &&
    apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
    cp -f "$profile" '/etc/apparmor.d/${executable}'
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
fi

#!/bin/sh
# Starts the program of an AppImage. The sandbox needs user namespaces: an AppImage cannot bring the
# helper with root rights that packages install, and Countersign never starts without a sandbox.
folder="${APPDIR:-$(dirname "$(readlink -f "$0")")}"
# What opens no window needs no sandbox, and starts for root too.
for word in "$@"; do
    case "$word" in
    --) break ;;
    --help | -h | --version | -v | --mcp-bridge)
        exec "$folder/countersign" --no-sandbox --no-zygote "$@"
        ;;
    esac
done
if [ "$(id -u)" -ne 0 ] && ! unshare --user true 2>/dev/null; then
    message='This system allows no user namespaces, which the sandbox of an AppImage needs. Install the deb or rpm package instead.'
    echo "$message" >&2
    if command -v zenity >/dev/null 2>&1; then
        zenity --error --title=Countersign --text="$message" 2>/dev/null
    elif command -v kdialog >/dev/null 2>&1; then
        kdialog --error "$message" 2>/dev/null
    fi
    exit 2
fi
exec "$folder/countersign" "$@"

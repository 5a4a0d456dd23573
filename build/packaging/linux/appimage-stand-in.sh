#!/bin/sh
# Stands in for the runtime of an AppImage: unpacks the image beside it and starts that.
set -e
image="$(readlink -f "$0")"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
offset=4096
unsquashfs -quiet -no-progress -offset "$offset" -dest "$folder/image" "$image" >/dev/null
APPDIR="$folder/image" APPIMAGE="$image" "$folder/image/AppRun" "$@"
exit $?
# The image begins at byte 4096; the rest of this file is filled up by the packaging.

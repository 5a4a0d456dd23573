#!/bin/sh
# The command `countersign`. What opens no window needs no sandbox, and starts for root too.
program=@PROGRAM@
for word in "$@"; do
    case "$word" in
    --) break ;;
    --help | -h | --version | -v | --mcp-bridge) exec "$program" --no-sandbox --no-zygote "$@" ;;
    esac
done
if [ "$(id -u)" -eq 0 ]; then
    echo 'Countersign opens no window for root. Start it as the person who uses it.' >&2
    exit 2
fi
exec "$program" "$@"

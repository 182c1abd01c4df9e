#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Removes what burin-VERSION-x86_64.run has installed. Settings in ~/.config/burin stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$here/links" ] && [ -x "$here/bin/burin" ] || { echo "$here is not an installation of Burin" >&2; exit 1; }
while read -r link; do
    case $(readlink "$link" 2>/dev/null || true) in
    "$here"/*)
        rm -f "$link"
        rmdir -p --ignore-fail-on-non-empty "$(dirname "$link")" 2>/dev/null || true
        ;;
    esac
done <"$here/links"
if [ -s "$here/links" ]; then
    data=${XDG_DATA_HOME:-$HOME/.local/share}
    update-mime-database "$data/mime" >/dev/null 2>&1 || true
    # The database of a user without other types is what this installation made.
    [ -n "$(ls -A "$data/mime/packages" 2>/dev/null)" ] || rm -rf "$data/mime"
fi
rm -rf "$here"
rmdir -p --ignore-fail-on-non-empty "$(dirname "$here")" 2>/dev/null || true
echo "Burin is removed."

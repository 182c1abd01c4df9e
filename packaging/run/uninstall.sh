#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Removes what burin-VERSION-x86_64.run has installed, and what Burin keeps in ~/.cache/burin. Keeps the files of the user:
# settings in ~/.config/burin, patterns and unsaved changes in ~/.local/share/burin, and other files in the folder of the
# installation.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
real=$(cd "$here" && pwd -P)
: "${HOME:=/}"
[ -f "$here/links" ] && [ -x "$here/bin/burin" ] || { echo "$here is not an installation of Burin" >&2; exit 1; }
data=${XDG_DATA_HOME:-$HOME/.local/share}

# tidy FOLDER: removes it, and the folders that contain it, as long as they are empty and inside a folder of the user.
tidy() {
    for own in "$HOME" "$data"; do
        case $1 in
        "$own"/*)
            (cd "$own" && rmdir -p --ignore-fail-on-non-empty "${1#"$own"/}" 2>/dev/null) || true
            return
            ;;
        esac
    done
}

while read -r link; do
    target=$(readlink -f "$link" 2>/dev/null || true)
    # If the folder was moved, its links lead nowhere.
    if [ -L "$link" ] && { [ ! -e "$link" ] || [ "${target#"$real"/}" != "$target" ]; }; then
        rm -f "$link"
        tidy "$(dirname "$link")"
    fi
done <"$here/links"
if [ -s "$here/links" ]; then
    update-mime-database "$data/mime" >/dev/null 2>&1 || true
    update-desktop-database "$data/applications" >/dev/null 2>&1 || true
    # If the user has no other types and programs, this installation made the databases.
    [ -n "$(ls -A "$data/mime/packages" 2>/dev/null)" ] || rm -rf "$data/mime"
    [ "$(ls -A "$data/applications" 2>/dev/null)" != mimeinfo.cache ] || rm -r "$data/applications"
    tidy "$data"
fi
(
    cd "$here"
    cat installed contents 2>/dev/null | while read -r file; do rm -f "$file"; done
    rm -f installed contents links files
    find . -depth -type d -empty -delete
)
[ ! -d "$here" ] || rmdir --ignore-fail-on-non-empty "$here"
cache=${XDG_CACHE_HOME:-$HOME/.cache}
rm -rf "$cache/burin"
tidy "$cache"
tidy "$(dirname "$here")"
kept=
for folder in "$here" "${XDG_CONFIG_HOME:-$HOME/.config}/burin" "$data/burin"; do
    [ ! -e "$folder" ] || kept="$kept $folder"
done
echo "Burin is removed.${kept:+ What you made stays in:$kept}"

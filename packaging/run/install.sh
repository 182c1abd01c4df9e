#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs in the folder that burin-VERSION-x86_64.run has unpacked itself into. In the usual place, it also links the programs
# into ~/.local/bin, and the desktop's files into ~/.local/share. Each link is a line of `links`, for uninstall.sh, which
# also removes the links of versions before this one. `contents` lists the files that the package brings; `installed` is the
# same list of the version before.
set -eu
here=$(pwd)
touch links
if [ -f installed ]; then
    grep -vxFf contents installed | while read -r old; do rm -f "$old"; done
fi
cp contents installed

# found NAME: the path of a library of the system.
found() { /sbin/ldconfig -p 2>/dev/null | sed -n "s/.*$1 .*x86-64.* => //p" | head -n 1; }

# Drivers of the system work with its own OpenGL, and need a C++ runtime that is at least as new as their own. The copies
# in the package are for systems without them.
for library in libGL.so.1 libGLX.so.0 libGLdispatch.so.0 libOpenGL.so.0 libEGL.so.1; do
    [ -z "$(found $library)" ] || rm -f "lib/burin/$library"
done
system=$(found libstdc++.so.6)
if [ -n "$system" ] && grep -q GLIBCXX_3.4.30 "$system"; then
    rm -f lib/burin/libstdc++.so.6 lib/burin/libgcc_s.so.1
fi

# link FILE PLACE: a link to the file, unless the user has something else in that place.
link() {
    if [ -e "$2" ] && ! [ "$2" -ef "$1" ]; then
        echo "$2 exists already and stays. To have a link to $1 there, remove it and install again." >&2
        return
    fi
    mkdir -p "$(dirname "$2")"
    # First the line, so that a link is removed even if the installation is interrupted here.
    grep -qxF "$2" links || printf '%s\n' "$2" >>links
    ln -sfn "$1" "$2"
}

# in_sed TEXT: the text as the replacement of sed's s|||.
in_sed() { printf %s "$1" | sed 's/[\\&|]/\\&/g'; }

usual=
[ -z "${HOME:-}" ] || ! [ "$here" -ef "$HOME/.local/opt/burin" ] || usual=yes
if [ -n "$usual" ]; then
    data=${XDG_DATA_HOME:-$HOME/.local/share}
    # Desktops start the programs wherever PATH leads, also in a session that began before ~/.local/bin was there. If the path
    # has other characters than these, Exec needs quotes, and the quotes and the file each have their escapes.
    quote=
    path=$here
    case $here in
    *[!A-Za-z0-9/._+-]*)
        quote='"'
        path=$(printf %s "$here" | sed 's/[\\"`$]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
        ;;
    esac
    sed -i -E "s|^TryExec=(burin)|TryExec=$(in_sed "$here")/bin/\\1|; s|^Exec=(burin[a-z-]*)|Exec=$quote$(in_sed "$path")/bin/\\1$quote|" \
        share/applications/burin-studio.desktop share/thumbnailers/burin.thumbnailer
    for program in burin burin-studio; do
        link "$here/bin/$program" "$HOME/.local/bin/$program"
    done
    (cd share && find applications icons mime thumbnailers metainfo man bash-completion fish -type f) >files
    while read -r file; do
        link "$here/share/$file" "$data/$file"
    done <files
    rm files
    # Which files are designs, and what opens them
    update-mime-database "$data/mime" >/dev/null 2>&1 || true
    update-desktop-database "$data/applications" >/dev/null 2>&1 || true
fi
echo "Burin is installed in $here; $here/bin/burin-studio opens the studio. To remove it: $here/uninstall.sh"
if [ -n "$usual" ]; then
    case :$PATH: in
    *:"$HOME/.local/bin":*) ;;
    *) echo "PATH does not name $HOME/.local/bin yet. Add it to PATH, or log in again if your shell does so." ;;
    esac
fi

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Times packaging/demo.sh of the current commit in bare systems of Debian 12:
#
#     taskset -c 0,1 packaging/time-demo.sh [FOLDER]
#
# First it builds the program. Then, if FOLDER (default build/release-out of these sources) holds packages, it installs them in
# another system. The target is 120 s for each, and what apt fetches counts. It needs root, debootstrap and Debian's mirror, and
# skips with a reason without them; BURIN_MIRROR chooses a mirror.
set -Eeuo pipefail
trap 'echo "FAILED: line $LINENO: $BASH_COMMAND" >&2' ERR
files=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/bare.sh
files=${files:-$PWD/build/release-out}
prepare_bare
install_missing git

# time_demo NAME [PACKAGE...]: in a system of its own.
time_demo() {
    local name=$1 began took
    shift
    make_root bookworm "$name"
    git clone --quiet --no-hardlinks . "$root/burin"
    if (($#)); then
        mkdir -p "$root/burin/build/release-out"
        cp "$@" "$root/burin/build/release-out"
    fi
    began=$SECONDS
    if in_root /burin/packaging/demo.sh >"$work/$name.log" 2>&1; then
        took=$((SECONDS - began))
        echo "$name: $took s"
        sed -n 's/^== \(.* (after [0-9]* s)\)$/    \1/p' "$work/$name.log"
        ((took <= 120)) || fail "$name: $took s are more than 120 s"
        [[ -s $root/burin/build/demo/gravel-leather.tif ]] || fail "$name: the TIFF is missing or empty"
    else
        tail -n 20 "$work/$name.log"
        fail "$name: packaging/demo.sh"
    fi
    leave_root
}

make_bare bookworm || skip "debootstrap cannot make bookworm from $mirror"
time_demo built
if compgen -G "$files/burin_*_amd64.deb" >/dev/null; then
    time_demo installed "$files"/burin_*_amd64.deb
else
    echo "SKIPPED: $files holds no packages; packaging/release.sh builds them"
fi
say "$failures failed, in $SECONDS s"
exit $((failures > 0))

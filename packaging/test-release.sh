#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests what packaging/release.sh has built, in bare systems that have no packages for building:
#
#     packaging/test-release.sh [FOLDER]       FOLDER holds the files (default build/release-out)
#
# Each is installed in a chroot of Debian 12 made by debootstrap, draws a part of every example as the program of this tree
# does (BURIN_PROGRAM, default build/ci/app/burin), and is removed again; then the chroot holds the same files as before. The
# studio opens under Xvfb and draws its picture. It needs root, debootstrap and Debian's mirror, and skips with a
# reason without them. BURIN_SUITES="bookworm trixie" tries more than Debian 12; BURIN_MIRROR chooses a mirror.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

files=$(realpath "${1:-build/release-out}")
program=$(realpath "${BURIN_PROGRAM:-build/ci/app/burin}")
mirror=${BURIN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
failures=0

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
skip() { echo "SKIPPED: $*"; exit 77; }

((EUID == 0)) || skip "a chroot needs root"
[[ -n $(ls "$files"/burin_*_amd64.deb 2>/dev/null) ]] || skip "$files holds no packages; packaging/release.sh builds them"
[[ -x $program ]] || skip "$program is not built, so there is nothing to compare with"
install_missing debootstrap lintian xz-utils

unmount() {
    for folder in dev proc; do
        ! mountpoint -q "$1/$folder" || umount -R "$1/$folder"
    done
}
clean_up() {
    for root in "$work"/*/; do unmount "${root%/}"; done
    # What is still mounted belongs to this computer.
    if grep -q " $work/" /proc/self/mounts; then
        echo "$work stays, because something is still mounted in it"
    else
        rm -rf --one-file-system "$work"
    fi
}
trap clean_up EXIT

# in_root COMMAND...: runs a command in the current chroot, whose path is in $root.
in_root() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# make_root SUITE NAME: a bare system of its own.
make_root() {
    root=$work/$2
    [[ -d $work/$1.bare ]] || debootstrap --variant=minbase "$1" "$work/$1.bare" "$mirror" >"$work/$1.log" 2>&1 ||
        { tail -n 3 "$work/$1.log"; skip "debootstrap cannot make $1 from $mirror"; }
    cp -a "$work/$1.bare" "$root"
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev" || skip "file systems cannot be mounted in a chroot"
    in_root apt-get update -qq
}

# listed: the files of the system, without those that apt, dpkg and the caches of other packages keep.
listed() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
        -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./etc/ld.so.cache -o -path ./root \) -prune -o -print | sort)
}

# check_examples PROGRAM EXAMPLES...: the pictures of all examples are those of this tree.
check_examples() {
    local installed=$1 folder=$2 example name
    local how=(--region 0,0,512,512 --level 0 --backend cpu)
    for example in resources/examples/*.burin; do
        name=$(basename "$example" .burin)
        [[ -e $work/expected/$name.png ]] ||
            "$program" render "$example" --to "$work/expected/$name.png" "${how[@]}" 2>/dev/null
        in_root "$installed" render "$folder/$name.burin" --to /tmp/x.png "${how[@]}" 2>/dev/null ||
            { fail "$name cannot be rendered"; continue; }
        cmp -s "$work/expected/$name.png" "$root/tmp/x.png" || fail "$name differs"
    done
}

# check_studio PROGRAM DESIGN: its window opens on an invisible screen.
check_studio() {
    in_root xvfb-run -a -s "-screen 0 1600x1000x24" timeout 120 "$1" --backend cpu --screenshot /tmp/studio.png "$2" ||
        fail "the studio does not open"
    [[ $(head -c 4 "$root/tmp/studio.png" | tail -c 3) == PNG ]] || fail "the studio made no picture"
}

test_debs() {
    local suite=$1 before began took all=(burin burin-studio python3-burin) examples=/usr/share/burin/examples
    say "$suite: Debian packages"
    make_root "$suite" "$suite-debs"
    in_root apt-get install -y -qq --no-install-recommends xvfb xauth libgl1-mesa-dri >/dev/null
    cp "$files"/*.deb "$root/tmp"
    in_root apt-get install -y -qq --download-only /tmp/burin_*.deb >/dev/null 2>&1  # the network is not measured
    began=$SECONDS
    in_root sh -c 'apt-get install -y -qq /tmp/burin_*.deb' >/dev/null || { fail "apt install"; return; }
    took=$((SECONDS - began))
    echo "burin was installed in $took s"
    ((took < 60)) || fail "apt install took $took s"
    in_root burin --version
    check_examples burin $examples
    in_root sh -c 'apt-get install -y -qq /tmp/burin-studio_*.deb /tmp/python3-burin_*.deb' >/dev/null ||
        { fail "apt install of the studio and the module"; return; }
    check_studio burin-studio $examples/hexagonal-dimples.burin
    in_root python3 -c "import burin; print(burin.load('$examples/bevelled-logo.burin').surface()[0:4, 0:4])" ||
        fail "import burin"
    grep -q application/x-burin "$root/usr/share/mime/globs2" || fail "the MIME type is not known"
    # Debian's own packages leave a little, so the other packages stay while Burin's come and go.
    in_root apt-get purge -y -qq "${all[@]}" >/dev/null
    before=$(listed)
    ! grep -i burin <<<"$before" || fail "these files are left after the packages are removed"
    in_root sh -c 'apt-get install -y -qq /tmp/*.deb' >/dev/null
    in_root apt-get purge -y -qq "${all[@]}" >/dev/null
    diff <(echo "$before") <(listed) || fail "something is left after the packages are removed"
    unmount "$root"
}

test_run() {
    local before
    say "bookworm: the .run file, in a system without Qt and OpenCV"
    make_root bookworm run
    in_root apt-get install -y -qq --no-install-recommends xvfb xauth libgl1-mesa-dri xz-utils >/dev/null
    cp "$files"/burin-*.run "$root/tmp/burin.run"
    before=$(listed; cd "$root" && find root | sort)
    in_root sh /tmp/burin.run --quiet || { fail "the .run file"; return; }
    cp -r resources/examples "$root/tmp/examples"
    check_examples /root/.local/opt/burin/bin/burin /tmp/examples
    check_studio /root/.local/bin/burin-studio /tmp/examples/hexagonal-dimples.burin
    in_root sh /tmp/burin.run --uninstall
    in_root rm -rf /root/.config /root/.cache  # the user's own settings stay
    diff <(echo "$before") <(listed; cd "$root" && find root | sort) || fail "something is left after --uninstall"
    unmount "$root"
}

test_wheel() {
    say "bookworm: the wheel"
    make_root bookworm wheel
    in_root apt-get install -y -qq --no-install-recommends python3-numpy python3-pip python3-venv >/dev/null
    cp "$files"/burin-*.whl "$root/tmp"
    cp -r resources/examples "$root/tmp/examples"
    in_root sh -c 'python3 -m venv --system-site-packages /tmp/v && /tmp/v/bin/pip install -q --no-index /tmp/burin-*.whl' ||
        { fail "pip install"; return; }
    in_root /tmp/v/bin/python -c \
        'import burin; print(burin.load("/tmp/examples/bevelled-logo.burin").surface()[0:4, 0:4])' || fail "import burin"
    unmount "$root"
}

mkdir "$work/expected"
say "lintian"
lintian --allow-root --fail-on error "$files"/*.deb || fail "lintian"
for suite in ${BURIN_SUITES:-bookworm}; do test_debs "$suite"; done
[[ -z $(ls "$files"/burin-*.run 2>/dev/null) ]] || test_run
[[ -z $(ls "$files"/burin-*.whl 2>/dev/null) ]] || test_wheel

say "$failures failed, in $SECONDS s"
((failures == 0))

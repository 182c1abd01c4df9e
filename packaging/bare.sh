# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts that try something in bare systems of Debian: chroots made by debootstrap. They need root and
# Debian's mirror; BURIN_MIRROR chooses another one. packages.sh is sourced before.

mirror=${BURIN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
failures=0
umask 022  # programs in a system are for all of its users

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
# skip REASON: the rest is not tested. Earlier failures still count.
skip() {
    echo "SKIPPED: $*"
    ((failures == 0)) && exit 77
    say "$failures failed, in $SECONDS s"
    exit 1
}

bound=()  # other folders of this computer that are mounted in chroots, without the leading /
# unmount ROOT
unmount() {
    for folder in dev proc "${bound[@]}"; do
        ! mountpoint -q "$1/$folder" || umount -R "$1/$folder"
    done
}

# clean_up: unmounts and removes all chroots.
clean_up() {
    for root in "$work"/*/; do unmount "${root%/}"; done
    # Folders that are still mounted belong to this computer.
    if grep -q " $work/" /proc/self/mounts; then
        echo "$work stays, because something is still mounted in it"
    else
        rm -rf --one-file-system "$work"
    fi
}
trap clean_up EXIT

# prepare_bare: makes what the other functions need. Skips if no chroot can be made.
prepare_bare() {
    ((EUID == 0)) || skip "a chroot needs root"
    install_missing debootstrap
}

home=/root  # of the user in a chroot
# in_root COMMAND...: runs a command in the current chroot, whose path is in $root.
in_root() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=$home LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# make_bare SUITE: a bare system, which make_root copies.
make_bare() {
    root=$work/$1.bare
    if ! debootstrap --variant=minbase "$1" "$root" "$mirror" >"$work/$1.log" 2>&1; then
        tail -n 3 "$work/$1.log"
        return 1
    fi
    # Packages start no services: their processes would keep the folders of a chroot busy.
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod 755 "$root/usr/sbin/policy-rc.d"
    in_root apt-get update -qq
}

# make_root SUITE NAME: a bare system of its own.
make_root() {
    root=$work/$2
    cp -a "$work/$1.bare" "$root"
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev" ||
        skip "file systems cannot be mounted in a chroot"
}

# leave_root: removes the current chroot.
leave_root() {
    unmount "$root"
    rm -rf --one-file-system "$root"
}

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the packages and the wheel for Debian 13 into build/release-out-trixie, from a clean clone of the current commit:
#
#     packaging/release-trixie.sh
#
# packaging/release.sh does the work, in a chroot that debootstrap makes. That needs root, Debian's mirror, and nvcc 13 or later
# in PATH, because earlier ones cannot read the headers of that C library; without them it skips with a reason. BURIN_MIRROR
# chooses a mirror, and the variables of packaging/release.sh apply.
set -Eeuo pipefail
trap 'echo "FAILED: line $LINENO: $BASH_COMMAND" >&2' ERR
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/bare.sh

out=$PWD/build/release-out-trixie
rm -rf "$out"
nvcc=$(command -v nvcc) || skip "the packages for Debian 13 need nvcc 13 or later in PATH"
release=$(nvcc --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
((${release:-0} >= 13)) || skip "the packages for Debian 13 need nvcc 13 or later; this one is ${release:-unknown}"
toolkit=$(dirname "$(dirname "$(realpath "$nvcc")")")
[[ $toolkit != /usr ]] || skip "nvcc is in /usr, which a chroot has of its own"
prepare_bare
install_missing git
make_bare trixie || skip "debootstrap cannot make trixie from $mirror"
make_root trixie build
mkdir -p "$root$toolkit"
bound+=("${toolkit#/}")
mount --bind "$toolkit" "$root$toolkit" || skip "file systems cannot be mounted in a chroot"
git clone --quiet --no-hardlinks . "$root/burin"

wishes=(PATH="$toolkit/bin:/usr/sbin:/usr/bin:/sbin:/bin")
for wish in BURIN_JOBS BURIN_CUDA_ARCHITECTURES; do
    [[ -z ${!wish:-} ]] || wishes+=("$wish=${!wish}")
done
code=0
in_root env "${wishes[@]}" /burin/packaging/release.sh || code=$?
((code == 0)) || exit $code
mkdir -p "$(dirname "$out")"
cp -r "$root/burin/build/release-out" "$out"
leave_root

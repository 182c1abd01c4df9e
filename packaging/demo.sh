#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Demonstrates Burin: exports an example made from a photograph of gravel, and writes a picture of it. If there is a
# display, it opens the studio on that example.
#
#     packaging/demo.sh
#
# It uses a Burin that is installed. Otherwise it installs the packages of build/release-out, if packaging/release.sh has made
# them; otherwise it installs the packages for building and builds the programs below build/demo. Run it on Debian 12, as root
# or with sudo. Apart from these packages it writes only below build/demo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

folder=build/demo
design=resources/examples/gravel-leather.burin
studio=OFF
[[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] || studio=ON
mkdir -p $folder

# step WORDS: says what begins, and how long after the start.
step() { say "$* (after $SECONDS s)"; }

# installed: sets `burin` to the installed program. Fails if a program that is needed is not installed.
installed() {
    burin=$(command -v burin) && { [[ $studio == OFF ]] || command -v burin-studio >/dev/null; }
}

# install_made: installs the packages that packaging/release.sh has made. Fails if there are none, or if they are for
# another system.
install_made() {
    local made=(./build/release-out/burin_*_amd64.deb)
    [[ $studio == OFF ]] || made+=(./build/release-out/burin-studio_*_amd64.deb)
    [[ -e ${made[0]} && -e ${made[-1]} ]] || return 1
    step "installing ${made[*]}"
    install_packages "${made[@]}"
}

build() {
    local packages=("${build_packages[@]}") targets=(burin)
    if [[ $studio == ON ]]; then
        packages+=("${studio_packages[@]}")
        targets+=(burin-studio)
    fi
    install_missing "${packages[@]}"

    # The kernels are compiled for the card of this computer. Without a card they are left out to save time.
    local cuda=(-DBURIN_CUDA=OFF)
    nvidia-smi >/dev/null 2>&1 && cuda=(-DBURIN_CUDA_ARCHITECTURES=native)

    # Everything else is built to be ready soon: kernels for this processor only, and little optimisation. The bytes are
    # those of a release.
    local quick=(-DBURIN_NATIVE=ON -DBURIN_QUICK=ON -DBURIN_PRECOMPILE=ON -DCMAKE_CXX_FLAGS_RELEASE="-Og -DNDEBUG")

    step "building ${targets[*]}"
    cmake --preset release -B $folder -DBURIN_TESTS=OFF -DBURIN_STUDIO=$studio "${cuda[@]}" "${quick[@]}" \
        --log-level=WARNING
    cmake --build $folder --target "${targets[@]}"
    burin=$folder/app/burin
}

installed || { install_made && installed; } || burin=""
[[ -n $burin ]] || build

step "exporting $design with $burin"
"$burin" info $design
"$burin" export $design --to $folder/gravel-leather.tif --progress bar --force
"$burin" render $design --to $folder/gravel-leather.png --shade

say "done in $SECONDS s"
ls -sh $folder/gravel-leather.*
echo "The surface: $folder/gravel-leather.tif. A picture of it: $folder/gravel-leather.png."

if [[ $studio == ON ]]; then
    say "opening the studio"
    exec "$(dirname "$burin")/burin-studio" $design
fi

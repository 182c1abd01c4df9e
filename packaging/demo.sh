#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Demonstrates Burin: installs missing packages, builds the programs, exports an example made from a photograph of
# gravel, and writes a picture of it. If there is a display, it opens the studio on that example.
#
#     packaging/demo.sh
#
# Run it on Debian 12, as root or with sudo. It writes only below build/demo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

folder=build/demo
design=resources/examples/gravel-leather.burin
burin=$folder/app/burin

packages=("${build_packages[@]}")
targets=(burin)
studio=OFF
if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    packages+=("${studio_packages[@]}")
    targets+=(burin-studio)
    studio=ON
fi
install_missing "${packages[@]}"

# The kernels are compiled for the card of this computer. Without a card they are left out to save time.
cuda=(-DBURIN_CUDA=OFF)
nvidia-smi >/dev/null 2>&1 && cuda=(-DBURIN_CUDA_ARCHITECTURES=native)

# Everything else is built to be ready soon: kernels for this processor only, and little optimisation. The bytes are
# those of a release.
quick=(-DBURIN_NATIVE=ON -DBURIN_QUICK=ON -DBURIN_PRECOMPILE=ON -DCMAKE_CXX_FLAGS_RELEASE="-Og -DNDEBUG")

say "building ${targets[*]}"
cmake --preset release -B $folder -DBURIN_TESTS=OFF -DBURIN_STUDIO=$studio "${cuda[@]}" "${quick[@]}" --log-level=WARNING
cmake --build $folder --target "${targets[@]}"

say "exporting $design"
$burin info $design
$burin export $design --to $folder/gravel-leather.tif --progress bar --force
$burin render $design --to $folder/gravel-leather.png --shade

say "done in $SECONDS s"
ls -sh $folder/gravel-leather.*
echo "The surface: $folder/gravel-leather.tif. A picture of it: $folder/gravel-leather.png."

if [[ $studio == ON ]]; then
    say "opening the studio"
    exec $folder/app/burin-studio $design
fi

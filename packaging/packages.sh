# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts beside it: which Debian 12 packages they need, and how what is missing is installed.

# What the program is built from. OpenCV's small -dev packages instead of libopencv-dev, which brings 400 more.
build_packages=(g++ cmake ninja-build qt6-base-dev libopencv-core-dev libopencv-imgproc-dev libopencv-imgcodecs-dev
                libyaml-cpp-dev libtiff-dev libjpeg-dev zlib1g-dev
                liblz4-dev libxxhash-dev pkgconf libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc)
# What the studio takes beside that.
studio_packages=(libgl-dev libqt6opengl6-dev qt6-svg-dev libqcustomplot-dev fonts-inter fonts-jetbrains-mono)
# What tests run beside the programs; they are skipped without it.
test_packages=(openssl spin python3-grpcio python3-protobuf)
# A screen that nobody sees, with OpenGL by software, for tests of the studio's viewport.
screen_packages=(xvfb xauth libgl1-mesa-dri)
# The compiler of the fuzzers, and its sanitizers.
fuzz_packages=(clang-14 libclang-rt-14-dev)

say() { printf '\n== %s\n' "$*"; }

# install_missing PACKAGE...: does nothing, and needs no rights, where all of them are there.
install_missing() {
    local missing=() package as_root=()
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing ${missing[*]}"
    ((EUID == 0)) || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
}

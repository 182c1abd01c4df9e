# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the other scripts: lists the Debian 12 packages that they need, and installs the missing ones.

# For building the program.
build_packages=(g++ cmake ninja-build qt6-base-dev libyaml-cpp-dev libtiff-dev libjpeg-dev libpng-dev libwebp-dev zlib1g-dev
                libpugixml-dev libfreetype-dev libharfbuzz-dev libfribidi-dev libzint-dev
                liblz4-dev libxxhash-dev libssl-dev pkgconf
                libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc)
# For building faster: a compiler cache and a linker. CMake uses them if they are installed.
faster_packages=(ccache lld)
# For building the studio, in addition.
studio_packages=(libgl-dev libqt6opengl6-dev qt6-svg-dev libqcustomplot-dev fonts-inter fonts-jetbrains-mono)
# For building the Python module; for its tests, in addition.
python_packages=(python3-dev pybind11-dev python3-numpy)
python_test_packages=(python3-pytest python3-zarr python3-dask)
# For building the tests, which compare with OpenCV (its small -dev packages replace libopencv-dev, which would install 400
# more), and other programs that they run; without one of those its tests are skipped.
test_packages=(libopencv-core-dev libopencv-imgproc-dev libopencv-imgcodecs-dev
               openssl spin python3-grpcio python3-protobuf appstream desktop-file-utils fish makeself man-db python3-mypy
               zsh)
# A virtual screen with OpenGL in software, for tests of the studio's viewport; keys for its windows.
screen_packages=(xvfb xauth libgl1-mesa-dri xdotool)
# The programs that file managers ask for the type of a file, and for the programs that open it.
desktop_packages=(desktop-file-utils libglib2.0-bin shared-mime-info)
# The compiler of the fuzzers and of the tests with AddressSanitizer.
clang_packages=(clang-16 libclang-rt-16-dev)

say() { printf '\n== %s\n' "$*"; }

# install_packages PACKAGE...: names, or files such as ./burin.deb.
install_packages() {
    local as_root=()
    ((EUID == 0)) || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null
}

# install_missing PACKAGE...: if all packages are installed, it does nothing and needs no rights.
install_missing() {
    local missing=() package
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing ${missing[*]}"
    install_packages "${missing[@]}"
}

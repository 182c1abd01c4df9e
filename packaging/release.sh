#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds what users install into build/release-out, from a clean clone of the current commit:
#
#     packaging/release.sh
#
#   burin_VERSION_amd64.deb, burin-studio_VERSION_amd64.deb, python3-burin_VERSION_amd64.deb
#   burin-VERSION-x86_64.run      for other distributions; brings its libraries
#   burin-VERSION-*.whl           the Python module; brings its libraries
#   burin-VERSION.tar.xz          the sources
#   burin-VERSION.spdx            the licences of all parts; the .run and the wheel also bring files of packages, and it names theirs too
#   burin-VERSION-licences.txt    their texts as one file
#
# VERSION is that of CMakeLists.txt if the commit has the tag vVERSION. Every other commit precedes that version: it has .devN
# behind it, where N counts the commits (~devN in Debian packages), so that newer packages replace older ones.
#
# Run it on Debian 12 with nvcc 12.8 or later, as root or with sudo. On Debian 13 it builds neither the .run file nor
# the sources, and the version of the packages has +deb13 behind it; packaging/release-trixie.sh runs it there in a chroot.
#
# Two runs on the same commit give the same bytes, in any folder. At the end it prints the size and the SHA-256 of each file.
# BURIN_JOBS=1 builds with one process; BURIN_CUDA_ARCHITECTURES builds for fewer cards.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

install_missing "${build_packages[@]}" "${faster_packages[@]}" "${studio_packages[@]}" "${python_packages[@]}" \
    dpkg-dev file git gzip makeself patchelf python3-wheel qt6-base-dev-tools xz-utils

out=$PWD/build/release-out work=$PWD/build/release-work  # build/release is a build of the preset
source=$work/source build=$work/build
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
system=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
umask 022
# Wishes of the user that would change the bytes
unset CFLAGS CXXFLAGS CUDAFLAGS LDFLAGS NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS TAR_OPTIONS GZIP XZ_OPT XZ_DEFAULTS
unset LD_LIBRARY_PATH PYTHONPATH  # libraries that `bring` would find, and other packers of wheels

# bring FOLDER FILE...: copies the libraries that the files load into FOLDER. The C library and the driver stay those of
# the system; OpenGL and the C++ runtime too if it has them, see packaging/run/install.sh.
of_the_system='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|cuda))\.so'
bring() {
    local folder=$1 name path brought=()
    shift
    mkdir -p "$folder"
    while read -r name path; do
        [[ ! $name =~ $of_the_system && ! -e $folder/$name ]] || continue
        cp -L "$path" "$folder/$name"
        chmod 755 "$folder/$name"
        patchelf --force-rpath --set-rpath "\$ORIGIN" "$folder/$name"
        brought+=("$path")
    done < <(ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u)
    notice "${brought[@]}"
}

# notice FILE...: copies the copyright files of the packages that the files belong to. It fails if a file has none.
# A package may list a file of /usr/lib as one of /lib.
notice() {
    local files=() file package
    for file in "$@"; do
        file=$(readlink -f "$file")
        files+=("*${file#/usr}")
    done
    dpkg-query -S "${files[@]}" | sed 's/[:,].*//' | sort -u >"$work/owners"
    while read -r package; do
        cp -L "/usr/share/doc/$package/copyright" "$notices/$package"
        cp "$notices/$package" "$work/notices"
    done <"$work/owners"
}

# own_notices FOLDER: copies the licences of Burin and of everything inside of its programs into FOLDER. From then on,
# `notice` copies those of libraries there too.
own_notices() {
    notices=$1
    mkdir -p "$notices"
    cp LICENSE packaging/burin.spdx "$notices"
    cp packaging/debian/copyright "$notices/burin.copyright"
    copy_eula "$notices"
}

# compiler: prints the path of nvcc.
compiler() { sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt"; }

# copy_eula FOLDER: copies NVIDIA's licence, which comes with nvcc: in the toolkit, or in the package of the runtime.
copy_eula() {
    local toolkit text
    toolkit=$(dirname "$(dirname "$(realpath "$(compiler)")")")
    for text in "$toolkit"/EULA.txt "$toolkit"/dist-info/nvidia_cuda_runtime-*/licenses/License.txt \
        /usr/share/doc/cuda-cudart-dev-*/copyright; do
        [[ ! -f $text ]] || { install -m 644 "$text" "$1/NVIDIA-CUDA-EULA"; return; }
    done
    echo "NVIDIA's licence is not beside nvcc; the copyright file has its address" >&2
}

# referred_texts: copies the texts that the notices refer to beside them, because only Debian has them in /usr/share.
referred_texts() {
    local text
    grep -aohE '/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' "$notices"/* | sort -u >"$work/referred"
    mkdir "$notices/common-licenses"
    while read -r text; do
        [[ -f $text ]] || continue
        cp -L "$text" "$notices/common-licenses"
        cp -L "$text" "$work/texts"
    done <"$work/referred"
}

# make_licences: writes the texts of all notices as one file, and packaging/burin.spdx with the versions of this build and
# the packages of the notices.
make_licences() {
    local texts=$out/burin-$version-licences.txt spdx=$out/burin-$version.spdx notice package id release cuda how text
    cuda=$("$(compiler)" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    cat LICENSE packaging/debian/copyright >"$texts"
    sed -e "s/^PackageVersion: .*/PackageVersion: $version/" -e "/^SPDXID: SPDXRef-CUDA-runtime\$/a PackageVersion: $cuda" \
        -e "s|^\(DocumentNamespace: .*/burin-\).*|\1$version|" \
        -e "s/^Created: .*/Created: $(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)/" packaging/burin.spdx >"$spdx"
    for notice in "$work"/notices/*; do
        package=$(basename "$notice") id=Debian-$(basename "$notice" | sed 's/+/-plus/g')
        release=$(dpkg-query -W -f '${Version}\n' "$package" | head -n 1)
        how=DYNAMIC_LINK
        [[ $package != fonts-* ]] || how=CONTAINS
        printf '\n\n==== %s %s of Debian ====\n\n' "$package" "$release" | cat - "$notice" >>"$texts"
        cat >>"$spdx" <<PACKAGE

PackageName: $package
SPDXID: SPDXRef-$id
PackageVersion: $release
PackageDownloadLocation: https://packages.debian.org/$system/$package
FilesAnalyzed: false
PackageLicenseConcluded: LicenseRef-$id
PackageLicenseDeclared: LicenseRef-$id
PackageCopyrightText: NOASSERTION
Relationship: SPDXRef-burin $how SPDXRef-$id

LicenseID: LicenseRef-$id
ExtractedText: <text>$(<"$notice")</text>
PACKAGE
    done
    copy_eula "$work/texts"
    for text in "$work"/texts/*; do
        printf '\n\n==== %s ====\n\n' "$(basename "$text")" | cat - "$text" >>"$texts"
    done
}

# same_time FOLDER: every file has the time of the commit.
same_time() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

make_debs() {
    (cd "$build" && cpack -G DEB -B "$work/debs" >/dev/null)
    mv "$work"/debs/*.deb "$out"
}

# make_header: writes makeself's header with the option --uninstall added. It contains no path of this computer, and the
# size is that of the files instead of the blocks on this disk.
make_header() {
    local size
    size=$(find "$1" -type f -printf '%s\n' | awk '{size += $1} END {print int(size / 1024)}')
    sed -e '/^    --noprogress)/i\    --uninstall)\n\t[ "\\${2:-}" != --target ] || targetdir=\\${3:-.}\n\t[ -x "\\$targetdir/uninstall.sh" ] || { echo "Burin is not installed in \\$targetdir" >\&2; exit 1; }\n\texec "\\$targetdir/uninstall.sh"\n\t;;' \
        -e '/^  --target dir /i\  --uninstall           Remove the installation; with --target that in this directory' \
        -e '/MS_COMMAND/d' -e "s/\$USIZE/$size/g" /usr/share/makeself/makeself-header.sh
}

make_run() {
    local tree=$work/run component plugins
    for component in burin studio; do
        cmake --install "$build" --prefix "$tree" --component $component --strip >/dev/null
    done
    rm -rf "$tree"/share/lintian
    own_notices "$tree/share/doc/licences"
    cp packaging/run/*.sh "$tree"
    plugins=$(qtpaths6 --plugin-dir)
    local parts=(platforms/libqxcb.so platforms/libqoffscreen.so imageformats/libqsvg.so iconengines/libqsvgicon.so
                 xcbglintegrations/libqxcb-glx-integration.so xcbglintegrations/libqxcb-egl-integration.so)
    for part in "${parts[@]}"; do
        install -D -m 755 "$plugins/$part" "$tree/lib/burin/plugins/$part"
        patchelf --force-rpath --set-rpath "\$ORIGIN/../.." "$tree/lib/burin/plugins/$part"
    done
    notice "${parts[@]/#/$plugins/}"
    local fonts=(/usr/share/fonts/opentype/inter/Inter-{Regular,Medium,SemiBold}.otf
                 /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf)
    install -D -m 644 -t "$tree/share/burin/fonts" "${fonts[@]}"
    notice "${fonts[@]}"
    printf '[Paths]\nPrefix=..\nPlugins=lib/burin/plugins\n' >"$tree/bin/qt.conf"
    patchelf --force-rpath --set-rpath "\$ORIGIN/../lib/burin" "$tree"/bin/burin "$tree"/bin/burin-studio
    bring "$tree/lib/burin" "$build"/app/burin "$build"/app/burin-studio "${parts[@]/#/$plugins/}"
    referred_texts
    (cd "$tree" && find . ! -type d -printf '%P\n' | sort >"$work/contents")
    mv "$work/contents" "$tree"
    same_time "$tree"
    make_header "$tree" >"$work/header.sh"
    # gzip, because a bare system has no xz; `n` leaves the time out.
    makeself --quiet --nox11 --keep-umask --nomd5 --sha256 --gzip --complevel 9n --header "$work/header.sh" \
        --tar-extra "--owner=0 --group=0 --numeric-owner" --packaging-date "$(date -d "@$SOURCE_DATE_EPOCH")" \
        --target "\$HOME/.local/opt/burin" "$tree" "$out/burin-$version-x86_64.run" "Burin $version" ./install.sh
}

make_wheel() {
    local tree=$work/wheel python numpy tag
    # If the wheel brought a C++ runtime, every module that is loaded later would use it.
    local of_the_system="$of_the_system|^lib(stdc[+][+]|gcc_s)\.so"
    cmake --install "$build" --prefix "$tree" --component python --strip >/dev/null
    mv "$tree/lib/python3/dist-packages/burin" "$tree/burin"
    rm -r "$tree/lib" "$tree/share"
    own_notices "$tree/burin-$version.dist-info/licenses"
    bring "$tree/burin" "$build"/app/python/burin/_burin.*.so
    referred_texts
    patchelf --force-rpath --set-rpath "\$ORIGIN" "$tree"/burin/_burin.*.so
    python=$(basename "$tree"/burin/_burin.*.so | sed 's/.*cpython-\([0-9]*\)-.*/cp\1/')
    tag=$python-$python-manylinux_$(getconf GNU_LIBC_VERSION | sed -e 's/.* //' -e 's/\./_/')_x86_64
    numpy=$(PYTHONPATH=$build/app/python /usr/bin/python3 -B -c \
        'import burin; print("numpy" if burin._burin.takes_numpy_2 else "numpy<2")')
    cat >"$tree/burin-$version.dist-info/METADATA" <<METADATA
Metadata-Version: 2.1
Name: burin
Version: $version
Summary: Engraved surfaces, computed tile by tile
License: GPL-3.0-or-later
Requires-Python: >=3.${python#cp3},<3.$((${python#cp3} + 1))
Requires-Dist: $numpy
METADATA
    printf 'Wheel-Version: 1.0\nGenerator: burin\nRoot-Is-Purelib: false\nTag: %s\n' "$tag" \
        >"$tree/burin-$version.dist-info/WHEEL"
    same_time "$tree"
    /usr/bin/python3 -m wheel pack --dest-dir "$out" "$tree" >/dev/null
}

rm -rf "$work" "$out"
mkdir -p "$work/notices" "$work/texts" "$out"
git clone --quiet --no-checkout . "$source"
git -C "$source" checkout --quiet "$commit"
cd "$source"

version=$(sed -n 's/^project(burin VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) debian=$version
if ! grep -qxF "v$version" <<<"$(git tag --points-at "$commit")"; then
    count=$(git rev-list --count "$commit")
    debian=$version~dev$count version=$version.dev$count
fi
[[ $system == bookworm ]] || debian+=+deb$(sed -n 's/^VERSION_ID="\(.*\)"/\1/p' /etc/os-release)

say "building version $version, commit $commit"
# Linked without symbols: nvcc puts the number of its process into them, and the linker's checksum would differ.
# With ccache the compiler gets paths of sources that begin at the build, without it those from the root.
flags="-ffile-prefix-map=$work=. -ffile-prefix-map=../source=./source"
contact="The Burin project <$(git log -1 --format=%ae)>"
cmake --preset release -S "$source" -B "$build" --log-level=WARNING -DCMAKE_INSTALL_PREFIX=/usr -DBURIN_TESTS=OFF \
    -DBURIN_PYTHON=ON -DBURIN_IN_PLACE=OFF -DBURIN_CONTACT="$contact" -DBURIN_PACKAGE_VERSION="$debian" -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_CUDA_FLAGS="-Xcompiler=${flags// /,}" -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON \
    -DCMAKE_EXE_LINKER_FLAGS=-s -DCMAKE_MODULE_LINKER_FLAGS=-s \
    ${BURIN_CUDA_ARCHITECTURES:+-DBURIN_CUDA_ARCHITECTURES=$BURIN_CUDA_ARCHITECTURES}
[[ -d $build/gpu ]] || { echo "SKIPPED: the packages need nvcc 12.8 or later in PATH"; exit 77; }
cmake --build "$build" -j "${BURIN_JOBS:-$(nproc)}"

say "packing"
make_debs
[[ $system != bookworm ]] || make_run
make_wheel
if [[ $system == bookworm ]]; then
    git -c tar.umask=0022 archive --format=tar --prefix="burin-$version/" "$commit" | xz -6 -T1 >"$out/burin-$version.tar.xz"
fi
make_licences

say "done in $SECONDS s"
cd "$out"
for file in *; do
    printf '%12s  %s  %s\n' "$(stat -c %s "$file")" "$(sha256sum "$file" | cut -d ' ' -f 1)" "$file"
done

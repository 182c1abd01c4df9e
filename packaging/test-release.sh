#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests what packaging/release.sh has built, in bare systems that have no packages for building:
#
#     packaging/test-release.sh [FOLDER [AGAIN]]    FOLDER holds the files (default build/release-out of these sources)
#
# AGAIN holds copies of the files that an earlier run on the same commit has built; each file must have the same bytes.
# Each is installed in a chroot of Debian 12 made by debootstrap, draws a part of every example with the hash that
# tests/golden/examples.sha256 has, and is removed again; then the chroot holds the same files as before. The studio opens
# under Xvfb and draws its picture. The .run file is also tried in a chroot of Debian 13, if there is one, and what
# packaging/release-trixie.sh has built in FOLDER-trixie. The test needs root, debootstrap and Debian's mirror, and skips with a reason without them. BURIN_MIRROR chooses a mirror.
# BURIN_PICTURES is a folder that keeps the studio's pictures.
set -Eeuo pipefail
trap 'echo "FAILED: line $LINENO: $BASH_COMMAND" >&2' ERR
files=${1:+$(realpath "$1")} again=${2:+$(realpath "$2")} pictures=${BURIN_PICTURES:+$(realpath "$BURIN_PICTURES")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/bare.sh

files=${files:-$PWD/build/release-out}

compgen -G "$files/burin_*_amd64.deb" >/dev/null || skip "$files holds no packages; packaging/release.sh builds them"
prepare_bare
install_missing lintian python3

# listed: prints the files of the system, without those that apt, dpkg and the caches of other packages keep.
listed() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
        -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./etc/ld.so.cache -o -path .$home \) -prune -o -print | sort)
}

# written: prints the files in the home of the user and in /tmp.
written() { (cd "$root" && find ".$home" ./tmp -xdev | sort); }

# check_written NAME BEFORE: since BEFORE was `written`, the programs have written only the files that they were asked for, and
# into the folders that docs/installing.md names. Libraries write caches too, and Xvfb writes its sockets.
check_written() {
    local others
    others=$(comm -13 <(echo "$2") <(written) | grep -Ev \
        -e '^\./tmp/(pictures|studio\.png|thumbnail\.png|alone\.burin|\.X|runtime-root)' \
        -e "^\.$home/(\.config|\.local|\.local/share)\$" \
        -e "^\.$home/(\.cache|\.config/burin|\.local/share/burin)(/|\$)" || true)
    [[ -z $others ]] || fail "$1: these files were written without being asked for: $others"
}

# check_version PROGRAM: it says its commit and its compiler, and can compute on cards.
check_version() {
    in_root "$1" --version | tee "$work/version" || true
    grep -Eq '^commit +[0-9a-f]{40}$' "$work/version" && grep -q '^compiler ' "$work/version" ||
        fail "$1 does not say its commit and its compiler"
    grep -q '^backends.*cuda' "$work/version" || fail "$1: the CUDA backend is missing"
}

# check_examples PROGRAM FOLDER: checks the pictures of all examples in FOLDER.
check_examples() {
    local sum picture
    in_root rm -rf /tmp/pictures
    in_root mkdir /tmp/pictures
    while read -r sum picture; do
        in_root "$1" render "$2/${picture%.png}.burin" --to "/tmp/pictures/$picture" --region 1024,1024,512,512 --level 0 \
            --backend cpu </dev/null 2>/dev/null || fail "$1: ${picture%.png} cannot be rendered"
    done <tests/golden/examples.sha256
    (cd "$root/tmp/pictures" && sha256sum --check --quiet) <tests/golden/examples.sha256 || fail "$1: these pictures differ"
}

# check_module PYTHON DESIGN NAME: the module draws, and could compute on a card: only the driver is missing, as in
# every bare system.
check_module() {
    in_root "$1" - "$2" <<'PYTHON' || fail "$3: the Python module"
import sys, burin
design = burin.load(sys.argv[1])
assert design.surface(backend="cpu")[0:512, 0:512].shape == (512, 512)
try:
    design.surface(backend="cuda")
except burin.DeviceError as missing:
    print(missing.reason)
    assert "no NVIDIA driver is installed" in missing.reason
else:
    sys.exit("a card is used without a driver")
PYTHON
}

# check_studio PROGRAM DESIGN NAME: its window opens on an invisible screen. Screens of other systems can have the usual
# numbers.
check_studio() {
    in_root xvfb-run -a -n $((100 + $$ % 10000)) -s "-screen 0 1600x1000x24" timeout 120 "$1" --backend cpu \
        --memory 1G --screenshot /tmp/studio.png "$2" 2>/dev/null || { fail "$3: the studio does not open"; return; }
    cp "$root/tmp/studio.png" "$pictures/$3.png"
    # A window whose view stays empty has fewer colours.
    local colours
    colours=$(python3 packaging/colours.py "$pictures/$3.png") || fail "$3: the studio made no picture"
    ((${colours:-0} >= 1000)) || fail "$3: the picture of the studio has only ${colours:-0} colours"
}

# check_thumbnailer DESIGN: the command that file managers call draws a picture.
check_thumbnailer() {
    local words
    rm -f "$root/tmp/thumbnail.png"
    words=$(sed -n 's/^Exec=//p' "$root/usr/share/thumbnailers/burin.thumbnailer" |
        sed -e "s|%i|$1|" -e 's|%o|/tmp/thumbnail.png|' -e 's|%s|128|')
    # shellcheck disable=SC2086
    in_root $words >/dev/null && [[ -s $root/tmp/thumbnail.png ]] || fail "the thumbnailer draws no picture of $1"
}

# check_opening NAME: file managers open designs with the studio, also if PATH does not name its folder.
check_opening() {
    grep -q burin-studio.desktop <<<"$(in_root env PATH=/usr/bin:/bin gio mime application/x-burin)" ||
        fail "$1: file managers do not open designs with the studio"
}

# check_package NAME PATH...: a package has these files below /usr, and its licences.
check_package() {
    local name=$1 path
    shift
    dpkg-deb -R "$files/$name"_*_amd64.deb "$work/$name"
    for path in "$@" "share/doc/$name/copyright"; do
        [[ -e $work/$name/usr/$path ]] || fail "the package $name has no /usr/$path"
    done
    rm -r "$work/${name:?}"
}

# check_files: all files are there, and the licences name each package that is brought along.
check_files() {
    local kind package
    for kind in burin_*_amd64.deb burin-studio_*_amd64.deb python3-burin_*_amd64.deb burin-*-x86_64.run burin-*.whl \
        burin-*.tar.xz burin-*.spdx burin-*-licences.txt; do
        compgen -G "$files/$kind" >/dev/null || fail "$kind is missing"
    done
    check_package burin share/man/man1/burin{,-export}.1.gz share/bash-completion/completions/burin \
        share/fish/vendor_completions.d/burin.fish share/zsh/vendor-completions/_burin share/burin/{examples,library} \
        share/doc/burin/docs/installing.md
    check_package burin-studio share/man/man1/burin-studio.1.gz share/applications/burin-studio.desktop \
        share/metainfo/org.burin.studio.metainfo.xml share/mime/packages/burin.xml share/thumbnailers/burin.thumbnailer \
        share/icons/hicolor/scalable/{apps/burin,mimetypes/application-x-burin}.svg
    check_package python3-burin lib/python3/dist-packages/burin/{__init__.py,__init__.pyi,py.typed}
    sh "$files"/burin-*.run --noexec --quiet --target "$work/unpacked" >/dev/null || fail "the .run file does not unpack"
    dpkg-deb -x "$files"/python3-burin_*_amd64.deb "$work/module"
    check_cards "$work"/unpacked/bin/burin "$work"/unpacked/bin/burin-studio \
        "$work"/module/usr/lib/python3/dist-packages/burin/_burin.*.so
    rm -r "$work/module"
    for package in "$work"/unpacked/share/doc/licences/*; do
        package=$(basename "$package")
        [[ $package != @(LICENSE|burin.spdx|burin.copyright|NVIDIA-CUDA-EULA|common-licenses) ]] || continue
        grep -qx "PackageName: $package" "$files"/burin-*.spdx || fail "the SPDX file does not name $package"
        grep -q "^==== $package " "$files"/burin-*-licences.txt || fail "the licences have no text of $package"
    done
    check_texts "$work/unpacked/share/doc/licences" "$files"
    rm -r "$work/unpacked"
    check_spdx "$files"/burin-*.spdx
}

# check_texts LICENCES FOLDER: LICENCES has the texts that its notices refer to, because other systems than Debian have no
# /usr/share/common-licenses, and the licence of NVIDIA's runtime. So has the file of all licences in FOLDER.
check_texts() {
    local text
    while read -r text; do
        [[ -s $1/$text ]] || fail "the licences refer to $text, which is not there"
        grep -qxF "==== $(basename "$text") ====" "$2"/burin-*-licences.txt ||
            fail "the file of all licences has no text of $(basename "$text")"
    done < <(find "$1" -maxdepth 1 -type f -exec grep -aohE 'common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' {} + | sort -u
        echo NVIDIA-CUDA-EULA)
}

# check_wheel FOLDER: the wheel needs no newer C library than its name says, and brings the texts of its licences.
check_wheel() {
    local wheel needed named
    wheel=$(compgen -G "$1/burin-*.whl") || { fail "the wheel is missing in $1"; return; }
    python3 -m zipfile -e "$wheel" "$work/wheel"
    needed=$(find "$work/wheel" -name '*.so*' -exec grep -aoh 'GLIBC_2\.[0-9]*' {} + | sort -Vu | tail -n 1)
    named=$(sed -n 's/.*manylinux_\([0-9]*\)_\([0-9]*\)_.*/GLIBC_\1.\2/p' <<<"$wheel")
    [[ -n $needed && $(printf '%s\n' "$needed" "$named" | sort -V | tail -n 1) == "$named" ]] ||
        fail "$(basename "$wheel") needs ${needed:-no C library}"
    check_texts "$work"/wheel/burin-*.dist-info/licenses "$1"
    rm -r "$work/wheel"
}

# check_spdx FILE: every identifier is given once, and each one that is referred to is given.
check_spdx() {
    local wrong
    wrong=$(
        grep '^SPDXID: ' "$1" | sort | uniq -d
        comm -23 <(awk '/^Relationship: / {print $2; print $4}' "$1" | sort -u) \
            <(sed -n 's/^SPDXID: //p' "$1" | sort -u)
        comm -23 <(grep '^PackageLicense' "$1" | grep -o 'LicenseRef-[A-Za-z0-9.-]*' | sort -u) \
            <(sed -n 's/^LicenseID: //p' "$1" | sort -u)
    )
    [[ -z $wrong ]] || fail "$(basename "$1"): these identifiers are missing, or there twice: $wrong"
    grep -q '^PackageVersion: [0-9]' <<<"$(grep -A 2 '^SPDXID: SPDXRef-CUDA-runtime$' "$1")" ||
        fail "$(basename "$1") does not say the version of the CUDA runtime"
}

# check_cards PROGRAM...: each program has machine code for every card that the build names in BURIN_CUDA_ARCHITECTURES.
check_cards() {
    local program card cards code
    cards=$(sed -n '/set(BURIN_CUDA_ARCHITECTURES/,/CACHE/p' packaging/cmake/BurinCuda.cmake | grep -o '[0-9]*-real' | tr -d a-z-)
    cards=${BURIN_CUDA_ARCHITECTURES:-$cards}
    for program in "$@"; do
        code=$(python3 packaging/cards.py "$program") || { fail "$(basename "$program") has no code for cards"; continue; }
        for card in ${cards//;/ }; do
            [[ $card != *-virtual ]] || continue
            grep -qx "${card%%-*}" <<<"$code" || fail "$(basename "$program") has no code for sm_${card%%-*}"
        done
    done
}

# check_again FOLDER: the files of two runs have the same bytes.
check_again() {
    diff <(cd "$files" && sha256sum -- *) <(cd "$1" && sha256sum -- *) || fail "two runs gave different bytes"
}

# check_update: packages of an earlier version, which had one more file, are replaced by those in /tmp.
check_update() {
    local deb tree=$work/earlier
    mkdir "$root/tmp/earlier"
    for deb in "$root"/tmp/*.deb; do
        dpkg-deb -R "$deb" "$tree"
        sed -i -e 's/^Version: .*/Version: 0.0.1/' -e 's/burin (= [^)]*)/burin (= 0.0.1)/' "$tree/DEBIAN/control"
        touch "$tree/usr/share/doc/gone-$(basename "$deb" .deb)"
        dpkg-deb --root-owner-group -b "$tree" "$root/tmp/earlier/$(basename "$deb")" >/dev/null
        rm -r "$tree"
    done
    in_root sh -c 'apt-get install -y -qq /tmp/earlier/*.deb' >/dev/null || fail "apt install of an earlier version"
    in_root sh -c 'apt-get install -y -qq /tmp/*.deb' >/dev/null || fail "apt install over an earlier version"
    [[ -z $(find "$root/usr/share/doc" -name 'gone-*') ]] || fail "an update leaves files of the version before"
    ! grep -qx 0.0.1 <<<"$(in_root dpkg-query -W -f '${Version}\n' burin burin-studio python3-burin)" ||
        fail "a package was not updated"
}

# test_debs SUITE FOLDER
test_debs() {
    local before began fetched took all=(burin burin-studio python3-burin) examples=/usr/share/burin/examples
    say "$1: the packages"
    make_root "$1" "debs-$1"
    cp "$2"/*.deb "$root/tmp"
    began=$SECONDS
    in_root sh -c 'apt-get install -y -qq --download-only /tmp/*.deb' >/dev/null  # the network is not measured
    fetched=$((SECONDS - began)) began=$SECONDS
    in_root sh -c 'apt-get install -y -qq /tmp/*.deb' >/dev/null || { fail "apt install"; return; }
    took=$((SECONDS - began))
    echo "burin, burin-studio and python3-burin were installed in $took s; before, apt had fetched other packages in $fetched s"
    ((took < 60)) || fail "apt install took $took s"
    before=$(written)
    check_version burin
    check_examples burin $examples
    in_root apt-get install -y -qq --no-install-recommends "${screen_packages[@]}" "${desktop_packages[@]}" >/dev/null
    check_studio burin-studio $examples/hexagonal-dimples.burin "packages-$1"
    check_module python3 $examples/bevelled-logo.burin "packages-$1"
    grep -q application/x-burin "$root/usr/share/mime/globs2" || fail "the MIME type is not known"
    check_opening "packages-$1"
    check_thumbnailer $examples/hexagonal-dimples.burin
    cp resources/examples/security-lines.burin "$root/tmp/alone.burin"
    check_thumbnailer /tmp/alone.burin  # as in GNOME's sandbox, without its picture
    check_written "packages-$1" "$before"
    # Debian's own packages leave a little, so the other packages stay while Burin's come and go.
    in_root apt-get purge -y -qq "${all[@]}" >/dev/null
    before=$(listed)
    ! grep -i burin <<<"$before" || fail "these files are left after the packages are removed"
    in_root sh -c 'apt-get install -y -qq /tmp/*.deb' >/dev/null
    in_root apt-get purge -y -qq "${all[@]}" >/dev/null
    diff <(echo "$before") <(listed) || fail "something is left after the packages are removed"
    check_update
    leave_root
}

# test_module_alone SUITE FOLDER
test_module_alone() {
    say "$1: the module without the command line"
    make_root "$1" "alone-$1"
    cp -r resources/examples "$root/tmp/examples"
    cp "$2"/python3-burin_*.deb "$root/tmp"
    in_root sh -c 'apt-get install -y -qq /tmp/python3-burin_*.deb' >/dev/null || fail "apt install of the module alone"
    check_module python3 /tmp/examples/bevelled-logo.burin "module-alone-$1"
    leave_root
}

# test_run SUITE
test_run() {
    local before
    say "$1: the .run file, in a system without Qt and OpenCV"
    make_root "$1" "run-$1"
    in_root apt-get install -y -qq --no-install-recommends "${desktop_packages[@]}" >/dev/null
    cp "$files"/burin-*.run "$root/tmp/burin.run"
    cp -r resources/examples "$root/tmp/examples"
    before=$(listed; cd "$root" && find root | sort)
    ! in_root sh /tmp/burin.run --uninstall 2>"$work/refused" && grep -q "not installed in $home" "$work/refused" &&
        ! in_root sh /tmp/burin.run --target /opt/burin --uninstall 2>"$work/refused" &&
        grep -q "not installed in /opt/burin" "$work/refused" ||
        fail "--uninstall does not say that nothing is installed"
    in_root sh /tmp/burin.run --quiet || { fail "the .run file"; return; }
    check_version $home/.local/bin/burin
    check_examples $home/.local/bin/burin /tmp/examples
    check_opening "run-$1"
    # An update: the same version again, over one that had more files.
    in_root sh -c "cd $home/.local/opt/burin && mkdir -p lib/old && touch lib/old/gone && echo lib/old/gone >>installed"
    in_root sh /tmp/burin.run --quiet || fail "the .run file over another version"
    [[ ! -e $root$home/.local/opt/burin/lib/old/gone ]] || fail "an update leaves files of the version before"
    check_version $home/.local/bin/burin
    in_root sh /tmp/burin.run --uninstall || fail "--uninstall"
    in_root rm -rf $home/.config  # the user's own settings stay
    diff <(echo "$before") <(listed; cd "$root" && find root | sort) || fail "something is left after --uninstall"
    in_root sh /tmp/burin.run --quiet --target /opt/burin || fail "the .run file with --target"
    in_root setpriv --reuid 65534 --clear-groups /opt/burin/bin/burin --version >/dev/null ||
        fail "other users cannot start what is in /opt/burin"
    in_root apt-get install -y -qq --no-install-recommends "${screen_packages[@]}" >/dev/null
    check_studio /opt/burin/bin/burin-studio /tmp/examples/hexagonal-dimples.burin "run-$1"
    in_root sh /tmp/burin.run --uninstall --target /opt/burin || fail "--uninstall with --target"
    [[ ! -e $root/opt/burin ]] || fail "something is left in /opt/burin"
    leave_root
}

# test_wheel SUITE FOLDER
test_wheel() {
    say "$1: the wheel"
    make_root "$1" "wheel-$1"
    in_root apt-get install -y -qq --no-install-recommends python3-numpy python3-pip python3-venv >/dev/null
    cp "$2"/burin-*.whl "$root/tmp"
    cp -r resources/examples "$root/tmp/examples"
    in_root sh -c 'python3 -m venv --system-site-packages /tmp/v && /tmp/v/bin/pip install -q --no-index /tmp/burin-*.whl' ||
        { fail "pip install"; return; }
    check_module /tmp/v/bin/python /tmp/examples/bevelled-logo.burin "wheel-$1"
    in_root /tmp/v/bin/pip uninstall -q -y burin || fail "pip uninstall"
    [[ -z $(find "$root/tmp/v" -iname '*burin*') ]] || fail "something is left of the wheel"
    leave_root
}

pictures=${pictures:-$work}
mkdir -p "$pictures"
say "the files"
check_files
check_wheel "$files"
[[ -z $again ]] || check_again "$again"
say "lintian"
lintian --allow-root --fail-on error "$files"/*.deb || fail "lintian"
make_bare bookworm || skip "debootstrap cannot make bookworm from $mirror"
test_debs bookworm "$files"
test_module_alone bookworm "$files"
test_run bookworm
test_wheel bookworm "$files"
if make_bare trixie; then
    test_run trixie
    if compgen -G "$files-trixie/burin_*_amd64.deb" >/dev/null; then
        lintian --allow-root --fail-on error "$files-trixie"/*.deb || fail "lintian of the packages for Debian 13"
        check_wheel "$files-trixie"
        check_spdx "$files-trixie"/burin-*.spdx
        test_debs trixie "$files-trixie"
        test_module_alone trixie "$files-trixie"
        test_wheel trixie "$files-trixie"
    else
        echo "SKIPPED: the packages for Debian 13 are missing; packaging/release-trixie.sh builds them"
    fi
else
    echo "SKIPPED: debootstrap cannot make trixie from $mirror"
fi

say "$failures failed, in $SECONDS s"
exit $((failures > 0))

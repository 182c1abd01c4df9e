#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs missing packages, builds Burin, and runs its tests:
#
#     packaging/test.sh              every test: the preset ci
#     packaging/test.sh all          ci, fuzz, asan, tsan and the tests of long
#     packaging/test.sh asan long    some presets by name:
#
#   ci    every test; what computes samples is optimised as for users
#   fuzz  on the build of asan: invalid designs, expressions, pictures and drawings from a fixed seed
#   asan  with clang: AddressSanitizer and UndefinedBehaviorSanitizer; the tests of ci except those that take long or test
#         no code, which CMakePresets.json names; random tests use fewer seeds
#   monkey  on the build of asan: 15 minutes of random input to the studio
#   tsan  ThreadSanitizer; only the tests that use several threads and differ in how, which CMakePresets.json names
#   long  on the build of ci: what is random, large or slow, with more seeds; the benchmarks, each header and each
#         source of the program compile alone. Unless it is part of `all`, it also makes the packages of the last commit twice,
#         compares them and installs them. It makes and installs those for Debian 13 once.
#
# Run it on Debian 12, as root or with sudo. It writes only below build/. At the end it prints how long each preset took
# and how large its build is, why tests were skipped, and how many passed. It exits with 1 if anything failed or no preset ran.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/running.sh

every_change=(ci) all=(ci fuzz asan tsan long)
presets=("${@:-${every_change[@]}}")
makes_packages=yes
[[ ${presets[*]} != all ]] || presets=("${all[@]}") makes_packages=no

# The sanitizers of these compilers fail at random if addresses are spread over more than 28 bits, as newer kernels do
# unless they are told not to.
plain_addresses=(setarch "$(uname -m)" -R)
"${plain_addresses[@]}" true 2>/dev/null || plain_addresses=()
sanitizers_work() {
    local bits
    bits=$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 28)
    ((${#plain_addresses[@]} > 0 || bits <= 28))
}

run_tests() {
    local command=(ctest --preset "$1" -j "$(tests_at_once)" --no-tests=error)
    [[ $1 == ci || $1 == long ]] || command=("${plain_addresses[@]}" "${command[@]}")
    "${command[@]}"
}

# Makes what users install, twice in different folders, the second time without the compiler cache, compares the bytes, and
# installs it; also the packages for Debian 13.
# Without nvcc, root or a mirror, the summary has the reason why it does not.
test_packages() {
    local code=0 again=$PWD/build/again trixie=0
    rm -rf "$again"
    {
        packaging/release.sh && git clone --quiet . "$again" && CCACHE_DISABLE=1 "$again/packaging/release.sh" || exit
        packaging/release-trixie.sh || trixie=$?
        packaging/test-release.sh build/release-out "$again/build/release-out" || exit
        exit $trixie
    } 2>&1 | tee build/packages.log || code=$?
    skips+=$(sed -n 's/^SKIPPED: /SKIP   : packages: /p' build/packages.log)$'\n'
    ((code == 0 || code == 77))
}

# Reads a log of ctest: prints "PASSED FAILED SKIPPED", counting each row of Qt Test, and any other test as one.
count_tests() {
    awk '/^Totals: /        {p += $2; f += $4; s += $6; counted = 1}
         /^Test Passed\./   {if (!counted) p++; counted = 0}
         /^Test Failed\./   {if (!counted) f++; counted = 0}
         END                {print p + 0, f + 0, s + 0}' "$1"
}

packages=("${build_packages[@]}" "${faster_packages[@]}" "${studio_packages[@]}" "${test_packages[@]}")
[[ " ${presets[*]} " != *" ci "* && " ${presets[*]} " != *" long "* ]] ||
    packages+=("${python_packages[@]}" "${python_test_packages[@]}")
[[ ${presets[*]} == fuzz ]] || packages+=("${screen_packages[@]}")
[[ " ${presets[*]} " != *" "@(fuzz|asan|monkey)" "* ]] || packages+=("${clang_packages[@]}")
install_missing "${packages[@]}"
start_screen

summary=() skips="" broken=0 ran=0 passed=0 failed=0 skipped=0
for preset in "${presets[@]}"; do
    started=$SECONDS verdict="nothing ran"
    configured=${preset/long/ci}  # the long run uses the build of ci
    configured=${configured/fuzz/asan}
    configured=${configured/monkey/asan}
    log=build/$configured/Testing/Temporary/LastTest.log
    rm -f "$log"
    if [[ $preset == @(fuzz|asan|tsan|monkey) ]] && ! sanitizers_work; then
        summary+=("$(printf '%-5s not run: setarch -R is not allowed here, and vm.mmap_rnd_bits is over 28' "$preset")")
        continue
    fi
    say "$preset: building"
    if cmake --preset "$configured" --log-level=WARNING && cmake --build --preset "$preset"; then
        built=$SECONDS
        ran=1
        say "$preset: testing"
        run_tests "$preset" || broken=1
        [[ $preset != long || $makes_packages == no ]] || test_packages || broken=1
        read -r p f s < <(count_tests "$log")
        ((passed += p, failed += f, skipped += s)) || true
        skips+=$(grep -h '^SKIP ' "$log" || true)$'\n'
        verdict="$p passed, $f failed, $s skipped; built in $((built - started)) s, tested in $((SECONDS - built)) s; build/$configured takes $(du -sh "build/$configured" | cut -f1)"
    else
        broken=1 verdict="DID NOT BUILD"
    fi
    summary+=("$(printf '%-5s %s' "$preset" "$verdict")")
done

((ran)) || broken=1
say "all in $SECONDS s"
printf '%s\n' "${summary[@]}"
[[ -z ${skips//$'\n'/} ]] || printf 'skipped:\n%s\n' "$(grep . <<<"$skips" | sort -u)"
echo "total: $passed passed, $failed failed, $skipped skipped"
exit $broken

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs missing packages, builds Burin, and runs its tests:
#
#     packaging/test.sh              every test: the preset ci
#     packaging/test.sh all          everything below
#     packaging/test.sh fuzz asan    some presets by name:
#
#   ci    every test, at -O2 as users run it but with assertions
#   fuzz  with clang: invalid designs, expressions and TIFFs from a fixed seed
#   asan  AddressSanitizer and UndefinedBehaviorSanitizer; every test; random tests use fewer seeds
#   tsan  ThreadSanitizer; the tests that use several threads
#   long  on the build of ci: what is random, large or slow, with more seeds; the benchmarks and each header compile
#
# Run it on Debian 12, as root or with sudo. It writes only below build/. At the end it prints how long each preset took,
# why tests were skipped, and how many passed. It exits with 1 if anything failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

every_preset=(ci fuzz asan tsan long)
presets=("${@:-ci}")
[[ ${presets[*]} != all ]] || presets=("${every_preset[@]}")

# The sanitizers of these compilers do not work with the wide address randomisation of newer kernels.
plain_addresses=(setarch "$(uname -m)" -R)
"${plain_addresses[@]}" true 2>/dev/null || plain_addresses=()

run_tests() {
    if [[ $1 == ci || $1 == long ]]; then
        ctest --preset "$1" -j "$(nproc)" --no-tests=error
    else
        "${plain_addresses[@]}" ctest --preset "$1" -j "$(nproc)" --no-tests=error
    fi
}

# Reads a log of ctest: prints "PASSED FAILED SKIPPED", counting each row of Qt Test, and any other test as one.
count_tests() {
    awk '/^Totals: /        {p += $2; f += $4; s += $6; counted = 1}
         /^Test Passed\./   {if (!counted) p++; counted = 0}
         /^Test Failed\./   {if (!counted) f++; counted = 0}
         END                {print p + 0, f + 0, s + 0}' "$1"
}

packages=("${build_packages[@]}" "${faster_packages[@]}" "${studio_packages[@]}" "${test_packages[@]}")
[[ " ${presets[*]} " != *" ci "* && " ${presets[*]} " != *" long "* ]] || packages+=("${screen_packages[@]}" "${python_packages[@]}")
[[ " ${presets[*]} " != *" fuzz "* ]] || packages+=("${fuzz_packages[@]}")
install_missing "${packages[@]}"

summary=() skips="" broken=0 passed=0 failed=0 skipped=0
for preset in "${presets[@]}"; do
    started=$SECONDS verdict="nothing ran"
    configured=${preset/long/ci}  # the long run uses the build of ci
    log=build/$configured/Testing/Temporary/LastTest.log
    rm -f "$log"
    say "$preset: building"
    if cmake --preset "$configured" --log-level=WARNING && cmake --build --preset "$preset"; then
        built=$SECONDS
        say "$preset: testing"
        run_tests "$preset" || broken=1
        read -r p f s < <(count_tests "$log")
        ((passed += p, failed += f, skipped += s)) || true
        skips+=$(grep -h '^SKIP ' "$log" || true)
        verdict="$p passed, $f failed, $s skipped; built in $((built - started)) s, tested in $((SECONDS - built)) s"
    else
        broken=1 verdict="DID NOT BUILD"
    fi
    summary+=("$(printf '%-5s %s' "$preset" "$verdict")")
done

say "all in $SECONDS s"
printf '%s\n' "${summary[@]}"
[[ -z $skips ]] || printf 'skipped:\n%s\n' "$(sort -u <<<"$skips")"
echo "total: $passed passed, $failed failed, $skipped skipped"
exit $broken

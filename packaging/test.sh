#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Burin, and runs every test, also under the sanitizers:
#
#     packaging/test.sh              everything
#     packaging/test.sh ci fuzz      some of it, by preset:
#
#   ci    as users run it, at -O2 and with assertions; every header compiles alone; every test
#   fuzz  by clang: bad designs, expressions and TIFFs for a fixed seed
#   asan  AddressSanitizer and UndefinedBehaviorSanitizer; every test, the random ones with fewer seeds
#   tsan  ThreadSanitizer; the tests in which threads meet
#
# On Debian 12, as root or with sudo. Writes below build/ only. Ends with how long each took, why tests were
# skipped, and how many passed; exits with 1 if anything failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh

presets=("$@")
((${#presets[@]})) || presets=(ci fuzz asan tsan)

# The sanitizers of these compilers need the address space as it was before it was shuffled that widely.
plain_addresses=(setarch "$(uname -m)" -R)
"${plain_addresses[@]}" true 2>/dev/null || plain_addresses=()

run_tests() {
    if [[ $1 == ci ]]; then
        ctest --preset ci -j "$(nproc)" --no-tests=error
    else
        "${plain_addresses[@]}" ctest --preset "$1" -j "$(nproc)" --no-tests=error
    fi
}

# Reads a log of ctest: prints "PASSED FAILED SKIPPED", counting each row of Qt Test, and other tests as one.
count_tests() {
    awk '/^Totals: /        {p += $2; f += $4; s += $6; counted = 1}
         /^Test Passed\./   {if (!counted) p++; counted = 0}
         /^Test Failed\./   {if (!counted) f++; counted = 0}
         END                {print p + 0, f + 0, s + 0}' "$1"
}

packages=("${build_packages[@]}" "${studio_packages[@]}" "${test_packages[@]}")
[[ " ${presets[*]} " != *" ci "* ]] || packages+=("${screen_packages[@]}")
[[ " ${presets[*]} " != *" fuzz "* ]] || packages+=("${fuzz_packages[@]}")
install_missing "${packages[@]}"

summary=() skips="" broken=0 passed=0 failed=0 skipped=0
for preset in "${presets[@]}"; do
    started=$SECONDS verdict="nothing ran"
    log=build/$preset/Testing/Temporary/LastTest.log
    rm -f "$log"
    say "$preset: building"
    if cmake --preset "$preset" --log-level=WARNING && cmake --build --preset "$preset"; then
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

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows that the tests of packaging/test.sh do not fail on a busy computer:
#
#     packaging/loaded.sh [RUNS]     how often (default 5)
#
# It runs all tests of the preset ci RUNS times in a row, while two endless loops for each core keep the cores busy. It
# prints the result of each run, and exits with 1 if a test failed. A test that failed in some runs only is called a flake.
# packaging/test.sh must have built the preset before. The logs are in build/loaded. Each run takes about three times as
# long as on a quiet computer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/running.sh

runs=${1:-5}
[[ $runs =~ ^[1-9][0-9]*$ ]] || { echo "how many runs? $runs is not a number" >&2; exit 1; }
[[ -e build/ci/CTestTestfile.cmake ]] || { echo "build/ci is not built; run packaging/test.sh first" >&2; exit 1; }
logs=build/loaded
rm -rf "$logs"
mkdir -p "$logs"

loops=()
start_screen
trap 'kill "${loops[@]}" ${screen:+"$screen"} 2>/dev/null || true' EXIT
for ((i = 0; i < 2 * $(nproc); ++i)); do
    while :; do :; done &
    loops+=($!)
done

bad=0
for ((run = 1; run <= runs; ++run)); do
    began=$SECONDS code=0
    ctest --preset ci -j "$(tests_at_once)" --no-tests=error >"$logs/$run.log" 2>&1 </dev/null || code=$?
    # Nothing but these lines of ctest's summary names a test in such a way.
    sed -n '/^The following tests FAILED:/,$s/^\t *[0-9]* - \([^ ]*\) (.*/\1/p' "$logs/$run.log" >"$logs/$run.failed"
    failed=$(wc -l <"$logs/$run.failed")
    ((code == 0)) || bad=1
    echo "run $run: $(grep -h 'tests passed,' "$logs/$run.log" || echo "ctest exited with $code"), $((SECONDS - began)) s," \
        "load $(cut -d' ' -f1 /proc/loadavg)"
    ((failed == 0)) || sed 's/^/    /' "$logs/$run.failed"
done

failures=0 flakes=0
while read -r times name; do
    ((times == runs && runs > 1)) && { failures=$((failures + 1)); continue; }
    flakes=$((flakes + 1))
    echo "FLAKE $name: failed in $times of $runs runs"
done < <(cat "$logs"/*.failed | sort | uniq -c)
echo "$runs runs beside $((2 * $(nproc))) endless loops: $failures failures, $flakes flakes"
exit $bad

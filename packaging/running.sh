# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts that run tests.

# One invisible screen for all tests that need one; see tests/support/program/on_a_screen.sh.
start_screen() {
    command -v Xvfb >/dev/null || return 0
    local number
    number=$(mktemp)
    # A server that starts anew whenever its last client leaves may drop a client that comes at that moment.
    Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 -nolisten tcp 3>"$number" >/dev/null 2>&1 &
    screen=$!
    trap 'kill "$screen" 2>/dev/null || true' EXIT
    while kill -0 "$screen" 2>/dev/null && [[ ! -s $number ]]; do sleep 0.1; done
    [[ ! -s $number ]] || export BURIN_SCREEN=:$(<"$number")
    rm -f "$number"
}

# The number of tests to run at once. It is higher than that of the cores, because many tests wait for a disk, a clock or
# another process: three times as many on a few cores, and eight more on many, where their memory and their watches of
# files would add up.
tests_at_once() {
    local cores
    cores=$(nproc)
    echo $((3 * cores < cores + 8 ? 3 * cores : cores + 8))
}

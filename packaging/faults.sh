#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows that the tests of packaging/test.sh find mistakes:
#
#     packaging/faults.sh FOLDER           each fault of packaging/faults.toml
#     packaging/faults.sh FOLDER 0 3 7     some of them; 0 is none
#
# It clones the last commit to FOLDER, puts all faults into the copy, each behind a number, and builds the preset ci once.
# Then it runs the tests without a fault, which must pass, and with each fault until a test finds it: first those of the
# fault's room, then all others. At the end it prints a table, and exits with 1 if no test found a fault. The logs are in
# FOLDER/build/faults. If FOLDER has a copy of the same commit, its build is used again.
#
# The packages must be installed, as packaging/test.sh does. It takes as long as test.sh, and up to ten minutes more for
# each fault on two cores.
set -euo pipefail
(($# > 0)) || { sed -n '3,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 1; }
[[ $1 == /* ]] && copy=$1 || copy=$PWD/$1
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/packages.sh
source packaging/running.sh

commit=$(git rev-parse HEAD)
if [[ -e $copy/core/base/faulty.hpp ]]; then
    [[ $(git -C "$copy" rev-parse HEAD^) == "$commit" ]] || { echo "$copy has faults in another commit; remove it" >&2; exit 1; }
else
    [[ ! -e $copy ]] || { echo "$copy exists" >&2; exit 1; }
    say "the faults go into $copy"
    git clone --quiet . "$copy"
    "$copy/packaging/faults.py" insert || { rm -rf "$copy"; exit 1; }
    # A clean copy, for tests that look at the commit.
    git -C "$copy" add --all
    git -C "$copy" -c user.name=Burin -c user.email=burin@localhost commit --quiet --message "Put faults into the sources"
fi
cd "$copy"

say "building"
cmake --preset ci --log-level=WARNING
cmake --build --preset ci
start_screen
say "testing"
packaging/faults.py run "$(tests_at_once)" "$@"

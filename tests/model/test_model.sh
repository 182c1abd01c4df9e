#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Explores a model completely:
#
#     test_model.sh MODEL DEFINITION...             exits with 0 if the search is complete and finds no error
#     test_model.sh --ends MODEL DEFINITION...      exits with 0 if no run repeats itself, so that every run ends
#     test_model.sh --broken [--ends] MODEL DEFINITION...    exits with 0 if an error is found
#
# DEFINITION is -DNAME or -DNAME=VALUE.
set -euo pipefail
broken=0 ends=0
[[ $1 != --broken ]] || { broken=1; shift; }
[[ $1 != --ends ]] || { ends=1; shift; }
model=$(realpath "$1"); shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
spin -a "$@" "$model"
# No state has the label `progress`, so every cycle is a non-progress cycle, with or without fairness.
checks=(-DSAFETY) run=()
((!ends)) || { checks=(-DNP -DNOFAIR); run=(-l); }
gcc -w -O$((!broken)) "${checks[@]}" -DMEMLIM=4000 -o pan pan.c
./pan "${run[@]}" -m1000000 -w23 >log || true
grep -E 'errors:|states, stored|elapsed|violated|non-progress|max search depth|Search not completed|out of memory' log || true
if ((broken)); then
    grep -Eq 'errors: [1-9]' log || { echo "the broken model has no error"; exit 1; }
    exit 0
fi
if grep -Eq 'max search depth too small|Search not completed|out of memory|aborting' log; then
    echo "the search is not complete"
    exit 1
fi
grep -q 'errors: 0' log

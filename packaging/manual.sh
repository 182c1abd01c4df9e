#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Rewrites the parts of docs/manual that the programs generate: the pages of the kinds, and all pictures.
#
#     packaging/manual.sh [FOLDER]      FOLDER holds the build (default build/release)
#
# It needs a display, or else xvfb-run from Debian's package xvfb.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=${1:-build/release}/app
manual=docs/manual
pictures=$manual/pictures
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1600x1000x24")

$programs/burin kinds --manual $manual
for design in $manual/designs/*.burin; do
    $programs/burin render "$design" --to "$pictures/$(basename "$design" .burin).png" --level 0
done

# picture NAME OPTION...: takes a picture of the studio with the settings of a new user.
picture() {
    local name=$1 home
    shift
    home=$(mktemp -d)
    mkdir "$home/Unknown Organization"
    printf '[General]\nmachines="[{\\"name\\":\\"engraver-2\\",\\"address\\":\\"burin://127.0.0.1:4590\\"}]"\n' \
        >"$home/Unknown Organization/burin.conf"
    HOME=$home XDG_CONFIG_HOME=$home "${display[@]}" $programs/burin-studio --theme dark --backend cpu \
        --screenshot $pictures/"$name".png "$@" 2>/dev/null
    rm -r "$home"
}

# The studio opens copies, so that no picture shows the path of this tree.
designs=$(mktemp -d)
trap 'rm -r "$designs"' EXIT
cp -r resources/examples/*.burin resources/examples/images "$designs"
example=$designs/shagreen-pebbles.burin
picture start
logo=$designs/bevelled-logo.burin
picture studio $logo --select bevel
picture viewport $logo --part viewport
picture graph $example --part graph --select rims
picture inspector $example --part inspector --select rims
picture export $logo --part export

# The controller to which the address book of the new user points.
$programs/burin controller --to null: --listen 127.0.0.1:4590 --name "reference controller" --rate 10M \
    --field 2.1m,1.4m --buffer 256M 2>/dev/null &
trap "kill $!; rm -r '$designs'" EXIT
picture machine $logo --part machine

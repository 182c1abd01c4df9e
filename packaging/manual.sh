#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Rewrites the parts of docs/ that the programs generate: the pages of the kinds and of the commands, and all pictures.
#
#     packaging/manual.sh [FOLDER]      FOLDER holds the build (default build/release)
#
# It needs a display, or else xvfb-run from Debian's package xvfb.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=$(realpath "${1:-build/release}/app")
manual=docs/manual
pictures=$(realpath $manual/pictures)
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1600x1000x24")

pages=$(mktemp -d)
"$programs/burin" --pages "$pages"
cp "$pages/doc/burin/docs/command-line.md" docs
rm -r "$pages"
"$programs/burin" kinds --manual $manual

# The pictures of docs/examples.md, by the commands on that page.
sed -n 's/^    burin \(render resources\/examples\/.*\) --to \([^ ]*\)/\1 --to docs\/pictures\/\2/p' docs/examples.md |
    while read -r command; do
        # shellcheck disable=SC2086
        "$programs/burin" $command --backend cpu --seconds 100
    done
for design in $manual/designs/*.burin; do
    "$programs/burin" render "$design" --to "$pictures/$(basename "$design" .burin).png" --level 0
done

# The studio has the settings of a new user, whose address book has one machine, and opens copies in a folder whose path the
# pictures may show.
work=/tmp/designs
mkdir $work
trap 'rm -r "$work"' EXIT
mkdir "$work/burin"
printf '[General]\nmachines="[{\\"name\\":\\"engraver-2\\",\\"address\\":\\"burin://127.0.0.1:4590\\"}]"\n' >"$work/burin/burin.conf"
cp -r resources/examples/*.burin resources/examples/images tests/data/pages/* "$work"

# picture NAME OPTION...: takes a picture of the studio.
picture() {
    local name=$1
    shift
    (cd "$work" && HOME=$work "${display[@]}" "$programs/burin-studio" --theme dark --backend cpu --settings "$work" \
        --screenshot "$pictures/$name.png" "$@" 2>/dev/null)
}

example=shagreen-pebbles.burin
picture start
logo=bevelled-logo.burin
picture studio "$logo" --select bevel
picture viewport "$logo" --part viewport
picture three-d "$logo" --part three-d
picture graph "$example" --part graph --select rims
picture inspector "$example" --part inspector --select rims
picture export "$logo" --part export
picture group pebbles.burin --part library --select wall/rows
picture batch pebbles.burin --part batch --table plates.csv

# The controller that is in the address book.
"$programs/burin" controller --to null: --listen 127.0.0.1:4590 --name "reference controller" --rate 10M \
    --field 2.1m,1.4m --buffer 256M 2>/dev/null &
trap "kill $!; rm -r '$work'" EXIT
picture machine "$logo" --part machine

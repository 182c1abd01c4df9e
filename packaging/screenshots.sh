#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes pictures of every part of the studio, in both themes and two sizes, for a person to look at:
#
#     packaging/screenshots.sh FOLDER [BUILD]     BUILD holds the build (default build/release)
#
# 1366 x 768 is a small laptop, also at a scale of 200 %, at which the window has half as many logical pixels. On a larger
# screen the least size of the window would be larger than that. The pictures and a page index.html, which shows all of them,
# come into FOLDER. It needs a display of 1366 x 768, or else xvfb-run from Debian's package xvfb.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

studio=$(realpath "${2:-build/release}/app/burin-studio")
mkdir -p "$1"
folder=$(realpath "$1")
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1366x768x24")
parts=(window viewport three-d graph inspector library export machine batch compare sheet view.start
       panel.{histogram,history,bookmarks,problems,queue,log,lineProfile,roughness,parameters}
       edit.preferences export.machines export.preflight help.manual help.keys help.kinds help.about help.report graph.texture)
settings=$(mktemp -d)
trap 'rm -r "$settings"' EXIT

# picture PART THEME SCALE SIZE: SIZE in logical pixels.
picture() {
    local name=$1-$2-$3.png design=resources/examples/bevelled-logo.burin select=bevel
    [[ $1 != panel.parameters && $1 != batch ]] || design=tests/data/pages/pebbles.burin select=wall/rows
    [[ $1 != graph.texture ]] || design=resources/examples/shagreen-pebbles.burin select=gravel
    local options=()
    [[ $1 != batch ]] || options=(--table tests/data/pages/plates.csv)
    QT_SCALE_FACTOR=$3 "${display[@]}" "$studio" "$design" --select "$select" --part "$1" --theme "$2" --size "$4" \
        --backend cpu --settings "$settings" "${options[@]}" --screenshot "$folder/$name" 2>"$settings/said" ||
        { echo "$name: $(tail -n 1 "$settings/said")"; return 1; }
    printf '<figure><img src="%s"><figcaption>%s</figcaption></figure>\n' "$name" "$name" >>"$folder/index.html"
}

echo '<!DOCTYPE html><title>Burin</title><style>img {max-width: 100%}</style>' >"$folder/index.html"
failures=0
for part in "${parts[@]}"; do
    for theme in light dark; do
        picture "$part" $theme 1 1366x768 || failures=$((failures + 1))
        picture "$part" $theme 2 683x384 || failures=$((failures + 1))
    done
done
echo "$((4 * ${#parts[@]} - failures)) pictures, $failures failed"
((failures == 0))

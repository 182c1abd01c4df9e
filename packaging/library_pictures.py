#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the library: resources/library/CATEGORY/NAME.png, 240 x 148 px each.

    packaging/library_pictures.py build/release/app/burin [NAME...]

Needs numpy and Pillow. A picture shows the whole surface of its entry, 720 x 444 samples, as a relief.
"""
import pathlib
import sys
import tempfile

import relief

WIDTH, REGION = 240, "0,0,720,444"

# How steep the relief looks. The screens are not lit.
USUAL_STEEPNESS = 20
STEEPNESS = {"line-screen": 0, "dot-screen": 0, "hammered": 45, "orange-peel": 30, "scales": 35, "blasted": 40,
             "cast": 30, "microtext-line": 0, "data-matrix-grid": 0, "guilloche-rosette": 0, "hatch": 0}


def main():
    library = pathlib.Path(__file__).resolve().parent.parent / "resources/library"
    for design in sorted(library.glob("*/*.burin")):
        if sys.argv[2:] and design.stem not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            values = relief.exported(sys.argv[1], design, pathlib.Path(folder), REGION)
        image = relief.picture(values, WIDTH, STEEPNESS.get(design.stem, USUAL_STEEPNESS))
        image.save(design.with_suffix(".png"), optimize=True)


main()

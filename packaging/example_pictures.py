#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the studio's gallery: resources/examples/pictures, 472 x 294 px each.

    packaging/example_pictures.py build/release/app/burin [NAME...]

Needs numpy and Pillow. A picture shows exact samples in the Copper map, lit from the upper left. The samples have 16 bits
unless the design sets its own depth.
"""
import pathlib
import re
import sys
import tempfile

import relief

SIZE = (472, 294)

# Each view: x, y of the region in samples, samples per pixel of the picture, and steepness of the relief (0: unlit).
VIEWS = {
    "shagreen-pebbles": (100030, 100000, 1, 11),
    "hexagonal-dimples": (20, 30, 1, 14),
    "gravel-leather": (1000, 1000, 2, 11),
    "roller-leather": (300000, 1994000, 10, 80),
    "bevelled-logo": (1330, 240, 3, 24),
    "lens-array": (3760, 3850, 1, 12),
    "compensated-lenses": (3760, 3850, 1, 12),
    "twill-weave": (0, 0, 3, 20),
    "guilloche": (2112, 330, 8, 8),
    "security-lines": (700, 480, 10, 0),
    "brushed-metal": (2000, 2000, 8, 25),
    "endless-leather": (40000, 20000, 2, 14),
    "wood": (600, 300, 8, 25),
    "blasted-mould": (560, 380, 4, 30),
    "flowing-lines": (560, 330, 4, 8),
    "coin": (690, 1950, 10, 40),
    "serial-plates": (0, 0, 10, 0),
    "guilloche-note": (100, 400, 14, 0),
    "halftone-ramp": (40, 30, 10, 0),
    "stamp": (0, 0, 4, 25),
    "test-wedge": (364, 178, 26, 40),
}


def samples(burin, design, x, y, scale):
    """Values of the region, 0 to 1; computed from a copy of the design, with 16 bits if it sets no depth."""
    text = design.read_text()
    if not re.search(r"^ +depth:", text, re.M):
        text = text.replace("    kind: root\n", "    kind: root\n    depth: 16\n")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "images").symlink_to((design.parent / "images").resolve())
        (folder / "design.burin").write_text(text)
        return relief.exported(burin, folder / "design.burin", folder,
                               f"{x},{y},{SIZE[0] * scale},{SIZE[1] * scale}")


def main():
    examples = pathlib.Path(__file__).resolve().parent.parent / "resources/examples"
    for name in sys.argv[2:] or VIEWS:
        x, y, scale, steepness = VIEWS[name]
        values = samples(sys.argv[1], examples / f"{name}.burin", x, y, scale)
        values = relief.shrunk(values, scale // 2) if scale > 4 else values
        relief.picture(values, SIZE[0], steepness).save(examples / f"pictures/{name}.png", optimize=True)


main()

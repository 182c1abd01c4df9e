#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the studio's gallery: resources/examples/pictures, 472 x 294 px each.

    packaging/example_pictures.py build/release/app/burin [NAME...]

Needs numpy and Pillow. A picture shows exact samples, 16 bits deep where the design is not about its depth, in the Copper
map, lit from the upper left.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

SIZE = (472, 294)

# x, y of the region in samples, samples a pixel of the picture, and how steep the relief is drawn (0: unlit).
VIEWS = {
    "shagreen-pebbles": (100030, 100000, 1, 11),
    "hexagonal-dimples": (20, 30, 1, 14),
    "gravel-leather": (1000, 1000, 2, 11),
    "roller-leather": (300000, 1994000, 10, 80),
    "bevelled-logo": (1330, 240, 3, 24),
    "lens-array": (3760, 3850, 1, 12),
    "twill-weave": (0, 0, 3, 20),
    "guilloche": (2112, 330, 8, 8),
    "security-lines": (700, 480, 10, 0),
    "brushed-metal": (2000, 2000, 8, 25),
    "halftone-ramp": (40, 30, 10, 0),
    "test-wedge": (364, 178, 26, 40),
}


def samples(burin, design, x, y, scale):
    """Values of the region, 0 to 1; computed from a copy of the design that is 16 bits deep if it names no depth."""
    text = design.read_text()
    if not re.search(r"^ +depth:", text, re.M):
        text = text.replace("    kind: root\n", "    kind: root\n    depth: 16\n")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "images").symlink_to((design.parent / "images").resolve())
        (folder / "design.burin").write_text(text)
        region = f"{x},{y},{SIZE[0] * scale},{SIZE[1] * scale}"
        subprocess.run([burin, "export", folder / "design.burin", "--to", folder / "out.tif", "--region", region,
                        "--progress", "none"], check=True)
        values = np.asarray(Image.open(folder / "out.tif"))
    return values / (1.0 if values.dtype == bool else np.iinfo(values.dtype).max)


def shrunk(values, factor):
    """The mean of each factor x factor block."""
    height, width = values.shape[0] // factor, values.shape[1] // factor
    return values.reshape(height, factor, width, factor, -1).mean((1, 3)).squeeze()


def copper(values):
    """Linear light of the Copper map, deep is dark: a path through OKLab (Ottosson, 2020)."""
    t = 1 - values
    chroma, hue = 0.02 + 0.05 * np.sin(np.pi * t), np.radians(35 + 40 * t)
    lab = np.stack([0.24 + 0.70 * t, chroma * np.cos(hue), chroma * np.sin(hue)], -1)
    cones = lab @ np.array([[1, 1, 1], [0.3963377774, -0.1055613458, -0.0894841775],
                            [0.2158037573, -0.0638541728, -1.2914855480]])
    return cones**3 @ np.array([[4.0767416621, -1.2684380046, -0.0041960863],
                                [-3.3077115913, 2.6097574011, -0.7034186147],
                                [0.2309699292, -0.3413193965, 1.7076147010]])


def light(values, steepness):
    """What a surface receives from the upper left, 1 where it is flat. Depth grows downwards."""
    dy, dx = np.gradient(values * steepness)
    return np.clip((1.6 - dx - dy) / (1.6 * np.sqrt(dx * dx + dy * dy + 1)), 0.12, 1.7)


def picture(values, scale, steepness):
    values = shrunk(values, scale // 2) if scale > 4 else values
    color = np.clip(copper(values) * light(values, steepness)[..., None], 0, 1)
    color = shrunk(color, values.shape[1] // SIZE[0])
    color = np.where(color <= 0.0031308, 12.92 * color, 1.055 * color ** (1 / 2.4) - 0.055)
    return Image.fromarray(np.uint8(np.round(255 * color)))


def main():
    examples = pathlib.Path(__file__).resolve().parent.parent / "resources/examples"
    for name in sys.argv[2:] or VIEWS:
        x, y, scale, steepness = VIEWS[name]
        values = samples(sys.argv[1], examples / f"{name}.burin", x, y, scale)
        image = picture(values, scale, steepness).quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        image.save(examples / f"pictures/{name}.png", optimize=True)


Image.MAX_IMAGE_PIXELS = None
main()

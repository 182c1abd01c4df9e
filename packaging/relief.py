# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of engraved surfaces in the Copper map, lit from the upper left."""
import subprocess

import numpy as np
from PIL import Image

Image.MAX_IMAGE_PIXELS = None


def exported(burin, design, folder, region):
    """Values of a region X,Y,W,H of a design, 0 to 1."""
    subprocess.run([burin, "export", design, "--to", folder / "out.tif", "--region", region, "--progress", "none"],
                   check=True)
    values = np.asarray(Image.open(folder / "out.tif"))
    return values / (1.0 if values.dtype == bool else np.iinfo(values.dtype).max)


def shrunk(values, factor):
    """The mean of each factor x factor block."""
    height, width = values.shape[0] // factor, values.shape[1] // factor
    return values.reshape(height, factor, width, factor, -1).mean((1, 3)).squeeze()


def copper(values):
    """Linear light of the Copper map, a path through OKLab (Ottosson, 2020). Deep is dark."""
    t = 1 - values
    chroma, hue = 0.02 + 0.05 * np.sin(np.pi * t), np.radians(35 + 40 * t)
    lab = np.stack([0.24 + 0.70 * t, chroma * np.cos(hue), chroma * np.sin(hue)], -1)
    cones = lab @ np.array([[1, 1, 1], [0.3963377774, -0.1055613458, -0.0894841775],
                            [0.2158037573, -0.0638541728, -1.2914855480]])
    return cones**3 @ np.array([[4.0767416621, -1.2684380046, -0.0041960863],
                                [-3.3077115913, 2.6097574011, -0.7034186147],
                                [0.2309699292, -0.3413193965, 1.7076147010]])


def light(values, steepness):
    """The light that a surface receives from the upper left; 1 if it is flat. Depth grows downwards."""
    dy, dx = np.gradient(values * steepness)
    return np.clip((1.6 - dx - dy) / (1.6 * np.sqrt(dx * dx + dy * dy + 1)), 0.12, 1.7)


def picture(values, width, steepness):
    """The picture of that width of a surface whose sides are whole multiples of it."""
    color = np.clip(copper(values) * light(values, steepness)[..., None], 0, 1)
    color = shrunk(color, values.shape[1] // width)
    color = np.where(color <= 0.0031308, 12.92 * color, 1.055 * color ** (1 / 2.4) - 0.055)
    image = Image.fromarray(np.uint8(np.round(255 * color)))
    return image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does another program find the same roughness in the exported heights?

    tests/python/measure_readers.py build/release/app/burin

Each surface is exported as .gsf and measured by `burin measure`. The script reads the file and computes the parameters with
numpy from their definitions: Sa Sq Ssk Sku Sp Sv Sz Sdq Sdr, Sk Spk Svk Smr1 Smr2, Sal Str Std, and the material ratios of
the bearing curve. It shares no code with Burin: heights are sorted instead of counted in bins, and spectra are not padded.
If surfalize is installed, it measures the heights as well, except for Sdr, which it computes from other triangles. If gsffile,
x3pio, surfalize and SurfaceTopography are installed, they read the .gsf or a .x3p of the same surface.

Heights, Sdq and Sdr may differ by 1e-5 of their value, and heights by the rounding of the file: its numbers have 24 bits. Ssk
may differ by 1e-5, and Sk, Spk and Svk by 0.5 % or by 0.1 % of Sk, whichever is more. The bound of ratios is 0.15 %, that of Sal
and Str 3 % from 4 px on, and that of Std 0.5 degrees, with surfalize 2 degrees. Heights of files are within 1e-5 um, and pitches within 1e-5 of their
value.

The script prints a row for each surface with what exceeds its bound, then the largest differences beside their bounds. It exits
with 1 if a difference exceeds its bound and KNOWN does not list it. It needs numpy, so the gate does not run it. Run it before
a release and after a change of `core/engraving/measuring`.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

try:
    import surfalize
except ImportError:
    surfalize = None
try:
    import gsffile
except ImportError:
    gsffile = None
try:
    import x3pio
except ImportError:
    x3pio = None
try:
    import SurfaceTopography
except ImportError:
    SurfaceTopography = None

FULL_DEPTH = 40.0
LINES = 720
ROUNDING = FULL_DEPTH * 2.0 ** -24  # of a height in the file, in um
LENGTHS = ("Sa", "Sq", "Sp", "Sv", "Sz")
RELATIVE = ("Sku", "Sdq", "Sdr")

DESIGN = """
burin: 2
pixel: {pixel} um
{job}nodes:
  surface: {{kind: root, width: {width}, height: {height}, depth: 16, full_depth: 40 um, inputs: [data: z]}}
  z: {{kind: math2d, expression: "{formula}"}}
"""

# name, width, height, pixel in um, formula, a line of `job`
SURFACES = [
    ("wave", 512, 512, 1, "0.5 + 0.25 * sin(2 * pi * x / 64)", ""),
    ("round noise", 512, 512, 1, "noise(x / 8, y / 8, 1)", ""),
    ("long noise", 512, 512, 1, "noise(x / 24, y / 6, 7)", ""),
    ("fine noise, coarse pixels", 400, 300, 2.5, "noise(x / 5, y / 4, 2)", ""),
    ("noise of two sizes", 401, 333, 0.7, "0.3 * noise(x / 40, y / 40, 3) + 0.6 * noise(x / 7, y / 9, 4)", ""),
    ("turned grooves", 450, 380, 1, "0.5 + 0.3 * sin((x + 0.4 * y) / 3) + 0.1 * noise(x / 6, y / 6, 5)", ""),
    ("grooves the other way", 380, 450, 1, "0.5 + 0.3 * sin((x - 1.7 * y) / 4) + 0.1 * noise(x / 6, y / 6, 6)", ""),
    ("plateau", 500, 400, 1, "max(0.15, 0.6 * noise(x / 12, y / 12, 8) + 0.1 * noise(x / 5, y / 5, 9))", ""),
    ("pits", 480, 480, 1, "noise(x / 9, y / 9, 10) * noise(x / 15, y / 15, 11) * noise(x / 11, y / 11, 12)", ""),
    ("domes", 480, 360, 1, "max(0, 1 - (mod(x, 40) - 20) ^ 2 / 400 - (mod(y, 40) - 20) ^ 2 / 400) + 0.001 * x / 480", ""),
    ("shallow noise", 350, 350, 1, "0.5 + 0.002 * noise(x / 8, y / 8, 13)", ""),
    ("roller", 300, 314, 1, "noise(x / 8, y / 7, 14)", "job: {roller: {diameter: 100 um, axis: x}}\n"),
]

# surfalize ends the area above the core at the nearest point of its curve. The curve has one point for each 0.01 %, so this end
# is inexact if the area covers 0.1 % of the surface, or if many samples have the same height.
KNOWN = {("surfalize", "wave", "Spk"), ("surfalize", "turned grooves", "Spk"), ("surfalize", "grooves the other way", "Spk")}


def read_gsf(path):
    """The heights in um, the top row first, and the pitches in um."""
    data = pathlib.Path(path).read_bytes()
    end = data.index(b"\0")
    lines = data[:end].decode().splitlines()
    assert lines[0] == "Gwyddion Simple Field 1.0", lines[0]
    keys = dict(tuple(part.strip() for part in line.split("=", 1)) for line in lines[1:])
    width, height = int(keys["XRes"]), int(keys["YRes"])
    first = end + 4 - end % 4
    heights = np.frombuffer(data, "<f4", width * height, first).reshape(height, width)
    return heights.astype(float) * 1e6, float(keys["XReal"]) * 1e6 / width, float(keys["YReal"]) * 1e6 / height


def core(z):
    """Sk, Spk, Svk, Smr1, Smr2 from the sorted heights."""
    p = np.arange(10001) / 100
    heights = np.quantile(z, 1 - p / 100)
    drop = heights[:-4000] - heights[4000:]
    first = int(np.argmin(drop))
    part = slice(first, first + 4001)
    slope, at = np.polyfit(p[part], heights[part], 1)
    top, bottom = at, at + 100 * slope
    # A finer curve, for the areas outside of the core.
    fine = np.linspace(0, 100, 400001)
    curve = np.interp(fine, np.linspace(0, 100, z.size), np.sort(z, axis=None)[::-1])
    above = np.clip(curve - top, 0, None)
    below = np.clip(bottom - curve, 0, None)
    smr1 = fine[np.searchsorted(-curve, -top)] if above.any() else 0.0
    smr2 = fine[min(np.searchsorted(-curve, -bottom), fine.size - 1)] if below.any() else 100.0
    step = fine[1]
    spk = 2 * above.sum() * step / smr1 if smr1 > 0 else 0.0
    svk = 2 * below.sum() * step / (100 - smr2) if smr2 < 100 else 0.0
    return {"Sk": top - bottom, "Spk": spk, "Svk": svk, "Smr1": smr1, "Smr2": smr2}


def decay(z, dx, dy):
    """Sal and Str."""
    rows, columns = z.shape
    about = z - z.mean()
    spectrum = np.abs(np.fft.rfft2(about, (2 * rows, 2 * columns))) ** 2
    sums = np.fft.irfft2(spectrum, (2 * rows, 2 * columns))
    most_y, most_x = rows // 2, columns // 2
    lags_y, lags_x = np.arange(-most_y, most_y + 1), np.arange(-most_x, most_x + 1)
    overlap = (rows - abs(lags_y))[:, None] * (columns - abs(lags_x))[None, :]
    ratio = sums[np.ix_(lags_y, lags_x)] / overlap / (about ** 2).mean()
    found = []
    for line in range(LINES):
        angle = np.pi * line / LINES
        x, y = np.cos(angle) / dx, -np.sin(angle) / dy
        longest = 1 / np.hypot(x / most_x, y / most_y)
        at = np.arange(0, longest, min(dx, dy) / 20)
        px, py = x * at + most_x, y * at + most_y
        left = np.clip(np.floor(px).astype(int), 0, 2 * most_x - 1)
        top = np.clip(np.floor(py).astype(int), 0, 2 * most_y - 1)
        u, v = px - left, py - top
        values = (ratio[top, left] * (1 - u) + ratio[top, left + 1] * u) * (1 - v) + (
            ratio[top + 1, left] * (1 - u) + ratio[top + 1, left + 1] * u) * v
        low = np.flatnonzero(values <= 0.2)
        if low.size == 0:
            found.append(None)
            continue
        i = low[0]
        found.append(at[i - 1] + (values[i - 1] - 0.2) / (values[i - 1] - values[i]) * (at[i] - at[i - 1]))
    reached = [distance for distance in found if distance is not None]
    if not reached:
        return {"Sal": None, "Str": None}
    return {"Sal": min(reached), "Str": min(reached) / max(reached) if len(reached) == LINES else None}


def direction(z, dx, dy, aspect):
    """Std."""
    if aspect is not None and aspect >= 0.5:
        return {"Std": None}
    rows, columns = z.shape
    window = np.outer(0.5 - 0.5 * np.cos(2 * np.pi * np.arange(rows) / rows),
                      0.5 - 0.5 * np.cos(2 * np.pi * np.arange(columns) / columns))
    padded = (4 * rows, 4 * columns)  # more frequencies in each sector; the spectrum itself stays
    amplitude = np.abs(np.fft.fft2((z - z.mean()) * window, padded))
    fx, fy = np.meshgrid(np.fft.fftfreq(padded[1], dx), np.fft.fftfreq(padded[0], dy))
    radius = np.hypot(fx, fy)
    inside = (radius >= 4 / min(columns * dx, rows * dy)) & (radius <= 0.5 / max(dx, dy))
    angle = np.degrees(np.arctan2(-fy, fx))[inside] % 180
    amplitude = amplitude[inside]
    sector = np.rint(angle).astype(int) % 180
    number = np.bincount(sector, minlength=180)
    mean = np.bincount(sector, amplitude, minlength=180) / np.maximum(number, 1)
    best = int(np.argmax(mean))
    away = (angle - best + 90) % 180 - 90
    near = abs(away) <= 5
    power = amplitude[near] ** 2
    return {"Std": (best + (power * away[near]).sum() / power.sum()) % 180}


def parameters(z, dx, dy):
    about = z - z.mean()
    sq = np.sqrt((about ** 2).mean())
    along_x, along_y = np.diff(z, axis=1) / dx, np.diff(z, axis=0) / dy
    above, below = along_x[:-1], along_x[1:]
    left, right = along_y[:, :-1], along_y[:, 1:]
    area = sum(np.sqrt(1 + p ** 2 + q ** 2) for p, q in ((above, left), (below, right), (above, right), (below, left))) / 4
    found = {"Sa": abs(about).mean(), "Sq": sq, "Ssk": (about ** 3).mean() / sq ** 3, "Sku": (about ** 4).mean() / sq ** 4,
             "Sp": about.max(), "Sv": -about.min(), "Sz": np.ptp(z),
             "Sdq": np.sqrt((along_x ** 2).mean() + (along_y ** 2).mean()), "Sdr": 100 * (area.mean() - 1)}
    found.update(core(z))
    found.update(decay(z, dx, dy))
    found.update(direction(z, dx, dy, found["Str"]))
    return found


def difference(name, theirs, own, core_height):
    """How far the two are apart, and the bound in the same unit."""
    if name in LENGTHS:
        return abs(theirs - own), max(1e-5 * abs(own), 2 * ROUNDING)
    if name in RELATIVE:
        return abs(theirs - own) / abs(own), 1e-5
    if name == "Ssk":
        return abs(theirs - own), 1e-5
    if name in ("Sk", "Spk", "Svk"):
        return abs(theirs - own), max(0.005 * abs(own), 0.001 * core_height)
    if name in ("Smr1", "Smr2"):
        return abs(theirs - own), 0.15
    if name in ("Sal", "Str"):
        return abs(theirs - own) / own, 0.03
    return abs((theirs - own + 90) % 180 - 90), 0.5


def worst_of_the_curve(path, z):
    """The largest difference of material ratios in percent, apart from those of the two bins next to a height."""
    lines = pathlib.Path(path).read_text().splitlines()
    assert lines[0] == "height_um,count,bearing_percent", lines[0]
    heights, _, ratios = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]]).T
    ordered = np.sort(z, axis=None)
    width = abs(heights[1] - heights[0])
    least = 100 * (1 - np.searchsorted(ordered, heights + width, side="right") / z.size)
    most = 100 * (1 - np.searchsorted(ordered, heights - width, side="left") / z.size)
    return float(np.max(np.maximum(0, np.maximum(least - ratios, ratios - most))))


def by_surfalize(z, dx, dy):
    surface = surfalize.Surface(z, dx, dy)
    found = {}
    for name in ("Sa", "Sq", "Ssk", "Sku", "Sp", "Sv", "Sz", "Sdq", "Sk", "Spk", "Svk", "Smr1", "Smr2", "Sal", "Str", "Std"):
        try:
            found[name] = float(getattr(surface, name)())
        except Exception as error:  # a reader of other people: what it cannot compute is left out
            print(f"    surfalize {name}: {error}")
    return found


def read_by_others(folder):
    """The heights in um and the pitches in um that other programs read from s.gsf and s.x3p."""
    gsf, x3p = str(pathlib.Path(folder, "s.gsf")), str(pathlib.Path(folder, "s.x3p"))
    if gsffile:
        heights, keys = gsffile.read_gsf(gsf)
        rows, columns = heights.shape
        yield "gsffile", heights.astype(float) * 1e6, keys["XReal"] * 1e6 / columns, keys["YReal"] * 1e6 / rows
    if x3pio:
        layer = x3pio.read(x3p).layers[0]
        yield "x3pio", layer.z * 1e6, *(1e6 * pitch for pitch in layer.spacing)
    if surfalize:
        surface = surfalize.Surface.load(x3p)
        yield "surfalize", surface.data, surface.step_x, surface.step_y
    if SurfaceTopography:
        surface = SurfaceTopography.read_topography(x3p)
        um = {"m": 1e6, "mm": 1e3, "µm": 1, "nm": 1e-3}[surface.unit]
        yield "SurfaceTopography", surface.heights().T * um, *(um * pitch for pitch in surface.pixel_size)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    burin = pathlib.Path(sys.argv[1]).resolve()
    worst, failures = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, width, height, pixel, formula, job in SURFACES:
            design = pathlib.Path(folder, "s.burin")
            design.write_text(DESIGN.format(pixel=pixel, job=job, width=width, height=height, formula=formula))

            def run(*arguments):
                return subprocess.run([burin, *arguments, "--progress", "none"], cwd=folder, check=True,
                                      stdout=subprocess.PIPE).stdout

            run("export", design, "--to", "s.gsf", "--force")
            measured = json.loads(run("measure", design, "--json", "--curve", "curve.csv"))
            z, dx, dy = read_gsf(pathlib.Path(folder, "s.gsf"))
            own = {key: entry["value"] for key, entry in measured["parameters"].items()}
            readers = [("numpy", parameters(z, dx, dy))]
            if surfalize:
                readers.append(("surfalize", by_surfalize(z, dx, dy)))
            said = []
            run("export", design, "--to", "s.x3p", "--force")
            for reader, heights, *pitches in read_by_others(folder):
                found = abs(heights - z).max() if heights.shape == z.shape else np.inf
                found = max(found, *(abs(theirs / own - 1) for theirs, own in zip(pitches, (dx, dy))))
                if found / 1e-5 > worst.get((reader, "file"), (-1.0, 0, 0, ""))[0]:
                    worst[reader, "file"] = (found / 1e-5, found, 1e-5, name)
                if not found <= 1e-5:
                    said.append(f"{reader} reads other heights, by {found:.3g} um")
            for reader, theirs in readers:
                for key, value in theirs.items():
                    if (value is None) != (own[key] is None):
                        if reader == "numpy":
                            said.append(f"{key} {own[key]}, {reader} {value}")
                        continue
                    if value is None or (key in ("Sal", "Str") and own["Sal"] < 4 * pixel):
                        continue
                    found, bound = difference(key, value, own[key], own["Sk"])
                    bound = 2.0 if (reader, key) == ("surfalize", "Std") else bound
                    if (reader, name, key) in KNOWN:
                        continue
                    if found / bound > worst.get((reader, key), (-1.0, 0, 0, ""))[0]:
                        worst[reader, key] = (found / bound, found, bound, name)
                    if not found <= bound:
                        said.append(f"{key} {own[key]:.6g}, {reader} {value:.6g}")
            curve = worst_of_the_curve(pathlib.Path(folder, "curve.csv"), z)
            if curve > worst.get(("numpy", "Smr(c)"), (-1.0, 0, 0, ""))[0] * 0.15:
                worst["numpy", "Smr(c)"] = (curve / 0.15, curve, 0.15, name)
            if curve > 0.15:
                said.append(f"Smr(c) differs by {curve:.3g} %")
            failures += len(said)
            print(f"{name:28} {width} x {height}  {'; '.join(said) if said else 'equal'}", flush=True)
    print(f"\n{'reader':17} {'':7} {'largest':>10} {'bound':>10}  share  surface")
    for (reader, key), (share, found, bound, name) in worst.items():
        print(f"{reader:17} {key:7} {found:10.3g} {bound:10.3g} {share:6.2f}  {name}")
    modules = {"surfalize": surfalize, "gsffile": gsffile, "x3pio": x3pio, "SurfaceTopography": SurfaceTopography}
    for name, module in modules.items():
        if not module:
            print(f"{name} is not installed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

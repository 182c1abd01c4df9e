#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do other programs draw the same outlines, and read the codes?

    tests/python/outlines_readers.py build/release/app/burin drawings [FOLDER...]
    tests/python/outlines_readers.py build/release/app/burin codes [NUMBER]

`drawings` takes SVG files below the folders (by default /usr/share), in an order that a fixed seed chooses, until 50 of
them are compared. Burin draws each as a filled path of 96 px, in its shapes and in its tones. rsvg-convert draws it 16 times
as large; the average of 16 x 16 pixels is the coverage of a sample. Files with partial opacity are left out, and the
reasons of those that Burin refuses are printed. The mean difference may be 1/255 and the largest 3/255, of tones 4/255.

rsvg-convert judges first. It is wrong in two ways: it draws a quarter of a circle as one cubic, which is up to 0.00027 radii
outside of it (3.3/255 of a circle that fills 96 px, however large it is drawn), and the strokes of its library cairo have
holes where a curve turns back within a thousandth of a pixel. Another program therefore judges a file that differs: Skia, or
resvg if Skia differs as well. They share no code with cairo. The picture has 64 times the size then, because their edges are
less exact than cairo's: of a circle of 96 px, Skia is 0.9/255 from the truth, and resvg 3.1/255, as it has cubics too. The
bounds are the same, for all samples of the file with one judge. The row names the judge, and the end says how many files each
has decided; a file with which no judge agrees has failed, and so has a file that differs if neither is installed.

`codes` writes a series of NUMBER random texts (default 100) of each code from a table, and a series of NUMBER serial numbers:
at (0, 0), at (1.9 m, 1.9 m), turned by a quarter, and twenty of them turned by 17 degrees and enlarged at (1.9 m, 1.9 m), each
series as a TIFF. zxing-cpp reads each code; zbar and libdmtx read the first ten. Readers that are not installed are left out.

Both need numpy and Pillow; Debian has the programs as librsvg2-bin, python3-zxing-cpp, zbar-tools and dmtx-utils, and PyPI
has the judges as skia-python and resvg-py. The
script prints a row for each file or series, and exits with 1 if a file differs or a code is not read.
"""

import collections
import csv
import io
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

Image.MAX_IMAGE_PIXELS = None

WIDTH, FINER, FILES = 96, 16, 50
FINER_OF_OTHERS = 64
BOUNDS = {"shapes": (1, 3), "luminance": (1, 4)}  # the mean and the largest difference, in 1/255
SEED = 20261128

DRAWING = """
burin: 2
pixel: 10 um
nodes:
  surface: {{kind: root, width: {width}, height: {height}, depth: 16, inputs: [data: drawing]}}
  drawing: {{kind: path, file: {file}, size: {width}, paint: {paint}}}
"""

# Anything that is neither opaque nor invisible: Burin counts it 1, rsvg-convert less. Of a gradient that is a stop.
PARTIAL = re.compile(r"""\b(?:(?:fill-|stroke-|stop-)?opacity)\s*[:=]\s*["']?\s*(?!(?:0+|0*1)(?:\.0*)?\s*[;"'}])""")

SERIES = """
burin: 2
pixel: 10 um
nodes:
  surface: {{kind: root, width: 230000, height: 230000, inputs: [{{data: codes, at: {at}}}]}}
  codes:
    kind: code
    code: {code}
    data: "{data}"
    module: {module}
    scale: {scale}
    rotate: {rotate}
    series: {{u: [{cell}, 0], v: [0, {cell}], columns: 10, rows: {rows}, inset: [20, 20]{table}}}
"""

# With the side of a cell that holds the largest code of texts of up to 24 letters, of modules of 4 px.
CODES = {"qr": 260, "datamatrix": 200, "aztec": 220, "pdf417": 900, "code128": 1500}
FORMATS = {"qr": "QRCode", "datamatrix": "DataMatrix", "aztec": "Aztec", "pdf417": "PDF417", "code128": "Code128"}
FAR = 190000


def run(*command):
    """The words of a program that fails; nothing if it succeeds."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return None if done.returncode == 0 else (done.stderr.strip() or f"exit {done.returncode}")


def export(program, design, target, *options):
    return run(program, "export", design, "--to", target, "--force", "--progress", "none", "--backend", "cpu", *options)


def averaged(picture, finer=FINER, height=None):
    """Coverage and tone of each sample, from the picture that is `finer` times as large. Its height is rounded up to whole
    samples if none is given."""
    with Image.open(picture) as image:
        pixels = np.asarray(image.convert("RGBA"))
    height = height or -(-pixels.shape[0] // finer)
    means = {"shapes": np.zeros((height, WIDTH)), "luminance": np.zeros((height, WIDTH))}
    for y in range(height):
        band = np.zeros((finer, WIDTH * finer, 4))
        part = pixels[y * finer: (y + 1) * finer, : WIDTH * finer] / 255
        band[: part.shape[0], : part.shape[1]] = part
        tone = band[..., :3] @ [0.299, 0.587, 0.114] * band[..., 3]
        for paint, values in (("shapes", band[..., 3]), ("luminance", tone)):
            means[paint][y] = values.reshape(finer, WIDTH, finer).mean(axis=(0, 2))
    return means


def with_skia():
    import skia

    def draw(file, width):
        svg = skia.SVGDOM.MakeFromStream(skia.FILEStream(str(file)))
        size = svg.containerSize()
        scale = width / size.width()
        surface = skia.Surface(width, round(size.height() * scale))
        surface.getCanvas().scale(scale, scale)
        svg.render(surface.getCanvas())
        return io.BytesIO(bytes(surface.makeImageSnapshot().encodeToData()))

    return draw


def with_resvg():
    import resvg_py

    return lambda file, width: io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_path=str(file), width=width)))


JUDGES = {"skia": with_skia, "resvg": with_resvg}


def differences(found, expected):
    """For each paint, how far two pictures differ in 1/255."""
    return {paint: 255 * np.abs(found[paint] - expected[paint]) for paint in found}


def agree(different):
    return all(values.mean() <= BOUNDS[paint][0] and values.max() <= BOUNDS[paint][1]
               for paint, values in different.items())


def judged(judges, file, found, by_rsvg):
    """The name of the first judge that agrees and the differences from it; those from rsvg-convert if none does."""
    if agree(by_rsvg):
        return "rsvg-convert", by_rsvg
    for name, draw in judges.items():
        try:
            picture = draw(file, WIDTH * FINER_OF_OTHERS)
            expected = averaged(picture, FINER_OF_OTHERS, found["shapes"].shape[0])
        except Exception as error:  # each library has its own kinds
            print(f"{'':31}   {name} cannot draw {file.name}: {error}")
            continue
        different = differences(found, expected)
        if agree(different):
            return name, different
        print(f"{'':31}   {name} differs as well, by "
              + ", ".join(f"{values.max():.1f}/255" for values in different.values()))
    return None, by_rsvg


def drawn(program, folder, file, paint, shape):
    """The samples of Burin, or why it refuses the file."""
    design = folder / "drawing.burin"
    design.write_text(DRAWING.format(width=shape[1], height=shape[0], file=file.name, paint=paint))
    problem = export(program, design, folder / "drawing.raw")
    if problem:
        return None, problem.replace(str(folder) + "/", "").splitlines()[0]
    return np.fromfile(folder / "drawing.raw", "<u2").reshape(shape) / 65535, None


def candidates(folders):
    """Each file once, without links to it, in an order that depends on the names alone."""
    files = sorted({file.resolve() for folder in folders for file in pathlib.Path(folder).rglob("*.svg")})
    random.Random(SEED).shuffle(files)
    return files


def drawings(program, folders):
    print(f"{'mean':>7} {'largest':>7} {'tone':>7} {'largest':>7}   in 1/255")
    judges = installed(JUDGES)
    compared, problems, decided = 0, [], collections.Counter()
    for source in candidates(folders or ["/usr/share"]):
        if compared == FILES:
            break
        text = source.read_text(errors="replace")
        if PARTIAL.search(text):
            print(f"{'':31}   {source}: left out, it has partial opacity")
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            file = folder / "drawing.svg"
            shutil.copy(source, file)
            fine = folder / "fine.png"
            problem = run("rsvg-convert", "--unlimited", "-a", "-w", WIDTH * FINER, "-o", fine, file)
            if problem:
                print(f"{'':31}   {source}: rsvg-convert refuses it")
                continue
            expected, found = averaged(fine), {}
            for paint in BOUNDS:
                samples, problem = drawn(program, folder, file, paint, expected[paint].shape)
                if problem:
                    print(f"{'':31}   {source}: {paint}: {problem}", flush=True)
                    if paint == "shapes":
                        break
                    continue
                found[paint] = samples
            if not found:
                continue
            judge, different = judged(judges, file, found, differences(found, expected))
            compared += 1
            decided[judge or "none"] += 1
            row = " ".join(f"{values.mean():7.3f} {values.max():7.2f}" for values in different.values())
            print(f"{row:31}   {source}" + ("" if judge == "rsvg-convert" else f" (judge: {judge})"), flush=True)
            for paint, values in different.items() if judge is None else ():
                y, x = np.unravel_index(values.argmax(), values.shape)
                problems.append(f"{source}: {paint} differs by {values.max():.1f}/255 at {x}, {y}, by "
                                f"{values.mean():.2f}/255 on average")
    print(f"{compared} files compared; decided by", ", ".join(f"{name}: {n}" for name, n in decided.items()))
    return problems + ([] if compared == FILES else [f"there are only {compared} files to compare"])


def random_texts(code, number):
    """Letters, digits and signs of ASCII, without the comma and the quotes of a table."""
    chosen = random.Random(SEED + len(code))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-./:+*$%#@&=_"
    return ["".join(chosen.choice(letters) for _ in range(chosen.randint(1, 24))) for _ in range(number)]


def with_zxing():
    import zxingcpp

    def read(picture, code):
        chosen = zxingcpp.barcode_formats_from_str(FORMATS[code])
        return [found.text for found in zxingcpp.read_barcodes(picture, formats=chosen)]

    return read


def by_program(command, codes):
    if shutil.which(command[0]) is None:
        raise ImportError(command[0])

    def read(picture, code):
        if code not in codes:
            return None
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            Image.fromarray(picture).save(file.name)
            done = subprocess.run([*command, file.name], capture_output=True, text=True)
        return done.stdout.splitlines()

    return read


READERS = {"zxing-cpp": with_zxing,
           "zbar": lambda: by_program(["zbarimg", "--quiet", "--raw"], ("qr", "code128")),
           "libdmtx": lambda: by_program(["dmtxread", "--newline", "--stop-after=1", "--milliseconds=2000"],
                                         ("datamatrix",))}
FIRST = {"zbar": 10, "libdmtx": 10}


def installed(makers):
    readers = {}
    for name, make in makers.items():
        try:
            readers[name] = make()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
    return readers


def series(program, folder, code, texts, place, turn, scale, cell):
    """The samples of a series of codes, dark modules black, and one problem at most."""
    design, tiff = folder / "codes.burin", folder / "codes.tif"
    rows = -(-len(texts) // 10)
    table, data = ", start: 4711", "SN{n:06}"
    if texts[0] != "SN004711":
        with open(folder / "texts.csv", "w", newline="") as file:
            csv.writer(file).writerows([["text"], *([text] for text in texts)])
        table, data = ", csv: texts.csv", "{text}"
    design.write_text(SERIES.format(at=[place, place], code=code, data=data, module=4, scale=scale, rotate=turn,
                                    cell=cell, rows=rows, table=table))
    problem = export(program, design, tiff, "--region", f"{place},{place},{10 * cell},{rows * cell}")
    if problem:
        return None, problem
    with Image.open(tiff) as image:
        return 255 - np.asarray(image.convert("L")), None


def alone(picture, turn):
    """The one code of a picture in its middle, upright, with a margin: some readers look only there."""
    if turn % 90:
        turned = Image.fromarray(picture).rotate(turn, Image.BICUBIC, expand=True, fillcolor=255)
        picture = np.asarray(turned)
    dark = picture < 128
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    return np.pad(picture[rows[0]: rows[-1] + 1, columns[0]: columns[-1] + 1], 40, constant_values=255)


def codes(program, number):
    readers = installed(READERS)
    if "zxing-cpp" not in readers:
        return ["zxing-cpp is needed"]
    number = -(-int(number) // 10) * 10
    problems = []
    print(f"{'code':10} {'contents':8} {'place':16}", *(f"{name:>11}" for name in readers))
    for code, side in CODES.items():
        contents = {"random": random_texts(code, number), "serial": [f"SN{4711 + k:06}" for k in range(number)]}
        for kind, texts in contents.items():
            plain = None
            for label, place, turn, scale in (("straight", 0, 0, 1), ("far", FAR, 0, 1), ("a quarter turn", 0, 90, 1),
                                              ("17 deg, 1.3, far", FAR, 17, 1.3)):
                oblique = turn % 90 != 0
                cell, some = (2 * side, texts[:20]) if oblique else (side, texts)
                with tempfile.TemporaryDirectory() as name:
                    samples, problem = series(program, pathlib.Path(name), code, some, place, turn, scale, cell)
                row = f"{code:10} {kind:8} {label:16}"
                if problem:
                    problems.append(f"{row.strip()}: {problem}")
                    print(row, problem, flush=True)
                    continue
                if label == "straight":
                    plain = samples
                if label == "far" and not np.array_equal(samples, plain):
                    problems.append(f"{row.strip()}: its samples differ from those at (0, 0)")
                counts = []
                for reader, read in readers.items():
                    right = tried = 0
                    for k, text in enumerate(some[: FIRST.get(reader, number)]):
                        y, x = k // 10 * cell, k % 10 * cell
                        found = read(alone(samples[y: y + cell, x: x + cell], turn), code)
                        if found is None:
                            break
                        tried += 1
                        right += text in found
                        if text not in found:
                            problems.append(f"{row.strip()}: {reader} reads {found} instead of {text}")
                    counts.append(f"{right}/{tried}" if tried else "")
                print(row, *(f"{count:>11}" for count in counts), flush=True)
    return problems


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("drawings", "codes"):
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    found = drawings(program, sys.argv[3:]) if sys.argv[2] == "drawings" else codes(program, (sys.argv[3:] or [100])[0])
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

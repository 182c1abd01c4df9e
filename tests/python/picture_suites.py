#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does Burin read pictures as other programs read them?

    tests/python/picture_suites.py build/release/app/burin FOLDER...

Takes every picture in the folders and below them, such as the test suites in the sources of Pillow, libtiff, libpng
and libvips. Exports each one by a design of a root and one node, with 16 bits, and compares the samples with those that
Pillow, OpenCV and tifffile decode: one of them has to agree. It has to agree to a step of 16 bits, or, if it keeps only
8 bits of a channel or the format is lossy, to what that costs. Libraries that are not installed are named and left out.
Needs numpy and Pillow.

It prints how many pictures are equal, close and so on, then every difference, with the reason if it is known, and what
no library could check. It exits with 1 if a difference is not known, if Burin is ended by a signal or takes longer than
two minutes, or if there is no picture. A known difference is one of KNOWN and
KNOWN_OF_SOUND_FILES, which name files, what happens to them and Burin's words, or one of UNSUPPORTED, which are words
of Burin that Pillow's reading of the file has to confirm.
"""

import collections
import fnmatch
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from PIL import Image

SUFFIXES = {".png", ".jpg", ".jpeg", ".jpe", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm", ".pbm", ".pnm"}
TIFF = {".tif", ".tiff"}
TURNABLE = {".png", ".jpg", ".jpeg", ".jpe", ".webp", ".tif", ".tiff"}
LOSSY = {".jpg", ".jpeg", ".jpe", ".webp"}

MEMORY = 8 << 30  # bytes of addresses for the libraries: some damaged files claim to have 10^13 pixels
MARGIN = 5  # samples of the surface to the right of the picture and below it; they have to be empty

DESIGN = """
burin: 2
pixel: 10 um
nodes:
  surface: {{kind: root, width: {width}, height: {height}, depth: 16, inputs: [data: picture]}}
  picture: {{kind: {kind}, file: {file}}}
"""

LONGEST = 120  # seconds for one picture

# Steps of 16 bits.
EQUAL = 1
OF_8_BITS = 2 * 257  # a library that keeps 8 bits of a channel, and alpha times colour
OF_LOSSY = 4 * 257  # decoders of JPEG and WebP may round otherwise

DIFFERS = "differs"
REFUSED = "refused by Burin alone"

# Burin is right in these differences, because the file is damaged: what may happen to it, and what Burin says.
KNOWN = {
    "badrle.bmp": (DIFFERS, r"Pillow: 0, not \d+ at \d+,\d+$", "Pillow draws the runs beyond a row into the next one"),
    "badcrc.png": (REFUSED, "CRC error", "Pillow reads on"),
    "huge_IDAT.png": (REFUSED, "cut short", "Pillow reads on"),
    "hopper_bad_exif.jpg": (REFUSED, "bad Huffman code", "others fill in gray"),
    "truncated.jpg": (REFUSED, "premature end of data segment", "others fill in gray"),
    "bug_double_free.jpg": (REFUSED, "premature end of data segment", "others fill in gray"),
    "invalid.4.ppm": (REFUSED, "a value exceeds its maximum of 10", "others cut it off"),
    "crash-*": (REFUSED, "cannot decode strip|should end at byte|is missing", "others fill in"),
    "tst7.bmp": (DIFFERS, r"Pillow: 0, not \d+ at", "its palette has 8 of 16 colours; others take pixels as colours"),
}

# Burin is right in these differences of sound files.
KNOWN_OF_SOUND_FILES = {
    "rgb32bf.bmp": (DIFFERS, r"^OpenCV: \d+, not \d+ at \d+,\d+$", "OpenCV ignores the masks of 32 bits"),
    "rgb32-111110.bmp": (DIFFERS, r"^OpenCV: \d+, not \d+ at \d+,\d+$", "OpenCV ignores the masks of 32 bits"),
}


def says(tag, *values):
    """Whether a TIFF has one of the values, or any of them."""
    def confirm(image):
        found = image.tag_v2.get(tag) if image.format == "TIFF" else None
        return any(value in values for value in (found if isinstance(found, tuple) else (found,)))

    return confirm


# What Burin says of sound files that it does not read, and whether an opened picture is such a file.
UNSUPPORTED = [
    (r"its pixels are \S+ signed gray", says(339, 2)),
    (r"its pixels are \S+ \w+ CMYK", says(262, 5)),
    (r"its pixels are \S+ \w+ Lab", says(262, 8, 9, 10)),
    (r"does not say what its pixels are", lambda image: image.format == "TIFF" and 262 not in image.tag_v2),
    (r"the JPEG has 4 components", lambda image: image.format == "JPEG" and image.mode == "CMYK"),
]


def gray(samples, full, premultiplied=False):
    """The samples that Burin makes of channels by default: gray, times alpha, of 16 bits."""
    values = samples.astype(float) / full
    alpha = 1.0
    if values.ndim == 3:
        if values.shape[2] in (2, 4) and not premultiplied:
            alpha = values[..., -1]
        weighted = 0.299 * values[..., 0] + 0.587 * values[..., min(1, values.shape[2] - 1)]
        weighted += 0.114 * values[..., min(2, values.shape[2] - 1)]
        values = weighted if values.shape[2] >= 3 else values[..., 0]
    return np.clip(np.rint(values * alpha * 65535), 0, 65535)


def full_of(samples, bits=16):
    """The value of white; `bits` is how many of 16 a file has, which some libraries leave as they are."""
    if samples.dtype.kind == "f":
        return 1.0
    return 255.0 if samples.dtype.itemsize == 1 else 2.0**bits - 1


def orientation(image):
    """By Exif alone: Pillow also takes it from XMP, which Burin and most viewers do not."""
    image.info.pop("XML:com.adobe.xmp", None)
    return image.getexif().get(274, 1)


def with_transparent_gray(image, file):
    """Gray and alpha of a PNG with a transparent gray, which Pillow leaves out of 1, 2, 4 and 16 bits."""
    bits = file.read_bytes()[24]
    full = 2**bits - 1
    values = np.asarray(image).astype(np.uint32)
    values *= full if image.mode == "1" else 1
    transparent = (image.info["transparency"] & full) * (1 if bits == 16 else 255 // full)
    if image.mode == "1":
        values = values // full * 255
    most = 65535 if bits == 16 else 255
    samples = np.stack([values, np.where(values == transparent, 0, most)], axis=-1)
    return samples.astype(np.uint16 if bits == 16 else np.uint8)


def with_pillow():
    turns = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
             5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
             8: Image.Transpose.ROTATE_90}

    def read(file):
        with Image.open(file) as image:
            turn = None if image.format == "TIFF" else turns.get(orientation(image))  # it turns TIFFs itself
            image.load()
            bits = max(image.tag_v2.get(258, (16,))) if image.format == "TIFF" and image.mode == "I;16" else 16
            premultiplied = image.mode in ("La", "RGBa")
            transparent = image.info.get("transparency") is not None and image.mode != "P"
            if turn is not None:
                image = image.transpose(turn)
            if transparent and image.format == "PNG" and image.mode != "RGB":
                samples = with_transparent_gray(image, file)
                return gray(samples, full_of(samples)), samples.dtype.itemsize == 1
            if image.mode in ("P", "PA") or transparent:
                image = image.convert("RGBA")
            elif image.mode in ("CMYK", "YCbCr", "LAB"):
                image = image.convert("RGB")
            elif image.mode == "1":
                image = image.convert("L")
            samples = np.asarray(image)
        return gray(samples, full_of(samples, bits), premultiplied), samples.dtype.itemsize == 1

    return read


def with_opencv():
    import cv2

    def read(file):
        if file.suffix.lower() in TURNABLE:
            with Image.open(file) as image:
                if orientation(image) != 1:
                    raise OSError("is turned, which imread leaves out")
        samples = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if samples is None:
            raise OSError("imread returns nothing")
        if samples.ndim == 3 and samples.shape[2] >= 3:
            samples = samples[..., [2, 1, 0, *range(3, samples.shape[2])]]  # from BGR
        return gray(samples, full_of(samples)), samples.dtype.itemsize == 1

    return read


def with_tifffile():
    import imagecodecs  # without it, tifffile reads few compressions
    import tifffile

    def read(file):
        if file.suffix.lower() not in TIFF:
            raise OSError("is not a TIFF")
        with tifffile.TiffFile(file) as tiff:
            page = tiff.pages[0]
            plain = page.photometric in (tifffile.PHOTOMETRIC.MINISBLACK, tifffile.PHOTOMETRIC.RGB)
            if not plain:
                raise OSError("is neither gray nor RGB")
            if page.tags.valueof(274, 1) != 1:
                raise OSError("is turned, which asarray leaves out")
            samples = page.asarray()
            if page.planarconfig == tifffile.PLANARCONFIG.SEPARATE and samples.ndim == 3:
                samples = np.moveaxis(samples, 0, -1)
            full = 1.0 if samples.dtype.kind == "f" else 2.0**page.bitspersample - 1
            return gray(samples, full, page.extrasamples[:1] == (1,)), samples.dtype.itemsize == 1

    return read


LIBRARIES = {"Pillow": with_pillow, "OpenCV": with_opencv, "tifffile": with_tifffile}


def installed():
    """The libraries that are installed; names the others."""
    readers = {}
    for name, make in LIBRARIES.items():
        try:
            readers[name] = make()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
    return readers


def decoded(file, readers):
    """The result of each library for a picture, as (gray of 16 bits, whether it had 8 bits), or why it refuses it."""
    found = {}
    for name, read in readers.items():
        try:
            samples, coarse = read(file)
            if samples.ndim != 2:
                raise OSError(f"the shape is {samples.shape}")
            found[name] = (samples, coarse)
        except Exception as error:  # each library has errors of its own
            found[name] = f"{type(error).__name__}: {error}"
    return found


def exported(program, file, size, folder):
    """The picture's samples by Burin, with a margin around `size`; or its exit status and words."""
    width, height = size[0] + MARGIN, size[1] + MARGIN
    kind = "tiff" if file.suffix.lower() in TIFF else "image"
    design = folder / "picture.burin"
    quoted = json.dumps(os.fsdecode(file), ensure_ascii=False)
    design.write_text(DESIGN.format(width=width, height=height, kind=kind, file=quoted), encoding="utf-8",
                      errors="surrogateescape")
    target = folder / "picture.raw"
    command = [program, "export", design, "--to", target, "--force", "--progress", "none", "--backend", "cpu"]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return -1, f"takes longer than {LONGEST} s"
    if ended.returncode != 0:
        return ended.returncode, ended.stderr.decode(errors="replace").strip().replace("\n", " ")
    return np.fromfile(target, "<u2").reshape(height, width).astype(float)


def farthest(burin, samples):
    """The largest difference, and its place."""
    apart = np.abs(burin - samples)
    at = int(apart.argmax())
    row, column = divmod(at, samples.shape[1])
    return apart.max(), f"{burin.flat[at]:.0f}, not {samples.flat[at]:.0f} at {column},{row}"


def verdict(program, file, readers, folder):
    """A word for the table, and a sentence about a difference; nothing if it is none."""
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, unlimited[1]))
    found = decoded(file, readers)
    resource.setrlimit(resource.RLIMIT_AS, unlimited)  # Burin has its own limits
    pictures = {name: answer for name, answer in found.items() if not isinstance(answer, str)}
    shapes = [samples.shape for samples, _ in pictures.values()]
    height, width = shapes[0] if shapes else (64, 64)
    burin = exported(program, file, (width, height), folder)
    if isinstance(burin, tuple):
        status, words = burin
        if status < 0 or status > 127:
            return "ends Burin", words or f"status {status}"
        return (REFUSED if pictures else "refused by all", words)
    if not pictures:
        return "read by Burin alone", "; ".join(f"{name}: {words}" for name, words in found.items())
    said = []
    close = False
    around = max(burin[height:].max(), burin[:, width:].max())
    burin = burin[:height, :width]
    if around > 0:
        return DIFFERS, f"is larger than {width} x {height}"
    for name, (samples, coarse) in pictures.items():
        if samples.shape != burin.shape:
            said.append(f"{name}: {samples.shape[1]} x {samples.shape[0]}")
            continue
        apart, where = farthest(burin, samples)
        if apart <= EQUAL:
            return "equal", None
        near = OF_LOSSY if file.suffix.lower() in LOSSY else OF_8_BITS if coarse else EQUAL
        close = close or apart <= near
        said.append(f"{name}: {where}")
    return ("close" if close else DIFFERS, "; ".join(said))


def known(file, word, said):
    """Why a difference is accepted; nothing if it is not."""
    for state, listed in (("damaged", KNOWN), ("sound", KNOWN_OF_SOUND_FILES)):
        for pattern, (happens, words, reason) in listed.items():
            if word == happens and fnmatch.fnmatchcase(file.name, pattern) and re.search(words, said):
                return f"{state}; {reason}"
    for words, confirm in UNSUPPORTED:
        if word == REFUSED and re.search(words, said):
            with Image.open(file) as image:
                return "not supported" if confirm(image) else None
    return None


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")  # of decoders, about damaged files
    Image.MAX_IMAGE_PIXELS = None
    program = pathlib.Path(sys.argv[1]).resolve()
    files = sorted(file.resolve() for folder in sys.argv[2:] for file in pathlib.Path(folder).rglob("*")
                   if file.suffix.lower() in SUFFIXES and file.is_file())
    readers = installed()
    counts = collections.Counter()
    accepted = []
    unexpected = []
    unchecked = []
    with tempfile.TemporaryDirectory() as name:
        for number, file in enumerate(files):
            if sys.stderr.isatty():
                print(f"\r{number} of {len(files)}", end="", file=sys.stderr)
            word, said = verdict(program, file, readers, pathlib.Path(name))
            counts[word] += 1
            if said is None:
                continue
            line = f"{file}: {word}: {said}"
            if word in ("close", "refused by all", "read by Burin alone"):
                unchecked.append(line)
                continue
            reason = known(file, word, said)
            if reason is None:
                unexpected.append(line)
            else:
                accepted.append(f"{line} ({reason})")
    print(f"{len(files):5} pictures")
    for word, count in counts.most_common():
        print(f"{count:5} {word}")
    for title, lines in (("For a person to judge", unchecked), ("Known differences", accepted),
                         ("Unexpected differences", unexpected)):
        if lines:
            print(f"\n{title}:", *lines, sep="\n")
    return 1 if unexpected or not files else 0


if __name__ == "__main__":
    sys.exit(main())

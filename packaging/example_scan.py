#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the scan of the example stamp: resources/examples/scans/stamp.x3p, as an instrument would measure an engraved stamp.

    packaging/example_scan.py build/release/app/burin

Needs numpy. The faults of the stamp and of its measurement are the numbers below. docs/measuring.md names them, and
tests/cli/test_compare.cpp checks that `burin compare` finds them.
"""
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

DESIGN_UM = 2.0                     # pitches
SCAN_UM = 4.0
SIZE = (192, 144)                   # samples of the scan
MIDDLE_UM = np.array([1420.0, 1520.0])  # on the design
TURN = np.radians(1.2)              # clockwise
DEPTH = 0.94                        # the share that was engraved
OFFSET_UM = 6.0
TILT = (0.003, -0.002)              # um for each um
NOISE_UM = 0.05
MISSING = 0.02
CHIP_UM = (150.0, -90.0, 40.0, 5.0)  # x, y from the middle, radius, depth


def designed(burin, design):
    """Heights of the whole design in um, as the program writes them."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "design.gsf"
        subprocess.run([burin, "export", design, "--to", file, "--progress", "none"], check=True)
        data = file.read_bytes()
    head = data[:data.index(b"\0")].decode()
    keys = dict(line.split(" = ") for line in head.splitlines() if " = " in line)
    width, height = int(keys["XRes"]), int(keys["YRes"])
    return np.frombuffer(data[-4 * width * height:], "<f4").reshape(height, width) * 1e6


def between(heights, x, y):
    """Bilinear."""
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    u, v = x - left, y - top
    return ((heights[top, left] * (1 - u) + heights[top, left + 1] * u) * (1 - v)
            + (heights[top + 1, left] * (1 - u) + heights[top + 1, left + 1] * u) * v)


def measured(heights):
    """Heights of the scan in um: each is the mean over the area of its sample."""
    parts = 4
    scan = np.zeros(SIZE[::-1])
    for j in range(parts):
        for i in range(parts):
            within = ((np.array([i, j]) + 0.5) / parts - 0.5) * SCAN_UM
            x = (np.arange(SIZE[0]) - (SIZE[0] - 1) / 2)[None, :] * SCAN_UM + within[0]
            y = (np.arange(SIZE[1]) - (SIZE[1] - 1) / 2)[:, None] * SCAN_UM + within[1]
            place_x = MIDDLE_UM[0] + np.cos(TURN) * x - np.sin(TURN) * y
            place_y = MIDDLE_UM[1] + np.sin(TURN) * x + np.cos(TURN) * y
            z = DEPTH * between(heights, place_x / DESIGN_UM, place_y / DESIGN_UM)
            z = z - CHIP_UM[3] * (np.hypot(x - CHIP_UM[0], y - CHIP_UM[1]) < CHIP_UM[2])
            scan += (z + OFFSET_UM + TILT[0] * x + TILT[1] * y) / parts**2
    return scan


def write_x3p(file, heights_um, valid):
    """ISO 5436-2 with heights in whole nm."""
    points = np.round(heights_um * 1000).astype("<i2").tobytes()
    bits = np.packbits(valid.ravel(), bitorder="little").tobytes()
    axis = (f"<AxisType>I</AxisType><DataType>D</DataType><Increment>{SCAN_UM * 1e-6:g}</Increment>"
            "<Offset>0</Offset>")
    main = f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<p:ISO5436_2 xmlns:p="http://www.opengps.eu/2008/ISO5436_2">
  <Record1>
    <Revision>ISO5436 - 2000</Revision>
    <FeatureType>SUR</FeatureType>
    <Axes>
      <CX>{axis}</CX>
      <CY>{axis}</CY>
      <CZ><AxisType>A</AxisType><DataType>I</DataType><Increment>1e-09</Increment><Offset>0</Offset></CZ>
    </Axes>
  </Record1>
  <Record2>
    <Date>1970-01-01T00:00:00Z</Date>
    <Instrument><Manufacturer>Burin</Manufacturer><Model>example_scan.py</Model><Serial>0</Serial><Version>1</Version></Instrument>
    <CalibrationDate>1970-01-01T00:00:00Z</CalibrationDate>
    <ProbingSystem><Type>Software</Type><Identification>example_scan.py</Identification></ProbingSystem>
    <Comment>A piece of the example stamp, with known faults</Comment>
  </Record2>
  <Record3>
    <MatrixDimension><SizeX>{SIZE[0]}</SizeX><SizeY>{SIZE[1]}</SizeY><SizeZ>1</SizeZ></MatrixDimension>
    <DataLink>
      <PointDataLink>bindata/data.bin</PointDataLink>
      <MD5ChecksumPointData>{hashlib.md5(points).hexdigest()}</MD5ChecksumPointData>
      <ValidPointsLink>bindata/valid.bin</ValidPointsLink>
      <MD5ChecksumValidPoints>{hashlib.md5(bits).hexdigest()}</MD5ChecksumValidPoints>
    </DataLink>
  </Record3>
  <Record4><ChecksumFile>md5checksum.hex</ChecksumFile></Record4>
</p:ISO5436_2>
""".encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in (("main.xml", main), ("bindata/data.bin", points), ("bindata/valid.bin", bits),
                              ("md5checksum.hex", f"{hashlib.md5(main).hexdigest()} *main.xml\n".encode())):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)


def main():
    examples = pathlib.Path(__file__).resolve().parent.parent / "resources/examples"
    scan = measured(designed(sys.argv[1], examples / "stamp.burin"))
    random = np.random.default_rng(16)
    scan += random.normal(0, NOISE_UM, scan.shape)
    valid = random.random(scan.shape) >= MISSING
    (examples / "scans").mkdir(exist_ok=True)
    write_x3p(examples / "scans/stamp.x3p", np.where(valid, scan, 0), valid)


main()

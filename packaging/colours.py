# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many colours a PNG of 8 bits has: python3 packaging/colours.py PICTURE.png

It needs only Python's own library, as the test of a release does.
"""
import struct
import sys
import zlib


def chunks(data):
    """The names and the contents of the chunks of a PNG."""
    at = 8
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        yield name, data[at + 8:at + 8 + size]
        at += size + 12


def rows(data):
    """The rows of pixels, and the bytes of a pixel."""
    parts = list(chunks(data))
    width, _, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    if bits != 8 or kind == 3 or interlaced:
        sys.exit("only pictures of 8 bits without a palette and in one pass are read")
    step = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    lines = zlib.decompress(b"".join(content for name, content in parts if name == b"IDAT"))
    before = bytes(width * step)
    for at in range(0, len(lines), width * step + 1):
        before = plain(lines[at], bytearray(lines[at + 1:at + 1 + width * step]), before, step)
        yield before, step


def plain(method, row, before, step):
    """The row without its filter. `before` is the row above."""
    for i, value in enumerate(row if method else b""):
        left = row[i - step] if i >= step else 0
        above = before[i]
        corner = before[i - step] if i >= step else 0
        if method == 1:
            guess = left
        elif method == 2:
            guess = above
        elif method == 3:
            guess = (left + above) // 2
        else:  # the nearest of the three to left + above - corner
            guess = min((left, above, corner), key=lambda near: abs(left + above - corner - near))
        row[i] = (value + guess) & 255
    return row


def colours(file):
    with open(file, "rb") as stream:
        data = stream.read()
    if not data.startswith(b"\x89PNG\r\n"):
        sys.exit("not a PNG")
    found = set()
    for row, step in rows(data):
        found.update(zip(*(row[channel::step] for channel in range(step))))
    return len(found)


if __name__ == "__main__":
    print(colours(sys.argv[1]))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the cards that a program has machine code for: python3 packaging/cards.py PROGRAM

Each is a line with the compute capability of a card, such as 90 for 9.0. The program has a fat binary for each of its CUDA
sources; a card counts if all of them have code for it. cuobjdump lists the same, but not every installation of nvcc has it.
"""
import struct
import sys

MAGIC = b"\x50\xed\x55\xba"
HEADER = struct.Struct("<4sHHQ")  # the magic number, the version, the size of this header, the size of all entries
ENTRY = struct.Struct("<HHIQ12xI")  # the kind, the version, the size of this header, that of the code, the card
MACHINE_CODE = 2


def fat_binaries(data):
    """The first and the last byte of the entries of each fat binary, the last one excluded."""
    at = data.find(MAGIC)
    while at >= 0:
        _, version, header, size = HEADER.unpack_from(data, at)
        if (version, header) == (1, HEADER.size):  # otherwise the bytes are something else
            yield at + header, at + header + size
        at = data.find(MAGIC, at + 1)


def cards(data, at, end):
    """The cards of the entries with machine code."""
    while at < end:
        kind, _, header, size, card = ENTRY.unpack_from(data, at)
        if kind == MACHINE_CODE:
            yield card
        at += header + size


def main():
    with open(sys.argv[1], "rb") as stream:
        data = stream.read()
    found = [set(cards(data, at, end)) for at, end in fat_binaries(data)]
    if not found:
        sys.exit("the file has no fat binary")
    for card in sorted(set.intersection(*found)):
        print(card)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Random designs as texts: patterns under lattices, noise, filters and masks, below a root of any depth."""

import random


def random_design(seed):
    """The text of a design. Equal seeds make equal texts."""
    chance = random.Random(seed)
    width = chance.randint(1, 700)
    height = chance.randint(1, 500)
    side = chance.randint(3, 60)
    depth = chance.choice((1, 8, 16))
    leaf = chance.choice((
        f'kind: math2d, width: {side}, height: {side}, expression: "0.5 + 0.5 * sin(x / {chance.randint(2, 9)}) * cos(y / 5)"',
        f'kind: math2d, width: {side}, height: {side}, expression: "x * {chance.randint(1, 9)} / {9 * side}"'))
    middle = chance.choice((
        f"kind: stitching, u: [{chance.randint(3, 90)}, {chance.randint(0, 9)}], v: [{chance.randint(0, 9)}, "
        f"{chance.randint(3, 90)}], blend: max, inputs: [{{pattern: leaf}}]",
        f"kind: stitching, u: [{chance.randint(3, 90)}.5, 1], v: [0, {chance.randint(20, 90)}.25], blend: add, "
        "inputs: [{pattern: leaf}]",
        "kind: union, inputs: [{data: leaf}]",
        "kind: median, radius: 1, inputs: [{data: leaf}]"))
    root = f"kind: root, width: {width}, height: {height}, depth: {depth}, invert: {chance.choice(('true', 'false'))}"
    return ("burin: 1\npixel: 1 um\nnodes:\n"
            f"  surface: {{{root}, inputs: [{{data: middle}}]}}\n"
            f"  middle: {{{middle}}}\n"
            f"  leaf: {{{leaf}}}\n")

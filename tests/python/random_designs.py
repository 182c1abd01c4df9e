# SPDX-License-Identifier: GPL-3.0-or-later
"""Random designs as texts: a leaf that is drawn or computed, a node that repeats, places or filters it, perhaps masked, and a
root of any depth."""

import random

#: Leaves of a side of about `s` pixels.
LEAVES = (
    lambda c, s: f'kind: math2d, width: {s}, height: {s}, '
                 f'expression: "0.5 + 0.5 * sin(x / {c.randint(2, 9)}) * cos(y / 5)"',
    lambda c, s: f'kind: math2d, width: {s}, height: {s}, expression: "x * {c.randint(1, 9)} / {9 * s}"',
    lambda c, s: f"kind: noise, width: {s}, height: {s}, pitch: {c.randint(2, 30)}, octaves: {c.randint(1, 4)}, "
                 f"type: {c.choice(('gradient', 'value'))}, seed: {c.randrange(1 << 32)}",
    lambda c, s: f"kind: voronoi, width: {s}, height: {s}, pitch: {c.randint(2, 20)}, jitter: {c.random():.2f}, "
                 f"feature: {c.choice(('f1', 'f2', 'f2-f1', 'edge', 'id'))}, seed: {c.randrange(1 << 32)}",
    lambda c, s: f"kind: shape, shape: polygon, sides: {c.randint(3, 9)}, diameter: {s}.5, rotate: {c.randint(-90, 90)}, "
                 f"across: {c.choice(('corners', 'flats'))}",
    lambda c, s: f"kind: shape, shape: ellipse, size: [{s}, {c.randint(3, 60)}], stroke: {{width: {c.randint(1, 4)}}}, "
                 f"fill: {c.choice(('true', 'false'))}",
    lambda c, s: f'kind: text, text: "{c.choice(("Ab", "7", "Weil", "AV"))}", size: {c.randint(4, 40)}, '
                 f"rotate: {c.choice((0, 90, 33))}")

#: Nodes that read `leaf`. The second place is for a mask.
MIDDLES = (
    lambda c, mask: f"kind: stitching, u: [{c.randint(3, 90)}, {c.randint(0, 9)}], v: [{c.randint(0, 9)}, "
                    f"{c.randint(10, 90)}], blend: max, inputs: [{{pattern: leaf}}{mask}]",
    lambda c, mask: f"kind: stitching, u: [{c.randint(3, 90)}.5, 1], v: [0, {c.randint(20, 90)}.25], blend: add, "
                    f"inputs: [{{pattern: leaf}}{mask}]",
    lambda c, mask: f"kind: scatter, pitch: {c.randint(5, 40)}, distance: {c.randint(0, 30)}, seed: {c.randrange(1 << 32)}, "
                    f"blend: {c.choice(('over', 'mean', 'add', 'max', 'min'))}, "
                    f"vary: {{turn: {c.choice(('none', 'quarter', 'any'))}, mirror: {c.choice(('none', 'x', 'both'))}}}, "
                    f"inputs: [{{pattern: leaf}}{mask}]",
    lambda c, mask: f"kind: union, inputs: [{{data: leaf, at: [{c.randint(-9, 99)}, {c.randint(-9, 99)}]}}{mask}]",
    lambda c, mask: f"kind: group, group: stones, values: {{size: {c.randint(3, 90)}}}, inputs: [{{data: leaf}}{mask}]",
    lambda c, mask: "kind: median, radius: 1, inputs: [{data: leaf}]",
    lambda c, mask: f"kind: transform, rotate: {c.choice((0, 90, 12, -77))}, scale: {c.choice((1, 0.6, 2.5))}, "
                    f"mirror: {c.choice(('none', 'x', 'y', 'both'))}, "
                    f"interpolation: {c.choice(('nearest', 'linear', 'cubic', 'area'))}, inputs: [{{data: leaf}}]")

GROUPS = """groups:
  stones:
    parameters: {size: {type: length, default: 20, minimum: 3, maximum: 100}}
    inputs: [{data: ground}, {mask: outline, optional: true}]
    output: both
    nodes:
      both: {kind: union, operation: add, inputs: [{data: rows}, {data: $ground}]}
      rows: {kind: stitching, u: [=size, 0], v: ["= size / 2", "= size * 0.9"], inputs: [{pattern: stone}, {mask: $outline}]}
      stone: {kind: math2d, width: =size, height: =size, expression: "max(0, 1 - hypot(x - w / 2, y - h / 2) / (size / 2))"}
"""


def random_design(seed):
    """The text of a design. Equal seeds make equal texts."""
    c = random.Random(seed)
    width, height = c.randint(1, 700), c.randint(1, 500)
    root = f"kind: root, width: {width}, height: {height}, depth: {c.choice((1, 8, 16))}, invert: {c.choice(('true', 'false'))}"
    masked = c.random() < 0.5
    mask = f", {{mask: window, at: [{c.randint(-50, 99)}, {c.randint(-50, 99)}]}}" if masked else ""
    leaf = c.choice(LEAVES)(c, c.randint(3, 60))
    middle = c.choice(MIDDLES)(c, mask)
    nodes = {"surface": f"{root}, inputs: [{{data: middle}}]", "middle": middle, "leaf": leaf}
    if "window" in middle:
        nodes["window"] = f'kind: math2d, width: {c.randint(1, 600)}, height: {c.randint(1, 400)}, expression: "x / 500 + 0.2"'
    groups = GROUPS if "group:" in middle else ""
    return "burin: 2\npixel: 1 um\n" + groups + "nodes:\n" + "".join(
        f"  {name}: {{{body}}}\n" for name, body in nodes.items())

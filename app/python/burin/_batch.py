# SPDX-License-Identifier: GPL-3.0-or-later
"""A job for each row of a table."""

import csv
import io
import json
import os
import tempfile
from typing import NamedTuple, Tuple

from ._design import Design, load
from ._errors import UsageError
from ._fields import described
from ._limits import export_wishes, flag_of, path_of, policy_of, region_of, wishes
from ._progress import shown_rows


@described(row="From 1.",
           name="The name of the row.",
           state='"done", "failed", "stopped" or "skipped"',
           to="The output.",
           hash="Of the design; empty if the output keeps none.",
           shape="(rows, columns) of the exported region.",
           seconds="The time that the export took.",
           error="Why it failed; else empty.")
class BatchResult(NamedTuple):
    """The result of one row of a batch."""

    row: int
    name: str
    state: str
    to: str
    hash: str
    shape: Tuple[int, int]
    seconds: float
    error: str


def _plain(value):
    """An array or a scalar of NumPy as lists and plain numbers; any other value as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _in_list(value):
    """The same for a value in a list or a dict."""
    if not hasattr(value, "tolist"):
        raise TypeError("a value of a row is a text, a number, a list, an array, a dict or None")
    return value.tolist()


def _cell(title, value):
    value = _plain(value)
    if title == "region":
        value = region_of(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, default=_in_list) if isinstance(value, (list, tuple, dict)) else str(value)


def _table(rows):
    """The rows as the text of a CSV. Every row has the same keys."""
    if not rows:
        raise UsageError("rows: at least one row is expected")
    titles = list(rows[0])
    for number, row in enumerate(rows, 1):
        if set(row) != set(titles):
            raise UsageError(f"row {number}: the keys {', '.join(titles)} are expected, as in the first row")
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(titles)
    for number, row in enumerate(rows, 1):
        cells = [_cell(title, row[title]) for title in titles]
        if not any(cell.strip(" \t") for cell in cells):
            raise UsageError(f"row {number}: at least one value is expected, because a table leaves empty rows out")
        writer.writerow(cells)
    return text.getvalue()


def batch(design, rows, to="", *, region=None, results=None, backend="auto", memory=None, threads=None, resume=False,
          progress=None, force=False, keep_going=False, scan="rows", serpentine=False, compression="none", bigtiff=False,
          allow_mixed=False, verify=False, date="", layout="auto", layers=None, helix="", devices=(), gpu_memory=None,
          tile=None):
    """Exports a design once for each row, as `burin batch` does, and returns a list of BatchResult.

    design      a Design, or the file of one
    rows        dicts with equal keys: NODE.KEY for a value, or name, to, region, skip
    to          the output of each row, such as "out/{name}.tif"; {row} and any key can be used too
    region      of rows that name none: (x, y, width, height) in pixels or lengths
    results     a table to which the result of each row is appended as soon as it is known; resume continues it
    keep_going  whether the other rows follow one that failed
    progress    None: a bar for each row on a terminal and in a notebook; True or False: bars, or nothing; a function is called
                with (row, done_px, total_px, state), at most ten times a second and at the end of each row

    The other arguments are those of `Surface.export`.

    All rows are checked before the first is exported. Raises UsageError, and DesignError, whose problems name
    a column as their parameter, and count lines and columns in the table: the keys are line 1, the first row is line 2.
    """
    if not isinstance(design, Design):
        design = load(design)
    each = export_wishes(to, region, wishes(backend, memory, threads, devices, gpu_memory, tile),
                         policy_of(resume, allow_mixed, force, verify), serpentine, bigtiff, layers, scan=scan,
                         compression=compression, layout=layout, date=date, helix=helix)
    keep_going = flag_of(keep_going, "keep_going")
    rows = [dict(row) for row in rows]
    table = _table(rows)
    teller = shown_rows(progress, len(rows))
    try:
        if results is not None:
            return design._core.export_rows(table, path_of(results), each, keep_going, teller)
        with tempfile.TemporaryDirectory() as folder:
            return design._core.export_rows(table, os.path.join(folder, "results.csv"), each, keep_going, teller)
    finally:
        if teller is not None:
            teller.close()

# SPDX-License-Identifier: GPL-3.0-or-later
"""A job for each row of a table."""

import csv
import io
import json
import os
import tempfile
from typing import NamedTuple, Tuple

from . import _burin
from ._design import Design, load
from ._errors import UsageError
from ._fields import described
from ._limits import wishes


@described(row="From 1.",
           name="The name of the row.",
           state='"done", "failed", "stopped" or "skipped"',
           to="The output.",
           hash="Of the design; empty if the output keeps none.",
           shape="(rows, columns) of the exported region.",
           seconds="How long the export took.",
           error="Why it failed; else empty.")
class BatchResult(NamedTuple):
    """How one row of a batch ended."""

    row: int
    name: str
    state: str
    to: str
    hash: str
    shape: Tuple[int, int]
    seconds: float
    error: str


def _cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (list, tuple, dict)) else str(value)


def _table(rows):
    """The rows as the text of a CSV. Every row has the same keys."""
    rows = [dict(row) for row in rows]
    if not rows:
        raise UsageError("rows: at least one row is expected")
    titles = list(rows[0])
    for number, row in enumerate(rows, 1):
        if set(row) != set(titles):
            raise UsageError(f"row {number}: the keys {', '.join(titles)} are expected, as in the first row")
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(titles)
    for row in rows:
        writer.writerow([_cell(row[title]) for title in titles])
    return text.getvalue()


def batch(design, rows, to="", *, results=None, backend="auto", memory=None, threads=None, resume=False, force=False,
          keep_going=False):
    """Exports a design once for each row, as `burin batch` does, and returns a list of BatchResult.

    design      a Design, or the file of one
    rows        dicts with equal keys: NODE.KEY for a value, or name, to, region, skip
    to          the output of each row, such as "out/{name}.tif"; {row} and any key can be used too
    results     a table to which the result of each row is appended as soon as it is known; resume continues it
    keep_going  whether the other rows follow one that failed

    All rows are checked before the first is exported. Raises UsageError, and DesignError, whose problems name
    a column as their parameter, and count lines and columns in the table: the keys are line 1, the first row is line 2.
    """
    if not isinstance(design, Design):
        design = load(design)
    each = _burin.ExportWishes(os.fspath(to), None, wishes(backend, memory, threads),
                               _burin.ResumePolicy(resume, False, force, False))
    table = _table(rows)
    if results is not None:
        return design._core.export_rows(table, os.fspath(results), each, keep_going)
    with tempfile.TemporaryDirectory() as folder:
        return design._core.export_rows(table, os.path.join(folder, "results.csv"), each, keep_going)

# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress display of an export."""

import os
import sys
import time
import unicodedata

import numpy

#: Seconds between two calls.
BETWEEN = 0.1


def _in_notebook():
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def _columns():
    """The columns of the terminal on stderr, 80 if it does not say; None without a terminal, as in a notebook."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (AttributeError, OSError, ValueError):
        return None


def _width(text):
    """The columns that a text takes on a terminal: wide characters, such as Chinese ones, take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _cut(text, most):
    """The longest beginning of a text that takes at most so many columns."""
    while _width(text) > most:
        text = text[:-1]
    return text


class Bar:
    """A line on stderr that is written over itself: on a terminal and in a notebook."""

    def __init__(self):
        self._width = 0

    def __call__(self, done_px, total_px, state, line):
        share = done_px / total_px if total_px else 1
        columns = _columns()
        cells = 24
        if columns is not None:  # in the last column the line would wrap
            line = _cut(line, columns - 1)
            cells = min(cells, columns - 1 - _width(line) - len("[] "))
        text = "[" + ("#" * round(cells * share)).ljust(cells) + "] " + line if cells > 0 else line
        width = _width(text)
        sys.stderr.write("\r" + text + " " * (self._width - width))
        sys.stderr.flush()
        self._width = width

    def close(self):
        """Ends the line, if there is one."""
        if self._width:
            sys.stderr.write("\n")
        self._width = 0


class _RowBars:
    """A bar for each row of a batch, below its title."""

    def __init__(self, rows):
        self._rows = rows
        self._row = None
        self._bar = Bar()

    def __call__(self, row, name, done_px, total_px, state, line):
        if row != self._row:
            self._bar.close()
            self._row = row
            sys.stderr.write(f"row {row} of {self._rows}: {' '.join(name.split())}\n")
        self._bar(done_px, total_px, state, line)

    def close(self):
        """Ends the last line."""
        self._bar.close()


class _RowCalls:
    """Calls a function of four arguments, at most ten times a second, and at the end of each row."""

    def __init__(self, function):
        self._function = function
        self._last = None

    def __call__(self, row, name, done_px, total_px, state, line):
        now = time.monotonic()
        if state not in ("done", "failed") and self._last is not None and now - self._last < BETWEEN:
            return
        self._last = now
        self._function(row, done_px, total_px, state)

    def close(self):
        """Nothing: the last call has been made."""


class _Calls:
    """Calls a function of three arguments, at most ten times a second, and once more at the end."""

    def __init__(self, function):
        self._function = function
        self._last = None

    def __call__(self, done_px, total_px, state, line):
        now = time.monotonic()
        ended = state in ("done", "failed")
        if self._last is not None and now - self._last < BETWEEN:
            if not ended:
                return
            time.sleep(BETWEEN - (now - self._last))
        self._last = time.monotonic()
        self._function(done_px, total_px, state)

    def close(self):
        """Nothing: the last call has been made."""


def _wants_bar(progress):
    if progress is not None and not isinstance(progress, (bool, numpy.bool_)):
        raise TypeError(f"progress {progress!r}: None, True, False or a function is expected")
    if sys.stderr is None:  # as in a program without a console
        return False
    return bool(progress) if progress is not None else _in_notebook() or sys.stderr.isatty()


def shown(progress):
    """How to show progress: call a function, show a bar (True; None only on a terminal or in a notebook), or nothing (False)."""
    if callable(progress):
        return _Calls(progress)
    return Bar() if _wants_bar(progress) else None


def shown_rows(progress, rows):
    """The same for a batch of so many rows."""
    if callable(progress):
        return _RowCalls(progress)
    return _RowBars(rows) if _wants_bar(progress) else None

# SPDX-License-Identifier: GPL-3.0-or-later
"""How an export shows its progress."""

import sys
import time

#: Seconds between two calls.
BETWEEN = 0.1


def _in_notebook():
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """A line on stderr that is written over itself: on a terminal and in a notebook."""

    def __init__(self):
        self._width = 0

    def __call__(self, done_px, total_px, state, line):
        share = done_px / total_px if total_px else 1
        text = "[" + ("#" * round(24 * share)).ljust(24) + "] " + line
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self):
        """Ends the line, if there is one."""
        if self._width:
            sys.stderr.write("\n")


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


def shown(progress):
    """How to show progress: call a function, show a bar (True; None only on a terminal or in a notebook), or nothing (False)."""
    if callable(progress):
        return _Calls(progress)
    if progress is None:
        progress = _in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
    return Bar() if progress else None

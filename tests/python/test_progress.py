# SPDX-License-Identifier: GPL-3.0-or-later
"""A bar is shown on a terminal and in a notebook, and nowhere else."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import types

import pytest

import burin

DESIGN = """burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 600, height: 400, inputs: [{data: slope}]}
  slope: {kind: math2d, width: 600, height: 400, expression: "x / 600"}
"""
CALLS = {"an export": "design.surface().export('null:', progress=PROGRESS)",
         "a batch": "burin.batch(design, [{'name': 'a'}, {'name': 'b'}], 'null:', progress=PROGRESS)"}
FULL = "[" + 24 * "#" + "] 100"


def script(call, progress):
    return f"import burin\ndesign = burin.parse({DESIGN!r})\n{call.replace('PROGRESS', progress)}\n"


def shown_on_a_terminal(program, columns=200):
    """The text that a program writes to stderr if that is a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    running = subprocess.Popen([sys.executable, "-c", program], stderr=theirs)
    os.close(theirs)
    text = b""
    try:
        while block := os.read(ours, 65536):
            text += block
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert running.wait() == 0, text
    return text.decode()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_terminal_shows_a_bar(call):
    text = shown_on_a_terminal(script(call, "None"))
    assert FULL in text and text.startswith(("\r[", "row 1 of 2: a\r\n\r[")) and text.endswith("\n")
    assert text.count(FULL) == (2 if "batch" in call else 1) and ("row 2 of 2: b\r\n" in text) == ("batch" in call)
    assert shown_on_a_terminal(script(call, "False")) == ""


@pytest.mark.parametrize("columns", [0, 80, 40, 10])
def test_a_bar_does_not_wrap(columns):
    text = shown_on_a_terminal(script(CALLS["an export"], "None"), columns)
    lines = text.strip("\r\n").split("\r")
    assert all(len(line) < (columns or 80) for line in lines), lines
    assert ("#] 100" in text) == (columns in (0, 80)) and "100" in text


def test_a_wide_character_takes_two_columns(monkeypatch, capsys):
    monkeypatch.setattr(burin._progress, "_columns", lambda: 40)
    bar = burin._progress.Bar()
    for line in ("100.0 %  failed: 漢字の設計図面.raw: cannot be resized", "100.0 %  漢字", "100.0 %"):
        bar(1, 1, "failed", line)
    shown = [sum(2 if c >= "\u3000" else 1 for c in update) for update in capsys.readouterr().err.split("\r")[1:]]
    assert shown[0] == 39 and max(shown) < 40


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_pipe_shows_none(call):
    for progress, bar in (("None", False), ("True", True)):
        ran = subprocess.run([sys.executable, "-c", script(call, progress)], capture_output=True, text=True, check=True)
        assert (FULL in ran.stderr) == bar and bool(ran.stderr) == bar


@pytest.mark.parametrize("progress", ["5", "'bar'", "[]"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_shows_no_progress_is_refused(call, progress):
    with pytest.raises(TypeError, match="None, True, False or a function is expected"):
        exec(script(call, progress), {})


@pytest.mark.parametrize("shell, bar", [("ZMQInteractiveShell", True), ("TerminalInteractiveShell", False), (None, False)])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_notebook_shows_a_bar(call, shell, bar, monkeypatch, capsys):
    """Its stderr is not a terminal; the class of its shell tells it from other uses of IPython."""
    made = None if shell is None else type(shell, (), {})()
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: made))
    exec(script(call, "None"), {})
    assert (FULL in capsys.readouterr().err) == bar


@pytest.mark.parametrize("progress", [None, True])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_stderr_shows_none(call, progress, monkeypatch):
    """A program without a console has none."""
    monkeypatch.setattr(sys, "stderr", None)
    exec(script(call, repr(progress)), {})


def test_a_batch_tells_the_end_of_each_row():
    told = []
    rows = [{"name": name} for name in "abc"]
    burin.batch(burin.parse(DESIGN), rows, "null:", progress=lambda *words: told.append(words))
    assert [words for words in told if words[3] == "done"] == [(row, 240_000, 240_000, "done") for row in (1, 2, 3)]
    assert [words[0] for words in told] == sorted(words[0] for words in told)

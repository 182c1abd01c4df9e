#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every source of the program compiles alone.

    packaging/sources_alone.py BUILD

The presets ci and release compile the sources of a folder as one file, so a source that does not include all it
needs still compiles there. This reads the compile commands of BUILD and compiles each source of such a file by
itself, without precompiled headers. Prints the first error of each source that fails, and exits with 1 if any
does. It leaves out the tests, whose sources would take longer than all others together.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


def sources_in(united, folders):
    """The sources that a united file includes."""
    for name in re.findall(r'^#include "(.*\.cpp)"$', united.read_text(), re.M):
        yield next((path for path in (folder / name for folder in folders) if path.exists()), pathlib.Path(name))


def command_of(entry):
    """The command that compiles a source as fast as possible, without the source and the output."""
    words = shlex.split(entry["command"])
    compiler = next(i for i, word in enumerate(words) if re.search(r"(c\+\+|clang\+\+)(-\d+)?$", word))
    cache = shutil.which("ccache")  # does not remember runs with -fsyntax-only
    command = [*([cache] if cache else []), words[compiler], "-O0", "-w", "-c"]
    words = iter(words[compiler + 1 :])
    for word in words:
        if word in ("-o", "-include"):
            next(words)
        elif word not in ("-c", "-Winvalid-pch", entry["file"]) and not word.startswith("-O"):
            command.append(word)
    return command


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    build = pathlib.Path(sys.argv[1]).resolve()
    checks = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        united = pathlib.Path(entry["file"])
        if united.parent.name.lower() != "unity" or united.suffix == ".cu":
            continue
        command = command_of(entry)
        folders = [pathlib.Path(word[2:]) for word in command if word.startswith("-I")]
        checks += [(command, entry["directory"], source) for source in sources_in(united, folders)
                   if root / "tests" not in source.parents]
    if not checks:
        sys.exit(f"{build} compiles every source by itself")

    # So that the cache also knows sources of another folder, as in the build.
    environment = {**os.environ, "CCACHE_BASEDIR": str(root), "CCACHE_NOHASHDIR": "1",
                   "CCACHE_SLOPPINESS": "time_macros,include_file_mtime,include_file_ctime"}

    def check(one):
        command, folder, source = one
        with tempfile.NamedTemporaryFile(suffix=".o") as output:
            ran = subprocess.run([*command, str(source), "-o", output.name], cwd=folder, env=environment,
                                 capture_output=True, text=True)
        return source, next((line for line in ran.stderr.splitlines() if "error:" in line), ran.returncode and ran.stderr)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, problem in pool.map(check, checks):
            if problem:
                failed += 1
                print(f"{source} does not compile alone: {problem}", flush=True)
    print(f"{len(checks)} sources, {failed} of them do not compile alone")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do exports and previews stay within the memory of a container?

    sudo tests/python/memory_limits.py build/release/app/burin build/release/app/burin-studio [SECONDS]

Makes control groups with a limit of 400 MiB in each version of them that this computer has, and runs in them `burin
info`, exports of large surfaces, and `burin-studio --screenshot`, which draws the previews. The limit is once in the
process's own group, and once in its parent alone. Needs root, control groups that may be written, and 2 GB in the folder
for temporary files (TMPDIR), which has to be on a disk: files in a tmpfs count as memory. A run is stopped after SECONDS,
by default 120, and then counts by what it took until then.

It prints for each run the peak that the kernel counts, which includes the file cache, and the largest sample of the
memory of the process itself. It exits with 1 if the kernel killed a process for memory, if a run failed, if `info` does
not name the limit, or if no group can be made.
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 400 << 20
ROOT = pathlib.Path("/sys/fs/cgroup")
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "resources/examples"


def number_in(file, key=None):
    """A number that is a file's content, or that follows a key in it; nothing without such a file or key."""
    try:
        text = file.read_text()
    except OSError:
        return None
    if key is None:
        return int(text)
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        if name == key:
            return int(value)
    return None


class Version2:
    """A control group of version 2, whose memory controller its parent has to give away."""

    name = "v2"
    limit_file = "memory.max"
    own_key = "anon"
    top = ROOT if (ROOT / "cgroup.controllers").exists() else ROOT / "unified"

    @classmethod
    def why_not(cls):
        controllers = cls.top / "cgroup.controllers"
        if not controllers.exists():
            return "is not mounted"
        if "memory" not in controllers.read_text().split():
            return "has no memory controller, which version 1 may hold"
        return None

    @classmethod
    def prepare(cls, group):
        """Lets the groups in a group have limits."""
        (group / "cgroup.subtree_control").write_text("+memory")

    @staticmethod
    def peak(group):
        return number_in(group / "memory.peak") or number_in(group / "memory.current")

    @staticmethod
    def killed(group):
        return number_in(group / "memory.events", "oom_kill")


class Version1:
    """A control group of version 1 with the memory controller."""

    name = "v1"
    limit_file = "memory.limit_in_bytes"
    own_key = "total_rss"
    top = ROOT / "memory"

    @classmethod
    def why_not(cls):
        return None if (cls.top / cls.limit_file).exists() else "is not mounted"

    @classmethod
    def prepare(cls, group):
        if group != cls.top:
            (group / "memory.use_hierarchy").write_text("1")

    @staticmethod
    def peak(group):
        return number_in(group / "memory.max_usage_in_bytes")

    @staticmethod
    def killed(group):
        return number_in(group / "memory.oom_control", "oom_kill")


class Group:
    """A group with the limit, and the group of the process: the same one, or one in it."""

    def __init__(self, version, nested):
        self.version = version
        version.prepare(version.top)
        self.limited = version.top / f"burin_memory_limits_{os.getpid()}"
        self.limited.mkdir()
        self.own = self.limited / "inner" if nested else self.limited
        try:
            if nested:
                version.prepare(self.limited)
                self.own.mkdir()
            (self.limited / version.limit_file).write_text(str(LIMIT))
        except OSError:
            self.remove()
            raise

    def remove(self):
        for group in (self.own, self.limited):
            for _ in range(100):  # the kernel may need a moment after the last process
                try:
                    if group.exists():
                        group.rmdir()
                    break
                except OSError:
                    time.sleep(0.05)

    def run(self, command, seconds):
        """Runs a command in the group.

        Returns its status, whether it was stopped, its words, and its own memory.
        """
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   preexec_fn=lambda: (self.own / "cgroup.procs").write_text("0"))
        largest = 0
        end = time.monotonic() + seconds
        stopped = False
        while True:
            largest = max(largest, number_in(self.limited / "memory.stat", self.version.own_key) or 0)
            try:
                words, _ = process.communicate(timeout=0.05)
                return process.returncode, stopped, words.decode(errors="replace"), largest
            except subprocess.TimeoutExpired:
                pass
            if time.monotonic() > end:
                process.send_signal(signal.SIGKILL if stopped else signal.SIGTERM)
                stopped = True
                end += 30


def runs(burin, studio, folder):
    """The runs, by a word for the table."""
    dimples = EXAMPLES / "hexagonal-dimples.burin"
    leather = EXAMPLES / "gravel-leather.burin"
    large = ["--set", "surface.width=40000", "--set", "surface.height=20000", "--backend", "cpu", "--progress", "none",
             "--force"]
    return {
        "info": [burin, "info", dimples],
        "export to null:": [burin, "export", dimples, "--to", "null:", *large[:-1]],
        "export to .tif": [burin, "export", dimples, "--to", folder / "a.tif", *large],
        "the same, deflated": [burin, "export", dimples, "--to", folder / "b.tif", "--compression", "deflate", *large],
        "export with filters": [burin, "export", leather, "--to", folder / "c.raw", *large],
        "screenshot": [studio, leather, "--screenshot", folder / "d.png", "--backend", "cpu"],
    }


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    burin, studio = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
    seconds = float(sys.argv[3]) if len(sys.argv) == 4 else 120
    problems = []
    made = 0
    for version in (Version2, Version1):
        if why := version.why_not():
            print(f"{version.name} {why}", file=sys.stderr)
            continue
        print(f"{'group':10} {'run':20} {'status':>8} {'peak':>10} {'own':>10} of {LIMIT >> 20} MiB")
        for nested in (False, True):
            kind = version.name + (" nested" if nested else "")
            with tempfile.TemporaryDirectory() as name:
                for title, command in runs(burin, studio, pathlib.Path(name)).items():
                    try:
                        group = Group(version, nested)  # a new one each time, whose peak begins at 0
                    except OSError as error:
                        print(f"{kind}: no group can be made: {error}", file=sys.stderr)
                        break
                    made += 1
                    try:
                        status, stopped, words, own = group.run(command, seconds)
                        peak, killed = version.peak(group.limited) or 0, version.killed(group.own) or 0
                    finally:
                        group.remove()
                    shown = "stopped" if stopped else str(status)
                    print(f"{kind:10} {title:20} {shown:>8} {peak / 2**20:6.0f} MiB {own / 2**20:6.0f} MiB", flush=True)
                    where = f"{kind}, {title}: "
                    if killed:
                        problems.append(where + "the kernel killed it for memory")
                    elif status == -signal.SIGKILL:
                        problems.append(where + "does not end within 30 s of an interrupt")
                    elif status != 0 and not stopped:
                        problems.append(where + f"status {status}: " + words.strip().replace("\n", " "))
                    elif title == "info" and group.limited.name not in words:
                        problems.append(where + "does not name the group whose limit decides")
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems or made == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

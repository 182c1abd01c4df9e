#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts faults into the sources and looks for the tests that find them; packaging/faults.sh calls it.

    packaging/faults.py [--tree FOLDER] [--list FILE] check
    packaging/faults.py [--tree FOLDER] [--list FILE] insert
    packaging/faults.py [--tree FOLDER] [--list FILE] run AT_ONCE [NUMBER...]

`check` looks whether each fault of the list (packaging/faults.toml) fits the sources, and prints why not. `insert`
changes the sources. Fault N is active in processes whose environment variable BURIN_FAULT is N, so one build has
all. `run` tests that build, each fault alone, and prints a table. Fault 0 is none: then every test must pass.

Every command exits with 1 if something is wrong.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time
import tomllib

HEADER = "core/base/faulty.hpp"
HEADER_TEXT = """// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace burin {

/// Whether this process runs with fault `number`; see packaging/faults.py.
inline bool faulty(int number) {
    static const int active = [] {
        const char* const text = std::getenv("BURIN_FAULT");
        return text == nullptr ? 0 : std::atoi(text);
    }();
    return number == active;
}

}  // namespace burin
"""
KEYS = {"room", "file", "fault", "line", "right", "wrong"}
# It compares the list with sources that have no faults yet.
OWN_TEST = "^architecture[.]test_faults$"


def places(code, text):
    """The places of code in a text, as (start, end). Any blanks and line breaks may be between its words."""
    pattern = r"\s+".join(re.escape(word) for word in code.split())
    return [match.span() for match in re.finditer(pattern, text)] if pattern else []


def place(fault, text):
    """The place that the fault replaces, as (start, end), and why it fits no single place; one of both is None."""
    lines = places(fault["line"], text)
    if len(lines) != 1:
        return None, f"`line` occurs {len(lines)} times in {fault['file']} instead of once: {fault['line']}"
    start, end = lines[0]
    rights = places(fault["right"], text[start:end])
    if len(rights) != 1:
        return None, f"`right` occurs {len(rights)} times in `line` instead of once: {fault['right']}"
    return (start + rights[0][0], start + rights[0][1]), None


def faulty_code(number, right, wrong):
    """The code that replaces `right`."""
    if not right.endswith(";"):
        return f"(burin::faulty({number}) ? ({wrong}) : ({right}))"
    if not wrong:
        return f"if (!burin::faulty({number})) {right}"
    return f"if (burin::faulty({number})) {{ {wrong} }} else {{ {right} }}"


def read(tree, file):
    """The text of a source, or None."""
    try:
        return (tree / file).read_text()
    except FileNotFoundError:
        return None


def complaint(tree, fault):
    """Why a fault does not fit the sources; nothing if it does."""
    missing = KEYS - fault.keys()
    if missing:
        return "has no " + ", ".join(f"`{key}`" for key in sorted(missing))
    if not fault["file"].startswith(fault["room"] + "/"):
        return f"{fault['file']} is not in {fault['room']}"
    if fault["right"] == fault["wrong"]:
        return "`right` and `wrong` are equal"
    if not fault["wrong"] and not fault["right"].endswith(";"):
        return "an expression is replaced by nothing"
    text = read(tree, fault["file"])
    if text is None:
        return f"{fault['file']} does not exist"
    if not re.search(r'^#include "', text, re.M):
        return f"{fault['file']} includes no header of its own"
    return place(fault, text)[1]


def check(tree, faults):
    """Prints what is wrong with the list. Returns whether all is well."""
    wrong = [(number, complaint(tree, fault)) for number, fault in faults]
    for number, why in wrong:
        if why:
            print(f"fault {number}: {why}", file=sys.stderr)
    if not faults:
        print("the list is empty", file=sys.stderr)
    return bool(faults) and not any(why for _, why in wrong)


def insert(tree, faults):
    """Changes the sources of a tree."""
    if read(tree, HEADER) is not None:
        sys.exit(f"{tree} has the faults already")
    if not check(tree, faults):
        return False
    for number, fault in faults:
        text = read(tree, fault["file"])
        found, why = place(fault, text)
        if why:
            sys.exit(f"fault {number} lies in the code of another fault: {why}")
        start, end = found
        text = text[:start] + faulty_code(number, text[start:end], fault["wrong"]) + text[end:]
        if HEADER not in text:  # a source includes its own header first
            text = re.sub(r'^#include ".*"\n', lambda own: f'{own[0]}#include "{HEADER}"\n', text, 1, re.M)
        (tree / fault["file"]).write_text(text)
    (tree / HEADER).parent.mkdir(parents=True, exist_ok=True)
    (tree / HEADER).write_text(HEADER_TEXT)
    return True


def failed_tests(log):
    """The tests that a log of ctest says have failed, each with the first function that did."""
    ended = list(re.finditer(r"^ *\d+/\d+ Test +#\d+: (\S+) .*?\*\*\*(?!Skipped)(Not Run|\w+)", log, re.M))
    functions = [re.search(r"^FAIL!  : (\S.*?)\)", log[each.start() : nxt], re.M)
                 for each, nxt in zip(ended, [each.start() for each in ended[1:]] + [len(log)])]
    return [(each[1], f"{function[1]})" if function else each[2])
            for each, function in zip(ended, functions)]


def test(tree, at_once, number, log, *choice):
    """Runs tests with a fault. Returns whether they passed, and those that failed."""
    command = ["ctest", "--preset", "ci", "-j", at_once, "--no-tests=error", "--stop-on-failure", *choice]
    environment = {**os.environ, "BURIN_FAULT": str(number)}
    ran = subprocess.run(command, cwd=tree, env=environment, text=True, errors="replace", stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with open(log, "a") as file:
        file.write(ran.stdout)
    return ran.returncode == 0, failed_tests(ran.stdout)


def find(tree, at_once, number, first, log):
    """The test that finds a fault, and the first function of it that fails; nothing if no test does.

    A test counts if it passes without the fault and fails with it twice, or once by its limit of time. Others are named
    and left out.
    """
    doubtful = [OWN_TEST]
    for choice in (["-R", first], None):
        while True:
            chosen = [*choice, "-E", "|".join(doubtful)] if choice else ["-E", "|".join([*doubtful, first])]
            passed, failed = test(tree, at_once, number, log, *chosen)
            if not passed and not failed:
                sys.exit(f"ctest has not run the tests; see {log}")
            for name, function in failed:
                alone = f"^{name.replace('.', '[.]')}$"
                again = ["-R", alone]
                found = test(tree, at_once, 0, log, *again)[0]
                if found and function != "Timeout":  # that would take another half an hour
                    found = not test(tree, at_once, number, log, *again)[0]
                if found:
                    return name, function
                print(f"  {name} failed, but not because of the fault: {function}", flush=True)
                doubtful.append(alone)
            if passed:
                break
    return None


def run(tree, faults, at_once, numbers):
    """Tests a build with each fault. Returns whether each was found."""
    logs = tree / "build" / "faults"
    logs.mkdir(parents=True, exist_ok=True)
    rows, sound = [], True
    for number in numbers or range(len(faults) + 1):
        begun, log = time.monotonic(), logs / f"{number}.log"
        log.unlink(missing_ok=True)
        if number == 0:
            passed, failed = test(tree, at_once, 0, log, "-E", OWN_TEST)
            print(f"without a fault: {'passed' if passed else 'FAILED'} in {time.monotonic() - begun:.0f} s", flush=True)
            for name, function in failed:
                print(f"  {name} {function}")
            if not passed:
                print(f"the tests must pass without a fault; see {log}")
                return False
            continue
        fault = faults[number - 1][1]
        first = fault.get("tests", f"^{fault['room'].replace('/', '[.]')}[.]")
        found = find(tree, at_once, number, first, log)
        sound = sound and found is not None
        row = (str(number), fault["room"], fault["file"], fault["fault"], " ".join(found) if found else "NOT FOUND")
        rows.append(row)
        print(f"fault {number}, {fault['room']}: {row[-1]} after {time.monotonic() - begun:.0f} s", flush=True)
    if rows:
        print("\n| | room | file | fault | found by |\n| --- | --- | --- | --- | --- |")
        for row in rows:
            print("| " + " | ".join(row) + " |")
    return sound


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tree", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("command", choices=("check", "insert", "run"))
    parser.add_argument("numbers", nargs="*", type=int)
    given = parser.parse_args()
    with open(given.list or given.tree / "packaging" / "faults.toml", "rb") as file:
        faults = list(enumerate(tomllib.load(file).get("fault", []), 1))
    if given.command == "check":
        return check(given.tree, faults)
    if given.command == "insert":
        return insert(given.tree, faults)
    if not given.numbers or any(not 0 <= number <= len(faults) for number in given.numbers[1:]):
        sys.exit(f"run needs the number of tests at once, and takes numbers of faults from 0 to {len(faults)}")
    return run(given.tree, faults, str(given.numbers[0]), given.numbers[1:])


if __name__ == "__main__":
    sys.exit(0 if main() else 1)

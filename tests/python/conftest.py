# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures and helpers that the module's tests share."""

import os

import pytest

# Some tests run scripts in other folders.
os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in os.environ["PYTHONPATH"].split(os.pathsep))


@pytest.fixture(scope="session")
def program():
    """The command line `burin` of the same build."""
    return os.environ["BURIN_PROGRAM"]

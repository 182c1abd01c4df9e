# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures and helpers that the module's tests share."""

import os

import pytest


@pytest.fixture(scope="session")
def program():
    """The command line `burin` of the same build."""
    return os.environ["BURIN_PROGRAM"]

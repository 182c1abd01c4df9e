# SPDX-License-Identifier: GPL-3.0-or-later
"""Every public name has a docstring and a stub, and what docstrings and the page show is what happens."""

import ast
import doctest
import importlib
import inspect
import pathlib
import pkgutil

import numpy
import pytest

import burin

PACKAGE = pathlib.Path(burin.__file__).parent
PAGE = pathlib.Path(__file__).parents[2] / "docs/python.md"
MODULES = [f"burin.{module.name}" for module in pkgutil.iter_modules([str(PACKAGE)]) if module.name != "_burin"] + ["burin"]


def public(names):
    return {name for name in names if not name.startswith("_")}


def stub():
    return ast.parse((PACKAGE / "__init__.pyi").read_text())


def test_every_public_name_has_a_docstring():
    missing = []
    for name in burin.__all__:
        thing = getattr(burin, name)
        if name == "memory_limit":
            continue
        if not inspect.getdoc(thing):
            missing.append(name)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                described = isinstance(value, property) or inspect.isfunction(value)
                if not member.startswith("_") and described and not inspect.getdoc(value):
                    missing.append(f"{name}.{member}")
    assert missing == []


def test_the_stubs_name_what_the_module_has():
    named = {node.name for node in stub().body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    named |= {node.target.id for node in stub().body if isinstance(node, ast.AnnAssign)}
    assert public(named) == set(burin.__all__)


@pytest.mark.parametrize("cls", [node for node in stub().body if isinstance(node, ast.ClassDef)], ids=lambda node: node.name)
def test_a_stub_names_the_members_of_its_class(cls):
    real = getattr(burin, cls.name)
    named = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    fields = {node.target.id for node in cls.body if isinstance(node, ast.AnnAssign)}
    own = {name for name, value in vars(real).items() if isinstance(value, property) or inspect.isfunction(value)}
    if hasattr(real, "_fields"):
        assert fields == set(real._fields)
    else:
        assert public(named) == public(own)


@pytest.mark.parametrize("function", [node for node in ast.walk(stub()) if isinstance(node, ast.FunctionDef)
                                      and not node.name.startswith("_") and not node.decorator_list],
                         ids=lambda node: node.name)
def test_a_stub_has_the_arguments_of_its_function(function):
    owners = [burin] + [getattr(burin, name) for name in burin.__all__ if inspect.isclass(getattr(burin, name))]
    wanted = [argument.arg for argument in function.args.args + function.args.kwonlyargs]
    found = [list(inspect.signature(vars(owner)[function.name]).parameters) for owner in owners
             if inspect.isfunction(vars(owner).get(function.name))]
    assert wanted + ([function.args.vararg.arg] if function.args.vararg else []) in found


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name):
    if name == "burin._zarr3":
        pytest.importorskip("zarr.abc.store", reason="zarr-python 3 is not installed")
    numpy.set_printoptions(linewidth=200)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_page_shows_what_happens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text()
    example = PAGE.parents[1] / "resources/examples/hexagonal-dimples.burin"
    (tmp_path / "leather.burin").write_text(example.read_text())
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 15
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.failed == 0

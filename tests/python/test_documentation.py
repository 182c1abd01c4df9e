# SPDX-License-Identifier: GPL-3.0-or-later
"""Every public name has a docstring and a stub, and what docstrings and the page show is what happens."""

import ast
import doctest
import importlib
import inspect
import pathlib
import pickle
import pkgutil
import pydoc
import re

import numpy
import pytest

import burin

PACKAGE = pathlib.Path(burin.__file__).parent
PAGE = pathlib.Path(__file__).parents[2] / "docs/python.md"
MODULES = [f"burin.{module.name}" for module in pkgutil.iter_modules([str(PACKAGE)]) if module.name != "_burin"] + ["burin"]


#: The methods of Python that users look up.
SPECIAL = {"__getitem__", "__setitem__", "__delitem__", "__array__", "__cuda_array_interface__", "__dlpack__",
           "__dlpack_device__"}


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
                if (member in SPECIAL or not member.startswith("_")) and described and not inspect.getdoc(value):
                    missing.append(f"{name}.{member}")
    assert missing == []


def functions():
    for name in burin.__all__:
        thing = getattr(burin, name)
        members = vars(thing).items() if inspect.isclass(thing) else [(name, thing)]
        for member, value in members:
            if inspect.isfunction(value) and not member.startswith("_"):
                yield pytest.param(value, id=value.__qualname__)


@pytest.mark.parametrize("function", functions())
def test_a_docstring_names_the_arguments(function):
    text = inspect.getdoc(function)
    if function is burin.batch:  # it refers to those of an export
        text += inspect.getdoc(burin.Surface.export)
    assert set(inspect.signature(function).parameters) - {"self"} - set(re.findall(r"\w+", text)) == set()


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
        assert public(named | fields) == public(own)


FIELDS = [(name, field) for name in burin.__all__ for field in (
    getattr(getattr(burin, name), "_fields", ()) or [
        node.target.id for cls in stub().body if isinstance(cls, ast.ClassDef) and cls.name == name
        for node in cls.body if isinstance(node, ast.AnnAssign)])]


@pytest.mark.parametrize("cls, field", FIELDS, ids=map(".".join, FIELDS))
def test_help_describes_a_field(cls, field):
    text = inspect.getdoc(inspect.getattr_static(getattr(burin, cls), field, None))
    assert text and "Alias for field" not in text
    assert text.splitlines()[0] in pydoc.render_doc(getattr(burin, cls), renderer=pydoc.plaintext)


def test_the_fields_of_exceptions_are_among_them():
    assert {("DesignError", "problems"), ("SinkError", "resumable"), ("MemoryError", "limit"), ("Problem", "what")} <= set(FIELDS)
    assert "burin.memory_limit" in burin.__doc__


def test_exceptions_keep_their_fields_when_they_are_pickled():
    assert burin.DeviceError("a").reason == "a"
    for error in (burin.SinkError("a", "b", 0.5, True), burin.MemoryError("a", 3, 2), burin.DesignError("a", [1]),
                  burin.DeviceError("a"), burin.UsageError("a")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and vars(again) == vars(error) and str(again) == "a"


USE = """
import numpy
import burin

design: burin.Design = burin.load("leather.burin")
design["dimple"]["width"] = numpy.float32(3)
surface = design.surface(region=(0, 0.5, "1 mm", numpy.int64(3)))
part = surface[0:3, ..., 5].mean()
sample: float = surface[0, 1]
problems: list[str] = [problem.what for problem in design.problems]
try:
    surface.export("a.tif", "0,0,1mm,1mm", progress=lambda done, total, state: print(done / total, state.upper()))
    burin.batch(design, [{"name": "a"}], "{name}.tif", progress=lambda row, done, total, state: print(row + done))
except burin.MemoryError as error:
    print(error.needed - error.limit)
"""


def test_a_type_checker_accepts_the_stubs_and_their_use(tmp_path):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")

    (tmp_path / "right.py").write_text(USE)
    (tmp_path / "wrong.py").write_text(USE + 'surface.preview(level="wide")\nsurface[0:3, 5].middle()\n')
    # Both at once and without a cache: most of the time is spent on the stubs of Python and NumPy.
    said, failed, _ = api.run(["--strict", "--cache-dir", "/dev/null", str(PACKAGE / "__init__.pyi"),
                               str(tmp_path / "right.py"), str(tmp_path / "wrong.py")])
    errors = [line for line in (said + failed).splitlines() if "error:" in line]
    assert len(errors) == 2 and all("wrong.py:" in line for line in errors)
    assert '"preview" of "Surface"' in errors[0] and 'no attribute "middle"' in errors[1]


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

# SPDX-License-Identifier: GPL-3.0-or-later
"""Docstrings of fields, so that help() shows them."""


def described(**texts):
    """Gives each field of a NamedTuple its docstring."""
    def describe(cls):
        for name in cls._fields:
            getattr(cls, name).__doc__ = texts.pop(name)
        assert not texts, f"{cls.__name__} has no fields {', '.join(texts)}"
        return cls
    return describe


def field(name, text):
    """An attribute that an exception sets, with its docstring. Its value is kept in the `__dict__`, so pickling keeps it, too."""
    def get(self):
        return self.__dict__[name]

    def put(self, value):
        self.__dict__[name] = value

    return property(get, put, doc=text)

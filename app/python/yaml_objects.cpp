// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/yaml_objects.hpp"

#include "core/base/errors.hpp"
#include "core/geometry/length.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace py = pybind11;

namespace burin::python {
namespace {

YamlValue scalarOf(std::string text, bool quoted) {
    YamlValue value;
    value.type = YamlValue::Type::scalar;
    value.scalar = std::move(text);
    value.quoted = quoted;
    return value;
}

py::object scalarObject(const YamlValue& value) {
    if (value.quoted) return py::str(value.scalar);
    if (value.scalar == "true") return py::bool_(true);
    if (value.scalar == "false") return py::bool_(false);
    if (const auto number = parseNumber(value.scalar); number && std::isfinite(*number)) {
        if (value.scalar.find_first_of(".eE") == std::string::npos)
            return py::module_::import("builtins").attr("int")(value.scalar);
        return py::float_(*number);
    }
    return py::str(value.scalar);
}

YamlValue textValue(const std::string& text, bool literal) {
    if (literal) return scalarOf(text, true);
    auto parsed = parseYaml(text);
    if (auto* value = std::get_if<YamlValue>(&parsed)) return std::move(*value);
    return scalarOf(text, true);
}

YamlValue numberValue(const py::handle& object) {
    const double number = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (!std::isfinite(number)) throw py::value_error("a value of a design must be finite");
    return scalarOf(py::cast<std::string>(py::repr(py::float_(number))), false);
}

/// The text of a str. \throws UsageError if it has a surrogate, which UTF-8 cannot hold
std::string utf8Of(const py::handle& text) {
    Py_ssize_t bytes = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &bytes);
    if (utf8 != nullptr) return {utf8, static_cast<std::size_t>(bytes)};
    if (PyErr_ExceptionMatches(PyExc_UnicodeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    throw UsageError(Problem{.reason = "the text has a lone surrogate, which stands for no character",
                             .advice = "use a text that can be encoded in UTF-8"});
}

/// Turns arrays and scalars of NumPy into lists and plain numbers; returns any other object unchanged.
py::object plain(const py::handle& object) {
    if (py::hasattr(object, "tolist")) return object.attr("tolist")();
    return py::reinterpret_borrow<py::object>(object);
}

}  // namespace

py::object objectOf(const YamlValue& value) {
    if (value.isSequence()) {
        py::list items;
        for (const YamlValue& item : value.items)
            items.append(objectOf(item));
        return items;
    }
    if (value.isMap()) {
        py::dict entries;
        for (const YamlEntry& entry : value.entries)
            entries[py::str(entry.key.scalar)] = objectOf(entry.value);
        return entries;
    }
    return value.isScalar() ? scalarObject(value) : py::none();
}

namespace {

/// A file nests no deeper. Objects may even contain themselves.
constexpr int mostNested = 64;

YamlValue yamlAt(const py::handle& given, bool literal, int depth) {
    if (depth > mostNested) throw py::value_error("a value of a design is nested at most 64 deep");
    const py::object object = plain(given);
    if (object.is_none()) return {};
    if (py::isinstance<py::bool_>(object)) return scalarOf(py::cast<bool>(object) ? "true" : "false", false);
    if (py::isinstance<py::str>(object)) return textValue(utf8Of(object), literal);
    if (py::isinstance<py::dict>(object)) {
        YamlValue map;
        map.type = YamlValue::Type::map;
        map.flow = true;
        for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object))
            map.entries.push_back({scalarOf(utf8Of(py::str(key)), false), yamlAt(value, literal, depth + 1)});
        return map;
    }
    if (PyIndex_Check(object.ptr()) != 0) {
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
        if (!number) throw py::error_already_set();
        return scalarOf(py::cast<std::string>(py::str(number)), false);
    }
    if (PyNumber_Check(object.ptr()) != 0 && !py::hasattr(object, "__len__")) return numberValue(object);
    if (py::isinstance<py::sequence>(object)) {
        YamlValue list;
        list.type = YamlValue::Type::sequence;
        list.flow = true;
        for (const py::handle& item : py::reinterpret_borrow<py::sequence>(object))
            list.items.push_back(yamlAt(item, literal, depth + 1));
        return list;
    }
    throw py::type_error("a value of a design is a text, a number, a list, an array, a dict or None");
}

}  // namespace

YamlValue yamlOf(const py::handle& object, bool literal) {
    return yamlAt(object, literal, 0);
}

}  // namespace burin::python

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/raising.hpp"

#include "app/python/surface_engine.hpp"
#include "app/python/table_export.hpp"
#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/export/exporter.hpp"
#include "core/tile/memory_budget.hpp"
#ifdef BURIN_WITH_CUDA
#include "gpu/device/check.hpp"
#endif

#include <pybind11/stl.h>

#include <new>
#include <string>

namespace py = pybind11;

namespace burin::python {
namespace {

constexpr const char* noMemoryLeft =
    "the system has no memory left; set a smaller limit of memory, or read a smaller part";

/// The words of a remedy. The switch has no default, so that the compiler reports a `Way` for which words are
/// missing.
const char* remedyWords(Remedy::Way way) {
    using Way = Remedy::Way;
    switch (way) {
        case Way::overwrite:
            return "overwrite it with force=True";
        case Way::resume:
            return "resume it with resume=True";
        case Way::startAgain:
            return "start again with force=True";
        case Way::startShardAgain:
            return "start again with force=True and shard='%1'";
        case Way::removeAndResume:
            return "remove %1, then export again with resume=True";
        case Way::exportShard:
            return "export it with shard='%1'";
        case Way::join:
            return "join it with `burin verify --join`";
        case Way::leaveOut:
            return "leave out %1";
        case Way::scanRows:
            return "use scan='rows'";
        case Way::scanSwaths:
            return "use scan='swaths:W'";
        case Way::moreMemory:
            return "give more memory";
        case Way::giveUpJob:
        case Way::tryLater:
        case Way::waitLonger:
        case Way::identify:
        case Way::presentToken:
        case Way::renewCertificate:
        case Way::trustAuthority:
        case Way::connectPlain:
        case Way::encrypt:
        case Way::askForCertificate:
        case Way::askForToken:
        case Way::listenPlain:
            break;  // the module does not connect to machines
    }
    return "use the command `burin`";
}

/// The advice and the keywords that remedy a problem, on one line.
std::string remedyOf(const Problem& problem) {
    std::string text = problem.adviceText();
    const char* before = text.empty() ? "" : "; ";
    for (const Remedy& remedy : problem.remedies) {
        text += before + filledIn(remedyWords(remedy.way), {remedy.detail});
        before = ", or ";
    }
    return printable(text, std::string::npos);
}

py::object errorsModule() {
    return py::module_::import("burin._errors");
}

/// The problems of a table. Its columns are parameters such as `cells.pitch`.
py::list problemsOfTable(const TableProblems& problems) {
    py::list all;
    for (const TableProblem& each : problems)
        all.append(errorsModule().attr("Problem")("error", textOf(each.file), each.line, each.column, "", "",
                                                  each.title,
                                                  printable(each.problem.text(), std::string::npos),
                                                  remedyOf(each.problem), textOf(rowText(each))));
    return all;
}

void raise(const char* name, const py::tuple& arguments, const py::dict& fields) {
    const py::object type = errorsModule().attr(name);
    const py::object error = type(*arguments, **fields);
    PyErr_SetObject(type.ptr(), error.ptr());
}

void raiseSink(const SinkError& error, double share, bool resumable) {
    raise("SinkError", py::make_tuple(wordsOf(error.problem())),
          py::dict(py::arg("path") = textOf(error.problem().subject), py::arg("share") = share,
                   py::arg("resumable") = resumable));
}

void translate(std::exception_ptr failure) {
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (const DesignRefused& e) {
        raise("DesignError", py::make_tuple(textOf(e.what())),
              py::dict(py::arg("problems") = problemsOf(e.problems)));
    } catch (const TableRefused& e) {
        raise("DesignError", py::make_tuple(textOf(e.what())),
              py::dict(py::arg("problems") = problemsOfTable(e.problems)));
    } catch (const OutOfMemory& e) {
        raise("MemoryError", py::make_tuple(textOf(e.what())),
              py::dict(py::arg("needed") = e.needed, py::arg("limit") = e.budget));
    } catch (const ExportError& e) {
        raiseSink(e, e.share, e.sequel == Sink::Sequel::goesOn || e.sequel == Sink::Sequel::begins);
    } catch (const SinkError& e) {
        raiseSink(e, 0, false);
    } catch (const UsageError& e) {
        raise("UsageError", py::make_tuple(wordsOf(e.problem())), py::dict());
    } catch (const BackendMissing& e) {
        raise("DeviceError", py::make_tuple(textOf(e.what())), py::dict());
#ifdef BURIN_WITH_CUDA
    } catch (const gpu::DeviceError& e) {
        raise("DeviceError", py::make_tuple(textOf(e.what())), py::dict());
#endif
    } catch (const std::bad_alloc&) {
        raise("MemoryError", py::make_tuple(noMemoryLeft), py::dict());
    } catch (const Cancelled&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
}

}  // namespace

std::string wordsOf(const Problem& problem) {
    const std::string remedy = remedyOf(problem);
    return printable(problem.text(), std::string::npos) + (remedy.empty() ? "" : "; " + remedy);
}

std::string wordsOf(const std::exception& failure) {
    if (const auto* known = dynamic_cast<const ProblemError*>(&failure)) return wordsOf(known->problem());
    return dynamic_cast<const std::bad_alloc*>(&failure) != nullptr ? noMemoryLeft : failure.what();
}

py::str textOf(std::string_view text) {
    PyObject* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (decoded == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::str>(decoded);
}

py::object problemOf(const Diagnostic& diagnostic) {
    return errorsModule().attr("Problem")(
        diagnostic.severity == Severity::error ? "error" : "warning", textOf(diagnostic.file),
        diagnostic.mark.line, diagnostic.mark.column, diagnostic.group, diagnostic.node, diagnostic.parameter,
        textOf(diagnostic.what()), textOf(diagnostic.remedy()), textOf(diagnostic.text()));
}

py::list problemsOf(const Diagnostics& diagnostics) {
    py::list all;
    for (const Diagnostic& diagnostic : diagnostics)
        all.append(problemOf(diagnostic));
    return all;
}

void raiseWithFields() {
    py::register_exception_translator(&translate);
}

}  // namespace burin::python

// SPDX-License-Identifier: GPL-3.0-or-later

// The compiled half of the module: the engine's objects with plain arguments. The classes in
// app/python/burin, which scripts use, wrap these objects and behave like other classes of Python.

#include "app/arguments.hpp"
#include "app/command_engine.hpp"
#include "app/python/card_array.hpp"
#include "app/python/design_handle.hpp"
#include "app/python/raising.hpp"
#include "app/python/surface_export.hpp"
#include "app/python/surface_handle.hpp"
#include "app/python/table_export.hpp"
#include "app/python/waiting.hpp"
#include "app/python/yaml_objects.hpp"
#include "core/base/cancelled.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/output_file.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/groups/group_reader.hpp"
#include "core/design/kind_listing.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/engraving/preflight.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace {

using namespace burin;
using namespace burin::python;

std::shared_ptr<DesignHandle> loaded(const std::string& file) {
    Design design = computed([&](const std::stop_token& stop) { return loadDesign(file, stop); });
    if (design.refused) throw DesignRefused(std::move(design.diagnostics));
    return std::make_shared<DesignHandle>(std::move(design));
}

std::shared_ptr<DesignHandle> parsed(const std::string& text, const std::string& folder) {
    Design design =
        computed([&](const std::stop_token& stop) { return parseDesign(text, folder, {}, stop); });
    if (design.refused) throw DesignRefused(std::move(design.diagnostics));
    return std::make_shared<DesignHandle>(std::move(design));
}

/// A finite number, or None.
py::object limitOf(double number) {
    return std::isfinite(number) ? py::object(py::float_(number)) : py::object(py::none());
}

py::object defaultOf(const ParameterDescription& parameter) {
    if (parameter.fallback.empty()) return py::none();
    const auto value = parseYaml(parameter.fallback);
    const auto* found = std::get_if<YamlValue>(&value);
    return found != nullptr ? objectOf(*found) : py::object(py::str(std::string(parameter.fallback)));
}

/// \param type  its name \param fallback  the default
py::object parameterObject(const ParameterDescription& parameter, std::string_view type,
                           const py::object& fallback, bool required) {
    py::list choices;
    for (const std::string_view choice : parameter.choices)
        choices.append(std::string(choice));
    return py::module_::import("burin._kinds")
        .attr("Parameter")(std::string(type), std::string(parameter.unit), limitOf(parameter.minimum),
                           limitOf(parameter.maximum), fallback, std::string(parameter.help),
                           std::string(parameter.key), std::string(parameter.title), required,
                           py::tuple(choices));
}

py::dict parameterObjects(const KindDescription& kind) {
    py::dict all;
    for (const ParameterDescription& parameter : kind.parameters)
        all[py::str(std::string(parameter.key))] =
            parameterObject(parameter, infoOf(parameter.type).name, defaultOf(parameter), parameter.required);
    return all;
}

/// The parameters of an instance of the group.
py::dict parameterObjects(const Group& group) {
    py::dict all;
    for (const GroupParameter& parameter : group.parameters) {
        const py::object fallback =
            parameter.fallback != nullptr ? objectOf(*parameter.fallback) : py::object(py::none());
        all[py::str(std::string(parameter.name))] =
            parameterObject(parameter.rule, parameter.type->name, fallback, parameter.fallback == nullptr);
    }
    return all;
}

py::dict kindObjects() {
    py::dict all;
    const py::object make = py::module_::import("burin._kinds").attr("Kind");
    for (const Kind& kind : kinds()) {
        const KindDescription& description = kind.description;
        py::dict links;
        for (const LinkDescription& link : description.links)
            links[py::str(std::string(traitName(link.trait)))] = linkCountText(link);
        const std::string name(description.name);
        all[py::str(name)] = make(name, std::string(description.title), std::string(description.help),
                                  parameterObjects(description), links,
                                  description.onCards ? py::make_tuple("cpu", "cuda") : py::make_tuple("cpu"),
                                  description.since);
    }
    return all;
}

/// The names of the nodes as the file has them.
std::vector<std::string> writtenNames(const Design& design) {
    return DesignEdit(design.document).nodeNames();
}

std::string kindOf(const Design& design, const std::string& node) {
    const DesignEdit edit(design.document);
    const YamlValue* body = edit.node(node);
    const YamlValue* kind = body != nullptr ? body->find("kind") : nullptr;
    return kind != nullptr ? kind->scalar : "";
}

/// The group of an instance, which refers to the design. Nothing for another node.
std::optional<Group> groupOf(const Design& design, const std::string& node) {
    const DesignEdit edit(design.document);
    const YamlValue* body = edit.node(node);
    const YamlValue* groups = design.document.find("groups");
    if (body == nullptr || groups == nullptr || !isInstance(*body)) return {};
    const std::string name(textUnder(*body, "group"));
    const YamlValue* group = groups->find(name);
    if (group == nullptr) return {};
    Problems unused{""};
    const std::stop_token never;
    return GroupReader(kinds(), design.pixelUm, unused, never).read(*keyIn(*groups, name), *group);
}

/// Whether a text is the value itself, not YAML.
bool isLiteral(const Design& design, const std::string& node, const std::string& key) {
    if (const auto group = groupOf(design, node)) {
        const auto place = group->parameter(key);
        return place && infoOf(group->parameters[*place].rule.type).literal;
    }
    const Kind* kind = findKind(kindOf(design, node));
    const ParameterDescription* parameter = kind != nullptr ? kind->description.parameter(key) : nullptr;
    return parameter != nullptr && infoOf(parameter->type).literal;
}

void setValue(DesignHandle& handle, const std::string& node, const std::string& key,
              const py::object& object) {
    Setting setting;
    setting.node = node;
    setting.path = {key};
    if (!object.is_none()) setting.ready = yamlOf(object, isLiteral(*handle.design(), node, key));
    setting.text = node + "." + key;
    const auto folder = std::filesystem::current_path();
    computed([&](const std::stop_token& stop) { handle.apply({setting}, folder, stop); });
}

void setTexts(DesignHandle& handle, const std::vector<std::string>& texts) {
    const auto folder = std::filesystem::current_path();
    computed([&](const std::stop_token& stop) { handle.apply(settingsIn(texts), folder, stop); });
}

/// The value of an instance or, if it has none, the default of its group's parameter; nullptr if there is
/// neither.
const YamlValue* valueOfInstance(const YamlValue& body, const GroupParameter& parameter) {
    const YamlValue* values = body.find("values");
    const YamlValue* value = values != nullptr ? values->find(parameter.name) : nullptr;
    return value != nullptr ? value : parameter.fallback;
}

py::object valueOf(const DesignHandle& handle, const std::string& node, const std::string& key) {
    const auto design = handle.design();
    const DesignEdit edit(design->document);
    const auto group = groupOf(*design, node);
    if (const auto place = group ? group->parameter(key) : std::nullopt) {
        const YamlValue* value = valueOfInstance(*edit.node(node), group->parameters[*place]);
        return value != nullptr ? objectOf(*value) : py::object(py::none());
    }
    const std::array<std::string, 1> path = {key};
    const auto value = edit.writtenOrDefault(node, path);
    return value ? objectOf(*value) : py::object(py::none());
}

std::vector<std::string> keysOf(const Design& design, const std::string& node) {
    std::vector<std::string> keys;
    const DesignEdit edit(design.document);
    const YamlValue* body = edit.node(node);
    if (body == nullptr) return keys;
    const bool instance = isInstance(*body);
    for (const YamlEntry& entry : body->entries) {
        const std::string& key = entry.key.scalar;
        if (key == "kind" || key == "inputs" || (instance && key == "group")) continue;
        if (!instance || key != "values") {
            keys.push_back(key);
            continue;
        }
        for (const YamlEntry& value : entry.value.entries)
            keys.push_back(value.key.scalar);
    }
    return keys;
}

py::dict parametersOfNode(const Design& design, const std::string& node) {
    if (const auto group = groupOf(design, node)) return parameterObjects(*group);
    const Kind* kind = findKind(kindOf(design, node));
    return kind != nullptr ? parameterObjects(kind->description) : py::dict();
}

std::shared_ptr<SurfaceHandle> surfaceOf(const DesignHandle& handle, const std::string& node,
                                         const EngineWishes& wishes, const RegionText& region) {
    const auto design = handle.design();
    return computed([&](const std::stop_token& stop) {
        return std::make_shared<SurfaceHandle>(design, node, wishes, region, stop);
    });
}

py::dtype dtypeOf(int depth) {
    return py::dtype(depth == 1 ? "?" : depth == 8 ? "u1" : depth == 16 ? "<u2" : "<f4");
}

/// An array that is not filled yet. \throws std::bad_alloc instead of NumPy's own exception
py::array newArray(const py::dtype& type, std::int64_t rows, std::int64_t columns) {
    try {
        return py::array(type, std::vector<py::ssize_t>{rows, columns});
    } catch (const py::error_already_set& error) {
        if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
        throw;
    }
}

py::array readArea(SurfaceHandle& surface, std::int64_t x, std::int64_t y, std::int64_t width,
                   std::int64_t height) {
    py::array samples = newArray(dtypeOf(surface.engine().depth()), height, width);
    const Rect area = Rect{x, y, width, height}.translated(surface.area().origin());
    if (area.empty()) return samples;
    auto* const out = static_cast<std::byte*>(samples.mutable_data());
    computed([&](const std::stop_token& stop) { surface.engine().read(area, out, stop); });
    return samples;
}

std::shared_ptr<CardArray> readAreaOnCard(SurfaceHandle& surface, std::int64_t x, std::int64_t y,
                                          std::int64_t width, std::int64_t height) {
    const Rect area = Rect{x, y, width, height}.translated(surface.area().origin());
    return computed([&](const std::stop_token& stop) {
        return std::make_shared<CardArray>(surface.engine(), area, stop);
    });
}

py::array pictureOf(SurfaceHandle& surface, const PicturePlace& place, double seconds, bool shade) {
    const Picture picture =
        computed([&](const std::stop_token& stop) { return surface.preview(place, seconds, shade, stop); });
    py::array values = newArray(dtypeOf(32), picture.area.height, picture.area.width);
    std::copy(picture.values.begin(), picture.values.end(), static_cast<float*>(values.mutable_data()));
    return values;
}

/// Calls back into Python while exports run; the first exception of the callback ends them.
class ProgressCalls {
  public:
    explicit ProgressCalls(py::object callback) : callback_(std::move(callback)) {}

    void tell(const Progress& progress) { call(progress); }
    void tell(const BatchJob& job, const Progress& progress) { call(progress, job.row, job.name); }
    /// Runs `work` as computed() does, with a stop token that the callback's exception stops too.
    /// \throws the exception of the callback, if there was one
    template <class Work>
    auto whileTold(Work work) {
        try {
            auto result = computed([&](const std::stop_token& stop) {
                const std::stop_callback either(stop, [&] { stop_.request_stop(); });
                return work(stop_.get_token());
            });
            rethrow();
            return result;
        } catch (const Cancelled&) {
            rethrow();
            throw;
        }
    }

  private:
    void rethrow() const {
        if (failure_) throw py::error_already_set(*failure_);
    }

    template <class... First>
    void call(const Progress& progress, const First&... first) {
        if (failed_) return;
        const py::gil_scoped_acquire locked;
        try {
            callback_(first..., progress.doneSamples, progress.totalSamples, stateText(progress.state),
                      progressLine(progress));
        } catch (py::error_already_set& error) {
            failure_ = std::make_unique<py::error_already_set>(std::move(error));
            failed_ = true;
            stop_.request_stop();
        }
    }

    py::object callback_;
    std::stop_source stop_;
    std::atomic<bool> failed_ = false;
    std::unique_ptr<py::error_already_set> failure_;
};

py::dict exportSurface(const DesignHandle& handle, const ExportWishes& wishes, const py::object& progress) {
    const auto design = handle.design();
    ProgressCalls calls(progress);
    ProgressCallback callback;
    if (!progress.is_none()) callback = [&calls](const Progress& p) { calls.tell(p); };
    const ExportOutcome outcome = calls.whileTold(
        [&](const std::stop_token& stop) { return exportedTo(*design, wishes, callback, stop); });
    py::list notes;
    for (const std::string& note : outcome.notes)
        notes.append(textOf(note));
    return py::dict(py::arg("done_px") = outcome.result.doneSamples,
                    py::arg("total_px") = outcome.result.totalSamples, py::arg("backend") = outcome.backend,
                    py::arg("hash") = outcome.hash, py::arg("notes") = notes);
}

py::list exportRows(const DesignHandle& handle, const std::string& table, const std::string& results,
                    const ExportWishes& each, bool keepGoing, const py::object& progress) {
    const auto design = handle.design();
    const TableWishes wishes{table, results, each, keepGoing};
    ProgressCalls calls(progress);
    RowProgress callback;
    if (!progress.is_none())
        callback = [&calls](const BatchJob& job, const Progress& p) { calls.tell(job, p); };
    const TableOutcome outcome = calls.whileTold(
        [&](const std::stop_token& stop) { return exportedRows(*design, wishes, callback, stop); });
    py::list rows;
    const py::object make = py::module_::import("burin._batch").attr("BatchResult");
    for (const BatchResult& row : outcome.rows)
        rows.append(make(row.row, row.name, std::string(burin::stateText(row.state)), textOf(row.to),
                         row.hash, py::make_tuple(row.size.height, row.size.width), row.seconds,
                         textOf(row.error)));
    return rows;
}

py::list findingsOf(SurfaceHandle& surface, double seconds, bool roller) {
    const PreflightReport report = computed([&](const std::stop_token& stop) {
        PreflightOptions options;
        options.patience = std::chrono::duration<double>(seconds);
        options.roller = roller;
        options.stop = stop;
        return preflight(surface.design(), surface.engine().graph(), surface.engine().backend(), options);
    });
    py::list all;
    const py::object make = py::module_::import("burin._errors").attr("Finding");
    for (const Finding& finding : report.findings)
        all.append(make(finding.severity == Severity::error ? "error" : "warning", finding.node,
                        finding.what(), finding.where, finding.remedy(), finding.text()));
    return all;
}

/// Writes the design as a file that appears whole or not at all. \throws SinkError
void save(const DesignHandle& handle, const std::string& file) {
    const auto design = handle.design();
    computed([&](const std::stop_token& /*never*/) { writeDurably(file, saveDesign(*design)); });
}

void bindDesign(py::module_& module) {
    module.def("load", &loaded);
    module.def("parse", &parsed);
    py::class_<DesignHandle, std::shared_ptr<DesignHandle>>(module, "Design")
        .def("copy", [](const DesignHandle& h) { return std::make_shared<DesignHandle>(*h.design()); })
        .def("file", [](const DesignHandle& h) { return textOf(h.design()->file.string()); })
        .def("pixel_um", [](const DesignHandle& h) { return h.design()->pixelUm; })
        .def("text", [](const DesignHandle& h) { return saveDesign(*h.design()); })
        .def("save", &save)
        .def("names", [](const DesignHandle& h) { return writtenNames(*h.design()); })
        .def("kind", [](const DesignHandle& h, const std::string& node) { return kindOf(*h.design(), node); })
        .def("keys", [](const DesignHandle& h, const std::string& node) { return keysOf(*h.design(), node); })
        .def("parameters", [](const DesignHandle& h,
                              const std::string& node) { return parametersOfNode(*h.design(), node); })
        .def("value", &valueOf)
        .def("set_value", &setValue)
        .def("set_texts", &setTexts)
        .def("problems",
             [](const DesignHandle& h) {
                 const auto design = h.design();
                 return problemsOf(
                     computed([&](const std::stop_token& stop) { return allProblems(*design, stop); }));
             })
        .def("surface", &surfaceOf)
        .def("export_rows", &exportRows)
        .def("export", &exportSurface);
}

void bindSurface(py::module_& module) {
    py::class_<CardArray, std::shared_ptr<CardArray>>(module, "CardArray")
        .def("device", &CardArray::device)
        .def("address", &CardArray::address)
        .def("dlpack", &CardArray::dlpack);
    py::class_<PicturePlace>(module, "PicturePlace").def("shape", [](const PicturePlace& p) {
        return std::tuple(p.blocks.height, p.blocks.width);
    });
    py::class_<SurfaceHandle, std::shared_ptr<SurfaceHandle>>(module, "Surface")
        .def("area",
             [](const SurfaceHandle& s) {
                 return std::tuple(s.area().x, s.area().y, s.area().width, s.area().height);
             })
        .def("dtype", [](SurfaceHandle& s) { return dtypeOf(s.engine().depth()); })
        .def("pixel_um", [](const SurfaceHandle& s) { return s.design().pixelUm; })
        .def("backend", [](SurfaceHandle& s) { return s.engine().backend().name(); })
        .def("design", [](const SurfaceHandle& s) { return std::make_shared<DesignHandle>(s.design()); })
        .def("hash",
             [](const SurfaceHandle& s) {
                 return computed([&](const std::stop_token& stop) { return s.hash(stop); });
             })
        .def("read", &readArea)
        .def("read_on_card", &readAreaOnCard)
        .def("place", &SurfaceHandle::placeOf)
        .def("preview", &pictureOf)
        .def("preflight", &findingsOf)
        .def("measure", [](SurfaceHandle& s, const MeasuringWishes& wishes) {
            return textOf(computed([&](const std::stop_token& stop) { return s.measured(wishes, stop); }));
        });
}

void bindWishes(py::module_& module) {
    py::class_<EngineWishes>(module, "EngineWishes")
        .def(py::init([](std::string backend, std::size_t memory, int threads, std::vector<int> devices,
                         std::size_t deviceMemory, std::optional<std::int32_t> tileSide) {
            return EngineWishes{.backend = std::move(backend),
                                .memoryBytes = memory,
                                .threads = threads,
                                .devices = std::move(devices),
                                .deviceBytes = deviceMemory,
                                .tileSide = tileSide};
        }));
    py::class_<ResumePolicy>(module, "ResumePolicy")
        .def(py::init([](bool resume, bool allowMixed, bool force, bool verify) {
            return ResumePolicy{resume, allowMixed, force, verify};
        }));
    py::class_<ExportWishes>(module, "ExportWishes")
        .def(py::init([](std::string target, RegionText region, EngineWishes engine, ResumePolicy policy) {
            ExportWishes wishes;
            wishes.target = std::move(target);
            wishes.part = std::move(region);
            wishes.engine = std::move(engine);
            wishes.sink.policy = policy;
            return wishes;
        }))
        .def("set", &ExportWishes::set)
        .def("set_layers", [](ExportWishes& wishes, std::int64_t layers) { wishes.layers = layers; })
        .def("set_flags", [](ExportWishes& wishes, bool serpentine, bool bigTiff) {
            wishes.sink.scan.serpentine = serpentine;
            wishes.sink.bigTiff = bigTiff;
        });
    py::class_<MeasuringWishes>(module, "MeasuringWishes")
        .def(py::init([](RegionText region, std::string depth, std::string shortFilter,
                         std::string longFilter, bool plane, std::int64_t windows, bool predicted) {
            return MeasuringWishes{
                std::move(region), std::move(depth), std::move(shortFilter), std::move(longFilter), plane,
                windows,           predicted};
        }));
}

}  // namespace

PYBIND11_MODULE(_burin, module) {
    module.attr("version") = BURIN_VERSION;
    // pybind11 before 2.12 makes arrays whose samples NumPy 2 does not find.
    module.attr("takes_numpy_2") = PYBIND11_VERSION_HEX >= 0x020C0000;
    module.def("available_memory", [] { return burin::freeMemory().bytes; });
    module.def("bytes_in", &burin::app::bytesIn);
    module.attr("bytes_expected") = burin::app::bytesExpected;
    module.def("kinds", &kindObjects);
    raiseWithFields();
    bindWishes(module);
    bindDesign(module);
    bindSurface(module);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/file_paths.hpp"

#include <algorithm>

namespace burin {

namespace {

const Kind* kindOf(const YamlValue& body, std::span<const Kind> kinds) {
    const YamlValue* name = body.find("kind");
    for (const Kind& kind : kinds) {
        if (name != nullptr && kind.description.name == name->scalar) return &kind;
    }
    return nullptr;
}

void visitFiles(YamlValue& map, const std::vector<ParameterDescription>& parameters,
                const std::function<void(YamlValue&)>& visit) {
    for (auto& [key, value] : map.entries) {
        for (const ParameterDescription& parameter : parameters) {
            if (parameter.key != key.scalar) continue;
            if (parameter.type == ParameterType::file && value.type == YamlValue::Type::scalar) visit(value);
            if (parameter.type == ParameterType::oneOf) visitFiles(value, parameter.alternatives, visit);
        }
    }
}

}  // namespace

void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit) {
    for (auto& [key, nodes] : document.entries) {
        if (key.scalar != "nodes") continue;
        for (auto& [name, body] : nodes.entries) {
            if (const Kind* kind = kindOf(body, kinds)) visitFiles(body, kind->description.parameters, visit);
        }
    }
}

std::vector<std::filesystem::path> filesOf(const YamlValue& document, std::span<const Kind> kinds,
                                           const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    YamlValue copy = document;
    forEachFile(copy, kinds,
                [&](const YamlValue& file) { files.push_back((folder / file.scalar).lexically_normal()); });
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

void moveFiles(YamlValue& document, std::span<const Kind> kinds, const std::filesystem::path& from,
               const std::filesystem::path& to) {
    forEachFile(document, kinds, [&](YamlValue& file) {
        const std::filesystem::path path(file.scalar);
        if (path.empty() || path.is_absolute()) return;
        const std::filesystem::path absolute = (from / path).lexically_normal();
        file.scalar = (to.empty() ? absolute : absolute.lexically_relative(to)).generic_string();
    });
}

}  // namespace burin

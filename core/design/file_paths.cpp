// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/file_paths.hpp"

#include "core/base/files.hpp"
#include "core/design/design.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace burin {

namespace {

/// Resolves links, because the system resolves a link before it follows the next `..`.
std::filesystem::path withoutLinks(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
    return error ? path : canonical;
}

// `Value` is YamlValue, or const YamlValue for a visit that changes nothing.

/// Visits the picture of a spot.
template <class Value, class Visit>
void visitSpot(Value& spot, const Visit& visit) {
    Value* file = valueIn(spot, "file");
    if (file != nullptr && file->isScalar()) visit(*file);
}

template <class Value, class Visit>
void visitFilesIn(Value& map, const std::vector<ParameterDescription>& parameters, const Visit& visit);

/// Visits the files in the value of a parameter.
template <class Value, class Visit>
void visitFilesOf(Value& value, const ParameterDescription& wanted, const Visit& visit) {
    if (wanted.type == ParameterType::file && value.isScalar()) visit(value);
    if (wanted.type == ParameterType::spot) visitSpot(value, visit);
    visitFilesIn(value, wanted.alternatives, visit);
}

template <class Value, class Visit>
void visitFilesIn(Value& map, const std::vector<ParameterDescription>& parameters, const Visit& visit) {
    for (auto& [key, value] : map.entries) {
        for (const ParameterDescription& parameter : parameters) {
            if (parameter.key == key.scalar) visitFilesOf(value, parameter, visit);
        }
    }
}

bool takesFile(const YamlValue& parameter) {
    const YamlValue* type = parameter.find("type");
    return type != nullptr && type->scalar == "file";
}

/// Visits the files that an instance gives to its group.
template <class Value, class Visit>
void visitInstance(const YamlValue* groups, Value& body, const Visit& visit) {
    const YamlValue* name = body.find("group");
    const YamlValue* group = groups == nullptr || name == nullptr ? nullptr : groups->find(name->scalar);
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    Value* values = valueIn(body, "values");
    if (parameters == nullptr || values == nullptr) return;
    for (auto& [key, value] : values->entries) {
        const YamlValue* parameter = parameters->find(key.scalar);
        if (parameter != nullptr && takesFile(*parameter) && value.type == YamlValue::Type::scalar)
            visit(value);
    }
}

/// Visits the default files of groups.
template <class Value, class Visit>
void visitDefaults(Value& groups, const Visit& visit) {
    for (auto& [name, group] : groups.entries) {
        Value* parameters = valueIn(group, "parameters");
        if (parameters == nullptr) continue;
        for (auto& [key, parameter] : parameters->entries) {
            Value* fallback = takesFile(parameter) ? valueIn(parameter, "default") : nullptr;
            if (fallback != nullptr && fallback->type == YamlValue::Type::scalar) visit(*fallback);
        }
    }
}

/// Visits the files of a document.
template <class Value, class Visit>
void visitFiles(Value& document, std::span<const Kind> kinds, const Visit& visit) {
    using Entry = std::conditional_t<std::is_const_v<Value>, const YamlEntry, YamlEntry>;
    Value* groups = valueIn(document, "groups");
    const auto visitPath = [&](Value& file) {
        if (file.scalar.starts_with(builtinPrefix)) return;
        if (groups == nullptr || !GroupFormula::stands(file)) visit(file);
    };
    forEachNode(document, [&](Entry& node) {
        if (isInstance(node.value)) visitInstance(groups, node.value, visitPath);
        if (const Kind* kind = kindOf(node.value, kinds))
            visitFilesIn(node.value, kind->description.parameters, visitPath);
    });
    if (groups != nullptr) visitDefaults(*groups, visitPath);
    Value* job = valueIn(document, "job");
    Value* spot = job == nullptr ? nullptr : valueIn(*job, "spot");
    if (spot != nullptr) visitSpot(*spot, visitPath);
}

}  // namespace

DesignFolders DesignFolders::of(const std::filesystem::path& file) {
    std::error_code error;
    if (file.empty()) return {std::filesystem::current_path(error)};
    DesignFolders folders{file.parent_path()};
    if (std::filesystem::is_symlink(file, error))
        folders.target = withoutLinks(linkTarget(file).parent_path());
    return folders;
}

std::filesystem::path DesignFolders::resolved(const std::filesystem::path& path) const {
    std::error_code error;
    const bool there = folder == target || std::filesystem::exists(folder / path, error) ||
                       !std::filesystem::exists(target / path, error);
    return (withoutLinks(there ? folder : target) / path).lexically_normal();
}

std::filesystem::path DesignFolders::nameOf(const std::filesystem::path& file) const {
    // If the file is inside the folder, the relative path needs no resolved links.
    const std::filesystem::path within = file.lexically_relative(target);
    const bool isWithin = !within.empty() && *within.begin() != "..";
    const std::filesystem::path name = isWithin ? within : file.lexically_relative(withoutLinks(target));
    return !name.empty() && withoutLinks(resolved(name)) == withoutLinks(file) ? name : file;
}

void forEachFileOf(YamlValue& value, const ParameterDescription& wanted,
                   const std::function<void(YamlValue&)>& visit) {
    visitFilesOf(value, wanted, visit);
}

void forEachFileIn(const YamlValue& map, const std::vector<ParameterDescription>& parameters,
                   const std::function<void(const YamlValue&)>& visit) {
    visitFilesIn(map, parameters, visit);
}

void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit) {
    visitFiles(document, kinds, visit);
}

void forEachFile(const YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(const YamlValue&)>& visit) {
    visitFiles(document, kinds, visit);
}

std::vector<std::filesystem::path> filesOf(const YamlValue& document, std::span<const Kind> kinds,
                                           const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    forEachFile(document, kinds,
                [&](const YamlValue& file) { files.push_back((folder / file.scalar).lexically_normal()); });
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

std::vector<std::filesystem::path> filesRead(const Design& design, std::span<const Kind> kinds) {
    std::vector<std::filesystem::path> files;
    if (!design.file.empty()) files.push_back(design.file);
    const DesignFolders folders = DesignFolders::of(design.file);
    for (const std::filesystem::path& folder : {folders.folder, folders.target}) {
        for (std::filesystem::path& file : filesOf(design.document, kinds, folder))
            files.push_back(std::move(file));
    }
    return files;
}

void moveFiles(YamlValue& document, std::span<const Kind> kinds, const DesignFolders& from,
               const DesignFolders& to) {
    forEachFile(document, kinds, [&](YamlValue& file) {
        const std::filesystem::path path(file.scalar);
        if (path.empty() || path.is_absolute()) return;
        const std::filesystem::path absolute = from.resolved(path);
        file.scalar = (to.folder.empty() ? absolute : to.nameOf(absolute)).generic_string();
    });
}

}  // namespace burin

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/file_paths.hpp"

#include "core/base/files.hpp"
#include "core/design/design.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>

namespace burin {

namespace {

/// Resolves links, because the system resolves a link before it follows `..` behind it.
std::filesystem::path withoutLinks(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
    return error ? path : canonical;
}

/// Visits the picture of a spot.
void visitSpot(YamlValue& spot, const std::function<void(YamlValue&)>& visit) {
    YamlValue* file = valueIn(spot, "file");
    if (file != nullptr && file->isScalar()) visit(*file);
}

bool takesFile(const YamlValue& parameter) {
    const YamlValue* type = parameter.find("type");
    return type != nullptr && type->scalar == "file";
}

/// Visits the files that an instance gives to its group.
void visitInstance(const YamlValue* groups, YamlValue& body, const std::function<void(YamlValue&)>& visit) {
    const YamlValue* name = body.find("group");
    const YamlValue* group = groups == nullptr || name == nullptr ? nullptr : groups->find(name->scalar);
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    YamlValue* values = valueIn(body, "values");
    if (parameters == nullptr || values == nullptr) return;
    for (auto& [key, value] : values->entries) {
        const YamlValue* parameter = parameters->find(key.scalar);
        if (parameter != nullptr && takesFile(*parameter) && value.type == YamlValue::Type::scalar)
            visit(value);
    }
}

/// Visits the default files of groups.
void visitDefaults(YamlValue& groups, const std::function<void(YamlValue&)>& visit) {
    for (auto& [name, group] : groups.entries) {
        YamlValue* parameters = valueIn(group, "parameters");
        if (parameters == nullptr) continue;
        for (auto& [key, parameter] : parameters->entries) {
            YamlValue* fallback = takesFile(parameter) ? valueIn(parameter, "default") : nullptr;
            if (fallback != nullptr && fallback->type == YamlValue::Type::scalar) visit(*fallback);
        }
    }
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
    if (wanted.type == ParameterType::file && value.isScalar()) visit(value);
    if (wanted.type == ParameterType::spot) visitSpot(value, visit);
    forEachFileIn(value, wanted.alternatives, visit);
}

void forEachFileIn(YamlValue& map, const std::vector<ParameterDescription>& parameters,
                   const std::function<void(YamlValue&)>& visit) {
    for (auto& [key, value] : map.entries) {
        for (const ParameterDescription& parameter : parameters) {
            if (parameter.key == key.scalar) forEachFileOf(value, parameter, visit);
        }
    }
}

void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit) {
    YamlValue* groups = valueIn(document, "groups");
    const auto visitPath = [&](YamlValue& file) {
        if (file.scalar.starts_with(builtinPrefix)) return;
        if (groups == nullptr || !GroupFormula::stands(file)) visit(file);
    };
    forEachNode(document, [&](YamlEntry& node) {
        if (isInstance(node.value)) visitInstance(groups, node.value, visitPath);
        if (const Kind* kind = kindOf(node.value, kinds))
            forEachFileIn(node.value, kind->description.parameters, visitPath);
    });
    if (groups != nullptr) visitDefaults(*groups, visitPath);
    YamlValue* job = valueIn(document, "job");
    YamlValue* spot = job == nullptr ? nullptr : valueIn(*job, "spot");
    if (spot != nullptr) visitSpot(*spot, visitPath);
}

std::vector<std::filesystem::path> filesOf(const YamlValue& document, std::span<const Kind> kinds,
                                           const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    // This visit changes nothing. A copy of a large document would take longer than the visit.
    forEachFile(const_cast<YamlValue&>(document), kinds,
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

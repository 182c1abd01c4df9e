// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/value_editor.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/version.hpp"
#include "ui/inspector/editors/formula_space.hpp"
#include "ui/model/document/document.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <variant>

namespace burin::ui {

namespace {

/// A document with one node and without its children: the kind's checks do not depend on them. The version
/// and the pitch are those of `design`.
YamlValue alone(const YamlValue& design, const std::string& name, YamlValue body) {
    const YamlValue* pitch = design.find("pixel");
    YamlValue nodes = yamlMap();
    nodes.entries.push_back({yamlScalar(name), std::move(body)});
    YamlValue document = yamlMap();
    document.entries.push_back({yamlScalar("burin"), yamlScalar(std::to_string(versionOf(design)))});
    document.entries.push_back({yamlScalar("pixel"), pitch == nullptr ? yamlScalar("1 um") : *pitch});
    document.entries.push_back({yamlScalar("nodes"), std::move(nodes)});
    return document;
}

}  // namespace

double EditorPlace::pitchUm() const {
    return workbench.document.design()->pixelUm;
}

std::optional<double> EditorPlace::number(std::string_view parameter) const {
    const DesignNode* found = workbench.document.node(node);
    if (found == nullptr) return {};
    if (const auto* real = found->values.find<double>(parameter)) return *real;
    if (const auto* count = found->values.find<std::int64_t>(parameter)) return static_cast<double>(*count);
    return {};
}

std::string EditorPlace::text(std::string_view parameter) const {
    const DesignNode* found = workbench.document.node(node);
    const auto* value = found == nullptr ? nullptr : found->values.find<std::string>(parameter);
    return value == nullptr ? std::string() : *value;
}

Diagnostics EditorPlace::problemsWith(const YamlValue& value) const {
    const YamlValue* body = workbench.document.nodeText(node);
    if (body == nullptr) return {};
    const std::string name = node.toStdString();
    const DesignNode* known = workbench.document.node(node);
    const YamlValue plain =
        formulas == nullptr || known == nullptr ? *body : formulas->plain(*body, known->kind);
    DesignEdit edit(alone(workbench.document.design()->document, name, plain));
    edit.setValue(name, key, whole ? whole(value) : value);
    const std::filesystem::path file = pathOf(workbench.document.file());
    Diagnostics problems =
        problemsWithValues(edit.take(), DesignFolders::of(file).folder, file, workbench.document.kinds());
    std::erase_if(problems, [&](const Diagnostic& d) { return d.node != name || d.parameter != key; });
    return problems;
}

/// A field that is destroyed with the focus reports that it loses it, and an editor has no members then.
ValueEditor::~ValueEditor() {
    for (QWidget* const inner : findChildren<QWidget*>())
        inner->disconnect(this);
}

QString scalarText(const YamlValue* value) {
    if (value == nullptr || value->type == YamlValue::Type::sequence || value->type == YamlValue::Type::map)
        return {};
    return QString::fromStdString(value->scalar);
}

}  // namespace burin::ui

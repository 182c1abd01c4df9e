// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/value_editor.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "ui/model/document.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <variant>

namespace burin::ui {

namespace {

YamlValue map() {
    YamlValue value;
    value.type = YamlValue::Type::map;
    return value;
}

/// A document of one node only, without its children: what the kind says of it does not depend on them.
YamlValue alone(const YamlValue& pitch, const std::string& name, YamlValue body) {
    YamlValue nodes = map();
    nodes.entries.push_back({yamlScalar(name), std::move(body)});
    YamlValue document = map();
    document.entries.push_back({yamlScalar("burin"), yamlScalar("1")});
    document.entries.push_back({yamlScalar("pixel"), pitch});
    document.entries.push_back({yamlScalar("nodes"), std::move(nodes)});
    return document;
}

/// 1, or what is nearest to it within the limits.
double startNumber(const ParameterDescription& wanted) {
    return std::clamp(1.0, wanted.minimum, wanted.maximum);
}

YamlValue startList(const ParameterDescription& wanted) {
    const std::string one = numberText(startNumber(wanted));
    YamlValue list = yamlList({});
    if (wanted.type == ParameterType::matrix) {
        const int least = std::max(wanted.minimumCount, 3);
        const int side = wanted.maximumCount > 0 ? std::min(least, wanted.maximumCount) : least;
        for (int row = 0; row < side; ++row) {
            std::vector<std::string> numbers(static_cast<std::size_t>(side), "0");
            if (row == side / 2) numbers[static_cast<std::size_t>(side / 2)] = one;
            list.items.push_back(yamlList(numbers));
        }
        return list;
    }
    if (wanted.type != ParameterType::points) return yamlList(std::vector<std::string>{one, one});
    const double low = std::isfinite(wanted.minimum) ? wanted.minimum : 0;
    const double high = std::isfinite(wanted.maximum) ? wanted.maximum : low + 1;
    const int count = std::max(wanted.minimumCount, 2);
    for (int i = 0; i < count; ++i) {
        const std::string at = numberText(low + (high - low) * i / (count - 1));
        list.items.push_back(yamlList(std::vector<std::string>{at, at}));
    }
    return list;
}

}  // namespace

double EditorPlace::pitchUm() const {
    return session.document.design()->pixelUm;
}

QString EditorPlace::folder() const {
    const QString& file = session.document.file();
    return file.isEmpty() ? QDir::currentPath() : QFileInfo(file).absolutePath();
}

std::optional<double> EditorPlace::number(std::string_view parameter) const {
    const DesignNode* found = session.document.node(node);
    if (found == nullptr) return {};
    if (const auto* real = found->values.find<double>(parameter)) return *real;
    if (const auto* count = found->values.find<std::int64_t>(parameter)) return static_cast<double>(*count);
    return {};
}

Diagnostics EditorPlace::problemsWith(const YamlValue& value) const {
    const YamlValue* body = session.document.nodeText(node);
    if (body == nullptr) return {};
    const std::string name = node.toStdString();
    const YamlValue* pitch = session.document.design()->document.find("pixel");
    DesignEdit edit(alone(pitch == nullptr ? yamlScalar("1 um") : *pitch, name, *body));
    edit.setValue(name, key, whole ? whole(value) : value);
    const Design trial =
        reviseDesign(edit.take(), folder().toStdString(), {}, session.document.kinds(), nullptr);
    Diagnostics problems;
    std::copy_if(trial.diagnostics.begin(), trial.diagnostics.end(), std::back_inserter(problems),
                 [&](const Diagnostic& d) { return d.node == name && d.parameter == key; });
    return problems;
}

bool isWide(ParameterType type) {
    switch (type) {
        case ParameterType::expression:
        case ParameterType::numbers:
        case ParameterType::points:
        case ParameterType::expressionOrPoints:
        case ParameterType::matrix:
        case ParameterType::oneOf:
            return true;
        default:
            return false;
    }
}

std::optional<YamlValue> fallbackOf(const ParameterDescription& wanted) {
    if (wanted.fallback.empty()) return {};
    auto parsed = parseYaml(wanted.fallback);
    if (auto* value = std::get_if<YamlValue>(&parsed)) return std::move(*value);
    return {};
}

YamlValue startValue(const ParameterDescription& wanted) {
    if (auto fallback = fallbackOf(wanted)) return *std::move(fallback);
    switch (wanted.type) {
        case ParameterType::boolean:
            return yamlScalar("false");
        case ParameterType::choice:
            return yamlScalar(wanted.choices.empty() ? "" : wanted.choices.front());
        case ParameterType::text:
        case ParameterType::file:
            return yamlScalar("", true);
        case ParameterType::expression:
        case ParameterType::expressionOrPoints:
            return yamlScalar("0", true);
        case ParameterType::numbers:
            return map();
        case ParameterType::oneOf: {
            YamlValue value = map();
            value.flow = true;
            const ParameterDescription& first = wanted.alternatives.front();
            value.entries.push_back({yamlScalar(first.key), startValue(first)});
            return value;
        }
        case ParameterType::vector:
        case ParameterType::points:
        case ParameterType::pixelSize:
        case ParameterType::matrix:
            return startList(wanted);
        case ParameterType::number:
        case ParameterType::integer:
        case ParameterType::pixels:
        case ParameterType::length:
        case ParameterType::scale:
            break;
    }
    return yamlScalar(numberText(startNumber(wanted)));
}

QString kindText(std::string_view text) {
    return QCoreApplication::translate("Kinds", std::string(text).c_str());
}

QString titleOf(const ParameterDescription& wanted) {
    return kindText(wanted.title.empty() ? wanted.key : wanted.title);
}

QString scalarText(const YamlValue* value) {
    if (value == nullptr || value->type == YamlValue::Type::sequence || value->type == YamlValue::Type::map)
        return {};
    return QString::fromStdString(value->scalar);
}

}  // namespace burin::ui

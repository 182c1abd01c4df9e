// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/value_words.hpp"

#include "ui/inspector/number_editor.hpp"
#include "ui/inspector/quantity.hpp"
#include "ui/inspector/value_editor.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

namespace burin::ui {

namespace {

constexpr qsizetype mostCharacters = 40;

QString cut(const QString& text) {
    return text.size() <= mostCharacters ? text : text.left(mostCharacters - 1) + QChar(0x2026);
}

QString quantityWords(const ParameterDescription& wanted, const YamlValue& value) {
    const QuantityRule rule = quantityRule(wanted, 1);
    const auto quantity = quantityOf(&value, rule);
    return quantity ? shownText(*quantity, rule, true) : cut(scalarText(&value));
}

QString listWords(const ParameterDescription& wanted, const YamlValue& list) {
    const auto count = static_cast<int>(list.items.size());
    switch (wanted.type) {
        case ParameterType::points:
        case ParameterType::expressionOrPoints:
            return tr("%n points", count);
        case ParameterType::matrix:
            return tr("%1 rows of %2").arg(count).arg(count == 0 ? 0 : list.items.front().items.size());
        default:
            break;
    }
    QStringList parts;
    for (const YamlValue& item : list.items)
        parts << quantityWords(wanted, item);
    return cut(parts.join(wanted.type == ParameterType::pixelSize ? QStringLiteral(" \u00D7 ") : ", "));
}

QString mapWords(const ParameterDescription& wanted, const YamlValue& map) {
    QStringList parts;
    for (const YamlEntry& entry : map.entries) {
        const QString key = QString::fromStdString(entry.key.scalar);
        QString part = key + " = " + scalarText(&entry.value);
        for (const ParameterDescription& alternative : wanted.alternatives) {
            if (alternative.key == entry.key.scalar)
                part = titleOf(alternative) + ' ' + valueWords(alternative, &entry.value);
        }
        parts << part;
    }
    return cut(parts.join(", "));
}

}  // namespace

QString choiceText(std::string_view choice) {
    return kindText(choice).replace('_', ' ');
}

QString valueWords(const ParameterDescription& wanted, const YamlValue* value) {
    if (value == nullptr) {
        const auto fallback = fallbackOf(wanted);
        return fallback ? tr("%1, the default").arg(valueWords(wanted, &*fallback)) : tr("none");
    }
    if (value->type == YamlValue::Type::sequence) return listWords(wanted, *value);
    if (value->type == YamlValue::Type::map) return mapWords(wanted, *value);
    const QString unit = kindText(wanted.unit);
    switch (wanted.type) {
        case ParameterType::boolean:
            return value->scalar == "true" ? tr("yes") : tr("no");
        case ParameterType::choice:
            return choiceText(value->scalar) + (unit.isEmpty() ? QString() : ' ' + unit);
        case ParameterType::text:
        case ParameterType::file:
        case ParameterType::expression:
        case ParameterType::expressionOrPoints:
            return cut(scalarText(value));
        default:
            return quantityWords(wanted, *value);
    }
}

}  // namespace burin::ui

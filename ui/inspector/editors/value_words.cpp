// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/value_words.hpp"

#include "core/design/parameter_types.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

namespace burin::ui {

namespace {

constexpr qsizetype mostCharacters = 40;

/// The text is put on one line, because the history would not show anything after a line break.
QString cut(const QString& text) {
    const bool whole = text.size() <= mostCharacters;
    const QString shown = whole ? text : text.left(mostCharacters - 1) + QChar(0x2026);
    return QString(shown).replace(QChar('\n'), QChar(' '));
}

QString quantityWords(const ParameterDescription& wanted, const YamlValue& value) {
    const QuantityRule rule = quantityRule(wanted, 1);
    const auto quantity = quantityOf(&value, rule);
    return quantity ? shownText(*quantity, rule, true) : cut(scalarText(&value));
}

QString listWords(const ParameterDescription& wanted, const YamlValue& list) {
    const auto count = static_cast<int>(list.items.size());
    const EditorShape shape = infoOf(wanted.type).editor;
    if (shape == EditorShape::points) return count == 1 ? tr("1 point") : tr("%n points", count);
    if (shape == EditorShape::matrix) {
        const qsizetype columns = count == 0 ? 0 : static_cast<qsizetype>(list.items.front().items.size());
        return count == 1 ? tr("1 row of %1").arg(columns) : tr("%1 rows of %2").arg(count).arg(columns);
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
    const EditorShape shape = infoOf(wanted.type).editor;
    if (shape == EditorShape::boolean) return value->scalar == "true" ? tr("yes") : tr("no");
    if (shape == EditorShape::choice)
        return (choiceText(value->scalar) + ' ' + kindText(wanted.unit)).trimmed();
    const bool quantity =
        shape == EditorShape::number || shape == EditorShape::pair || shape == EditorShape::spot;
    return quantity ? quantityWords(wanted, *value) : cut(scalarText(value));
}

}  // namespace burin::ui

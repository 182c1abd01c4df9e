// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/number_field.hpp"

#include "core/geometry/length.hpp"
#include "ui/theme/theme.hpp"

#include <QLineEdit>

#include <cmath>

namespace burin::ui {

QLineEdit* numberField(const Theme& theme, const QString& name, QWidget* parent) {
    auto* const field = new QLineEdit(parent);
    field->setObjectName(name);
    field->setFont(theme.numbers(12));
    field->setMinimumWidth(72);
    return field;
}

std::optional<std::int64_t> typedPixels(const QLineEdit& field, double pixelUm) {
    QString text = field.text().trimmed();
    text.remove(QChar(0x2009)).replace(',', '.');
    const std::optional<Length> length = parseLength(text.toStdString());
    if (!length) return {};
    const double pixels = length->wholePixels(pixelUm);
    if (!(std::abs(pixels) < 0x1p40)) return {};
    return static_cast<std::int64_t>(pixels);
}

}  // namespace burin::ui

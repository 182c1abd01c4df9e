// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

class QLineEdit;
class QWidget;

namespace burin::ui {

class Theme;

/// A field for a number or a length, in the theme's figures. \param name  its objectName
[[nodiscard]] QLineEdit* numberField(const Theme& theme, const QString& name, QWidget* parent);

/// Whole pixels of what was typed, with units and with a decimal comma or point; nothing: that is no length.
[[nodiscard]] std::optional<std::int64_t> typedPixels(const QLineEdit& field, double pixelUm);

}  // namespace burin::ui

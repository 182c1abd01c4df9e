// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

class QLineEdit;
class QWidget;

namespace burin::ui {

class Theme;

/// A field for a number or a length, in the theme's font for numbers. \param name  its objectName
[[nodiscard]] QLineEdit* numberField(const Theme& theme, const QString& name, QWidget* parent);

/// The typed length in whole pixels. Accepts units and a decimal comma or point; nothing if it is not a
/// length.
[[nodiscard]] std::optional<std::int64_t> typedPixels(const QLineEdit& field, double pixelUm);

}  // namespace burin::ui

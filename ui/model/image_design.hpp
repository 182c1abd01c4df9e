// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <QString>

#include <optional>
#include <string>

namespace burin::ui {

/// The kind of node that reads a file of this name, judged by its suffix.
[[nodiscard]] std::string imageKind(const QString& file);

/// A design whose surface is one image, a pixel a micrometre. Opening a TIFF reads its directory only.
/// \param file  absolute  \return nothing where it is no image that can be read
[[nodiscard]] std::optional<YamlValue> designOfImage(const QString& file);

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <QString>

#include <optional>

namespace burin::ui {

/// A design whose surface is one image, with a pixel pitch of 1 µm. Opening a TIFF reads only its directory.
/// \param file  absolute  \return nothing if it is not a readable image
[[nodiscard]] std::optional<YamlValue> designOfImage(const QString& file);

}  // namespace burin::ui

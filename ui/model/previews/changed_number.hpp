// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <string>

namespace burin::ui {

/// The place of a number, such as "/nodes/dots/radius", if it is the only difference of two documents. A
/// number that only one of them has counts as well, because a default is not written. \return empty if they
/// are equal or differ in anything else; cost grows with the size of the documents
[[nodiscard]] std::string changedNumber(const YamlValue& before, const YamlValue& after);

/// Whether two documents differ, but only in `editor`: in positions, comments, frames or bookmarks. The cost
/// is small if `editor` is the same, and otherwise grows with the size of the documents.
[[nodiscard]] bool onlyEditorDiffers(const YamlValue& before, const YamlValue& after);

}  // namespace burin::ui

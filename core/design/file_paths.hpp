// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/operation.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace burin {

/// Calls `visit` for each value of a `file` parameter that the document's nodes give as a text.
void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit);

/// The files that the document's nodes name, seen from `folder`; each once, in no order.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const YamlValue& document,
                                                         std::span<const Kind> kinds,
                                                         const std::filesystem::path& folder);

/// Rewrites relative paths so that a document which moves from one folder to another finds its files again.
/// \param to  absolute; empty: paths become absolute
void moveFiles(YamlValue& document, std::span<const Kind> kinds, const std::filesystem::path& from,
               const std::filesystem::path& to);

}  // namespace burin

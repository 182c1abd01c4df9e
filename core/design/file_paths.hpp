// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace burin {

/// Calls `visit` for each value of a `file` parameter that is a text and not a formula: of the document's
/// nodes, the nodes of its groups, its instances, and the defaults of groups.
void forEachFile(YamlValue& document, std::span<const Kind> kinds,
                 const std::function<void(YamlValue&)>& visit);

/// The files that the document's nodes name, resolved from `folder`; each once, in no particular order.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const YamlValue& document,
                                                         std::span<const Kind> kinds,
                                                         const std::filesystem::path& folder);

/// Rewrites relative paths so that a document that moves to another folder still finds its files.
/// \param to  absolute; empty: paths become absolute
void moveFiles(YamlValue& document, std::span<const Kind> kinds, const std::filesystem::path& from,
               const std::filesystem::path& to);

}  // namespace burin

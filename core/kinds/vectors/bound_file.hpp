// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <string>
#include <variant>

namespace burin {

/// Reads a file that the node names, like readRegularFile(), and adds it to the files of the context.
/// \param name  absolute, or relative to the context's folder
[[nodiscard]] std::variant<std::string, FileProblem> readBoundFile(const BindContext& context,
                                                                   const std::string& name, std::size_t most);

}  // namespace burin

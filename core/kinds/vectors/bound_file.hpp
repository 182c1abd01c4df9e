// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/base/problem.hpp"
#include "core/kinds/form/operation.hpp"

#include <filesystem>
#include <stop_token>
#include <string>
#include <variant>

namespace burin {

/// Reads a table, a drawing or a font, like readRegularFile(). A file of more than 256 MiB is refused by its
/// size, without being read.
[[nodiscard]] std::variant<std::string, FileProblem> readWholeFile(const std::filesystem::path& file,
                                                                   const std::stop_token& stop);

/// Reads a file that the node names, like readWholeFile(), and adds it to the files of the context.
/// \param name  absolute, or relative to the context's folder
/// \param expected  what the name should be: the advice if the file cannot be read
[[nodiscard]] std::variant<std::string, Problem> readBoundFile(const BindContext& context,
                                                               const std::string& name, std::string expected);

}  // namespace burin

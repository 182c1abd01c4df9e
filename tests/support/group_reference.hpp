// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace burin::test {

/// Expands a sound design with groups into its flat design, with a YAML library and plain recursion, without
/// the loader.
///
/// It knows the keys that random designs use, and expects no mistakes.
[[nodiscard]] std::string expandedByHand(const std::string& design);

/// Writes the pictures that random designs name into their folder.
void writeGroupPictures(const std::filesystem::path& folder);

/// A random design with nested groups, formulas, sockets, and parameters of all types. The same seed gives
/// the same design.
/// \param spoilt  whether a node inside a group has a value that is out of range
/// \param corner  the surface ends 90 x 70 px beyond it; some instances are moved there, the others are read
///         there
[[nodiscard]] std::string randomGroupDesign(std::uint64_t seed, bool spoilt, Point corner = {});

}  // namespace burin::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::test {

/// The limits of a source and of a folder.
inline constexpr int mostLines = 600;
inline constexpr int mostFiles = 40;

}  // namespace burin::test

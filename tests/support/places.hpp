// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace burin::test {

/// The command line program of this build. Only places.cpp contains the paths of a build, so that a compiler
/// cache can use the objects of all other tests in any folder.
extern const char* const burinProgram;

/// The absolute path of a file or folder of the source tree, such as "resources/examples". An empty path is
/// the top of the tree.
[[nodiscard]] QString inTree(const char* path = "");

}  // namespace burin::test

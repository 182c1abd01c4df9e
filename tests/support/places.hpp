// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace burin::test {

// Only places.cpp contains the paths of a build, so that a compiler cache can use the objects of all other
// tests in any folder.

extern const char* const burinProgram;   ///< the command line program of this build
extern const char* const studioProgram;  ///< empty if the studio is not built
extern const char* const failingCalls;   ///< the library that support/preload makes
extern const char* const buildFolder;
extern const char* const buildTool;      ///< the program that builds in buildFolder
extern const char* const roomLibraries;  ///< the rooms' libraries as folder=file, separated by commas
extern const bool builtWithCuda;

/// The absolute path of a file or folder of the source tree, such as "resources/examples". An empty path is
/// the top of the tree.
[[nodiscard]] QString inTree(const char* path = "");

}  // namespace burin::test

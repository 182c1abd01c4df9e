// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"

namespace burin::test {

const char* const burinProgram = BURIN_PROGRAM;
const char* const studioProgram = BURIN_STUDIO_PROGRAM;
const char* const failingCalls = BURIN_FAILING_CALLS;
const char* const buildFolder = BURIN_BUILD_FOLDER;
const char* const buildTool = BURIN_BUILD_TOOL;
const char* const roomLibraries = BURIN_ROOM_LIBRARIES;
const bool builtWithCuda = BURIN_WITH_CUDA;

QString inTree(const char* path) {
    const QString top = QStringLiteral(BURIN_SOURCE_DIR);
    return *path == '\0' ? top : top + '/' + path;
}

}  // namespace burin::test

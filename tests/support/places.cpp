// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"

namespace burin::test {

const char* const burinProgram = BURIN_PROGRAM;

QString inTree(const char* path) {
    const QString top = QStringLiteral(BURIN_SOURCE_DIR);
    return *path == '\0' ? top : top + '/' + path;
}

}  // namespace burin::test

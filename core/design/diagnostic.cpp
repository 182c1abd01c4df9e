// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/diagnostic.hpp"

#include "core/base/printable.hpp"
#include "core/base/text.hpp"

namespace burin {

std::string Diagnostic::text() const {
    std::string result;
    if (!file.empty()) result = onOneLine(file) + ':';
    if (mark.line > 0) result += std::to_string(mark.line) + ':' + std::to_string(mark.column) + ':';
    if (!result.empty()) result += ' ';
    if (!group.empty()) result += "group " + printable(group) + ": ";
    if (!node.empty()) result += printable(node) + ": ";
    if (severity == Severity::warning) result += "warning: ";
    if (!parameter.empty()) result += printable(parameter) + ": ";
    result += onOneLine(what);
    if (!remedy.empty()) result += "; " + onOneLine(remedy);
    return result;
}

}  // namespace burin

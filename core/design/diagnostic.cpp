// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/diagnostic.hpp"

#include "core/base/odd_characters.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <utility>

namespace burin {
namespace {

/// A name without characters that a reader could not see or would take for others.
std::string shownName(const std::string& name) {
    return withOddCharactersNamed(printable(name));
}

}  // namespace

std::string Diagnostic::text() const {
    std::string result;
    if (!file.empty()) result = onOneLine(withOddCharactersNamed(file)) + ':';
    if (mark.line > 0) result += std::to_string(mark.line) + ':' + std::to_string(mark.column) + ':';
    if (!result.empty()) result += ' ';
    if (!group.empty()) result += "group " + shownName(group) + ": ";
    if (!node.empty()) result += shownName(node) + ": ";
    if (severity == Severity::warning) result += "warning: ";
    if (!parameter.empty()) result += shownName(parameter) + ": ";
    result += onOneLine(what());
    if (!problem.advice.empty()) result += "; " + onOneLine(remedy());
    return result;
}

Problem extended(const Problem& problem, std::string text) {
    return {.subject = problem.subject,
            .reason = "%1%2",
            .details = {filledIn(problem.reason, problem.details), std::move(text), problem.adviceText()},
            .advice = problem.advice.empty() ? "" : "%3"};
}

}  // namespace burin

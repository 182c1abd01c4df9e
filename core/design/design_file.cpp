// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <utility>
#include <variant>

namespace burin {

namespace {

/// Reading one byte more than a design may have is enough to refuse it.
constexpr std::size_t mostRead = largestDesign + 1;

}  // namespace

Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                   const std::filesystem::path& file, const std::stop_token& stop) {
    return parseDesign(text, folder, file, kinds(), stop);
}

Design loadDesign(const std::filesystem::path& file, const std::stop_token& stop) {
    const auto text = readRegularFile(file, mostRead, stop);
    if (stop.stop_requested()) throw Cancelled();
    if (const auto* unread = std::get_if<FileProblem>(&text)) {
        Problem problem = unread->problem;
        problem.advice = "name a readable design file";
        Design refused;
        refused.file = file;
        refused.refused = true;
        refused.diagnostics.push_back({Severity::error, file.string(), {}, "", "", std::move(problem)});
        return refused;
    }
    return parseDesign(std::get<std::string>(text), file.parent_path(), file, stop);
}

}  // namespace burin

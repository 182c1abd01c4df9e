// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/bound_file.hpp"

#include "core/images/content_hash.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <system_error>
#include <utility>

namespace burin {

std::variant<std::string, FileProblem> readWholeFile(const std::filesystem::path& file,
                                                     const std::stop_token& stop) {
    constexpr std::size_t mostBytes = std::size_t{256} << 20U;
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error && bytes > mostBytes)
        return FileProblem{EFBIG, {.reason = "has more than 256 MiB", .advice = "use a smaller file"}};
    // The readers refuse a file that has grown meanwhile.
    return readRegularFile(file, mostBytes + 1, stop);
}

std::variant<std::string, Problem> readBoundFile(const BindContext& context, const std::string& name,
                                                 std::string expected) {
    const std::filesystem::path file = context.folder / name;
    auto read = readWholeFile(file, context.stop);
    if (const auto* wrong = std::get_if<FileProblem>(&read)) {
        const Problem& problem = wrong->problem;
        return Problem{.reason = "%1 %2",
                       .details = {name, problem.text()},
                       .advice = problem.advice.empty() ? std::move(expected) : problem.advice};
    }
    auto& content = std::get<std::string>(read);
    if (context.files != nullptr)
        context.files->push_back({file, contentHash(std::as_bytes(std::span(content))).hex()});
    return std::move(content);
}

}  // namespace burin

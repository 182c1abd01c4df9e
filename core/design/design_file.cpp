// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "core/kinds/kinds.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace burin {

namespace {

/// One byte more than a design may have is enough to refuse it.
constexpr std::size_t mostRead = (std::size_t{64} << 20U) + 1;

/// The text of a file, or why it cannot be read.
std::variant<std::string, std::error_code> read(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) return std::make_error_code(std::errc::is_a_directory);
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    const auto failure = [] { return std::error_code(errno != 0 ? errno : EIO, std::generic_category()); };
    if (!stream) return failure();
    std::string text;
    std::array<char, 65536> block{};
    while (stream && text.size() < mostRead) {
        stream.read(block.data(), block.size());
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) return failure();
    return text;
}

}  // namespace

Design parseDesign(std::string_view text, const std::filesystem::path& folder,
                   const std::filesystem::path& file) {
    return parseDesign(text, folder, file, kinds());
}

Design loadDesign(const std::filesystem::path& file) {
    const auto text = read(file);
    if (const auto* error = std::get_if<std::error_code>(&text)) {
        Design refused;
        refused.file = file;
        refused.refused = true;
        refused.diagnostics.push_back({Severity::error,
                                       file.string(),
                                       {},
                                       "",
                                       "",
                                       "cannot be read: " + error->message(),
                                       "name a readable design file"});
        return refused;
    }
    return parseDesign(std::get<std::string>(text), file.parent_path(), file);
}

}  // namespace burin

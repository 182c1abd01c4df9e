// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/journals.hpp"

#include "core/export/scan.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>

namespace burin {
namespace {

/// The shard in `NAME.I-of-N.journal`, or the whole for `NAME.journal`.
std::optional<Shard> shardInName(std::string_view fileName, std::string_view outputName) {
    constexpr std::string_view suffix = ".journal";
    if (!fileName.starts_with(outputName) || !fileName.ends_with(suffix)) return {};
    if (fileName.size() == outputName.size() + suffix.size()) return Shard{};
    fileName.remove_prefix(outputName.size());
    if (fileName.size() <= suffix.size() || fileName.front() != '.') return {};
    const std::string part(fileName.substr(1, fileName.size() - suffix.size() - 1));
    const auto of = part.find("-of-");
    if (of == std::string::npos) return {};
    return parseShard(part.substr(0, of) + "/" + part.substr(of + 4));
}

}  // namespace

std::vector<JournalFile> journalsBeside(const std::filesystem::path& journal,
                                        const std::filesystem::path& output) {
    std::vector<JournalFile> found;
    const auto folder = journal.has_parent_path() ? journal.parent_path() : std::filesystem::path(".");
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        const auto shard = shardInName(name, output.filename().string());
        if (shard)
            found.push_back({journal.has_parent_path() ? it->path() : std::filesystem::path(name), *shard});
    }
    std::sort(found.begin(), found.end(), [](const JournalFile& a, const JournalFile& b) {
        return std::pair(a.shard.count, a.shard.index) < std::pair(b.shard.count, b.shard.index);
    });
    return found;
}

}  // namespace burin

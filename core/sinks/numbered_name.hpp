// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// A name of numbered files: `%d` or `%05d` in the file name stands for the number, `%%` for a percent sign.
class NumberedName {
  public:
    /// Nothing if the file name has no placeholder or more than one.
    static std::optional<NumberedName> parse(const std::filesystem::path& pattern);

    [[nodiscard]] std::filesystem::path path(std::int64_t number) const;
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// Whether a file of the folder with this name is one of these files.
    [[nodiscard]] bool names(std::string_view fileName) const { return numberIn(fileName).has_value(); }

    /// The number in such a name; nothing for other names.
    [[nodiscard]] std::optional<std::int64_t> numberIn(std::string_view fileName) const;

    /// The numbers of the files in the folder that have such a name, followed by `suffix`, ascending.
    [[nodiscard]] std::vector<std::int64_t> numbersThere(std::string_view suffix = {}) const;

  private:
    std::filesystem::path folder_;
    std::string before_;
    std::string after_;
    std::size_t digits_ = 0;
};

/// The file that a name without a placeholder stands for: in the last part of the path, `%%` is a percent
/// sign.
[[nodiscard]] std::filesystem::path plainName(const std::filesystem::path& name);

/// The inverse of plainName: percent signs are doubled.
[[nodiscard]] std::filesystem::path escapedName(const std::filesystem::path& file);

}  // namespace burin

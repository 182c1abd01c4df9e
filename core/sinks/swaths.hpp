// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace burin {

/// A name of numbered files: `%d` or `%05d` in the file name stands for the number.
class NumberedName {
  public:
    /// Nothing if the file name has no placeholder or more than one.
    static std::optional<NumberedName> parse(const std::filesystem::path& pattern);

    [[nodiscard]] std::filesystem::path path(std::int64_t number) const;
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
    std::string before_;
    std::string after_;
    std::size_t digits_ = 0;
};

/// One TIFF for each swath, counted from 0, with one journal for all of them in their folder.
/// \param pattern  a NumberedName
[[nodiscard]] std::unique_ptr<FileFormat> makeSwathsFormat(const std::filesystem::path& pattern,
                                                           const JournalHeader& header);

}  // namespace burin

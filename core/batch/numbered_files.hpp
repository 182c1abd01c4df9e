// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/numbered_name.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace burin {

/// The numbered files that the rows of a table make. Two rows may make the same file: the numbers of a%d.tif
/// and a1%d.tif overlap.
///
/// Holds a few texts for each row. Not thread-safe.
class NumberedFiles {
  public:
    /// A file that two rows make.
    struct Shared {
        std::string name;     ///< without its folder
        std::size_t row = 0;  ///< the earlier row
    };

    /// Adds the files of a row that are numbered from 0 to `count` - 1.
    ///
    /// \param folder  equal for equal folders
    /// \return a file that an earlier row makes too; it is not found if the names differ behind the number
    [[nodiscard]] std::optional<Shared> add(const std::filesystem::path& folder, const NumberedName& names,
                                            std::int64_t count, std::size_t row);

  private:
    struct Interval {
        std::string last;  ///< key of its last file
        std::size_t row = 0;
    };
    /// Files of one row whose names have equal length, by the key of the first file. Keys are ordered like
    /// the numbers of their files.
    std::map<std::string, Interval> intervals_;
};

}  // namespace burin

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sinks/file_format.hpp"
#include "core/sinks/numbered_name.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace burin {

/// One TIFF for each swath, counted from 0, with one journal for all of them, which has the name of the
/// pattern. \param pattern  a NumberedName
[[nodiscard]] std::unique_ptr<FileFormat> makeSwathsFormat(const std::filesystem::path& pattern,
                                                           const JournalHeader& header);

/// The number of numbered files that the export described by a journal's head writes; 0 if it writes none.
[[nodiscard]] std::int64_t numberedFiles(const JournalHeader& header);

/// The numbers from `first` to `last` - 1 for which the folder has a file or its .part, in ascending order.
///
/// A journal may claim any number of files, so the time depends on the files that exist.
[[nodiscard]] std::vector<std::int64_t> numbersBegun(const NumberedName& name, std::int64_t first,
                                                     std::int64_t last);

/// The files of other outputs in the folder of a pattern: those that their journals list. They matter because
/// numbers of patterns such as a%d.tif and a1%d.tif may overlap.
///
/// Reads the heads of the folder's journals.
class OtherSets {
  public:
    explicit OtherSets(const std::filesystem::path& pattern);

    /// Whether the file is one of another set of swaths.
    [[nodiscard]] bool contain(const std::filesystem::path& file) const;
    /// Whether the file has a journal of its own, as a layer has. In that case it is not a swath of any set.
    [[nodiscard]] bool standsAlone(const std::filesystem::path& file) const;

  private:
    struct Set {
        NumberedName name;
        std::int64_t files = 0;
    };
    std::vector<Set> sets_;
    std::set<std::string> alone_;  ///< names, cut like the names of journals
};

}  // namespace burin

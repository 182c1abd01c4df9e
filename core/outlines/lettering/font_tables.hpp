// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// The places of the tables in the file of an OpenType or TrueType font, as its directory says.
///
/// FreeType and HarfBuzz read tables as if they were missing or empty if they do not lie in the file, and
/// glyphs alike: letters, kerning or ligatures of a text would be missing without an error.
///
/// Immutable; all functions are thread-safe.
class FontTables {
  public:
    FontTables() = default;
    /// \param file  the content of a font or a collection; must outlive this
    /// \param index  of the font in a collection; if there is none, the font has no tables
    FontTables(std::string_view file, int index);

    /// Why the font is not complete; only tables that decide how a text looks count. Without a subject.
    [[nodiscard]] std::optional<Problem> problem() const;
    /// A remark if one of these tables does not match its checksum in the directory. Without a subject.
    ///
    /// This is not an error, because some programs change a table and leave its checksum, or write 0 for all
    /// of them. A checksum of 0 is not compared. Cost grows with the size of the tables.
    [[nodiscard]] std::optional<Problem> remark() const;
    /// Whether there is a table with this tag that is not empty.
    [[nodiscard]] bool hold(std::string_view tag) const;
    /// Whether there is a table of outlines that fits the type of the font.
    [[nodiscard]] bool haveOutlines() const;
    /// Whether a glyph and all of its parts lie in the table of outlines, or are empty. Cost grows with the
    /// number of the parts.
    [[nodiscard]] bool holdGlyph(std::uint32_t glyph) const;

  private:
    struct Table {
        std::string_view tag;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        std::uint64_t checksum = 0;
    };

    [[nodiscard]] std::uint64_t number(std::uint64_t at, std::size_t bytes) const;
    [[nodiscard]] const Table* find(std::string_view tag) const;
    [[nodiscard]] bool matches(const Table& table) const;
    [[nodiscard]] std::uint64_t roomOf(const Table& table) const;
    [[nodiscard]] std::uint64_t metricsBytes() const;
    [[nodiscard]] std::vector<std::uint32_t> partsAt(std::uint64_t at) const;

    std::string_view file_;
    bool postScript_ = false;  ///< outlines are in the table `CFF ` or CFF2, not in glyf
    std::uint64_t directoryEnd_ = 0;
    std::vector<Table> tables_;
};

}  // namespace burin

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/yaml.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace burin::test {

/// A value of one knob of an entry.
struct KnobValue {
    std::string knob;
    std::string value;
};

/// A design of the library: a group with a title, and an instance of it under the root.
class LibraryEntry {
  public:
    /// The files of the library, sorted by name.
    [[nodiscard]] static std::vector<std::filesystem::path> files();

    /// \throws std::runtime_error if the file is not a design with an instance of a group
    explicit LibraryEntry(std::filesystem::path file);
    LibraryEntry(const LibraryEntry&) = delete;
    LibraryEntry& operator=(const LibraryEntry&) = delete;

    /// The group that the entry shows, and its parameters.
    [[nodiscard]] const YamlValue& group() const { return *group_; }
    [[nodiscard]] const std::vector<YamlEntry>& knobs() const { return knobs_->entries; }
    /// The text under `key` of a knob or of the group; empty if there is none.
    [[nodiscard]] static std::string text(const YamlValue& map, std::string_view key);
    /// The values to try for a knob: its least and its greatest one, or all choices, or two texts.
    [[nodiscard]] static std::vector<std::string> extremesOf(const YamlValue& knob);
    /// The largest length among the knobs, with the given values set, in um. Knobs that set `closes` do not
    /// count.
    [[nodiscard]] double largestUm(const std::vector<KnobValue>& values) const;

    /// The design with these values, at this pitch.
    /// \param surface  its size in pixels; empty: the size in the entry
    /// \param before  a design of this entry, or nullptr: parts that are the same in both are not computed
    ///         again
    [[nodiscard]] Design designWith(const std::vector<KnobValue>& values, double pitchUm, Size surface = {},
                                    const Design* before = nullptr) const;
    /// The node that the root shows.
    [[nodiscard]] const std::string& shown() const { return shown_; }

  private:
    std::filesystem::path file_;
    YamlValue document_;
    std::string root_;
    std::string shown_;
    const YamlValue* group_ = nullptr;
    const YamlValue* knobs_ = nullptr;
};

}  // namespace burin::test

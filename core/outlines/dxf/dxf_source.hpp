// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_error.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// A group code and its value.
struct DxfTag {
    std::int32_t code = 0;
    std::uint32_t line = 0;  ///< line of the value, from 1
    std::string_view value;
};

/// An entity: the tags after the one that names it.
struct DxfEntity {
    std::string_view type;
    std::uint32_t line = 0;
    std::span<const DxfTag> tags;
    std::span<const DxfEntity> parts = {};  ///< vertices of a POLYLINE, attributes of an INSERT

    /// The value of the first tag with this code; empty if there is none.
    [[nodiscard]] std::string_view text(int code) const;
    [[nodiscard]] std::string_view layer() const { return text(8).empty() ? "0" : text(8); }
};

struct DxfBlock {
    double baseX = 0;
    double baseY = 0;
    bool external = false;  ///< its entities are in another file
    bool repeated = false;  ///< the file defines several blocks of its name
    std::vector<DxfEntity> entities;
};

/// The order of names, without regard to the case of ASCII letters.
struct DxfNameOrder {
    [[nodiscard]] bool operator()(std::string_view a, std::string_view b) const;
};
[[nodiscard]] inline bool sameDxfName(std::string_view a, std::string_view b) {
    return !DxfNameOrder()(a, b) && !DxfNameOrder()(b, a);
}

struct DxfLayer {
    bool on = true;
    bool frozen = false;

    [[nodiscard]] bool operator==(const DxfLayer&) const = default;
};

struct DxfUnit {
    std::string_view name;
    double um = 0;  ///< length of the unit
};
/// The name of a unit of this length.
[[nodiscard]] std::string dxfUnitName(double um);

/// The parts of a DXF file (ASCII, any version) that concern a drawing.
///
/// The format is Autodesk's DXF Reference: lines in pairs, a group code and its value. A section may come in
/// several parts, as in files that a script has joined, if the parts agree. Names are UTF-8:
/// text that is not is converted from the file's code page. Memory: the text, several times while it is
/// converted, and 24 bytes a pair.
class DxfSource {
  public:
    static constexpr std::size_t mostBytes = std::size_t{256} << 20U;
    static constexpr std::size_t mostTags = std::size_t{1} << 25U;

    /// \param file  for messages
    /// \throws DrawingError, Cancelled
    DxfSource(std::string text, std::string file, const std::stop_token& stop);
    DxfSource(const DxfSource&) = delete;
    DxfSource& operator=(const DxfSource&) = delete;

    [[nodiscard]] const std::vector<DxfEntity>& entities() const { return entities_; }
    [[nodiscard]] const DxfBlock* block(std::string_view name) const;
    /// The layer that the file declares under this name; if there is none, a layer that is on and thawed.
    [[nodiscard]] DxfLayer layer(std::string_view name) const;
    /// All layers that are declared or used, in the order of names.
    [[nodiscard]] std::vector<std::string_view> layerNames() const;
    /// The types of all entities and attributes, also of those in blocks, in alphabetical order.
    [[nodiscard]] std::vector<std::string_view> entityTypes() const;
    /// The unit of the drawing, if it names one.
    [[nodiscard]] const std::optional<DxfUnit>& unit() const { return unit_; }
    /// A remark that names the assumed code page; nothing if the file names a known one.
    [[nodiscard]] const std::optional<Problem>& pageRemark() const { return pageRemark_; }

    /// The number of a tag. \throws DrawingError if it is not a number
    [[nodiscard]] double number(const DxfTag& tag) const;
    [[nodiscard]] double number(const DxfEntity& entity, int code, double fallback) const;
    [[nodiscard]] int whole(const DxfEntity& entity, int code, int fallback) const;
    /// \param reason  and `advice` are patterns; %1 to %9 stand for the details
    [[noreturn]] void fail(std::uint32_t line, std::string reason, std::string advice,
                           std::vector<std::string> details = {}) const;

  private:
    void requireSize() const;
    void readTags(const std::stop_token& stop);
    /// The value of a variable of the header; empty if there is none.
    [[nodiscard]] std::string_view variable(std::string_view name) const;
    /// The text converted to UTF-8 with all its characters, unless it is UTF-8 already.
    [[nodiscard]] std::optional<std::string> decoded(const std::stop_token& stop);
    /// The name of the text's code page for iconv. Sets the remark if it is only assumed.
    [[nodiscard]] std::string codePage();
    /// Refuses what would not be read, because it is in no section.
    void refuseOutside(const DxfTag& tag) const;
    [[nodiscard]] bool beginsSection(std::size_t i) const;
    [[nodiscard]] std::size_t endOfSection(std::size_t first) const;
    void readHeader(std::size_t first, std::size_t last);
    void readLayers(std::size_t first, std::size_t last);
    void readBlocks(std::size_t first, std::size_t last);
    [[nodiscard]] std::vector<DxfEntity> entitiesOf(std::size_t first, std::size_t last);

    std::string text_;
    std::string file_;
    std::vector<DxfTag> tags_;
    std::vector<DxfEntity> entities_;
    std::vector<std::vector<DxfEntity>> parts_;
    std::map<std::string_view, DxfBlock, DxfNameOrder> blocks_;
    std::map<std::string_view, DxfLayer, DxfNameOrder> layers_;
    std::optional<DxfUnit> unit_;
    std::optional<Problem> pageRemark_;
};

}  // namespace burin

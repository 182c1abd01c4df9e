// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/kernels/samples.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/vectors/outline_drawing.hpp"
#include "core/outlines/outline_index.hpp"
#include "core/outlines/series/series_places.hpp"
#include "core/outlines/series/series_table.hpp"
#include "core/outlines/series/series_text.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace burin {

/// The source of the items of a node's series.
struct SeriesSource {
    std::string key;  ///< the parameter with the text of an item
    /// The outline of an item's text. Thread-safe. \throws DrawingError, Cancelled
    std::function<Outline(std::string_view text, const std::stop_token& stop)> make;
    std::string fingerprint;            ///< everything that decides what `make` returns
    std::size_t bytes = 0;              ///< bytes that `make` holds
    std::vector<Problem> remarks = {};  ///< on what all items share, such as a font
    /// Makes a simpler outline that surrounds the outline of `make` and has the same box. Empty if that would
    /// not be faster than `make`. Thread-safe. \throws DrawingError if `make` does
    std::function<Outline(std::string_view text)> makeRoom = {};
    /// A name for a text. Texts with the same name either can all be made and have the same room, or cannot
    /// be made. An empty name is shared by no other text. If the function is empty, no two texts are alike.
    std::function<std::string(std::string_view text)> alike = {};
};

/// Thousands of outlines of one node, each on its own cell: numbered texts and codes.
///
/// An item is made when a tile needs it, and kept while there is room. Outside of all cells samples are 0; a
/// cell shows its item; if cells overlap, the largest value counts. Immutable apart from the cache;
/// thread-safe.
class OutlineSeries {
  public:
    /// Reads the key `series` of a node. \return null if it reported a problem. \throws Cancelled
    [[nodiscard]] static std::shared_ptr<const OutlineSeries> read(const BindContext& context,
                                                                   const SeriesSource& source,
                                                                   std::int64_t distanceMaxPx);

    [[nodiscard]] Rect bounds() const { return places_.bounds(); }
    [[nodiscard]] const SeriesPlaces& places() const { return places_; }
    [[nodiscard]] const std::vector<Problem>& remarks() const { return remarks_; }
    [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
    [[nodiscard]] std::size_t residentBytes() const;
    /// The text of the first item; nothing if the table has no row for it.
    [[nodiscard]] std::optional<std::string> firstText() const;
    /// The (0, 0) of the first item.
    [[nodiscard]] Point firstOrigin() const { return places_.corner(0, 0) + inset_; }

    /// \param profile  the values of DistanceTable; null: the fill
    /// \throws DrawingError for an item that cannot be made
    void draw(const Rect& area, SamplesView out, const std::vector<float>* profile) const;
    /// The problem of the first item that cannot be made or does not fit into its cell.
    ///
    /// An item is made only if its room is not known to fit.
    [[nodiscard]] std::optional<ParameterProblem> problem(const ItemCheck& check) const;

  private:
    struct Item {
        OutlineIndex index;
        std::size_t bytes = 0;
    };
    using Items = std::list<std::pair<std::int64_t, std::shared_ptr<const Item>>>;

    OutlineSeries() = default;
    [[nodiscard]] bool readKeys(const BindContext& context, const SeriesSource& source);
    [[nodiscard]] bool readPlaces(const BindContext& context, const Values& series);
    [[nodiscard]] bool readTable(const BindContext& context, const Values& series);
    [[nodiscard]] bool isEmpty(std::int64_t k) const { return table_ && k >= table_->rows(); }
    [[nodiscard]] std::string textOf(std::int64_t k) const;
    [[nodiscard]] std::string textOf(std::int64_t k, const std::vector<std::string>& row) const;
    [[nodiscard]] bool surelyFits(std::string_view text, const std::stop_token& stop) const;
    [[nodiscard]] std::shared_ptr<const Item> made(std::int64_t k, const std::stop_token& stop) const;
    [[nodiscard]] std::shared_ptr<const Item> item(std::int64_t k) const;
    void drawItem(std::int64_t k, const Rect& area, SamplesView out, const std::vector<float>* profile) const;

    static constexpr std::size_t mostCachedBytes = std::size_t{16} << 20U;

    std::string key_;
    std::size_t sourceBytes_ = 0;
    std::function<Outline(std::string_view, const std::stop_token&)> make_;
    std::function<Outline(std::string_view)> makeRoom_;
    std::function<std::string(std::string_view)> alike_;
    OutlineDrawing drawing_;
    SeriesPlaces places_;
    Point inset_;
    std::int64_t start_ = 1;
    std::int64_t step_ = 1;
    std::int64_t distanceMaxPx_ = 0;
    std::shared_ptr<const SeriesTable> table_;
    std::string tableFile_;  ///< for messages
    std::optional<SeriesText> text_;
    std::vector<Problem> remarks_;
    std::string fingerprint_;

    mutable std::mutex mutex_;  ///< guards everything below; not held while items are made
    mutable Items cached_;      ///< the most recently used item comes first
    mutable std::unordered_map<std::int64_t, Items::iterator> found_;
    mutable std::size_t cachedBytes_ = 0;
};

/// The description of `series`.
[[nodiscard]] ParameterDescription seriesParameter();

}  // namespace burin

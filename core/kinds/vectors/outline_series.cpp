// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/outline_series.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/images/content_hash.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/vectors/bound_file.hpp"
#include "core/outlines/contour_bounds.hpp"
#include "core/outlines/coverage.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/outline_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>
#include <variant>

namespace burin {

namespace {

bool liesAlong(const SeriesPlaces::Step& step, bool x) {
    return x ? step.y == 0 && step.x != 0 : step.x == 0 && step.y != 0;
}

std::int64_t roundedLength(double length) {
    return static_cast<std::int64_t>(std::floor(std::fabs(length) + 0.5));
}

/// Whether all edges, grown by D, lie in the cell.
bool fitsCell(const std::vector<ResolvedEdge>& edges, const Rect& cell, std::int64_t grow) {
    const std::int64_t left = (cell.x + grow) * outlineSteps;
    const std::int64_t top = (cell.y + grow) * outlineSteps;
    const std::int64_t right = (cell.right() - grow) * outlineSteps;
    const std::int64_t bottom = (cell.bottom() - grow) * outlineSteps;
    return std::all_of(edges.begin(), edges.end(), [&](const ResolvedEdge& edge) {
        return std::min(edge.a.x, edge.b.x) >= left && std::max(edge.a.x, edge.b.x) <= right &&
               edge.a.y >= top && edge.b.y <= bottom;
    });
}

/// The step that a coordinate is snapped to.
double snappedStep(double pixels) {
    return std::floor(pixels * outlineSteps + 0.5);
}

/// How far the stroke of a layer reaches beyond its contours, before the layer's map.
double strokeReach(const std::optional<StrokeStyle>& stroke) {
    if (!stroke) return 0;
    constexpr double diagonal = 1.5;  // diagonal of a square cap
    return stroke->width / 2 *
           std::max(diagonal, stroke->join == StrokeJoin::miter ? stroke->miterLimit : 0.0);
}

/// A rectangle that contains the drawing of an outline; nothing if it draws nothing, or if its edges may be
/// too many or too far away to be drawn.
std::optional<PlaneBox> roomOf(const Outline& outline, const OutlineDrawing& drawing) {
    constexpr double reach = 1 << 21;  // pixels, half of the largest coordinate that can be snapped
    constexpr double mostEdges = 1e6;  // a tenth of the edges that can be resolved
    constexpr double slack = 1e-6;     // tolerance for rounding
    if (drawing.stroke && !drawing.stroke->dash.empty()) return {};
    const Affine map = drawing.mapOf(outline);
    std::optional<PlaneBox> room;
    double segments = 0;
    for (const OutlineItem& item : outline.items) {
        const OutlineLayer& layer = outline.layers[item.layer];
        const ContourList& list = outline.lists[layer.list];
        if (list.empty()) continue;
        const double grown = std::max(strokeReach(layer.stroke), strokeReach(drawing.stroke));
        PlaneBox box = hullOf(list);
        box = {box.left - grown, box.top - grown, box.right + grown, box.bottom + grown};
        box = bounds(bounds(box, layer.toOutline), map);
        if (!room) room = box;
        room = PlaneBox{std::min(room->left, box.left), std::min(room->top, box.top),
                        std::max(room->right, box.right), std::max(room->bottom, box.bottom)};
        segments += static_cast<double>(list.leastEdges());
    }
    if (!room) return {};
    *room = {room->left - slack, room->top - slack, room->right + slack, room->bottom + slack};
    const bool near =
        room->left > -reach && room->top > -reach && room->right < reach && room->bottom < reach;
    // The estimate assumes that each segment is a curve as large as the room.
    const double side = std::max(room->right - room->left, room->bottom - room->top);
    if (!near || segments * (1 + std::sqrt(2048 * side)) > mostEdges) return {};
    return room;
}

}  // namespace

std::shared_ptr<const OutlineSeries> OutlineSeries::read(const BindContext& context,
                                                         const SeriesSource& source,
                                                         std::int64_t distanceMaxPx) {
    std::shared_ptr<OutlineSeries> series(new OutlineSeries());
    series->distanceMaxPx_ = distanceMaxPx;
    if (!series->readKeys(context, source)) return nullptr;
    return series;
}

bool OutlineSeries::readKeys(const BindContext& context, const SeriesSource& source) {
    const Values& series = *context.values.as<std::shared_ptr<const Values>>("series");
    key_ = source.key;
    make_ = source.make;
    makeRoom_ = source.makeRoom;
    alike_ = source.alike;
    sourceBytes_ = source.bytes;
    remarks_ = source.remarks;
    drawing_ = OutlineDrawing::of(context.values);
    start_ = series.as<std::int64_t>("start");
    step_ = series.as<std::int64_t>("step");
    if (!readPlaces(context, series) || !readTable(context, series)) return false;
    const auto& pattern = context.values.as<std::string>(key_);
    try {
        text_.emplace(pattern, table_ ? table_->columns() : std::vector<std::string>());
        // Makes the first item now, because a fault of the first is usually a fault of all.
        static_cast<void>(isEmpty(0) ? nullptr : made(0, context.stop));
    } catch (const DrawingError& error) {
        context.problem(key_, error.problem());
        return false;
    }
    if (table_ && table_->rows() < places_.count()) {
        remarks_.push_back({.reason = "the table has %1 for %2; the other cells stay empty",
                            .details = {counted(static_cast<std::size_t>(table_->rows()), "row"),
                                        counted(static_cast<std::size_t>(places_.count()), "item")}});
    } else if (table_ && table_->rows() > places_.count()) {
        remarks_.push_back({.reason = "the table has %1 for %2; the other rows are not used",
                            .details = {counted(static_cast<std::size_t>(table_->rows()), "row"),
                                        counted(static_cast<std::size_t>(places_.count()), "item")}});
    }
    if (table_ && table_->emptyLine() > 0)
        remarks_.push_back(
            {.reason = "line %1 of the table is empty and gives no row, so the rows below it "
                       "belong to earlier items",
             .details = {std::to_string(table_->emptyLine())},
             .advice = "write \"\" in this line for an item without a text, or remove the line"});
    for (const std::string& name : text_->hiddenColumns())
        remarks_.push_back({.reason = "{%1} is a number of the item; the column %1 of the table is not used",
                            .details = {name},
                            .advice = "rename the column to use it"});
    Hasher hash;
    hash.add(source.fingerprint).add("\n").add(pattern).add("\n").add(drawing_.canonical());
    for (const double number :
         {places_.u.x, places_.u.y, places_.v.x, places_.v.y, places_.origin.x, places_.origin.y})
        hash.add(" " + canonicalNumber(number));
    for (const std::int64_t number : {places_.columns, places_.rows, places_.cellWidth, places_.cellHeight,
                                      inset_.x, inset_.y, start_, step_})
        hash.add(" " + std::to_string(number));
    if (table_) hash.add(series.as<bool>("header") ? "\nheader\n" : "\nplain\n").add(table_->text());
    fingerprint_ = hash.hex();
    return true;
}

bool OutlineSeries::readPlaces(const BindContext& context, const Values& series) {
    const auto problem = [&](std::string_view key, std::string what, std::string remedy) {
        context.problem(key.empty() ? "series" : filledIn("series.%1", {std::string(key)}), std::move(what),
                        std::move(remedy));
        return false;
    };
    const auto stepOf = [&](std::string_view key) {
        const auto* given = series.find<Vector>(key);
        return given == nullptr ? SeriesPlaces::Step{} : SeriesPlaces::Step{given->x, given->y};
    };
    places_.u = stepOf("u");
    places_.v = stepOf("v");
    places_.origin = stepOf("origin");
    places_.columns = series.as<std::int64_t>("columns");
    places_.rows = series.as<std::int64_t>("rows");
    if (places_.columns > 1 && !series.has("u"))
        return problem("", "a series of several columns needs u",
                       "write `u: [x, y]`, the step from one column to the next");
    if (places_.rows > 1 && !series.has("v"))
        return problem("", "a series of several rows needs v",
                       "write `v: [x, y]`, the step from one row to the next");
    if (places_.columns > SeriesPlaces::mostItems / places_.rows)
        return problem("", "the series has more than 100,000,000 items", "use fewer columns or rows");
    if (const auto* cell = series.find<Vector>("cell")) {
        places_.cellWidth = static_cast<std::int64_t>(cell->x);
        places_.cellHeight = static_cast<std::int64_t>(cell->y);
    } else if (liesAlong(places_.u, true) && liesAlong(places_.v, false)) {
        places_.cellWidth = std::max<std::int64_t>(1, roundedLength(places_.u.x));
        places_.cellHeight = std::max<std::int64_t>(1, roundedLength(places_.v.y));
    } else {
        return problem("", "the size of the cells is missing",
                       "write `cell: [w, h]`, or `u` along x and `v` along y");
    }
    const auto& inset = series.as<Vector>("inset");
    inset_ = {static_cast<std::int64_t>(inset.x), static_cast<std::int64_t>(inset.y)};
    const Rect bounds = places_.bounds();
    constexpr double farthest = 0x1p52;
    const double reach = std::fabs(static_cast<double>(bounds.x)) + static_cast<double>(bounds.width);
    const double below = std::fabs(static_cast<double>(bounds.y)) + static_cast<double>(bounds.height);
    if (!(reach < farthest && below < farthest))
        return problem("", "the series is too large", "use shorter u and v, or fewer columns and rows");
    // A tile draws all items that it meets.
    const auto count = static_cast<double>(places_.count());
    const double cells =
        count * static_cast<double>(places_.cellWidth) * static_cast<double>(places_.cellHeight);
    constexpr double deepest = 10'000;
    if (cells > deepest * static_cast<double>(bounds.width) * static_cast<double>(bounds.height))
        return problem("", "more than 10,000 cells overlap at one place",
                       "use longer u and v, or fewer columns and rows");
    return true;
}

bool OutlineSeries::readTable(const BindContext& context, const Values& series) {
    const auto* file = series.find<std::string>("csv");
    if (file == nullptr) return true;
    tableFile_ = *file;
    auto text =
        readBoundFile(context, *file, "the path of a CSV table, absolute or relative to the design file");
    if (const auto* wrong = std::get_if<Problem>(&text)) {
        context.problem("series.csv", *wrong);
        return false;
    }
    try {
        table_ = std::make_shared<const SeriesTable>(std::get<std::string>(std::move(text)), *file,
                                                     series.as<bool>("header"), context.stop);
    } catch (const DrawingError& error) {
        context.problem("series.csv", error.problem());
        return false;
    }
    return true;
}

std::size_t OutlineSeries::residentBytes() const {
    return mostCachedBytes + sourceBytes_ + (table_ ? table_->bytes() : 0);
}

std::optional<std::string> OutlineSeries::firstText() const {
    return isEmpty(0) ? std::nullopt : std::optional(textOf(0));
}

std::string OutlineSeries::textOf(std::int64_t k) const {
    return textOf(k, text_->readsTable() ? table_->row(k) : std::vector<std::string>());
}

std::string OutlineSeries::textOf(std::int64_t k, const std::vector<std::string>& row) const {
    return text_->of({k % places_.columns, k / places_.columns, start_ + k * step_}, row);
}

std::shared_ptr<const OutlineSeries::Item> OutlineSeries::made(std::int64_t k,
                                                               const std::stop_token& stop) const {
    const std::string text = textOf(k);
    const auto failure = [&](Problem problem) {
        const std::string within = problem.subject.empty() ? "" : ": " + problem.subject;
        problem.subject = filledIn("item %1 (%2)", {std::to_string(k), quotedForMessage(text)});
        if (text_->readsTable())
            problem.subject += filledIn(", line %1 of %2", {std::to_string(table_->lineOf(k)), tableFile_});
        problem.subject += within;
        return DrawingError(std::move(problem));
    };
    ResolvedOutline resolved;
    try {
        resolved = resolve(drawing_.snapped(make_(text, stop), stop), stop);
    } catch (const DrawingError& error) {
        throw failure(error.problem());
    }
    const Rect cell{-inset_.x, -inset_.y, places_.cellWidth, places_.cellHeight};
    if (!fitsCell(resolved.edges, cell, distanceMaxPx_))
        throw failure({.reason = "it reaches beyond its cell",
                       .advice = "use a larger cell, another inset or a smaller item"});
    OutlineIndex index(std::move(resolved.edges), distanceMaxPx_ > 0 ? RowSum::middles : RowSum::heights,
                       stop);
    const std::size_t bytes = index.bytes() + sizeof(Item) + sizeof(Items::value_type) + 64;
    return std::make_shared<const Item>(Item{std::move(index), bytes});
}

std::shared_ptr<const OutlineSeries::Item> OutlineSeries::item(std::int64_t k) const {
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = found_.find(k); known != found_.end()) {
            cached_.splice(cached_.begin(), cached_, known->second);
            return known->second->second;
        }
    }
    std::shared_ptr<const Item> item = made(k, {});
    const std::lock_guard lock(mutex_);
    if (found_.contains(k)) return item;
    cached_.emplace_front(k, item);
    found_[k] = cached_.begin();
    cachedBytes_ += item->bytes;
    while (cachedBytes_ > mostCachedBytes && cached_.size() > 1) {
        cachedBytes_ -= cached_.back().second->bytes;
        found_.erase(cached_.back().first);
        cached_.pop_back();
    }
    return item;
}

void OutlineSeries::draw(const Rect& area, SamplesView out, const std::vector<float>* profile) const {
    constexpr float uncovered = -std::numeric_limits<float>::infinity();
    for (std::int64_t y = 0; y < area.height; ++y)
        std::fill_n(out.row(y), area.width, uncovered);
    std::vector<std::int64_t> items;
    places_.meeting(area, items);
    for (const std::int64_t k : items) {
        if (!isEmpty(k)) drawItem(k, area, out, profile);
    }
    for (std::int64_t y = 0; y < area.height; ++y) {
        float* const row = out.row(y);
        std::replace(row, row + area.width, uncovered, 0.0F);
    }
}

void OutlineSeries::drawItem(std::int64_t k, const Rect& area, SamplesView out,
                             const std::vector<float>* profile) const {
    const std::shared_ptr<const Item> drawn = item(k);
    const Rect cell = places_.cell(k);
    const std::int64_t left = std::max(area.x, cell.x);
    const std::int64_t right = std::min(area.right(), cell.right());
    const std::int64_t top = std::max(area.y, cell.y);
    const std::int64_t bottom = std::min(area.bottom(), cell.bottom());
    // The area is divided into strips to need little memory.
    constexpr std::int64_t stripSamples = 65'536;
    const std::int64_t width = std::min(right - left, stripSamples);
    const std::int64_t rows = std::clamp<std::int64_t>(stripSamples / width, 1, bottom - top);
    std::vector<float> strip(static_cast<std::size_t>(width * rows));
    const Point zero = {cell.x + inset_.x, cell.y + inset_.y};
    for (std::int64_t y = top; y < bottom; y += rows) {
        for (std::int64_t x = left; x < right; x += width) {
            const Rect part{x, y, std::min(width, right - x), std::min(rows, bottom - y)};
            const SamplesView samples{strip.data(), part.width, part.width, part.height};
            const Rect own = part.translated(-zero);
            if (profile == nullptr) {
                coverArea(drawn->index, 1, own, samples);
            } else {
                distanceArea(drawn->index, {distanceMaxPx_, *profile}, own, samples);
            }
            for (std::int64_t row = 0; row < part.height; ++row) {
                float* const to = out.row(y - area.y + row) + (x - area.x);
                const float* const from = samples.row(row);
                for (std::int64_t i = 0; i < part.width; ++i)
                    to[i] = std::max(to[i], from[i]);
            }
        }
    }
}

/// Whether the rectangle around an item's outline shows that it can be made and lies in its cell. That is
/// true for most items, and fast to find. If the result is false, the item has to be made to find out.
bool OutlineSeries::surelyFits(std::string_view text, const std::stop_token& stop) const {
    try {
        const Outline outline = makeRoom_ ? makeRoom_(text) : make_(text, stop);
        const auto room = roomOf(outline, drawing_);
        if (!room) return false;
        const double left = static_cast<double>(distanceMaxPx_ - inset_.x);
        const double top = static_cast<double>(distanceMaxPx_ - inset_.y);
        const double right = static_cast<double>(places_.cellWidth - inset_.x - distanceMaxPx_);
        const double bottom = static_cast<double>(places_.cellHeight - inset_.y - distanceMaxPx_);
        return snappedStep(room->left) >= left * outlineSteps &&
               snappedStep(room->top) >= top * outlineSteps &&
               snappedStep(room->right) <= right * outlineSteps &&
               snappedStep(room->bottom) <= bottom * outlineSteps;
    } catch (const DrawingError&) {
        return false;
    }
}

std::optional<ParameterProblem> OutlineSeries::problem(const ItemCheck& check) const {
    constexpr std::int64_t itemsBetween = 256;
    constexpr std::size_t mostKnown = 4096;
    const std::int64_t count = table_ ? std::min(places_.count(), table_->rows()) : places_.count();
    std::optional<SeriesTable::Rows> rows;
    if (text_->readsTable()) rows.emplace(*table_);
    std::unordered_set<std::string> fitting;  // the names that `alike` gives to texts that surely fit
    for (std::int64_t k = 0; k < count; ++k) {
        if (check.stop.stop_requested()) throw Cancelled();
        if (check.progress && k % itemsBetween == 0) check.progress(k, count);
        const std::string text = textOf(k, rows ? rows->next() : std::vector<std::string>());
        const std::string name = alike_ ? alike_(text) : std::string();
        if (!name.empty() && fitting.contains(name)) continue;
        if (surelyFits(text, check.stop)) {
            if (!name.empty() && fitting.size() < mostKnown) fitting.insert(name);
            continue;
        }
        try {
            static_cast<void>(made(k, check.stop));
        } catch (const DrawingError& error) {
            return ParameterProblem{key_, error.problem()};
        }
    }
    return {};
}

ParameterDescription seriesParameter() {
    const auto vectorOf = [](std::string_view key, std::string_view title, std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::vector,
                                    .unit = "px",
                                    .minimum = -0x1p31,
                                    .maximum = 0x1p31,
                                    .help = help,
                                    .since = 2};
    };
    const auto countOf = [](std::string_view key, std::string_view title, std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::integer,
                                    .minimum = 1,
                                    .maximum = static_cast<double>(SeriesPlaces::mostItems),
                                    .fallback = "1",
                                    .help = help,
                                    .since = 2};
    };
    const auto numberOf = [](std::string_view key, std::string_view title, double most,
                             std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::integer,
                                    .minimum = -most,
                                    .maximum = most,
                                    .fallback = "1",
                                    .help = help,
                                    .since = 2};
    };
    ParameterDescription cell =
        vectorOf("cell", "Cell",
                 "[width, height] of an item's cell. The item must fit into it. By default, it is the cell "
                 "that u and v span if they are parallel to the axes.");
    cell.type = ParameterType::pixelSize;
    cell.minimum = 1;
    ParameterDescription inset =
        vectorOf("inset", "Inset", "The position of the item's point (0, 0) in its cell.");
    inset.type = ParameterType::pixelSize;
    inset.fallback = "[0, 0]";
    ParameterDescription series{
        .key = "series",
        .title = "Series",
        .type = ParameterType::map,
        .help =
            "Many items on a lattice. {n} in the text is the item's number, {n:05} with "
            "zeros, {i} its column, {j} its row, {NAME} a column of the table, {{ a "
            "brace.",
        .since = 2,
        .group = "Series"};
    series.alternatives = {
        vectorOf("u", "u", "The step from one column to the next."),
        vectorOf("v", "v", "The step from one row to the next."),
        vectorOf("origin", "Origin", "The place of the first cell; 0, 0 if it is not given."),
        countOf("columns", "Columns", "The number of items along u."),
        countOf("rows", "Rows", "The number of items along v."),
        std::move(cell),
        std::move(inset),
        numberOf("start", "Start", 999'999'999'999'999, "The number of the first item."),
        numberOf("step", "Step", 1'000'000'000,
                 "The difference between the numbers of one item and the next, row by row."),
        {.key = "csv",
         .title = "Table",
         .type = ParameterType::file,
         .help = "The path of a CSV table, absolute or relative to the design file. Each item has a row.",
         .since = 2},
        {.key = "header",
         .title = "Header",
         .type = ParameterType::boolean,
         .fallback = "true",
         .help = "Whether the first row of the table names its columns; otherwise they are called 1, 2, ...",
         .since = 2},
    };
    return series;
}

}  // namespace burin

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_reader.hpp"

#include "core/base/text.hpp"
#include "core/outlines/contour_bounds.hpp"
#include "core/outlines/dxf/dxf_chains.hpp"
#include "core/outlines/dxf/dxf_curves.hpp"
#include "core/outlines/dxf/dxf_entities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace burin {
namespace {

constexpr std::size_t deepestInsert = 32;
constexpr std::size_t mostEntities = 1'000'000;

bool drawsNothing(std::string_view type) {
    return type == "VIEWPORT";
}

/// The place and the layer of the entities of a block.
struct DxfSpot {
    Affine toDrawing;                      ///< micrometres, y downwards
    std::string_view layer = {};           ///< layer of the INSERT; entities on layer 0 get it
    std::vector<std::string_view> blocks;  ///< blocks that are being inserted
};

class DxfReader {
  public:
    DxfReader(std::string text, const DrawingRequest& request, OutlineMeter meter)
        : request_(request), source_(std::move(text), request.file, meter.stop()), meter_(std::move(meter)) {}

    [[nodiscard]] Outline read() {
        std::optional<double> unit = request_.unitUm;
        if (source_.unit()) unit = source_.unit()->um;
        if (!unit)
            throw DrawingError({.subject = request_.file,
                                .reason = std::string(dxfWithoutUnit),
                                .advice = "add `units: mm`, for example"});
        checkSelection();
        draw(source_.entities(), {Affine::scale(*unit, -*unit), {}, {}});
        Outline drawn = outline();
        if (source_.pageRemark()) drawn.warnings.push_back(*source_.pageRemark());
        warnOfUnit(drawn);
        return drawn;
    }

  private:
    /// Says that the unit of the file counts, not the requested one.
    void warnOfUnit(Outline& drawn) const {
        if (!source_.unit() || !request_.unitUm || *request_.unitUm == source_.unit()->um) return;
        drawn.warnings.push_back(
            {.subject = request_.file,
             .reason = "the drawing says that its unit is %1 ($INSUNITS), so `units: %2` is not used",
             .details = {std::string(source_.unit()->name), dxfUnitName(*request_.unitUm)},
             .advice = "remove `units`, or change the unit in the drawing"});
    }

    void checkSelection() const {
        const std::vector<std::string_view> names = source_.layerNames();
        for (const std::string& name : request_.select) {
            if (!std::binary_search(names.begin(), names.end(), std::string_view(name), DxfNameOrder())) {
                throw DrawingError({.subject = request_.file,
                                    .reason = "the drawing has no layer %1",
                                    .details = {quotedForMessage(name),
                                                suggestion(name, names,
                                                           filledIn("write one of its layers: %1",
                                                                    {alternatives(firstOf(names))}))},
                                    .advice = "%2"});
            }
            if (const DxfLayer layer = source_.layer(name); !layer.on || layer.frozen) {
                throw DrawingError({.subject = request_.file,
                                    .reason = "the layer %1 is off or frozen",
                                    .details = {quotedForMessage(name)},
                                    .advice = "choose a layer that is on"});
            }
        }
    }

    [[nodiscard]] static std::vector<std::string_view> firstOf(std::vector<std::string_view> names) {
        constexpr std::size_t shown = 8;
        if (names.size() > shown) names.resize(shown);
        return names;
    }

    [[nodiscard]] bool selected(std::string_view layer) const {
        return request_.select.empty() || isAmong(request_.select, layer);
    }
    template <class Names>
    [[nodiscard]] static bool isAmong(const Names& names, std::string_view name) {
        return std::any_of(names.begin(), names.end(),
                           [&](std::string_view one) { return sameDxfName(one, name); });
    }
    [[nodiscard]] bool ignored(std::string_view type) const {
        return std::find(request_.ignore.begin(), request_.ignore.end(), type) != request_.ignore.end();
    }

    void draw(const std::vector<DxfEntity>& entities, const DxfSpot& spot) {
        for (const DxfEntity& entity : entities) {
            try {
                drawOrInsert(entity, spot);
            } catch (const OutlineError& error) {
                source_.fail(entity.line, error.problem().reason, error.problem().advice);
            }
        }
    }

    void count(const DxfEntity& entity) {
        if (++count_ > mostEntities) {
            source_.fail(entity.line,
                         "the drawing has more than 1,000,000 entities once its blocks are inserted",
                         "use a smaller drawing");
        }
        meter_.step(bytesOf(entity));
    }

    /// The bytes of an entity with its parts, which follow it in the file.
    [[nodiscard]] static std::size_t bytesOf(const DxfEntity& entity) {
        const DxfEntity& last = entity.parts.empty() ? entity : entity.parts.back();
        const std::string_view end = last.tags.empty() ? last.type : last.tags.back().value;
        return static_cast<std::size_t>(end.data() + end.size() - entity.type.data());
    }

    void drawOrInsert(const DxfEntity& entity, const DxfSpot& spot) {
        count(entity);
        const std::string_view layer =
            entity.layer() == "0" && !spot.layer.empty() ? spot.layer : entity.layer();
        const DxfLayer state = source_.layer(layer);
        const bool inPaperSpace = entity.text(67) == "1" && spot.blocks.empty();
        if (inPaperSpace || entity.text(60) == "1" || state.frozen || ignored(entity.type)) return;
        if (entity.type == "INSERT") {
            insert(entity, layer, spot);
        } else if (state.on) {
            drawOne(entity, layer, spot);
        }
    }

    /// A definition in a block only describes the attributes of an INSERT, unless its text is constant.
    [[nodiscard]] bool definesOnly(const DxfEntity& entity, const DxfSpot& spot) const {
        constexpr int invisible = 1;
        constexpr int constant = 2;
        if (entity.type != "ATTDEF") return false;
        const int flags = source_.whole(entity, 70, 0);
        return (flags & invisible) != 0 || (!spot.blocks.empty() && (flags & constant) == 0);
    }

    void drawOne(const DxfEntity& entity, std::string_view layer, const DxfSpot& spot) {
        if (drawsNothing(entity.type) || definesOnly(entity, spot)) return;
        const bool wanted = selected(layer);
        std::optional<DxfDrawing> drawing;
        try {
            // A hatch that is not drawn may have gaps; its bounds still place the drawing.
            constexpr double anyGap = std::numeric_limits<double>::infinity();
            drawing = drawingOf(source_, entity, {spot.toDrawing, wanted ? request_.joinUm : anyGap});
            if (!drawing && wanted) {
                source_.fail(entity.line, "%1 on layer %2 is not supported",
                             "explode the entity into lines and arcs, select other layers, or add `ignore: "
                             "[%3]`",
                             {quotedForMessage(entity.type), quotedForMessage(layer),
                              std::string(onOneLine(entity.type.substr(0, 40)))});
            }
        } catch (const DrawingError&) {
            if (wanted) throw;
        }
        if (!drawing) return;
        const Affine map =
            spot.toDrawing.after(wanted || isPlain(entity) ? planeOf(source_, entity) : Affine());
        add(mapped(drawing->lines, map), entity.line, wanted, false);
        add(mapped(drawing->area, map), entity.line, wanted, true);
    }

    [[nodiscard]] bool isPlain(const DxfEntity& entity) const {
        return entity.text(210).empty() ||
               (source_.number(entity, 210, 0) == 0 && source_.number(entity, 220, 0) == 0 &&
                source_.number(entity, 230, 1) != 0);
    }

    void add(ContourList list, std::uint32_t line, bool wanted, bool area) {
        if (list.empty()) return;
        const PlaneBox bounds = boundsOf(list);
        if (!std::isfinite(bounds.left + bounds.top + bounds.right + bounds.bottom))
            source_.fail(line, "a coordinate is too large", "use coordinates within the drawing");
        around_ = around_ ? PlaneBox{std::min(around_->left, bounds.left), std::min(around_->top, bounds.top),
                                     std::max(around_->right, bounds.right),
                                     std::max(around_->bottom, bounds.bottom)}
                          : bounds;
        if (!wanted) return meter_.step(list.points.size());
        meter_.keep(list.leastEdges());
        if (area) {
            areas_.push_back(std::move(list));
            return;
        }
        if (list.heads.front().closed) {
            append(list, closed_);
        } else {
            // A line without length has no ends to join.
            if (list.segments.size() == 1 && list.segments[0] == SegmentKind::line &&
                list.current() == list.heads[0].start)
                return;
            append(list, pieces_.list);
            pieces_.lines.push_back(line);
        }
    }

    static void append(const ContourList& list, ContourList& into) {
        for (ContourHead head : list.heads) {
            head.firstSegment += into.segments.size();
            head.firstPoint += into.points.size();
            into.heads.push_back(head);
        }
        into.segments.insert(into.segments.end(), list.segments.begin(), list.segments.end());
        into.points.insert(into.points.end(), list.points.begin(), list.points.end());
    }

    void insert(const DxfEntity& entity, std::string_view layer, const DxfSpot& spot) {
        const std::string_view name = entity.text(2);
        const DxfBlock* const block = source_.block(name);
        if (block == nullptr)
            source_.fail(entity.line, "the drawing has no block %1", "use a complete DXF file",
                         {quotedForMessage(name)});
        if (block->repeated)
            source_.fail(entity.line, "the drawing has several blocks called %1",
                         "rename all except one of them", {quotedForMessage(name)});
        if (block->external && block->entities.empty() && selected(layer))
            source_.fail(entity.line, "the block %1 is in another file, which is not read",
                         "bind the reference in the drawing, or add `ignore: [INSERT]`",
                         {quotedForMessage(name)});
        if (isAmong(spot.blocks, name))
            source_.fail(entity.line, "the block %1 inserts itself", "remove a block from the cycle",
                         {quotedForMessage(name)});
        if (spot.blocks.size() >= deepestInsert)
            source_.fail(entity.line, "blocks insert one another more than 32 deep", "use a simpler drawing");
        const int columns = std::max(1, source_.whole(entity, 70, 1));
        const int rows = std::max(1, source_.whole(entity, 71, 1));
        if (static_cast<double>(columns) * rows > static_cast<double>(mostEntities))
            source_.fail(entity.line, "an INSERT makes more than 1,000,000 copies", "use a smaller array");
        const double x = source_.number(entity, 44, 0);
        const double y = source_.number(entity, 45, 0);
        const Affine turned =
            Affine::translation(source_.number(entity, 10, 0), source_.number(entity, 20, 0))
                .after(Affine::turn(source_.number(entity, 50, 0)));
        const Affine block0 = Affine::scale(source_.number(entity, 41, 1), source_.number(entity, 42, 1))
                                  .after(Affine::translation(-block->baseX, -block->baseY));
        DxfSpot inside{{}, layer, spot.blocks};
        inside.blocks.push_back(name);
        const Affine outer = spot.toDrawing.after(planeOf(source_, entity));
        // Copies of an empty block would not be counted as entities.
        for (int row = 0; row < rows && !block->entities.empty(); ++row) {
            for (int column = 0; column < columns; ++column) {
                inside.toDrawing =
                    outer.after(turned.after(Affine::translation(column * x, row * y).after(block0)));
                draw(block->entities, inside);
            }
        }
        for (const DxfEntity& attribute : entity.parts) {
            constexpr int invisible = 1;
            if ((source_.whole(attribute, 70, 0) & invisible) == 0) drawOrInsert(attribute, spot);
        }
    }

    [[nodiscard]] Outline outline() {
        Outline outline;
        if (!around_) {
            outline.box = PlaneBox{0, 0, request_.width.value_or(0), request_.height.value_or(0)};
            return outline;
        }
        const double pixels = 1 / request_.pixelUm;
        const DrawingPlace place = placeDrawing(request_, (around_->right - around_->left) * pixels,
                                                (around_->bottom - around_->top) * pixels);
        const Affine map = place.toOutline.after(
            Affine::scale(pixels, pixels).after(Affine::translation(-around_->left, -around_->top)));
        chain();
        if (!closed_.empty()) outline.paint(mapped(closed_, map), FillRule::evenodd);
        if (!open_.empty()) {
            outline.paint(mapped(open_, map), FillRule::evenodd);
            outline.items.back().open = true;
        }
        for (const ContourList& area : areas_)
            outline.paint(mapped(area, map), FillRule::evenodd);
        outline.box = place.box;
        if (place.cut) cut(outline, place.box);
        return outline;
    }

    void chain() {
        auto chains = chained(pieces_, request_.joinUm, meter_);
        if (const auto* fork = std::get_if<DxfFork>(&chains)) {
            source_.fail(fork->line, "three lines end at one place",
                         "use contours whose ends meet in pairs, or a smaller join");
        }
        const DxfChains& joined = std::get<DxfChains>(chains);
        append(joined.closed, closed_);
        open_ = joined.open;
        if (!joined.openLines.empty() && !request_.openAllowed) {
            source_.fail(joined.openLines.front(), "a contour that begins here is open",
                         "close it, or use a larger join or a stroke");
        }
    }

    static void cut(Outline& outline, const PlaneBox& box) {
        ContourList page;
        const std::array<PlanePoint, 4> corners = {
            {{box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}}};
        page.polygon(corners);
        outline.lists.push_back(std::move(page));
        outline.layers.push_back({outline.lists.size() - 1});
        outline.clips.push_back({{{outline.layers.size() - 1, {}}}});
        for (OutlineItem& item : outline.items)
            item.clips.push_back(outline.clips.size() - 1);
    }

    const DrawingRequest& request_;
    const DxfSource source_;
    OutlineMeter meter_;
    std::size_t count_ = 0;
    DxfPieces pieces_;
    ContourList closed_;
    ContourList open_;
    std::vector<ContourList> areas_;
    std::optional<PlaneBox> around_;
};

}  // namespace

Outline readDxf(std::string text, const DrawingRequest& request, OutlineMeter meter) {
    return DxfReader(std::move(text), request, std::move(meter)).read();
}

DrawingParts dxfParts(std::string text, const std::string& file, const std::stop_token& stop) {
    const DxfSource source(std::move(text), file, stop);
    DrawingParts found;
    found.anyCase = true;
    for (const std::string_view name : source.layerNames()) {
        if (!isListedName(name)) continue;
        if (found.parts.size() >= DrawingParts::most) {
            found.more = true;
            break;
        }
        using State = DrawingPart::State;
        const DxfLayer layer = source.layer(name);
        const State state = layer.frozen ? State::frozen : layer.on ? State::drawn : State::off;
        found.parts.push_back({std::string(name), {}, state});
    }
    for (const std::string_view type : source.entityTypes()) {
        if (!isListedName(type) || drawsNothing(type)) continue;
        if (found.ignorable.size() >= DrawingParts::most) break;
        found.ignorable.emplace_back(type);
    }
    return found;
}

}  // namespace burin

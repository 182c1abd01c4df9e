// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/starters.hpp"

#include "core/design/design.hpp"
#include "core/design/yaml.hpp"
#include "core/geometry/length.hpp"
#include "ui/theme/formula_picture.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// The side of the square of an endless pattern that its picture shows, in pixels.
constexpr double shownPx = 80;

struct Row {
    std::string_view kind;
    std::string_view title;
    std::string_view help;
    std::vector<std::string_view> words;
    std::string_view values;
    double shown = shownPx;
};

/// First the cells for a lattice, which fill their rectangle at any size, then patterns for whole surfaces.
const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"math2d",
         "Dome",
         "A round cap that fills its rectangle, 1 in the middle: one cell of a lattice.",
         {"dome", "lens", "cap", "hemisphere", "half sphere", "sphere", "ball", "bump", "pebble", "dimple"},
         R"y({width: 40, height: 40,
             expression: "sqrt(max(0, 1 - hypot(2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1)^2))"})y"},
        {"math2d",
         "Cone",
         "A cone that fills its rectangle, 1 at its tip: one cell of a lattice.",
         {"cone", "spike", "tip", "point"},
         R"y({width: 40, height: 40,
             expression: "max(0, 1 - hypot(2 * x / (w - 1) - 1, 2 * y / (h - 1) - 1))"})y"},
        {"math2d",
         "Pyramid",
         "A pyramid on the whole of its rectangle, 1 at its tip: one cell of a lattice.",
         {"pyramid", "diamond", "knurl", "facet"},
         R"y({width: 40, height: 40,
             expression: "1 - max(abs(2 * x / (w - 1) - 1), abs(2 * y / (h - 1) - 1))"})y"},
        {"math2d",
         "Waves",
         "Even waves from left to right, 40 px from crest to crest.",
         {"wave", "sine", "ripple", "lines", "stripes"},
         R"y({expression: "0.5 + 0.5 * cos(2 * pi * x / 40)"})y"},
        {"math2d",
         "Rings",
         "Even waves around the middle of its rectangle, 40 px from crest to crest.",
         {"rings", "concentric", "ripples", "circles", "target", "record"},
         R"y({width: 160, height: 160,
             expression: "0.5 + 0.5 * cos(2 * pi * hypot(x - (w - 1) / 2, y - (h - 1) / 2) / 40)"})y"},
        {"math2d",
         "Grooves",
         "Grooves with straight walls from top to bottom, 40 px from ridge to ridge.",
         {"groove", "grooves", "furrow", "vee", "sawtooth", "zigzag", "ribs", "fluting", "knurling"},
         R"y({expression: "abs(2 * mod(x, 40) / 40 - 1)"})y"},
        {"math2d",
         "Brick",
         "A wall of bricks of 80 by 40 px with sloping edges, every other row moved by half a brick.",
         {"brick", "bricks", "wall", "masonry", "joint", "mortar", "cobble"},
         R"y({expression: "clamp(min(40 - abs(mod(x + 40 * mod(floor(y / 40), 2), 80) - 40), 20 - abs(mod(y, 40) - 20)) / 5 - 0.4, 0, 1)"})y",
         2 * shownPx},
        {"math2d",
         "Weave",
         "Threads of 20 px that pass over and under one another.",
         {"weave", "woven", "fabric", "cloth", "carbon fibre", "threads", "linen", "canvas", "textile"},
         R"y({expression: "max(abs(sin(pi * x / 20)) * (0.55 + 0.45 * cos(pi * (y / 20 - 0.5 + floor(x / 20)))), abs(sin(pi * y / 20)) * (0.55 - 0.45 * cos(pi * (x / 20 - 0.5 + floor(y / 20)))))"})y"},
        {"math2d",
         "Ramp",
         "Rises evenly from 0 at the left to 1 at the right of its rectangle.",
         {"ramp", "gradient", "slope", "wedge", "incline", "staircase", "test strip"},
         R"y({width: 160, height: 160, expression: "x / (w - 1)"})y"},
        {"text",
         "Carved text",
         "Bold letters with walls that slope over 4 px, 1 inside. Type your own text in the inspector.",
         {"carved text", "text", "carve", "lettering", "letters", "monogram", "name", "sign"},
         R"y({text: Abc, font: "builtin:Inter Bold", size: 48, output: distance, distance_max: 4})y"},
    };
    return rows;
}

/// The samples of a node without children, in the square around its middle, one pixel for each sample. Null
/// if the node has no bounds.
QImage drawnBy(std::string_view kind, const YamlValue& values, std::span<const Kind> kinds) {
    const std::string name = "drawn";
    DesignEdit edit(newDesign());
    edit.addNode(name, kind);
    for (const YamlEntry& entry : values.entries)
        edit.setValue(name, entry.key.scalar, entry.value);
    const Design design = reviseDesign(edit.take(), {}, {}, kinds, nullptr);
    const auto& operation = design.nodes[design.find(name).value()].operation;
    if (operation == nullptr || !operation->extent({}).bounded()) return {};
    const Rect own = operation->extent({}).rect();
    std::vector<float> samples(static_cast<std::size_t>(own.area()));
    operation->begin({}, own, {samples.data(), own.width, own.width, own.height});
    const auto side = static_cast<int>(std::max(own.width, own.height));
    const auto left = static_cast<int>((side - own.width) / 2);
    const auto top = static_cast<int>((side - own.height) / 2);
    QImage picture(side, side, QImage::Format_Grayscale8);
    picture.fill(0);
    for (int y = 0; y < own.height; ++y) {
        const float* row = samples.data() + y * own.width;
        std::transform(row, row + own.width, picture.scanLine(top + y) + left, [](float sample) {
            return static_cast<uchar>(std::lround(std::clamp(sample, 0.0F, 1.0F) * 255));
        });
    }
    return picture;
}

}  // namespace

std::vector<Starter> startersOf(std::span<const Kind> kinds) {
    std::vector<Starter> starters;
    for (const Row& row : table()) {
        const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const Kind& k) { return k.description.name == row.kind; });
        if (kind == kinds.end()) continue;
        Starter starter{kind->description, std::get<YamlValue>(parseYaml(row.values)), row.shown, {}};
        if (starter.values.find("expression") == nullptr)
            starter.drawn = drawnBy(row.kind, starter.values, kinds);
        starter.shown.title = row.title;
        starter.shown.help = row.help;
        starter.shown.words = row.words;
        starter.shown.links.clear();  // it needs no inputs
        starters.push_back(std::move(starter));
    }
    return starters;
}

QImage pictureOf(const Starter& starter, int px) {
    if (!starter.drawn.isNull())
        return starter.drawn.scaled(px, px, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const auto text = [&](std::string_view key) {
        const YamlValue* value = starter.values.find(key);
        return value == nullptr ? std::string() : value->scalar;
    };
    const QSizeF own(parseNumber(text("width")).value_or(0), parseNumber(text("height")).value_or(0));
    const QSizeF shown = own.isEmpty() ? QSizeF(starter.shownPx, starter.shownPx) : own;
    return formulaPicture(text("expression"), QRectF(QPointF(), shown), own, px);
}

QIcon iconOf(const Starter& starter, int side, qreal ratio) {
    return pictureIcon(pictureOf(starter, static_cast<int>(std::lround(side * ratio))), ratio);
}

}  // namespace burin::ui

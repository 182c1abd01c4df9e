// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/starters.hpp"

#include "core/design/yaml.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

struct Row {
    std::string_view kind;
    std::string_view title;
    std::string_view help;
    std::vector<std::string_view> words;
    std::string_view values;
};

/// Cells for a lattice. Each fills its rectangle at any size.
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
         {"wave", "sine", "ripple", "groove", "grooves", "lines", "stripes"},
         R"y({expression: "0.5 + 0.5 * cos(2 * pi * x / 40)"})y"},
    };
    return rows;
}

}  // namespace

std::vector<Starter> startersOf(std::span<const Kind> kinds) {
    std::vector<Starter> starters;
    for (const Row& row : table()) {
        const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                       [&](const Kind& k) { return k.description.name == row.kind; });
        if (kind == kinds.end()) continue;
        Starter starter{kind->description, std::get<YamlValue>(parseYaml(row.values))};
        starter.shown.title = row.title;
        starter.shown.help = row.help;
        starter.shown.words = row.words;
        starter.shown.links.clear();  // it needs no inputs
        starters.push_back(std::move(starter));
    }
    return starters;
}

}  // namespace burin::ui

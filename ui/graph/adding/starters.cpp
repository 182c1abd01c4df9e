// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/adding/starters.hpp"

#include "core/design/design.hpp"
#include "core/design/yaml.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/theme/formula_picture.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

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

std::vector<Starter> startersMade(std::span<const Kind> kinds) {
    std::vector<Starter> starters;
    for (const Kind& kind : kinds) {
        for (const StarterDescription& one : kind.description.starters) {
            Starter starter{kind.description, std::get<YamlValue>(parseYaml(one.values)), one.shownPx,
                            QImage()};
            if (starter.values.find("expression") == nullptr)
                starter.drawn = drawnBy(kind.description.name, starter.values, kinds);
            starter.shown.title = one.title;
            starter.shown.help = one.help;
            starter.shown.words = one.words;
            starter.shown.links.clear();  // the starter needs no inputs
            starters.push_back(std::move(starter));
        }
    }
    return starters;
}

QImage starterDrawnAt(const Starter& starter, int px) {
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

}  // namespace

std::vector<Starter> startersOf(std::span<const Kind> kinds) {
    // The panels of a window need the same ones. A list of other kinds can later lie in the same place.
    const bool all = kinds.data() == burin::kinds().data() && kinds.size() == burin::kinds().size();
    if (!all) return startersMade(kinds);
    static const std::vector<Starter> ofAll = startersMade(kinds);
    return ofAll;
}

QImage pictureOf(const Starter& starter, int px) {
    QImage& known = (*starter.pictures)[px];
    if (known.isNull()) known = starterDrawnAt(starter, px);
    return known;
}

QIcon iconOf(const Starter& starter, int side, qreal ratio) {
    return pictureIcon(pictureOf(starter, static_cast<int>(std::lround(side * ratio))), ratio);
}

}  // namespace burin::ui

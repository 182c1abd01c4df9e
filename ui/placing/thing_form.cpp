// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/thing_form.hpp"

#include "core/base/text.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "ui/model/node_extents.hpp"
#include "ui/model/written_length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace burin::ui {

namespace {

QRectF rectangleOf(const Rect& r) {
    return {static_cast<double>(r.x), static_cast<double>(r.y), static_cast<double>(r.width),
            static_cast<double>(r.height)};
}

/// The bounding rectangle of an outline without a box, before it was turned.
QRectF uprightBounds(const DrawnOutline& outline, double degrees) {
    constexpr double far = std::numeric_limits<double>::infinity();
    QPointF least(far, far);
    QPointF most(-far, -far);
    for (const StepPoint& point : outline.snapped().points) {
        const QPointF at = turnedBy(
            QPointF(static_cast<double>(point.x), static_cast<double>(point.y)) / outlineSteps, -degrees);
        least = {std::min(least.x(), at.x()), std::min(least.y(), at.y())};
        most = {std::max(most.x(), at.x()), std::max(most.y(), at.y())};
    }
    return least.x() < far ? QRectF(least, most) : QRectF();
}

std::optional<ThingForm> formOfOutline(const DesignNode& node, const DrawnOutline& outline) {
    const auto& scale = node.values.as<Vector>("scale");
    ThingForm form{.upright = {}, .degrees = node.values.as<double>("rotate"), .corner = {}};
    if (const auto& box = outline.sourceBox()) {
        form.upright = QRectF(0, 0, (box->right - box->left) * std::abs(scale.x),
                              (box->bottom - box->top) * std::abs(scale.y));
        form.corner = QPointF();
    } else {
        form.upright = uprightBounds(outline, form.degrees);
    }
    const bool drawn = form.upright.width() > 0 || form.upright.height() > 0;
    return drawn ? std::optional(form) : std::nullopt;
}

std::optional<ThingForm> formOfTransform(const DesignNode& node, const NodeExtents& extents) {
    const DesignLink& link = node.links.front();
    if (!link.child || !hasArea(extents[*link.child])) return {};
    const Rect& child = extents[*link.child].rect();
    QSizeF size(static_cast<double>(child.width), static_cast<double>(child.height));
    if (const auto* wanted = node.values.find<Vector>("size")) {
        size = {wanted->x, wanted->y};
    } else if (const auto* scale = node.values.find<Vector>("scale")) {
        size = {size.width() * scale->x, size.height() * scale->y};
    }
    return ThingForm{QRectF({0, 0}, size), node.values.as<double>("rotate"),
                     QPointF(static_cast<double>(link.at.x), static_cast<double>(link.at.y))};
}

bool isTransform(const DesignNode& node) {
    return node.kind != nullptr && node.kind->description.name == "transform";
}

const DrawnOutline* outlineOf(const DesignNode& node) {
    return node.operation == nullptr ? nullptr : node.operation->outline();
}

/// The keys of the lengths that scale a shape if they all grow in proportion. Empty if the size is a pair or
/// the shape has ends.
std::vector<std::string_view> proportionalKeys(const DesignNode& node) {
    const std::string_view kind = node.kind->description.name;
    if (kind == "text") return {"size"};
    if (kind == "code") return {"module"};
    if (kind != "shape") return {};
    const auto& shape = node.values.as<std::string>("shape");
    if (shape == "ring") return {"diameter", "inner"};
    if (shape == "polygon" || shape == "star") return {"diameter"};
    if (shape == "gear") return {"module", "bore"};
    return {};
}

bool hasEnds(const DesignNode& node) {
    if (node.kind->description.name != "shape") return false;
    const auto& shape = node.values.as<std::string>("shape");
    return shape == "line" || shape == "arrow";
}

/// Whether `size` is a list of one or two lengths.
bool hasSizeList(const DesignNode& node) {
    return node.values.find<std::vector<double>>("size") != nullptr;
}

std::string scaledNumber(double number) {
    return numberText(std::round(number * 1e6) / 1e6);
}

/// Changes lengths, pairs and numbers of a node by two factors.
class Resizing {
  public:
    Resizing(const DesignNode& node, const YamlValue& text, double alongX, double alongY, double pixelUm)
        : node_(node), text_(text), by_{alongX, alongY}, pixelUm_(pixelUm) {}

    ThingValues run() {
        const std::vector<std::string_view> alike = proportionalKeys(node_);
        if (!alike.empty()) {
            proportional(alike);
        } else if (isTransform(node_) && node_.values.has("size")) {
            const auto& size = node_.values.as<Vector>("size");
            pair("size", {size.x, size.y}, true);
        } else if (hasSizeList(node_)) {
            const auto& size = node_.values.as<std::vector<double>>("size");
            pair("size", {size.front(), size.back()}, false);
        } else if (isTransform(node_) || outlineOf(node_) != nullptr) {
            const auto* scale = node_.values.find<Vector>("scale");
            factors(scale == nullptr ? std::array{1.0, 1.0} : std::array{scale->x, scale->y});
        } else {
            side("width", 0, static_cast<double>(node_.size->width));
            side("height", 1, static_cast<double>(node_.size->height));
        }
        made_.alongX = by_[0];
        made_.alongY = by_[1];
        return made_;
    }

  private:
    bool held(std::string_view key, const YamlValue* value) {
        if (!isFormula(value)) return false;
        made_.formula = QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
        return true;
    }

    static std::string textOf(const YamlValue* value) { return value == nullptr ? "" : value->scalar; }

    void proportional(const std::vector<std::string_view>& keys) {
        for (const std::string_view key : keys) {
            if (held(key, text_.find(key))) by_ = {1, 1};
        }
        for (const std::string_view key : keys) {
            if (const auto* whole = node_.values.find<std::int64_t>(key)) {
                const auto before = static_cast<double>(*whole);
                const double after = std::max(1.0, std::round(before * by_[0]));
                by_ = {after / before, after / before};
                add(key, yamlScalar(writtenLength(after, textOf(text_.find(key)), pixelUm_)));
            } else if (const auto* length = node_.values.find<double>(key)) {
                add(key, yamlScalar(writtenLength(*length * by_[0], textOf(text_.find(key)), pixelUm_)));
            }
        }
    }

    /// Writes a list of two lengths. A single length in the file stays single while both sides are equal.
    void pair(std::string_view key, std::array<double, 2> sides, bool whole) {
        const YamlValue* written = text_.find(key);
        const auto part = [&](std::size_t i) {
            if (written == nullptr || !written->isSequence()) return written;
            return &written->items[std::min(i, written->items.size() - 1)];
        };
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < 2; ++i) {
            if (held(key, part(i))) by_[i] = 1;
            double after = sides[i] * by_[i];
            if (whole) after = std::max(1.0, std::round(after));
            by_[i] = after / sides[i];
            texts.push_back(by_[i] == 1 ? textOf(part(i)) : writtenLength(after, textOf(part(i)), pixelUm_));
        }
        const bool one = written != nullptr && !written->isSequence() && texts[0] == texts[1];
        add(key, one ? yamlScalar(texts[0]) : yamlList(texts));
    }

    void factors(std::array<double, 2> before) {
        const YamlValue* written = text_.find("scale");
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < 2; ++i) {
            const bool list = written != nullptr && written->isSequence() && i < written->items.size();
            const YamlValue* part = list ? &written->items[i] : written;
            if (held("scale", part)) by_[i] = 1;
            texts.push_back(by_[i] == 1 && part != nullptr ? textOf(part) : scaledNumber(before[i] * by_[i]));
        }
        add("scale", texts[0] == texts[1] ? yamlScalar(texts[0]) : yamlList(texts));
    }

    void side(std::string_view key, std::size_t axis, double before) {
        if (held(key, text_.find(key))) by_[axis] = 1;
        const double after = std::max(1.0, std::round(before * by_[axis]));
        by_[axis] = after / before;
        if (by_[axis] != 1) add(key, yamlScalar(writtenLength(after, textOf(text_.find(key)), pixelUm_)));
    }

    void add(std::string_view key, YamlValue value) {
        if (by_[0] == 1 && by_[1] == 1) return;
        made_.values.emplace_back(std::string(key), std::move(value));
    }

    const DesignNode& node_;
    const YamlValue& text_;
    std::array<double, 2> by_;
    double pixelUm_;
    ThingValues made_;
};

}  // namespace

bool isFormula(const YamlValue* value) {
    return value != nullptr && value->scalar.starts_with('=');
}

TurnedBox ThingForm::box() const {
    TurnedBox made{{}, upright.size(), degrees};
    const QRectF around = made.bounds();
    made.middle =
        corner ? *corner + QPointF(around.width(), around.height()) / 2 : turnedBy(upright.center(), degrees);
    return made;
}

ThingForm ThingForm::scaled(double alongX, double alongY) const {
    ThingForm made = *this;
    made.upright = QRectF(upright.x() * alongX, upright.y() * alongY, upright.width() * alongX,
                          upright.height() * alongY);
    return made;
}

ThingForm ThingForm::turnedTo(double angle) const {
    ThingForm made = *this;
    made.degrees = angle;
    return made;
}

std::optional<ThingForm> formOf(const Design& design, NodeIndex index, const NodeExtents& extents) {
    const DesignNode& node = design.nodes[index];
    if (!node.sound || node.muted || node.operation == nullptr) return {};
    if (const DrawnOutline* outline = outlineOf(node)) return formOfOutline(node, *outline);
    if (isTransform(node) && !node.links.empty()) return formOfTransform(node, extents);
    const Extent& extent = extents.seen(index);
    if (!hasArea(extent)) return {};
    const QRectF all = rectangleOf(extent.rect());
    return ThingForm{all, 0, all.topLeft()};
}

Sizing sizingOf(const DesignNode& node) {
    if (node.kind == nullptr || !node.sound) return Sizing::none;
    if (outlineOf(node) != nullptr) {
        if (hasEnds(node)) return Sizing::none;
        if (!proportionalKeys(node).empty()) return Sizing::proportional;
        const bool one = hasSizeList(node) && node.kind->description.name == "path" &&
                         node.values.as<std::vector<double>>("size").size() == 1;
        return one ? Sizing::proportional : Sizing::free;
    }
    return isTransform(node) || node.size ? Sizing::free : Sizing::none;
}

bool canTurn(const DesignNode& node) {
    return node.sound && (outlineOf(node) != nullptr || isTransform(node));
}

ThingValues sizedBy(const DesignNode& node, const YamlValue& text, double alongX, double alongY,
                    double pixelUm) {
    return Resizing(node, text, alongX, alongY, pixelUm).run();
}

ThingValues turnedTo(const YamlValue& text, double degrees) {
    ThingValues made;
    if (isFormula(text.find("rotate"))) {
        made.formula = "rotate";
    } else {
        made.values.emplace_back("rotate", yamlScalar(scaledNumber(degrees)));
    }
    return made;
}

}  // namespace burin::ui

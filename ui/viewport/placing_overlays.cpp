// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/placing_overlays.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace burin::ui {

namespace {

struct PlacingNames {
    Q_DECLARE_TR_FUNCTIONS(PlacingNames)
};

QString nameOf(PlacingNumber::Name name) {
    using Name = PlacingNumber::Name;
    switch (name) {
        case Name::x:
            return PlacingNames::tr("x");
        case Name::y:
            return PlacingNames::tr("y");
        case Name::width:
            return PlacingNames::tr("w");
        case Name::height:
            return PlacingNames::tr("h");
        default:
            return PlacingNames::tr("angle");
    }
}

QString signedText(double number, const QString& text) {
    return number > 0 ? '+' + text : text;
}

QString pixelsText(double pixels, const Length& pixel) {
    return measuredText(Length{pixels * pixel.value, pixel.unit});
}

}  // namespace

QPolygonF PlacingOverlays::onScreen(const TurnedBox& box) const {
    QPolygonF corners;
    for (const QPointF& corner : box.corners())
        corners << view_.toScreen(corner, screen_);
    return corners;
}

void PlacingOverlays::show(const Placing& placing, const std::vector<PlacedThing>& selected,
                           const Length& pixel) {
    const PlacedThing* thing = placing.chosen();
    for (const PlacedThing& one : selected) {
        if (thing == nullptr || !thing->isLink(one.reader, one.entry)) thinBox(one.box());
    }
    if (thing == nullptr) return;
    const TurnedBox box = thing->box();
    if (const auto before = placing.before()) oldPlace(*before);
    boxWithHandles(placing, box);
    for (const GuideLine& line : placing.guides())
        guide(line);
    for (const GapMark& mark : placing.gapMarks())
        gapMark(mark, pixel);
    const QRectF around = onScreen(box).boundingRect();
    numbers(placing.numbers(), placing.held(), around, pixel);
}

void PlacingOverlays::show(const DrawingPen& pen, double pixelUm) {
    constexpr double below = 20;
    constexpr double margin = 16;
    const std::optional<DrawnForm> form = pen.form();
    if (!form) return;
    QPolygonF corners;
    for (const QPointF& corner : contourOf(pen.tool(), *form))
        corners << view_.toScreen(corner, screen_);
    contour(corners);
    QString size = areaText(form->box.width() * pixelUm, form->box.height() * pixelUm);
    if (form->box.isNull()) size = lengthText(form->ends.length() * pixelUm);
    if (pen.tool() == DrawingTool::text) size = lengthText(form->box.height() * pixelUm);
    const QRectF around = corners.boundingRect();
    label({around.center().x(), std::min(around.bottom() + below, screen_.height() - margin)}, size);
}

/// The points are pixels of the screen. All of the light line lies below the dark one.
void PlacingOverlays::contour(const QPolygonF& corners) {
    for (const QPen& pen : {QPen(QColor(255, 255, 255, 170), 4), QPen(theme_.color(Role::accent), 2)}) {
        painter_.setPen(pen);
        for (qsizetype i = 0; i + 1 < corners.size(); ++i) {
            const auto part = partInside({corners[i], corners[i + 1]}, nearScreen());
            if (part) painter_.drawLine(*part);
        }
    }
}

/// The sides of a box, in two pens on each other.
void PlacingOverlays::sides(const TurnedBox& box, const QPen& below, const QPen& above) {
    const QPolygonF corners = onScreen(box);
    for (qsizetype i = 0; i < corners.size(); ++i) {
        const auto part = partInside({corners[i], corners[(i + 1) % corners.size()]}, nearScreen());
        if (!part) continue;
        painter_.setPen(below);
        painter_.drawLine(*part);
        painter_.setPen(above);
        painter_.drawLine(*part);
    }
}

void PlacingOverlays::oldPlace(const TurnedBox& box) {
    sides(box, QPen(QColor(0, 0, 0, 150), 2), QPen(Qt::white, 1, Qt::DashLine));
}

/// A thing that is selected, but has no handles.
void PlacingOverlays::thinBox(const TurnedBox& box) {
    sides(box, QPen(QColor(255, 255, 255, 170), 3), QPen(theme_.color(Role::accent), 1));
}

/// A line through what snapped, a little beyond both boxes, with its name.
void PlacingOverlays::guide(const GuideLine& guide) {
    constexpr double beyond = 12;
    const auto onScreen = [&](double along) {
        return view_.toScreen(guide.upright ? QPointF(guide.at, along) : QPointF(along, guide.at), screen_);
    };
    const QPointF way = guide.upright ? QPointF(0, beyond) : QPointF(beyond, 0);
    const auto line = partInside({onScreen(guide.from) - way, onScreen(guide.to) + way}, nearScreen());
    if (!line) return;
    QColor ground = theme_.color(Role::overlayGround);
    ground.setAlphaF(0.35F);
    painter_.setPen(QPen(ground, 3));
    painter_.drawLine(*line);
    painter_.setPen(QPen(theme_.color(Role::guide), 1.5));
    painter_.drawLine(*line);
    label(line->p1() - (guide.upright ? QPointF(0, 8) : QPointF(0, 20)), guide.name);
}

/// A line across a gap with a bar at each end, and the width of the gap.
void PlacingOverlays::gapMark(const GapMark& mark, const Length& pixel) {
    constexpr double bar = 5;
    constexpr double beside = 18;
    const auto onScreen = [&](double along) {
        return view_.toScreen(mark.acrossX ? QPointF(along, mark.at) : QPointF(mark.at, along), screen_);
    };
    const QLineF whole(onScreen(mark.from), onScreen(mark.to));
    const QPointF aside = mark.acrossX ? QPointF(0, bar) : QPointF(bar, 0);
    const std::array<QLineF, 3> lines = {whole, QLineF(whole.p1() - aside, whole.p1() + aside),
                                         QLineF(whole.p2() - aside, whole.p2() + aside)};
    QColor ground = theme_.color(Role::overlayGround);
    ground.setAlphaF(0.35F);
    for (const QPen& pen : {QPen(ground, 3), QPen(theme_.color(Role::guide), 1.5)}) {
        painter_.setPen(pen);
        for (const QLineF& line : lines) {
            const auto part = partInside(line, nearScreen());
            if (part) painter_.drawLine(*part);
        }
    }
    const auto seen = partInside(whole, nearScreen());
    if (!seen) return;
    const QString words = pixelsText(mark.to - mark.from, pixel);
    const double half = QFontMetricsF(theme_.numbers(12)).horizontalAdvance(words) / 2;
    label(seen->center() + (mark.acrossX ? QPointF(0, beside) : QPointF(beside + half, 0)), words);
}

void PlacingOverlays::boxWithHandles(const Placing& placing, const TurnedBox& box) {
    const QColor accent = theme_.color(Role::accent);
    const QPolygonF corners = onScreen(box);
    const QRectF near = nearScreen();
    const auto line = [&](QLineF whole) {
        const auto part = partInside(whole, near);
        if (!part) return;
        painter_.setPen(QPen(QColor(255, 255, 255, 170), 4));
        painter_.drawLine(*part);
        painter_.setPen(QPen(accent, 2));
        painter_.drawLine(*part);
    };
    for (qsizetype i = 0; i < corners.size(); ++i)
        line({corners[i], corners[(i + 1) % corners.size()]});
    painter_.setBrush(Qt::white);
    if (const auto turning = placing.turningHandle(view_.scale)) {
        const QPointF at = view_.toScreen(*turning, screen_);
        const QPointF above = (corners[0] + corners[1]) / 2;
        const QPointF below = (corners[2] + corners[3]) / 2;
        line({QLineF(above, at).length() <= QLineF(below, at).length() ? above : below, at});
        painter_.setPen(QPen(accent, 2));
        if (near.contains(at)) painter_.drawEllipse(at, 5.5, 5.5);
    }
    painter_.setPen(QPen(accent, 1.5));
    for (const std::size_t handle : placing.handles(view_.scale)) {
        const QPointF at = view_.toScreen(handleOf(box, handle), screen_);
        if (near.contains(at)) painter_.drawRect(QRectF(at.x() - 4.5, at.y() - 4.5, 9, 9));
    }
}

/// A box at the upper right of `beside`: names, values, and what was added.
void PlacingOverlays::numbers(const std::vector<PlacingNumber>& numbers, const QString& held,
                              const QRectF& beside, const Length& pixel) {
    if (numbers.empty()) return;
    constexpr double row = 20;
    constexpr double gap = 10;
    constexpr double margin = 8;  // to the edges of the screen
    const QFont font = theme_.numbers(12);
    const QFont words = theme_.font(12);
    const QFontMetricsF metrics(font);
    struct Row {
        QString name, value, added;
    };
    std::vector<Row> rows;
    std::array<double, 3> wide{};
    for (const PlacingNumber& number : numbers) {
        const bool angle = number.name == PlacingNumber::Name::angle;
        const auto text = [&](double value) {
            return angle ? fixedText(value, 1) + QStringLiteral("°") : pixelsText(value, pixel);
        };
        rows.push_back(
            {nameOf(number.name), text(number.value), signedText(number.added, text(number.added))});
        wide = {std::max(wide[0], metrics.horizontalAdvance(rows.back().name)),
                std::max(wide[1], metrics.horizontalAdvance(rows.back().value)),
                std::max(wide[2], metrics.horizontalAdvance(rows.back().added))};
    }
    double width = wide[0] + wide[1] + wide[2] + 4 * gap;
    if (!held.isEmpty()) width = std::max(width, QFontMetricsF(words).horizontalAdvance(held) + 2 * gap);
    const double height = static_cast<double>(rows.size() + (held.isEmpty() ? 0 : 1)) * row + 8;
    QRectF place(beside.right() + 16, beside.top() - height - 8, width, height);
    place.moveLeft(std::clamp(place.left(), margin, std::max(margin, screen_.width() - width - margin)));
    place.moveTop(std::clamp(place.top(), margin, std::max(margin, screen_.height() - height - margin)));
    box(place);
    double y = place.top() + 4;
    for (const Row& one : rows) {
        const double value = place.left() + 2 * gap + wide[0];
        const double added = value + wide[1] + gap;
        text({place.left() + gap, y, wide[0] + 1, row}, one.name, font, Qt::AlignVCenter | Qt::AlignLeft);
        text({value, y, wide[1] + 1, row}, one.value, font, Qt::AlignVCenter | Qt::AlignRight);
        painter_.setOpacity(0.65);
        text({added, y, wide[2] + 1, row}, one.added, font, Qt::AlignVCenter | Qt::AlignRight);
        painter_.setOpacity(1);
        y += row;
    }
    if (!held.isEmpty())
        text({place.left() + gap, y, width - 2 * gap, row}, held, words, Qt::AlignVCenter | Qt::AlignLeft);
}

}  // namespace burin::ui

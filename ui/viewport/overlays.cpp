// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/overlays.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/area_handles.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace burin::ui {

namespace {

constexpr double margin = 12;
constexpr double radius = 4;
constexpr double minimapSide = 84;
constexpr double frame = 4;
constexpr double firstLine = 20;  // the height of one line below the minimap
constexpr double sizeLine = 14;   // the height of another one
constexpr double sizeMargin = 6;  // beside these lines
constexpr double handleSide = 9;
constexpr double labelHeight = 24;
constexpr double longestScale = 104;
constexpr double scaleSides = 20;  ///< beside the scale bar, both sides together

/// A line of one device pixel, crisp at any pixel ratio.
QPen hairline(const QColor& color) {
    QPen pen(color);
    pen.setCosmetic(true);
    return pen;
}

/// Draws an icon at the nearest pixel. Between two pixels, its thin strokes would be faint.
void putIcon(QPainter& painter, const Theme& theme, QPointF at, const QString& name, int px, Role role) {
    const qreal ratio = painter.device()->devicePixelRatioF();
    painter.drawPixmap(QPointF((at * ratio).toPoint()) / ratio, theme.pixmap(name, px, role, ratio));
}

/// Draws the two strokes at the tip of an arrow. \param along  the direction of the arrow; not 0
void arrowHead(QPainter& painter, QPointF tip, QPointF along, double length) {
    const QPointF back = along * (-length / QLineF({}, along).length());
    for (const double side : {-0.6, 0.6})
        painter.drawLine(tip, tip + back + side * QPointF(back.y(), -back.x()));
}

/// A size such as 12.96 × 7.992 mm, in two lines if one would touch the edges of the minimap's box.
QString sizeInLines(const QString& size, const QFont& font) {
    const double room = minimapSide + 2 * frame - 2 * sizeMargin;
    if (QFontMetricsF(font).horizontalAdvance(size) <= room) return size;
    const QString times = QString::fromUtf8(" × ");
    return QString(size).replace(times, times.chopped(1) + '\n');
}

}  // namespace

Overlays::Overlays(QPainter& painter, const Theme& theme, QSizeF screen, const Viewpoint& view)
    : painter_(painter), theme_(theme), screen_(screen), view_(view) {
    painter_.setRenderHint(QPainter::Antialiasing);
}

QRectF Overlays::nearScreen() const {
    return {QPointF(-16, -16), screen_ + QSizeF(32, 32)};
}

void Overlays::box(const QRectF& place) {
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(theme_.color(Role::overlayGround));
    painter_.drawRoundedRect(place, radius, radius);
}

void Overlays::text(const QRectF& place, const QString& text, const QFont& font, Qt::Alignment align) {
    painter_.setFont(font);
    painter_.setPen(theme_.color(Role::overlayText));
    painter_.drawText(place, static_cast<int>(align), text);
}

void Overlays::label(QPointF centre, const QString& words) {
    const QFont font = theme_.numbers(12);
    const double width = QFontMetricsF(font).horizontalAdvance(words) + 16;
    QRectF place(centre.x() - width / 2, centre.y() - labelHeight / 2, width, labelHeight);
    place.moveLeft(std::clamp(place.left(), 0.0, std::max(0.0, screen_.width() - width)));
    place.moveTop(std::clamp(place.top(), 0.0, std::max(0.0, screen_.height() - labelHeight)));
    place = besideKept(place);
    box(place);
    text(place, words, font, Qt::AlignCenter);
}

/// Moves the place out of the areas that are kept free, by the shortest way that stays on the screen.
QRectF Overlays::besideKept(QRectF place) const {
    constexpr double gap = 4;
    const auto taken = [this](const QRectF& at) {
        return std::any_of(kept_.begin(), kept_.end(),
                           [&](const QRectF& kept) { return kept.intersects(at); });
    };
    for (const QRectF& kept : kept_) {
        if (!kept.intersects(place)) continue;
        const std::array ways = {
            QPointF(kept.right() + gap - place.left(), 0), QPointF(0, kept.bottom() + gap - place.top()),
            QPointF(kept.left() - gap - place.right(), 0), QPointF(0, kept.top() - gap - place.bottom())};
        std::optional<QPointF> best;
        for (const QPointF& way : ways) {
            const QRectF moved = place.translated(way);
            if (!QRectF({0, 0}, screen_).contains(moved) || taken(moved)) continue;
            if (!best || way.manhattanLength() < best->manhattanLength()) best = way;
        }
        if (best) place.translate(*best);
    }
    return place;
}

/// In a low viewport the picture is smaller, so that the scale bar has room below it.
QRectF Overlays::minimapPlace(const QRectF& surface, QSizeF screen) {
    if (surface.isEmpty()) return {};
    constexpr double least = 24;
    constexpr double gap = 8;
    const double highest = scaleBarBox(screen).top() - gap - margin - 2 * frame - firstLine - sizeLine;
    if (highest < least) return {};
    const double scale =
        std::min(minimapSide / surface.width(), std::min(minimapSide, highest) / surface.height());
    const QSizeF size(std::max(4.0, surface.width() * scale), std::max(4.0, surface.height() * scale));
    return {QPointF(margin + frame + (minimapSide - size.width()) / 2, margin + frame), size};
}

QRectF Overlays::minimapBox(const QRectF& surface, const QString& size) const {
    const QRectF place = minimapPlace(surface, screen_);
    if (place.isNull()) return {};
    const auto breaks = static_cast<double>(sizeInLines(size, theme_.font(11)).count('\n'));
    return {margin, margin, minimapSide + 2 * frame,
            place.height() + 2 * frame + firstLine + breaks * sizeLine};
}

void Overlays::minimap(const QRectF& surface, const QImage& small, bool sketch, const QString& size) {
    const QRectF place = minimapPlace(surface, screen_);
    if (place.isNull()) return;
    const QRectF around = minimapBox(surface, size);
    box(around);
    painter_.setRenderHint(QPainter::SmoothPixmapTransform);
    if (small.isNull()) {
        painter_.fillRect(place, theme_.color(Role::canvas));
    } else {
        painter_.drawImage(place, small);
        if (sketch) paintSketchMark(painter_, theme_, theme_.font(11), place);
    }
    const QRectF seen = view_.visible(screen_);
    const double scale = place.width() / surface.width();
    QRectF view((seen.topLeft() - surface.topLeft()) * scale + place.topLeft(), seen.size() * scale);
    view &= place;
    if (view.width() < 3 || view.height() < 3) {
        const QPointF middle = view.center();
        const QSizeF least(std::max(3.0, view.width()), std::max(3.0, view.height()));
        view = QRectF(middle - QPointF(least.width() / 2, least.height() / 2), least);
    }
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(QColor(0, 0, 0, 160), 3));
    painter_.drawRect(view);
    painter_.setPen(QPen(theme_.color(Role::overlayText), 1));
    painter_.drawRect(view);
    const QFont font = theme_.font(11);
    const QRectF lines(around.left(), place.bottom() + 2, around.width(),
                       around.bottom() - place.bottom() - 6);
    text(lines, sizeInLines(size, font), font, Qt::AlignCenter);
}

QRectF Overlays::levelBadge(PreviewProgress::State now, QStringList facts) {
    const QString state = stateText(now);
    if (state.isEmpty()) return {};
    const QFont words = theme_.font(12);
    const QFont numbers = theme_.numbers(12);
    const auto wide = [](const QFont& font, const QString& part) {
        return QFontMetricsF(font).horizontalAdvance(part);
    };
    const auto needed = [&] {
        double width = 10 + 14 + 8 + wide(words, state) + 10;
        for (const QString& fact : facts)
            width += 17 + wide(numbers, fact);
        return width;
    };
    while (!facts.isEmpty() && needed() > screen_.width() - 2 * margin)
        facts.removeLast();
    const double width = needed();
    const QRectF place(screen_.width() - margin - width, margin, width, labelHeight);
    box(place);
    const bool exact = now == PreviewProgress::State::exact;
    const Role tint = exact ? Role::overlayGood : Role::overlayWarning;
    putIcon(painter_, theme_, place.topLeft() + QPointF(9, 4), exact ? "check" : "info", 16, tint);
    double x = place.left() + 32;
    const auto write = [&](const QString& part, const QFont& font) {
        text({x, place.top(), wide(font, part) + 1, labelHeight}, part, font,
             Qt::AlignVCenter | Qt::AlignLeft);
        x += wide(font, part) + 8;
    };
    write(state, words);
    for (const QString& fact : facts) {
        painter_.setPen(QPen(QColor(255, 255, 255, 70), 1));
        painter_.drawLine(QPointF(x + 0.5, place.top() + 6), QPointF(x + 0.5, place.bottom() - 6));
        x += 9;
        write(fact, numbers);
    }
    return place;
}

QRectF Overlays::scaleBarBox(QSizeF screen) {
    return {margin, screen.height() - margin - 36, longestScale + scaleSides, 36};
}

void Overlays::scaleBar(double pixelUm) {
    const double um = roundLength(longestScale / view_.scale * pixelUm);
    const double width = um / pixelUm * view_.scale;
    const QString length = lengthText(um);
    const QFont font = theme_.numbers(12);
    QRectF place = scaleBarBox(screen_);
    place.setWidth(std::ceil(std::max(width, QFontMetricsF(font).horizontalAdvance(length))) + scaleSides);
    box(place);
    text({place.left(), place.top() + 2, place.width(), 18}, length, font, Qt::AlignCenter);
    const double left = std::round(place.center().x() - width / 2) + 0.5;
    const double right = std::round(left + width - 0.5) + 0.5;
    const double y = place.bottom() - 9.5;
    painter_.setPen(QPen(theme_.color(Role::overlayText), 1));
    painter_.drawLine(QPointF(left, y), QPointF(right, y));
    painter_.drawLine(QPointF(left, y - 5), QPointF(left, y));
    painter_.drawLine(QPointF(right, y - 5), QPointF(right, y));
}

void Overlays::colorScale(const AppearanceValues& appearance, double fullDepthUm, const QString& state) {
    constexpr double stateHeight = 14;  // above the scale, which does not move when the word disappears
    const double height = std::min(180.0, screen_.height() - 2 * margin - labelHeight - 8 - stateHeight);
    if (height < 96 || screen_.width() < 600) return;
    const QRectF place(screen_.width() - margin - 76, screen_.height() - margin - height, 76, height);
    box(place.adjusted(0, state.isEmpty() ? 0 : -stateHeight, 0, 0));
    text({place.left() + 10, place.top() + 4 - stateHeight, 66, 20}, state, theme_.font(11),
         Qt::AlignVCenter | Qt::AlignLeft);
    const bool difference = appearance.mode == AppearanceMode::difference;
    const QString depths = difference ? tr("A − B, µm") : tr("depth, µm");
    const QString values = difference ? tr("A − B") : tr("value");
    text({place.left() + 10, place.top() + 4, 66, 20}, fullDepthUm > 0 ? depths : values, theme_.font(11),
         Qt::AlignVCenter | Qt::AlignLeft);
    const QRectF bar(place.left() + 10, place.top() + 30, 12, height - 42);
    const ColorMap map = ColorMap::of(appearance);
    const QImage colors = map.row().transformed(QTransform().rotate(90));
    painter_.setRenderHint(QPainter::SmoothPixmapTransform);
    painter_.drawImage(bar, colors);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(QColor(255, 255, 255, 60), 1));
    painter_.drawRect(bar);
    const double full = fullDepthUm > 0 ? fullDepthUm : 1;
    const double low = appearance.low * full;
    const double high = appearance.high * full;
    const double step = roundLength(std::max((high - low) / 3, 1e-6));
    for (double value = std::ceil(low / step - 1e-9) * step; value <= high + 1e-9 * step; value += step) {
        const double y = bar.top() + bar.height() * (high > low ? (value - low) / (high - low) : 0);
        painter_.setPen(QPen(theme_.color(Role::overlayText), 1));
        painter_.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        text({bar.right() + 7, y - 9, 46, 18}, QString::number(std::abs(value) < 1e-9 ? 0 : value, 'g', 4),
             theme_.numbers(11), Qt::AlignVCenter | Qt::AlignLeft);
    }
}

void Overlays::crosshair(QPointF at, const Probe& probe, double fullDepthUm) {
    QStringList lines;
    if (!probe.problem.isEmpty()) {
        lines << probe.problem;
    } else if (!probe.inside) {
        lines << tr("no sample here");
    } else {
        lines << tr("value %1").arg(probe.value, 0, 'f', 4);
        if (fullDepthUm > 0) lines << tr("depth %1 µm").arg(fixedText(probe.value * fullDepthUm, 2));
    }
    crosshair(at, lines);
}

void Overlays::crosshair(QPointF at, const QStringList& lines) {
    for (const bool dark : {true, false}) {
        painter_.setPen(QPen(dark ? QColor(0, 0, 0, 170) : theme_.color(Role::overlayText), dark ? 3 : 1.5));
        for (const QPointF arm : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
            painter_.drawLine(at + 5 * arm, at + 14 * arm);
    }
    constexpr double armEnd = 16;  // with the width of the pen
    readout_ = QRectF(at.x() - armEnd, at.y() - armEnd, 2 * armEnd, 2 * armEnd);
    if (lines.isEmpty()) return;
    const QFont font = theme_.numbers(12);
    double width = 0;
    for (const QString& line : lines)
        width = std::max(width, QFontMetricsF(font).horizontalAdvance(line));
    QRectF place(at.x() + 20, at.y() + 16, width + 16, 18.0 * static_cast<double>(lines.size()) + 8);
    if (place.right() > screen_.width()) place.moveRight(at.x() - 20);
    if (place.bottom() > screen_.height()) place.moveBottom(at.y() - 16);
    readout_ |= place;
    box(place);
    for (qsizetype k = 0; k < lines.size(); ++k) {
        text({place.left() + 8, place.top() + 4 + 18.0 * static_cast<double>(k), width + 1, 18}, lines[k],
             font, Qt::AlignVCenter | Qt::AlignLeft);
    }
}

void Overlays::handle(QPointF on) {
    if (!nearScreen().contains(on)) return;
    painter_.setPen(QPen(Qt::white, 1));
    painter_.setBrush(theme_.color(Role::accentFill));
    painter_.drawRect(QRectF(on.x() - handleSide / 2, on.y() - handleSide / 2, handleSide, handleSide));
}

void Overlays::lattice(const LatticeVectors& lattice, std::optional<std::size_t> dragged, double pixelUm) {
    const QPointF origin = view_.toScreen(lattice.origin, screen_);
    const std::array<QPointF, 2> by = {lattice.vectors[0] * view_.scale, lattice.vectors[1] * view_.scale};
    constexpr double headLength = 8;
    const QRectF near = nearScreen();
    if (!near.contains(origin)) return;
    QPolygonF cell({origin, origin + by[0], origin + by[0] + by[1], origin + by[1]});
    if (near.contains(cell.boundingRect())) {
        painter_.setPen(QPen(QColor(255, 255, 255, 150), 1, Qt::DashLine));
        painter_.setBrush(QColor(255, 255, 255, 40));
        painter_.drawPolygon(cell);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const std::optional<QLineF> drawn = partInside({origin, origin + by[i]}, near);
        if (!drawn) continue;
        const QPointF end = origin + by[i];
        // A handle would cover the head.
        const double shorter = lattice.movable(i) ? handleSide / 2 + 1 : 0;
        const QPointF tip = end - by[i] * (shorter / QLineF({}, by[i]).length());
        for (const bool dark : {true, false}) {
            painter_.setPen(dark ? QPen(QColor(0, 0, 0, 190), 4) : QPen(Qt::white, 2));
            painter_.drawLine(*drawn);
            if (near.contains(end)) arrowHead(painter_, tip, by[i], headLength);
        }
        if (lattice.movable(i)) handle(end);
        // Words would cover a short vector.
        constexpr double leastLabelled = 72;
        if (dragged != i && QLineF({}, by[i]).length() < leastLabelled) continue;
        const QPointF& vector = lattice.vectors[i];
        const auto number = [&](std::size_t axis, double pixels) {
            const QString length = lengthText(pixels * pixelUm);
            return lattice.formulas[i][axis] ? tr("%1 (formula)").arg(length) : length;
        };
        const bool level = vector.y() == 0 && !lattice.formulas[i][1];
        const QString x = number(0, vector.x());
        const QString words = level ? x : tr("%1, %2").arg(x, number(1, vector.y()));
        const bool u = i == 0;
        label(u ? drawn->center() - QPointF(0, 20) : drawn->p2() + QPointF(0, 24),
              (u ? tr("u %1") : tr("v %1")).arg(words));
    }
}

void Overlays::measuredArea(const QRectF& area, double pixelUm, const QString& sa) {
    const QRectF place(view_.toScreen(area.topLeft(), screen_), view_.toScreen(area.bottomRight(), screen_));
    const QRectF seen = place & nearScreen();
    if (seen.isEmpty()) return;
    painter_.setBrush(QColor(255, 255, 255, 40));
    painter_.setPen(QPen(QColor(0, 0, 0, 190), 3));
    painter_.drawRect(seen);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(Qt::white, 1.5));
    painter_.drawRect(seen);
    for (const QPointF& at : AreaHandles::handles(area))
        handle(view_.toScreen(at, screen_));
    const QRectF visible = place & QRectF({0, 0}, screen_);
    if (visible.isEmpty()) return;
    const double x = visible.center().x();
    label({x, visible.top() - 20},
          tr("%1 × %2").arg(measuredText(area.width() * pixelUm), measuredText(area.height() * pixelUm)));
    if (!sa.isEmpty()) label({x, visible.bottom() + 20}, sa);
}

void Overlays::field(const std::vector<FieldArrow>& arrows, double spacing) {
    constexpr double share = 0.8;     // the length of an arrow as a share of the spacing, so that arrows
                                      // never touch
    constexpr double leastDrawn = 2;  // px; shorter arrows are dots
    for (const bool dark : {true, false}) {
        painter_.setPen(QPen(dark ? QColor(0, 0, 0, 150) : theme_.color(Role::overlayText), dark ? 3.5 : 1.5,
                             Qt::SolidLine, Qt::RoundCap));
        for (const FieldArrow& arrow : arrows) {
            const QPointF middle = view_.toScreen(arrow.at, screen_);
            const QPointF along = arrow.vector * spacing * share;
            const double length = QLineF({}, along).length();
            if (length < leastDrawn) {
                painter_.drawPoint(middle);
                continue;
            }
            const QPointF tip = middle + along / 2;
            painter_.drawLine(middle - along / 2, tip);
            arrowHead(painter_, tip, along, std::min(6.0, length / 2));
        }
    }
}

void Overlays::segment(const QLineF& line, double pixelUm, bool whole) {
    const QLineF all(view_.toScreen(line.p1(), screen_), view_.toScreen(line.p2(), screen_));
    const std::optional<QLineF> drawn = partInside(all, nearScreen());
    if (!drawn) return;
    painter_.setPen(QPen(QColor(0, 0, 0, 190), 3));
    painter_.drawLine(*drawn);
    painter_.setPen(QPen(Qt::white, 1.5));
    painter_.drawLine(*drawn);
    if (whole) rulerTicks(all, *drawn, pixelUm);
    for (const QPointF& end : {all.p1(), all.p2()})
        handle(end);
    const std::optional<QLineF> seen = partInside(all, QRectF({0, 0}, screen_));
    if (!seen) return;
    const Measurement m = Measurement::between(line.p1(), line.p2(), pixelUm);
    QString words = measuredText(m.lengthUm) + ' ' + QString::number(m.degrees, 'f', 2) + QChar(0xB0);
    if (whole) words = tr("dx %1  dy %2  ").arg(measuredText(m.dxUm), measuredText(m.dyUm)) + words;
    label(seen->center() - QPointF(0, whole ? 32 : 20), words);
}

/// Draws ticks at round lengths from the first end, labelled with units, with five steps between labels.
void Overlays::rulerTicks(const QLineF& all, const QLineF& drawn, double pixelUm) {
    constexpr double apart = 96;
    const double length = all.length();
    const double um = length / view_.scale * pixelUm;
    if (length < apart) return;
    const std::vector<double> ticks = roundTicks(0, um, static_cast<int>(length / apart));
    if (ticks.size() < 2) return;
    const double step = ticks[1] - ticks[0];
    const QPointF along(all.dx() / length, all.dy() / length);
    const QPointF across(-along.y(), along.x());
    const QPointF down = across.y() < 0 ? -across : across;
    const auto placeOf = [&](double at) { return all.p1() + at / pixelUm * view_.scale * along; };
    // Only for the visible part, because a ruler can be much longer than the screen.
    const double first = QLineF(all.p1(), drawn.p1()).length() / view_.scale * pixelUm;
    const double last = QLineF(all.p1(), drawn.p2()).length() / view_.scale * pixelUm;
    painter_.setPen(QPen(Qt::white, 1.5));
    for (double k = std::ceil(5 * first / step - 1e-9); k * step / 5 <= last; ++k) {
        const bool labelled = std::fmod(k, 5) == 0;
        const QPointF at = placeOf(k * step / 5);
        painter_.drawLine(at, at + (labelled ? 8 : 4) * down);
    }
    for (double k = std::max(1.0, std::ceil(first / step - 1e-9)); k * step <= last; ++k) {
        const QFont font = theme_.numbers(11);
        const QString words = lengthText(k * step);
        const double width = QFontMetricsF(font).horizontalAdvance(words) + 8;
        const QPointF middle = placeOf(k * step) + 18 * down;
        const QRectF place(middle.x() - width / 2, middle.y() - 8, width, 16);
        box(place);
        text(place, words, font, Qt::AlignCenter);
    }
}

void Overlays::tileGrid(int level, const std::optional<QRectF>& surface) {
    const double side = static_cast<double>(PreviewTile::side) * std::exp2(level);
    QRectF seen = view_.visible(screen_);
    if (surface) seen &= *surface;
    if (seen.isEmpty()) return;
    const QPointF a = view_.toScreen(seen.topLeft(), screen_);
    const QPointF b = view_.toScreen(seen.bottomRight(), screen_);
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.setPen(hairline(QColor(255, 255, 255, 110)));
    for (double x = std::ceil(seen.left() / side) * side; x <= seen.right(); x += side) {
        const double at = view_.toScreen({x, 0}, screen_).x();
        painter_.drawLine(QPointF(at, a.y()), QPointF(at, b.y()));
    }
    for (double y = std::ceil(seen.top() / side) * side; y <= seen.bottom(); y += side) {
        const double at = view_.toScreen({0, y}, screen_).y();
        painter_.drawLine(QPointF(a.x(), at), QPointF(b.x(), at));
    }
    painter_.setRenderHint(QPainter::Antialiasing);
}

void Overlays::fieldOutline(QSizeF samples) {
    const QRectF place(view_.toScreen({0, 0}, screen_),
                       view_.toScreen({samples.width(), samples.height()}, screen_));
    QPen pen(theme_.color(Role::warning), 1.5, Qt::DashLine);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(pen);
    if (const QRectF seen = place & nearScreen(); !seen.isEmpty()) painter_.drawRect(seen);
}

/// Draws a dark line below, so that the line is visible on any picture.
void Overlays::workLine(const QLineF& line, const QPen& pen) {
    if (line.isNull()) return;
    const QPointF from = view_.toScreen(line.p1(), screen_);
    const QPointF to = view_.toScreen(line.p2(), screen_);
    const QRectF near = nearScreen();
    if (from.y() < near.top() || from.y() > near.bottom()) return;
    const QPointF left(std::max(from.x(), near.left()), from.y());
    const QPointF right(std::min(to.x(), near.right()), from.y());
    if (left.x() >= right.x()) return;
    painter_.setPen(QPen(QColor(0, 0, 0, 190), 4));
    painter_.drawLine(left, right);
    painter_.setPen(pen);
    painter_.drawLine(left, right);
}

void Overlays::workLines(const WorkLines& lines) {
    workLine(lines.received, QPen(theme_.color(Role::good), 2, Qt::DotLine));
    workLine(lines.executed, QPen(theme_.color(Role::accent), 2));
}

void Overlays::partOutline(const QPolygonF& corners) {
    QPolygonF shown;
    for (const QPointF& corner : corners)
        shown << view_.toScreen(corner, screen_);
    const QRectF near = nearScreen();
    if (!shown.boundingRect().intersects(near)) return;
    painter_.setBrush(Qt::NoBrush);
    for (const QPen& pen : {QPen(QColor(0, 0, 0, 190), 4), QPen(theme_.color(Role::accent), 2)}) {
        painter_.setPen(pen);
        painter_.drawPolygon(shown.intersected(QPolygonF(near)));
    }
}

void Overlays::surfaceOutline(const QRectF& surface) {
    const QRectF place(view_.toScreen(surface.topLeft(), screen_),
                       view_.toScreen(surface.bottomRight(), screen_));
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(hairline(theme_.color(Role::strongLine)));
    if (const QRectF seen = place & nearScreen(); !seen.isEmpty()) painter_.drawRect(seen);
}

void Overlays::jointLine(const QLineF& line) {
    const QLineF on(view_.toScreen(line.p1(), screen_), view_.toScreen(line.p2(), screen_));
    const auto seen = partInside(on, nearScreen());
    if (!seen) return;
    painter_.setPen(hairline(QColor(0, 0, 0, 190)));
    painter_.drawLine(*seen);
    QPen dashes = hairline(theme_.color(Role::accent));
    dashes.setStyle(Qt::DashLine);
    painter_.setPen(dashes);
    painter_.drawLine(*seen);
}

void Overlays::smallNode(const QRectF& area, const QString& name) {
    constexpr double noticed = 32;
    constexpr double radius = 24;
    const QRectF on(view_.toScreen(area.topLeft(), screen_), view_.toScreen(area.bottomRight(), screen_));
    const QPointF middle = on.center();
    if (std::max(on.width(), on.height()) >= noticed || !QRectF({0, 0}, screen_).contains(middle)) return;
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(theme_.color(Role::overlayGround), 4));
    painter_.drawEllipse(middle, radius, radius);
    painter_.setPen(QPen(theme_.color(Role::overlayText), 2));
    painter_.drawEllipse(middle, radius, radius);
    label(middle + QPointF(0, radius + labelHeight),
          tr("%1 is small here. Press F in the viewport to fit it.").arg(name));
}

QRectF Overlays::besideReadout(const QRectF& place) const {
    if (!place.intersects(readout_)) return place;
    constexpr double gap = 8;
    const QRectF screen({0, 0}, screen_);
    QRectF best = place;
    double least = std::numeric_limits<double>::infinity();
    const std::array<QPointF, 4> moves = {
        QPointF(0, readout_.top() - gap - place.bottom()), QPointF(0, readout_.bottom() + gap - place.top()),
        QPointF(readout_.left() - gap - place.right(), 0), QPointF(readout_.right() + gap - place.left(), 0)};
    for (const QPointF& move : moves) {
        const double far = move.manhattanLength();
        if (far >= least || !screen.contains(place.translated(move))) continue;
        least = far;
        best = place.translated(move);
    }
    return best;
}

void Overlays::message(const QString& words, bool error) {
    const QFont font = theme_.font(13);
    // Between the overview and the scale of depths, if there is room for a few words a line.
    const double beside = screen_.width() - 2 * (margin + minimapSide + 2 * frame + margin) - 58;
    const double most = std::clamp(beside >= 240 ? beside : screen_.width() - 64, 120.0, 560.0);
    const QRectF needed = QFontMetricsF(font).boundingRect(
        QRectF(0, 0, most, 400), static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, words);
    QRectF place(0, 0, needed.width() + 32 + (error ? 26 : 0), needed.height() + 24);
    place.moveCenter(QPointF(screen_.width() / 2, screen_.height() / 2));
    place = besideReadout(place);
    box(place);
    if (error) {
        const QPointF at(place.left() + 14, place.center().y() - 9);
        putIcon(painter_, theme_, at, "error", 18, Role::overlayError);
        place.setLeft(place.left() + 26);
    }
    painter_.setFont(font);
    painter_.setPen(theme_.color(Role::overlayText));
    painter_.drawText(place.adjusted(8, 4, -8, -4), static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                      words);
}

}  // namespace burin::ui

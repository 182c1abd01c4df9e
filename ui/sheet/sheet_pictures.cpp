// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_pictures.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/relief_overlays.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr qreal gap = 28;
constexpr qreal narrowGap = 17;
constexpr qreal highest = 470;        ///< the greatest height of the pictures without their captions
constexpr qreal leastBeside = 360;    ///< the least height of a 3-D picture and the parts below it
constexpr qreal shareOfSpace = 0.62;  ///< the share of that height for the 3-D picture
constexpr qreal wideFrom = 1.7;       ///< wider surfaces lie above their parts
constexpr int sharpFrom = 600;      ///< smaller pictures are enlarged, so that no viewer blurs their samples
constexpr double flatLight = 0.77;  ///< what shaded() gives for a flat surface

qreal aspectOf(const SheetPicture& picture) {
    return static_cast<double>(picture.area.width) / static_cast<double>(picture.area.height);
}

/// Scales linear light as the relief of the viewport does. Both compute with floats.
QRgb lightened(QRgb color, double by) {
    const double scale = std::pow(static_cast<float>(by), 1 / 2.4F);
    const auto channel = [scale](int value) {
        return static_cast<int>(
            std::lround(255 * std::clamp((value / 255.0 + 0.055) * scale - 0.055, 0.0, 1.0)));
    };
    return qRgb(channel(qRed(color)), channel(qGreen(color)), channel(qBlue(color)));
}

}  // namespace

QImage inCopper(const Picture& picture, bool relief) {
    const auto width = static_cast<int>(picture.area.width);
    const auto height = static_cast<int>(picture.area.height);
    const ColorMap map = ColorMap::named("Copper");
    const Picture lit = relief ? shaded(picture) : Picture();
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        auto* const to = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            const double value = std::clamp(static_cast<double>(picture.row(y)[x]), 0.0, 1.0);
            to[x] = map[static_cast<int>(std::lround(255 * value))];
            if (relief)
                to[x] = lightened(to[x], 0.45 + 0.55 * static_cast<double>(lit.row(y)[x]) / flatLight);
        }
    }
    const int enlarged = std::max(1, sharpFrom / std::max(1, std::max(width, height)));
    return enlarged == 1 ? image : image.scaled(width * enlarged, height * enlarged);
}

SheetPictures::SheetPictures(const JobSheet& sheet, const SheetWords& words, const SheetSpace& space,
                             const SheetInk& ink, qreal width)
    : sheet_(sheet), space_(space), ink_(ink), width_(width) {
    const bool alone = sheet.details.empty() && space.image.isNull();
    const bool wide = !alone && aspectOf(sheet.whole) > wideFrom;
    const qreal wholeHigh = wide ? highest / 2 : highest;
    const qreal most = alone || wide ? width : 0.46 * width;
    height_ =
        put(sheet.whole, words.caption, {0, 0, std::min(most, wholeHigh * aspectOf(sheet.whole)), wholeHigh});
    if (alone) return;
    qreal whole = places_.front().frame.width();
    for (const QString& line : places_.front().caption)  // it is wider than a narrow surface
        whole = std::max(whole, textWidth(line, ink_.text(14)));
    const qreal left = wide ? 0 : whole + gap;
    putParts(words.captions, left, wide ? height_ + narrowGap : 0, wide);
}

/// Places the 3-D picture and the parts of the surface: in one row below a wide surface, else on the right of
/// it, with the 3-D picture above the parts.
void SheetPictures::putParts(const QStringList& captions, qreal left, qreal top, bool wide) {
    const auto count = static_cast<int>(sheet_.details.size());
    const bool inSpace = !space_.image.isNull();
    qreal right = places_.front().frame.height();
    if (inSpace && !wide) {
        right = std::max(right, leastBeside);
        spaceFrame_ = {left, top, width_ - left, count == 0 ? right : shareOfSpace * right};
        top = spaceFrame_.bottom() + narrowGap;
    }
    const int first = inSpace && wide ? 1 : 0;
    const int columns = wide || inSpace ? count + first : count == 1 ? 1 : 2;
    if (columns > 0) {
        const int rows = (count + first + columns - 1) / columns;
        const qreal captionsHigh = (rows - 1) * (narrowGap + lineStep(ink_.text(14)) + 8);
        const qreal beside = inSpace ? right - top : right;
        const qreal cellHigh = wide ? highest / 2 : (beside - captionsHigh) / rows;
        const qreal cellWide = (width_ - left - (columns - 1) * narrowGap) / columns;
        if (first == 1) spaceFrame_ = {left, top, cellWide, cellHigh};
        qreal rowTop = top;
        qreal bottom = top;
        for (int i = 0; i < count; ++i) {
            const int at = i + first;
            if (at % columns == 0 && i > 0) rowTop = bottom + narrowGap;
            const QRectF cell(left + (at % columns) * (cellWide + narrowGap), rowTop, cellWide, cellHigh);
            bottom = std::max(bottom, put(sheet_.details[static_cast<std::size_t>(i)], captions[i], cell));
        }
        height_ = std::max(height_, bottom);
    }
    if (inSpace) height_ = std::max(height_, spaceFrame_.bottom());
}

qreal SheetPictures::put(const SheetPicture& picture, const QString& caption, const QRectF& cell) {
    const qreal aspect = aspectOf(picture);
    // A picture that is very long stays visible.
    QSizeF size(cell.width(), std::max(24.0, cell.width() / aspect));
    if (size.height() > cell.height()) size = {std::max(24.0, cell.height() * aspect), cell.height()};
    Place place;
    place.picture = &picture;
    place.frame = {cell.topLeft(), size};
    const bool relief = &picture != &sheet_.whole || picture.picture.level == 0;
    if (!picture.picture.values.empty()) place.image = inCopper(picture.picture, relief);
    const qreal leastCaption = places_.isEmpty() ? 160 : 100;  // the surface may be narrow
    place.caption = brokenLines(caption, ink_.text(14), std::max(cell.width(), leastCaption));
    const qreal bottom =
        place.frame.bottom() + 8 + static_cast<double>(place.caption.size()) * lineStep(ink_.text(14));
    places_ << place;
    return bottom;
}

void SheetPictures::draw(QPainter& painter, QPointF at) const {
    for (qsizetype i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        const QRectF frame = place.frame.translated(at);
        if (!place.image.isNull()) painter.drawImage(frame, place.image);
        painter.setPen(QPen(ink_.color(Role::strongLine), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(frame);
        drawScaleBar(painter, place, frame);
        if (i > 0) drawBadge(painter, frame.topLeft() + QPointF(20, 20), static_cast<int>(i));
        qreal top = frame.bottom() + 8;
        for (const QString& line : place.caption) {
            drawLineAt(painter, frame.left(), top, line, ink_.text(14), ink_.color(Role::secondary));
            top += lineStep(ink_.text(14));
        }
    }
    if (!spaceFrame_.isNull()) drawSpace(painter, spaceFrame_.translated(at));
    const QRectF whole = places_.front().frame.translated(at);
    for (std::size_t i = 0; i < sheet_.details.size(); ++i)
        drawMark(painter, whole, sheet_.details[i], static_cast<int>(i + 1));
}

void SheetPictures::drawSpace(QPainter& painter, const QRectF& frame) const {
    QRectF place(QPointF(), QSizeF(space_.image.size()).scaled(frame.size(), Qt::KeepAspectRatio));
    place.moveCenter(frame.center());
    painter.drawImage(place, space_.image);
    painter.setPen(QPen(ink_.color(Role::strongLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
    const QFont font = ink_.text(14);
    const QColor color = ink_.color(Role::secondary);
    const QString form =
        sheet_.roller ? tr("%1 roller").arg(lengthText(sheet_.roller->roller.diameterUm)) : tr("in 3-D");
    drawLineAt(painter, frame.left() + 12, frame.bottom() - 10 - lineStep(font), form, font, color);
    drawLineAt(painter, frame.right() - 12, frame.top() + 10, ReliefOverlays::heightsText(space_.heights),
               font, color, Qt::AlignRight);
}

void SheetPictures::drawScaleBar(QPainter& painter, const Place& place, const QRectF& frame) const {
    const double umEach =
        static_cast<double>(place.picture->area.width) * sheet_.surface.pitchUm.x / frame.width();
    const double um = roundLength(std::min(100.0, 0.5 * frame.width()) * umEach);
    const qreal length = um / umEach;
    const QString text = lengthText(um);
    const QFont font = ink_.number(13);
    const QRectF ground(frame.left() + 9, frame.bottom() - 9 - 26, length + textWidth(text, font) + 32, 26);
    if (ground.right() > frame.right() - 4 || ground.top() < frame.top() + 4) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 255, 255, 230));
    painter.drawRoundedRect(ground, 4, 4);
    painter.setPen(QPen(ink_.color(Role::text), 1.5));
    painter.setBrush(Qt::NoBrush);
    const qreal left = ground.left() + 10;
    const qreal y = ground.center().y() + 3;
    QPolygonF bar;
    bar << QPointF(left, y - 7) << QPointF(left, y) << QPointF(left + length, y)
        << QPointF(left + length, y - 7);
    painter.drawPolyline(bar);
    drawLineAt(painter, left + length + 12, ground.center().y() - lineStep(font) / 2, text, font,
               ink_.color(Role::text));
}

/// The place of a part on the surface.
void SheetPictures::drawMark(QPainter& painter, const QRectF& frame, const SheetPicture& detail,
                             int number) const {
    const Rect& whole = sheet_.whole.area;
    const auto along = [](std::int64_t value, std::int64_t from, std::int64_t size, qreal length) {
        return static_cast<double>(value - from) / static_cast<double>(size) * length;
    };
    QRectF mark(frame.left() + along(detail.area.x, whole.x, whole.width, frame.width()),
                frame.top() + along(detail.area.y, whole.y, whole.height, frame.height()),
                along(detail.area.width, 0, whole.width, frame.width()),
                along(detail.area.height, 0, whole.height, frame.height()));
    constexpr qreal least = 8;
    const qreal dx = std::max(0.0, least - mark.width()) / 2;
    const qreal dy = std::max(0.0, least - mark.height()) / 2;
    mark.adjust(-dx, -dy, dx, dy);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink_.color(Role::field), 4));
    painter.drawRect(mark);
    painter.setPen(QPen(ink_.color(Role::accent), 2));
    painter.drawRect(mark);
    const bool room = mark.right() + 28 < frame.right();
    drawBadge(painter, {room ? mark.right() + 14 : mark.left() - 14, mark.center().y()}, number);
}

void SheetPictures::drawBadge(QPainter& painter, QPointF middle, int number) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink_.color(Role::accentFill));
    painter.drawEllipse(middle, 11, 11);
    const QFont font = ink_.text(14, 600);
    drawLineAt(painter, middle.x(), middle.y() - lineStep(font) / 2, QString::number(number), font,
               ink_.color(Role::onAccentFill), Qt::AlignHCenter);
}

}  // namespace burin::ui

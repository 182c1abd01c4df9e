// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_pictures.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/words/number_text.hpp"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr qreal gap = 28;
constexpr qreal narrowGap = 17;
constexpr qreal highest = 470;      ///< of the pictures without their captions
constexpr qreal wideFrom = 1.7;     ///< wider surfaces lie above their parts
constexpr int sharpFrom = 600;      ///< smaller pictures are enlarged, so that no viewer blurs their samples
constexpr double flatLight = 0.77;  ///< what shaded() gives for a flat surface

qreal aspectOf(const SheetPicture& picture) {
    return static_cast<double>(picture.area.width) / static_cast<double>(picture.area.height);
}

/// Scales linear light, as the relief of the viewport does.
QRgb lightened(QRgb color, double by) {
    const double scale = std::pow(by, 1 / 2.4);
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

SheetPictures::SheetPictures(const JobSheet& sheet, const SheetWords& words, const SheetInk& ink, qreal width)
    : sheet_(sheet), ink_(ink), width_(width) {
    const auto count = static_cast<int>(sheet.details.size());
    const bool wide = count > 0 && aspectOf(sheet.whole) > wideFrom;
    const qreal wholeHigh = wide ? highest / 2 : highest;
    const qreal most = count == 0 || wide ? width : 0.46 * width;
    height_ =
        put(sheet.whole, words.caption, {0, 0, std::min(most, wholeHigh * aspectOf(sheet.whole)), wholeHigh});
    if (count == 0) return;
    const qreal left = wide ? 0 : places_.front().frame.width() + gap;
    const qreal top = wide ? height_ + narrowGap : 0;
    const int columns = wide ? count : count == 1 ? 1 : 2;
    const int rows = (count + columns - 1) / columns;
    const qreal captions = (rows - 1) * (narrowGap + lineStep(ink.text(14)) + 8);
    const qreal cellHigh = (wide ? highest / 2 : (places_.front().frame.height() - captions) / rows);
    const qreal cellWide = (width - left - (columns - 1) * narrowGap) / columns;
    qreal rowTop = top;
    qreal bottom = top;
    for (int i = 0; i < count; ++i) {
        if (i % columns == 0 && i > 0) rowTop = bottom + narrowGap;
        const QRectF cell(left + (i % columns) * (cellWide + narrowGap), rowTop, cellWide, cellHigh);
        bottom = std::max(bottom, put(sheet.details[static_cast<std::size_t>(i)], words.captions[i], cell));
    }
    height_ = std::max(height_, bottom);
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
    place.caption = brokenLines(caption, ink_.text(14), std::max(cell.width(), 160.0));
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
    const QRectF whole = places_.front().frame.translated(at);
    for (std::size_t i = 0; i < sheet_.details.size(); ++i)
        drawMark(painter, whole, sheet_.details[i], static_cast<int>(i + 1));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/region_map.hpp"

#include "ui/export/queue/surface_scales.hpp"
#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/theme.hpp"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

RegionMap::RegionMap(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("export.regionMap");
    setMinimumSize(160, 120);
    setCursor(Qt::CrossCursor);
    setToolTip(tr("Drag to choose a region"));
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void RegionMap::setSurface(Size surface, double pixelUm, const SurfacePicture& picture, bool awaited) {
    surface_ = surface;
    pixelUm_ = pixelUm;
    picture_ = picture;
    awaited_ = awaited;
    update();
}

void RegionMap::setRegion(const std::optional<Rect>& region) {
    region_ = region;
    update();
}

QRectF RegionMap::drawing() const {
    return drawnIn(rect(), surface_);
}

/// The rectangle of samples between two widget positions.
Rect RegionMap::between(QPointF a, QPointF b) const {
    const QRectF r = drawing();
    const auto sample = [](double at, double begin, double length, std::int64_t samples) {
        const double share = std::clamp((at - begin) / length, 0.0, 1.0);
        return static_cast<std::int64_t>(std::llround(share * static_cast<double>(samples)));
    };
    const std::int64_t left = sample(std::min(a.x(), b.x()), r.left(), r.width(), surface_.width);
    const std::int64_t right = sample(std::max(a.x(), b.x()), r.left(), r.width(), surface_.width);
    const std::int64_t top = sample(std::min(a.y(), b.y()), r.top(), r.height(), surface_.height);
    const std::int64_t bottom = sample(std::max(a.y(), b.y()), r.top(), r.height(), surface_.height);
    return {left, top, right - left, bottom - top};
}

void RegionMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && surface_.width > 0) pressed_ = event->position();
}

void RegionMap::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_) return;
    const QPointF way = event->position() - *pressed_;
    if (way.manhattanLength() < QApplication::startDragDistance()) return;
    const Rect region = between(*pressed_, event->position());
    if (!region.empty()) emit drawn(region);
}

void RegionMap::mouseReleaseEvent(QMouseEvent*) {
    pressed_.reset();
}

void RegionMap::resizeEvent(QResizeEvent*) {
    emit resized();
}

void RegionMap::paintEvent(QPaintEvent*) {
    if (surface_.width == 0 || surface_.height == 0) return;
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const QRectF r = drawing();
    painter.fillRect(r, theme_.color(Role::field));
    constexpr double outside = 0.35;  // opacity of the picture outside of the region
    painter.setOpacity(outside);
    if (!picture_.image.isNull()) painter.drawImage(r, picture_.image);
    painter.setOpacity(1);
    paintScales(painter, theme_, r, surface_, pixelUm_, width());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.color(Role::strongLine), 1));
    painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    if (region_) paintRegion(painter, r);
    if (picture_.sketch) paintSketchMark(painter, theme_, theme_.font(11), r);
    paintWords(painter, r);
}

QString RegionMap::words() const {
    return awaited_ && picture_.image.isNull() ? tr("Computing the picture") : QString();
}

/// Without a text, the plain background would look like the surface. The text may be larger than a narrow
/// surface.
void RegionMap::paintWords(QPainter& painter, const QRectF& r) const {
    const QString text = words();
    if (text.isEmpty()) return;
    constexpr int flags = static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap;
    constexpr double side = 4;
    const QRectF inside = r.adjusted(side, side, -side, -side);
    painter.setFont(theme_.font(12));
    painter.setPen(theme_.color(Role::text));
    const QRectF needed = painter.boundingRect(inside, flags, text);
    painter.drawText(inside.contains(needed) ? inside : QRectF(rect()), flags, text);
}

void RegionMap::paintRegion(QPainter& painter, const QRectF& r) const {
    const double sx = r.width() / static_cast<double>(surface_.width);
    const double sy = r.height() / static_cast<double>(surface_.height);
    const QRectF part(r.left() + static_cast<double>(region_->x) * sx,
                      r.top() + static_cast<double>(region_->y) * sy,
                      static_cast<double>(region_->width) * sx, static_cast<double>(region_->height) * sy);
    if (picture_.image.isNull()) {
        QColor fill = theme_.color(Role::accent);
        fill.setAlphaF(0.18F);
        painter.fillRect(part, fill);
    } else {
        painter.setClipRect(part);
        painter.drawImage(r, picture_.image);
        painter.setClipping(false);
    }
    painter.setPen(QPen(theme_.color(Role::accent), 2));
    painter.drawRect(part.adjusted(1, 1, -1, -1));
}

}  // namespace burin::ui

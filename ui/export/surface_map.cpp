// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/surface_map.hpp"

#include "ui/export/surface_scales.hpp"
#include "ui/theme/theme.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace burin::ui {

SurfaceMap::SurfaceMap(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("export.map");
    setMinimumSize(160, 120);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void SurfaceMap::setJob(const ExportJob* job) {
    job_ = job;
    restart();
    advance();
}

void SurfaceMap::resizeEvent(QResizeEvent*) {
    restart();
    advance();
}

QRectF SurfaceMap::drawing() const {
    if (job_ == nullptr) return {};
    return drawnIn(rect(), {job_->order().region.width, job_->order().region.height});
}

void SurfaceMap::restart() {
    chunks_ = 0;
    shown_ = {};
    if (job_ == nullptr) return;
    const QSize size = (drawing().size() * devicePixelRatioF()).toSize().expandedTo({1, 1});
    shown_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
    shown_.fill(Qt::transparent);
    ground_ = QImage(size, QImage::Format_RGB32);
    ground_.fill(theme_.color(Role::accentFill));
    const QImage& picture = job_->order().picture;
    if (picture.isNull() || job_->grid() == std::nullopt) return;
    const ExportOrder& order = job_->order();
    const Size whole = order.surface;
    const double sx = picture.width() / static_cast<double>(whole.width);
    const double sy = picture.height() / static_cast<double>(whole.height);
    QPainter painter(&ground_);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(
        QRectF(QPointF(0, 0), QSizeF(size)), picture,
        QRectF(static_cast<double>(order.region.x) * sx, static_cast<double>(order.region.y) * sy,
               static_cast<double>(order.region.width) * sx, static_cast<double>(order.region.height) * sy));
}

void SurfaceMap::uncover(const Rect& chunk) {
    const Size region = job_->grid()->layout().region;
    const double sx = shown_.width() / static_cast<double>(region.width);
    const double sy = shown_.height() / static_cast<double>(region.height);
    const auto x = static_cast<int>(static_cast<double>(chunk.x) * sx);
    const auto y = static_cast<int>(static_cast<double>(chunk.y) * sy);
    const QRect part(QPoint(x, y),
                     QPoint(static_cast<int>(std::ceil(static_cast<double>(chunk.right()) * sx)) - 1,
                            static_cast<int>(std::ceil(static_cast<double>(chunk.bottom()) * sy)) - 1));
    QPainter painter(&shown_);
    painter.drawImage(part.topLeft(), ground_, part);
}

void SurfaceMap::advance() {
    if (job_ != nullptr && job_->grid()) {
        if (chunks_ == 0) restart();
        const auto done =
            static_cast<std::int64_t>(job_->share() * static_cast<double>(job_->grid()->count()));
        for (; chunks_ < done; ++chunks_)
            uncover(job_->grid()->chunk(chunks_));
    }
    update();
}

void SurfaceMap::paintEvent(QPaintEvent*) {
    if (job_ == nullptr) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF r = drawing();
    painter.fillRect(r, theme_.color(Role::field));
    if (!shown_.isNull()) painter.drawImage(r, shown_);
    const ExportOrder& order = job_->order();
    paintScales(painter, theme_, r, {order.region.width, order.region.height}, order.design->pixelUm,
                width());
    painter.setPen(QPen(theme_.color(Role::strongLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    paintLegend(painter, r);
    if (job_->active() && job_->grid()) paintPlace(painter, r);
}

void SurfaceMap::paintLegend(QPainter& painter, const QRectF& r) const {
    constexpr double side = 10;
    constexpr double gap = 6;
    const double middle = r.bottom() + 16;
    if (middle + side > height()) return;
    const double x = r.left();
    painter.setFont(theme_.font(12));
    const double word = QFontMetricsF(painter.font()).horizontalAdvance(tr("written"));
    const QRectF box(x, middle - side / 2, side, side);
    if (shown_.isNull()) {
        painter.fillRect(box, theme_.color(Role::accentFill));
    } else {
        painter.drawImage(box, ground_, QRectF(ground_.rect().center(), QSizeF(side, side)));
    }
    const double line = x + side + gap + word + 16;
    painter.setPen(QPen(theme_.color(Role::accent), 2));
    painter.setBrush(theme_.color(Role::field));
    painter.drawEllipse(QPointF(line + side / 2, middle), 4, 4);
    painter.setPen(theme_.color(Role::secondary));
    const double base = middle + QFontMetricsF(painter.font()).ascent() / 2 - 1;
    painter.drawText(QPointF(x + side + gap, base), tr("written"));
    painter.drawText(QPointF(line + side + gap, base), tr("in work"));
}

/// The chunk in work: a line across it, a dot, and where that is.
void SurfaceMap::paintPlace(QPainter& painter, const QRectF& r) const {
    const ChunkGrid& grid = *job_->grid();
    const Rect chunk = grid.chunk(std::clamp<std::int64_t>(chunks_, 0, grid.count() - 1));
    const Size region = grid.layout().region;
    const double y = r.top() + r.height() * static_cast<double>(chunk.y) / static_cast<double>(region.height);
    const double middle = static_cast<double>(chunk.x) + static_cast<double>(chunk.width) / 2;
    const double x = r.left() + r.width() * middle / static_cast<double>(region.width);
    const QColor accent = theme_.color(Role::accent);
    painter.setPen(QPen(accent, 1.5));
    const bool rows = grid.layout().walk == Walk::rowMajor;
    if (rows) painter.drawLine(QPointF(r.left(), y), QPointF(r.right(), y));
    painter.setBrush(theme_.color(Role::field));
    painter.setPen(QPen(accent, 2));
    painter.drawEllipse(QPointF(x, y), 4, 4);

    const double pitch = job_->order().design->pixelUm;
    const auto mm = [pitch](double px) { return QString::number(px * pitch / 1000, 'f', 3) + " mm"; };
    const QString text = "x " + mm(static_cast<double>(job_->order().region.x) + middle) + "\ny " +
                         mm(static_cast<double>(job_->order().region.y + chunk.y));
    painter.setFont(theme_.numbers(11));
    QRectF box = painter.boundingRect(QRectF(0, 0, 400, 100), Qt::AlignRight, text).adjusted(-8, -5, 8, 5);
    box.moveTopLeft({std::clamp(x + 8, 0.0, std::max(0.0, width() - box.width())), y + 10});
    if (box.bottom() > height()) box.moveBottom(y - 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.color(Role::overlayGround));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme_.color(Role::overlayText));
    painter.drawText(box.adjusted(8, 5, -8, -5), Qt::AlignRight, text);
}

}  // namespace burin::ui

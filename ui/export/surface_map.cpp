// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/surface_map.hpp"

#include "ui/export/words.hpp"
#include "ui/theme/theme.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int scaleWidth = 34;
constexpr int scaleHeight = 18;

/// The largest of 1, 2, 5 times a power of ten that is at most a fourth of `length`.
double stepOf(double length) {
    const double power = std::pow(10, std::floor(std::log10(length / 4)));
    for (const double factor : {5.0, 2.0}) {
        if (factor * power <= length / 4) return factor * power;
    }
    return power;
}

struct Unit {
    double um;
    QString name;
};
Unit unitFor(double um) {
    if (um >= 1e6) return {1e6, QStringLiteral("m")};
    if (um >= 1e3) return {1e3, QStringLiteral("mm")};
    return {1, QStringLiteral("µm")};
}

}  // namespace

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

/// Where the region is drawn: as large as it can be, in its own proportions.
QRectF SurfaceMap::drawing() const {
    const QRectF space = QRectF(rect()).adjusted(scaleWidth, scaleHeight, -1, -1);
    if (job_ == nullptr) return space;
    const Rect& region = job_->order().region;
    QSizeF size(static_cast<double>(region.width), static_cast<double>(region.height));
    size.scale(space.size(), Qt::KeepAspectRatio);
    // What is very long is drawn wide enough to be seen.
    size = size.expandedTo({std::min(24.0, space.width()), std::min(24.0, space.height())});
    return {space.topLeft(), size};
}

void SurfaceMap::restart() {
    chunks_ = 0;
    shown_ = {};
    if (job_ == nullptr) return;
    const QSize size = (drawing().size() * devicePixelRatioF()).toSize().expandedTo({1, 1});
    shown_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
    shown_.fill(Qt::transparent);
    ground_ = QImage(size, QImage::Format_RGB32);
    ground_.fill(theme_.color(Role::quiet));
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
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF r = drawing();
    painter.fillRect(r, theme_.color(Role::field));
    if (!shown_.isNull()) painter.drawImage(r, shown_);
    if (job_ != nullptr) paintScales(painter, r);
    painter.setPen(QPen(theme_.color(Role::strongLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    if (job_ != nullptr && job_->active() && job_->grid()) paintPlace(painter, r);
}

void SurfaceMap::paintScales(QPainter& painter, const QRectF& r) const {
    const Rect& region = job_->order().region;
    const double pitch = job_->order().design->pixelUm;
    const double width = static_cast<double>(region.width) * pitch;
    const double height = static_cast<double>(region.height) * pitch;
    const Unit unit = unitFor(std::max(width, height));
    const double step = stepOf(std::max(width, height));
    QColor grid = theme_.color(Role::line);
    painter.setFont(theme_.numbers(11));
    const QFontMetricsF metrics(painter.font());
    const auto label = [&](double um) { return QString::number(um / unit.um, 'g', 4); };
    double free = -1e9;  // where the next label does not touch the last one
    for (int k = 0; k * step <= width * (1 + 1e-9); ++k) {
        const double x = r.left() + r.width() * k * step / width;
        painter.setPen(grid);
        if (k > 0) painter.drawLine(QPointF(x, r.top()), QPointF(x, r.bottom()));
        const bool last = (k + 1) * step > width * (1 + 1e-9);
        const QString text = last ? label(k * step) + ' ' + unit.name : label(k * step);
        const double left = std::clamp(x - metrics.horizontalAdvance(text) / 2, r.left(),
                                       std::max(r.left(), this->width() - metrics.horizontalAdvance(text)));
        if (left < free) continue;
        free = left + metrics.horizontalAdvance(text) + 4;
        painter.setPen(theme_.color(Role::quiet));
        painter.drawText(QPointF(left, r.top() - 5), text);
    }
    free = -1e9;
    for (int k = 1; k * step < height * (1 - 1e-9); ++k) {
        const double y = r.top() + r.height() * k * step / height;
        painter.setPen(grid);
        painter.drawLine(QPointF(r.left(), y), QPointF(r.right(), y));
        if (y < free) continue;
        free = y + metrics.height();
        const QString text = label(k * step);
        painter.setPen(theme_.color(Role::quiet));
        painter.drawText(
            QPointF(r.left() - 6 - metrics.horizontalAdvance(text), y + metrics.ascent() / 2 - 1), text);
    }
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
    painter.drawLine(QPointF(r.left(), y), QPointF(r.right(), y));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/surface_map.hpp"

#include "ui/theme/sketch_mark.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// From the drawing's lower edge to the middle of the legend's first row.
constexpr double legendMiddle = 16;

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

/// The place of the region. The legend has its own place below, if the map is high enough for both.
QRectF SurfaceMap::drawing() const {
    if (job_ == nullptr) return {};
    constexpr double least = 80;
    const Size region{job_->order().region.width, job_->order().region.height};
    const QRectF alone = drawnIn(rect(), region);
    const double words = legendMiddle + legend(alone.left()).last().mark.y() + legendMark;
    if (height() - words < least) return alone;
    return drawnIn(QRectF(rect()).adjusted(0, 0, 0, -words), region);
}

/// The size of the drawing on the screen. It changes with the rows of the legend.
QSize SurfaceMap::pixels() const {
    return (drawing().size() * devicePixelRatioF()).toSize().expandedTo({1, 1});
}

void SurfaceMap::restart() {
    chunks_ = 0;
    shown_ = {};
    if (job_ == nullptr) return;
    const QSize size = pixels();
    shown_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
    shown_.fill(Qt::transparent);
    ground_ = QImage(size, QImage::Format_RGB32);
    ground_.fill(theme_.color(Role::accentFill));
    const QImage& picture = job_->order().picture.image;
    drawn_ = picture.cacheKey();
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

void SurfaceMap::uncover(const Rect& area) {
    if (area.empty()) return;
    const Size region = job_->grid()->layout().region;
    const double sx = shown_.width() / static_cast<double>(region.width);
    const double sy = shown_.height() / static_cast<double>(region.height);
    const auto x = static_cast<int>(static_cast<double>(area.x) * sx);
    const auto y = static_cast<int>(static_cast<double>(area.y) * sy);
    const QRect part(QPoint(x, y),
                     QPoint(static_cast<int>(std::ceil(static_cast<double>(area.right()) * sx)) - 1,
                            static_cast<int>(std::ceil(static_cast<double>(area.bottom()) * sy)) - 1));
    QPainter painter(&shown_);
    painter.drawImage(part.topLeft(), ground_, part);
}

bool SurfaceMap::runsBack(std::int64_t line) const {
    return job_->order().sink.scan.serpentine && job_->transfer()->areaOf(line).y % 2 == 1;
}

/// Uncovers the lines from `first` up to `last`, swath by swath.
void SurfaceMap::uncoverLines(std::int64_t first, std::int64_t last) {
    while (first < last) {
        const std::int64_t end = std::min(last, job_->transfer()->layout.endOfSwath(first));
        Rect area = job_->transfer()->areaOf(first);
        area.height = end - first;
        uncover(area);
        first = end;
    }
}

void SurfaceMap::advance() {
    const bool outdated = job_ != nullptr && (job_->order().picture.image.cacheKey() != drawn_ ||
                                              (!shown_.isNull() && shown_.size() != pixels()));
    if (outdated) restart();
    const bool machine = job_ != nullptr && job_->grid() && job_->transfer() && job_->status();
    if (machine) {
        // After a change of machine, fewer lines may be done than before.
        const std::int64_t done = job_->status()->executedLines;
        if (chunks_ == 0 || done < chunks_) restart();
        uncoverLines(chunks_, done);
        chunks_ = done;
    } else if (job_ != nullptr && job_->grid() && !job_->order().machine) {
        if (chunks_ == 0) restart();
        const std::int64_t count = job_->grid()->count();
        const auto done =
            std::min(count, static_cast<std::int64_t>(job_->share() * static_cast<double>(count)));
        if (done > chunks_) {
            for (const Rect& area : job_->grid()->areasBefore(done))
                uncover(area);
            chunks_ = done;
        }
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
    if (job_->order().picture.sketch) paintSketchMark(painter, theme_, theme_.font(11), r);
    const ExportOrder& order = job_->order();
    paintScales(painter, theme_, r, {order.region.width, order.region.height}, order.design->pixelUm,
                width());
    painter.setPen(QPen(theme_.color(Role::strongLine), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    paintLegend(painter, r);
    if (!job_->grid()) return;
    if (job_->order().machine) {
        paintLines(painter, r);
    } else if (job_->active()) {
        paintPlace(painter, r);
    }
}

/// The marks below the drawing, with their meanings.
QList<LegendWord> SurfaceMap::legend(double left) const {
    const bool machine = job_->order().machine.has_value();
    QStringList words{machine ? tr("engraved") : tr("written")};
    if (machine || job_->active()) words << (machine ? tr("being engraved") : tr("being written"));
    if (machine) words << tr("received");
    return legendPlaces(words, QFontMetricsF(theme_.font(12)), width() - left);
}

void SurfaceMap::paintLegend(QPainter& painter, const QRectF& r) const {
    const QList<LegendWord> words = legend(r.left());
    const QPointF first(r.left(), r.bottom() + legendMiddle);
    if (first.y() + words.last().mark.y() + legendMark > height()) return;
    painter.setFont(theme_.font(12));
    const double baseline = QFontMetricsF(painter.font()).ascent() / 2 - 1;
    painter.setPen(theme_.color(Role::secondary));
    for (const LegendWord& word : words)
        painter.drawText(first + word.mark + QPointF(legendMark + legendMarkGap, baseline), word.text);
    const QRectF box(first - QPointF(0, legendMark / 2), QSizeF(legendMark, legendMark));
    if (shown_.isNull()) {
        painter.fillRect(box, theme_.color(Role::accentFill));
    } else {
        painter.drawImage(box, ground_, QRectF(ground_.rect().center(), box.size()));
    }
    if (words.size() > 1) {
        painter.setPen(QPen(theme_.color(Role::accent), 2));
        painter.setBrush(theme_.color(Role::field));
        painter.drawEllipse(first + words[1].mark + QPointF(legendMark / 2, 0), 4, 4);
    }
    if (words.size() > 2) {
        const QPointF from = first + words[2].mark;
        painter.setPen(QPen(theme_.color(Role::good), 1.5, Qt::DotLine));
        painter.drawLine(from, from + QPointF(legendMark, 0));
    }
}

/// Draws the line that is engraved next, with its direction, and the last line received.
void SurfaceMap::paintLines(QPainter& painter, const QRectF& r) const {
    if (!job_->transfer() || !job_->status()) return;
    const TransferStatus& status = *job_->status();
    const LineLayout& layout = job_->transfer()->layout;
    if (status.executedLines >= layout.lines()) return;
    const std::int64_t received = layout.lineAt(status.receivedBytes);
    if (received > status.executedLines && received < layout.lines())
        paintLine(painter, r, received, QPen(theme_.color(Role::good), 1.5, Qt::DotLine));
    const std::int64_t line = status.executedLines;
    const QColor accent = theme_.color(Role::accent);
    const QPointF dot = paintLine(painter, r, line, QPen(accent, 1.5));
    const double ahead = runsBack(line) ? -1 : 1;
    painter.setPen(Qt::NoPen);
    painter.setBrush(accent);
    painter.drawPolygon(
        QPolygonF({dot + QPointF(ahead * 8, -4), dot + QPointF(ahead * 15, 0), dot + QPointF(ahead * 8, 4)}));
    painter.setBrush(theme_.color(Role::field));
    painter.setPen(QPen(accent, 2));
    painter.drawEllipse(dot, 4, 4);
    const Rect area = job_->transfer()->areaOf(line);
    const double y = static_cast<double>(job_->order().region.y + area.y);
    paintLabel(
        painter, r, dot,
        tr("line %1").arg(groupedText(line)) + "\ny " + millimetresText(y, job_->order().design->pixelUm));
}

/// \return the middle of the line, in widget coordinates
QPointF SurfaceMap::paintLine(QPainter& painter, const QRectF& r, std::int64_t line, const QPen& pen) const {
    const Size region = job_->grid()->layout().region;
    const Rect area = job_->transfer()->areaOf(line);
    const auto at = [&](std::int64_t x) {
        return QPointF(
            r.left() + r.width() * static_cast<double>(x) / static_cast<double>(region.width),
            r.top() + r.height() * static_cast<double>(area.y) / static_cast<double>(region.height));
    };
    painter.setPen(pen);
    painter.drawLine(at(area.x), at(area.right()));
    return (at(area.x) + at(area.right())) / 2;
}

/// Marks the chunk that is being written: a line across it, a dot, and its position.
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
    const ExportOrder& order = job_->order();
    const double pitch = order.design->pixelUm;
    paintLabel(painter, r, {x, y},
               "x " + millimetresText(static_cast<double>(order.region.x) + middle, pitch) + "\ny " +
                   millimetresText(static_cast<double>(order.region.y + chunk.y), pitch));
}

/// Draws the label beside a point, but not on the legend below the drawing.
void SurfaceMap::paintLabel(QPainter& painter, const QRectF& drawing, QPointF at, const QString& text) const {
    painter.setFont(theme_.numbers(11));
    const QRectF words = painter.boundingRect(QRectF(0, 0, 400, 100), Qt::AlignRight, text);
    const QRectF box = labelPlace(at, words.adjusted(-8, -5, 8, 5).size(), drawing, width());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.color(Role::overlayGround));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme_.color(Role::overlayText));
    painter.drawText(box.adjusted(8, 5, -8, -5), Qt::AlignRight, text);
}

}  // namespace burin::ui

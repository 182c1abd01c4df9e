// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparing/difference_view.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/number_text.hpp"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int longestPicture = 1024;
constexpr int scaleHeight = 40;
constexpr int scaleWidth = 240;
constexpr int sampleHeight = 18;  ///< of the words on a sample, if they are below the scale
constexpr int sampleGap = 12;
constexpr int stripHeight = 9;

QString signedUm(double um) {
    return (um > 0 ? "+" : "") + fixedText(um, std::abs(um) < 10 ? 3 : 2) + QString::fromUtf8(" µm");
}

}  // namespace

double scaleReaching(double um) {
    double scale = 1e-3;
    for (int step = 0; scale < um && scale < 1e9; ++step)
        scale *= step % 3 == 1 ? 2.5 : 2;
    return scale;
}

QImage pictureOf(const HeightGrid& differences, double rangeUm, int longest) {
    const Size size = differences.size;
    const std::int64_t each = (std::max(size.width, size.height) + longest - 1) / longest;
    const ColorMap map = ColorMap::difference();
    QImage image(static_cast<int>((size.width + each - 1) / each),
                 static_cast<int>((size.height + each - 1) / each), QImage::Format_ARGB32);
    for (int y = 0; y < image.height(); ++y) {
        auto* const row = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            double sum = 0;
            int count = 0;
            for (std::int64_t v = y * each; v < std::min(size.height, (y + 1) * each); ++v) {
                for (std::int64_t u = x * each; u < std::min(size.width, (x + 1) * each); ++u) {
                    const float difference = differences.at(u, v);
                    if (!std::isfinite(difference)) continue;
                    sum += static_cast<double>(difference);
                    ++count;
                }
            }
            row[x] = count == 0 ? 0 : map.at(0.5 + sum / count / rangeUm / 2).rgba();
        }
    }
    return image;
}

DifferenceView::DifferenceView(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName("comparison.picture");
    setAccessibleName(tr("Differences"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DifferenceView::setDifferences(const std::shared_ptr<const HeightGrid>& differences, double rangeUm) {
    differences_ = differences;
    rangeUm_ = rangeUm;
    picture_ = differences_ ? pictureOf(*differences_, rangeUm, longestPicture) : QImage();
    pointed_.reset();
    update();
}

/// The rectangle of the picture, whose sides have the ratio of the measured ones.
QRectF DifferenceView::place() const {
    if (!differences_) return {};
    const QRectF room(0, 0, width(), height() - footHeight());
    QSizeF size(static_cast<double>(differences_->size.width) * differences_->pitchUm.x,
                static_cast<double>(differences_->size.height) * differences_->pitchUm.y);
    size.scale(room.size(), Qt::KeepAspectRatio);
    QRectF place(QPointF(), size);
    place.moveCenter(room.center());
    return place;
}

std::optional<QPoint> DifferenceView::sampleAt(QPointF on) const {
    const QRectF all = place();
    if (!all.contains(on)) return {};
    const auto sample = [](double at, double length, std::int64_t count) {
        return std::clamp(static_cast<int>(at / length * static_cast<double>(count)), 0,
                          static_cast<int>(count) - 1);
    };
    return QPoint(sample(on.x() - all.left(), all.width(), differences_->size.width),
                  sample(on.y() - all.top(), all.height(), differences_->size.height));
}

void DifferenceView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRectF(0, 0, width(), height() - (differences_ ? footHeight() : 0)),
                     theme_.color(Role::field));
    if (!differences_) {
        painter.setFont(theme_.font());
        painter.setPen(theme_.color(Role::quiet));
        return painter.drawText(rect(), Qt::AlignCenter, tr("No comparison yet."));
    }
    const QRectF all = place();
    painter.fillRect(all, QBrush(theme_.color(Role::strongLine), Qt::BDiagPattern));
    // Samples that are larger than a pixel keep their edges.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, all.width() < picture_.width());
    painter.drawImage(all, picture_);
    paintScale(painter);
}

/// The height of the scale, and of the words on a sample if they do not fit beside it.
int DifferenceView::footHeight() const {
    const QFontMetricsF metrics(theme_.numbers(11));
    const QPoint last(static_cast<int>(differences_->size.width) - 1,
                      static_cast<int>(differences_->size.height) - 1);
    const double words = metrics.horizontalAdvance(sampleText(last, static_cast<float>(-rangeUm_)));
    return scaleWidth + sampleGap + words + 16 <= width() ? scaleHeight : scaleHeight + sampleHeight;
}

void DifferenceView::paintScale(QPainter& painter) const {
    const int foot = footHeight();
    const QRectF strip(8, height() - foot + 6, std::min(scaleWidth, width() - 16), stripHeight);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(strip, ColorMap::difference().row());
    painter.setPen(theme_.color(Role::line));
    painter.drawRect(strip);
    painter.setFont(theme_.numbers(11));
    painter.setPen(theme_.color(Role::quiet));
    const QRectF words(strip.left(), strip.bottom() + 2, strip.width(), scaleHeight - stripHeight - 8);
    const QString end = QString::number(rangeUm_, 'g', 3);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, QString::fromUtf8("−") + end);
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignTop, "0");
    painter.drawText(words, Qt::AlignRight | Qt::AlignTop, "+" + end + QString::fromUtf8(" µm"));
    painter.setPen(theme_.color(Role::text));
    const QRectF beside(strip.right() + sampleGap, strip.top() - 4, width() - strip.right() - sampleGap - 8,
                        20);
    const QRectF below(8, height() - sampleHeight - 2, width() - 16, sampleHeight);
    const QRectF& place = foot > scaleHeight ? below : beside;
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                     cutText(pointedText(), painter.fontMetrics(), place.width()));
}

QString DifferenceView::pointedText() const {
    if (!pointed_) return {};
    return sampleText(*pointed_, differences_->at(pointed_->x(), pointed_->y()));
}

QString DifferenceView::sampleText(QPoint sample, float um) {
    const QString at = tr("x %1 y %2 px").arg(sample.x()).arg(sample.y());
    return at + "  " + (std::isfinite(um) ? signedUm(static_cast<double>(um)) : tr("missing"));
}

void DifferenceView::mouseMoveEvent(QMouseEvent* event) {
    pointed_ = sampleAt(event->position());
    update();
}

void DifferenceView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    pointed_.reset();
    update();
}

void DifferenceView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto sample = sampleAt(event->position())) emit picked(*sample);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/surface_scales.hpp"

#include "ui/theme/theme.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int scaleWidth = 34;
constexpr int scaleHeight = 18;

/// The largest of 1, 2, 5 times a power of ten that is at most a quarter of `length`.
double stepOf(double length) {
    const double power = std::pow(10, std::floor(std::log10(length / 4)));
    for (const double factor : {5.0, 2.0}) {
        if (factor * power <= length / 4) return factor * power;
    }
    return power;
}

struct ScaleUnit {
    double um;
    QString name;
};
ScaleUnit unitFor(double um) {
    if (um >= 1e6) return {1e6, QStringLiteral("m")};
    if (um >= 1e3) return {1e3, QStringLiteral("mm")};
    return {1, QStringLiteral("µm")};
}

/// The scale of one side, with its lines across the drawing.
class Scales {
  public:
    Scales(const Theme& theme, const QRectF& drawing, Size area, double pixelUm)
        : theme_(theme),
          r_(drawing),
          widthUm_(static_cast<double>(area.width) * pixelUm),
          heightUm_(static_cast<double>(area.height) * pixelUm),
          unit_(unitFor(std::max(widthUm_, heightUm_))),
          step_(stepOf(std::max(widthUm_, heightUm_))),
          metrics_(theme.numbers(11)) {}

    void paintAbove(QPainter& painter, double right) const {
        for (int k = 1; k <= last(); ++k)
            line(painter, {xOf(k), r_.top()}, {xOf(k), r_.bottom()});
        for (const ScaleFigure& one : figuresAbove(right))
            write(painter, {one.left, r_.top() - 5}, one.text);
    }

    /// The figures of all lines. If they do not fit, the figures of every second line, every third line, and
    /// so on.
    [[nodiscard]] QList<ScaleFigure> figuresAbove(double right) const {
        QList<ScaleFigure> figures;
        for (int every = 1; figures.isEmpty(); ++every) {
            double free = -1e9;  // the next figure may start here without touching the last one
            for (int k = 0; k <= last(); k += every) {
                const bool ends = k + every > last();
                const QString text = ends ? figure(k) + ' ' + unit_.name : figure(k);
                const double length = metrics_.horizontalAdvance(text);
                const double half = metrics_.horizontalAdvance(figure(k)) / 2;  // the unit follows the figure
                const double least = r_.left() - half;
                const double left = std::clamp(xOf(k) - half, least, std::max(least, right - length));
                if (left < free) {
                    figures.clear();
                    break;
                }
                free = left + length + 4;
                figures << ScaleFigure{left, text};
            }
        }
        return figures;
    }

    void paintBeside(QPainter& painter) const {
        double free = -1e9;
        for (int k = 1; k * step_ < heightUm_ * (1 - 1e-9); ++k) {
            const double y = r_.top() + r_.height() * k * step_ / heightUm_;
            line(painter, {r_.left(), y}, {r_.right(), y});
            if (y < free) continue;
            free = y + metrics_.height();
            const QString text = figure(k);
            write(painter, {r_.left() - 6 - metrics_.horizontalAdvance(text), y + metrics_.ascent() / 2 - 1},
                  text);
        }
    }

  private:
    /// The number of the last line across the drawing; the left edge has the number 0.
    [[nodiscard]] int last() const { return static_cast<int>(widthUm_ * (1 + 1e-9) / step_); }
    [[nodiscard]] double xOf(int k) const { return r_.left() + r_.width() * k * step_ / widthUm_; }
    [[nodiscard]] QString figure(int k) const { return QString::number(k * step_ / unit_.um, 'g', 4); }
    void line(QPainter& painter, QPointF from, QPointF to) const {
        QColor color = theme_.color(Role::strongLine);
        color.setAlphaF(0.6F);
        painter.setPen(color);
        painter.drawLine(from, to);
    }
    void write(QPainter& painter, QPointF at, const QString& text) const {
        painter.setPen(theme_.color(Role::quiet));
        painter.drawText(at, text);
    }

    const Theme& theme_;
    const QRectF r_;
    const double widthUm_;
    const double heightUm_;
    const ScaleUnit unit_;
    const double step_;
    const QFontMetricsF metrics_;
};

}  // namespace

QRectF drawnIn(const QRectF& space, Size area) {
    const QRectF inside = space.adjusted(scaleWidth, scaleHeight, -1, -1);
    QSizeF size(static_cast<double>(area.width), static_cast<double>(area.height));
    size.scale(inside.size(), Qt::KeepAspectRatio);
    // Very narrow areas are widened so that they can be seen.
    constexpr double least = 24;
    size = size.expandedTo({std::min(least, inside.width()), std::min(least, inside.height())});
    return {inside.topLeft(), size};
}

void paintScales(QPainter& painter, const Theme& theme, const QRectF& drawing, Size area, double pixelUm,
                 double right) {
    const Scales scales(theme, drawing, area, pixelUm);
    painter.setFont(theme.numbers(11));
    scales.paintAbove(painter, right);
    scales.paintBeside(painter);
}

QList<ScaleFigure> figuresAbove(const Theme& theme, const QRectF& drawing, Size area, double pixelUm,
                                double right) {
    return Scales(theme, drawing, area, pixelUm).figuresAbove(right);
}

QList<LegendWord> legendPlaces(const QStringList& words, const QFontMetricsF& metrics, double width) {
    constexpr double between = 16;  // two words
    constexpr double before = legendMark + legendMarkGap;
    QList<LegendWord> places;
    QPointF at;
    for (const QString& word : words) {
        const double wide = before + metrics.horizontalAdvance(word);
        if (at.x() > 0 && at.x() + wide > width) at = {0, at.y() + legendRowHeight};
        const bool fits = at.x() + wide <= width;
        places << LegendWord{at, fits ? word : metrics.elidedText(word, Qt::ElideRight, width - before)};
        at.rx() += wide + between;
    }
    return places;
}

QRectF labelPlace(QPointF at, QSizeF label, const QRectF& drawing, double width) {
    constexpr double gap = 10;
    const double left = std::clamp(at.x() + 8, 0.0, std::max(0.0, width - label.width()));
    QRectF place({left, at.y() + gap}, label);
    if (place.bottom() > drawing.bottom()) place.moveBottom(at.y() - gap);
    if (place.top() < 0) place.moveTop(at.y() + gap);
    return place;
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/surface_scales.hpp"

#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/preview_tile.hpp"
#include "ui/model/view_appearance.hpp"
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
    Scales(QPainter& painter, const Theme& theme, const QRectF& drawing, double widthUm, double heightUm)
        : painter_(painter),
          theme_(theme),
          r_(drawing),
          widthUm_(widthUm),
          heightUm_(heightUm),
          unit_(unitFor(std::max(widthUm, heightUm))),
          step_(stepOf(std::max(widthUm, heightUm))),
          metrics_(theme.numbers(11)) {
        painter.setFont(theme.numbers(11));
    }

    void paintAbove(double right) {
        double free = -1e9;  // the next figure may start here without touching the last one
        for (int k = 0; k * step_ <= widthUm_ * (1 + 1e-9); ++k) {
            const double x = r_.left() + r_.width() * k * step_ / widthUm_;
            if (k > 0) line({x, r_.top()}, {x, r_.bottom()});
            const bool last = (k + 1) * step_ > widthUm_ * (1 + 1e-9);
            const QString text = last ? figure(k) + ' ' + unit_.name : figure(k);
            const double length = metrics_.horizontalAdvance(text);
            const double half = metrics_.horizontalAdvance(figure(k)) / 2;  // the unit follows the figure
            const double least = r_.left() - half;
            const double left = std::clamp(x - half, least, std::max(least, right - length));
            if (left < free) continue;
            free = left + length + 4;
            write({left, r_.top() - 5}, text);
        }
    }

    void paintBeside() {
        double free = -1e9;
        for (int k = 1; k * step_ < heightUm_ * (1 - 1e-9); ++k) {
            const double y = r_.top() + r_.height() * k * step_ / heightUm_;
            line({r_.left(), y}, {r_.right(), y});
            if (y < free) continue;
            free = y + metrics_.height();
            const QString text = figure(k);
            write({r_.left() - 6 - metrics_.horizontalAdvance(text), y + metrics_.ascent() / 2 - 1}, text);
        }
    }

  private:
    [[nodiscard]] QString figure(int k) const { return QString::number(k * step_ / unit_.um, 'g', 4); }
    void line(QPointF from, QPointF to) {
        QColor color = theme_.color(Role::strongLine);
        color.setAlphaF(0.6F);
        painter_.setPen(color);
        painter_.drawLine(from, to);
    }
    void write(QPointF at, const QString& text) {
        painter_.setPen(theme_.color(Role::quiet));
        painter_.drawText(at, text);
    }

    QPainter& painter_;
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
    Scales scales(painter, theme, drawing, static_cast<double>(area.width) * pixelUm,
                  static_cast<double>(area.height) * pixelUm);
    scales.paintAbove(right);
    scales.paintBeside();
}

QImage grayOf(const EvenPicture& even) {
    QImage gray(static_cast<int>(even.area.width), static_cast<int>(even.area.height),
                QImage::Format_Grayscale8);
    const float* value = even.values.data();
    for (int y = 0; y < gray.height(); ++y) {
        for (int x = 0; x < gray.width(); ++x)
            gray.scanLine(y)[x] = static_cast<uchar>(std::clamp(*value++, 0.0F, 1.0F) * 255 + 0.5F);
    }
    return gray;
}

QImage colored(const QImage& gray, const AppearanceValues& appearance) {
    if (gray.isNull()) return gray;
    const ColorMap map = ColorMap::of(appearance);
    QImage result = gray.convertToFormat(QImage::Format_Grayscale8).convertToFormat(QImage::Format_Indexed8);
    QList<QRgb> table;
    for (int i = 0; i < result.colorCount(); ++i)
        table << map[qGray(result.color(i))];
    result.setColorTable(table);
    return result.convertToFormat(QImage::Format_RGB32);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_plot.hpp"

#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/words/text.hpp"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr qreal widestBar = 0.42;  ///< the width of the widest bar, as a share of the plot

class HeightPlot {
  public:
    HeightPlot(QPainter& painter, const SheetInk& ink, const JobSheet& sheet, const QRectF& area)
        : painter_(painter), ink_(ink), sheet_(sheet), heights_(sheet.heights), area_(area) {
        const double span = std::max(1e-6, heights_.highestUm - heights_.lowestUm);
        highest_ = heights_.highestUm;
        lowest_ = highest_ - span;
    }

    void draw() const {
        drawAxes();
        drawBars();
        drawCore();
        drawCurve();
        painter_.setPen(QPen(ink_.color(Role::strongLine), 1));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(area_);
    }

  private:
    [[nodiscard]] QPointF placeOf(double percent, double um) const {
        return {area_.left() + percent / 100 * area_.width(),
                area_.top() + (highest_ - um) / (highest_ - lowest_) * area_.height()};
    }
    [[nodiscard]] double heightAt(double percent) const {
        const double place = std::clamp(percent, 0.0, 100.0);
        const auto low = static_cast<std::size_t>(std::min(place, 99.0));
        const double share = place - static_cast<double>(low);
        return heights_.bearingUm[low] * (1 - share) + heights_.bearingUm[low + 1] * share;
    }

    void drawBars() const {
        const auto most =
            static_cast<double>(*std::max_element(heights_.counts.begin(), heights_.counts.end()));
        const qreal high = area_.height() / static_cast<double>(SheetHeights::bars);
        painter_.setPen(Qt::NoPen);
        QPainterPath bars;
        for (std::size_t k = 0; k < SheetHeights::bars; ++k) {
            const double share = most > 0 ? static_cast<double>(heights_.counts[k]) / most : 0;
            if (share > 0)
                bars.addRect(QRectF(area_.left(), area_.top() + high * static_cast<double>(k),
                                    widestBar * share * area_.width(), high));
        }
        bars.setFillRule(Qt::WindingFill);
        painter_.fillPath(bars, ink_.color(Role::frameLine));
    }

    void drawAxes() const {
        const QFont font = ink_.number(13);
        const qreal half = lineStep(font) / 2;
        for (const double um : roundTicks(lowest_, highest_, 5)) {
            const qreal y = placeOf(0, um).y();
            painter_.setPen(QPen(ink_.color(Role::line), 1));
            painter_.drawLine(QPointF(area_.left(), y), QPointF(area_.right(), y));
            drawLineAt(painter_, area_.left() - 10, y - half, QString::number(um == 0 ? 0 : um, 'g', 4), font,
                       ink_.color(Role::secondary), Qt::AlignRight);
        }
        for (const int percent : {0, 25, 50, 75, 100}) {
            const qreal x = placeOf(percent, highest_).x();
            painter_.setPen(QPen(ink_.color(Role::line), 1));
            painter_.drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
            drawLineAt(painter_, x, area_.bottom() + 8,
                       percent == 100 ? tr("100 %") : QString::number(percent), font,
                       ink_.color(Role::secondary), Qt::AlignHCenter);
        }
        drawLineAt(painter_, area_.center().x(), area_.bottom() + 30,
                   tr("z in µm; bearing curve and histogram"), ink_.text(14), ink_.color(Role::quiet),
                   Qt::AlignHCenter);
    }

    void drawCurve() const {
        QPolygonF curve;
        for (int percent = 0; percent <= 100; ++percent)
            curve << placeOf(percent, heights_.bearingUm[static_cast<std::size_t>(percent)]);
        painter_.setPen(QPen(ink_.color(Role::accent), 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawPolyline(curve);
    }

    /// The line of the core from 0 to 100 %.
    void drawCore() const {
        const auto ratio = [&](const char* name, double otherwise) {
            for (const MeasuredValue& value : sheet_.measured.values) {
                if (value.name == name && value.value) return *value.value;
            }
            return otherwise;
        };
        painter_.setPen(QPen(ink_.color(Role::quiet), 1.2, Qt::DashLine));
        painter_.drawLine(placeOf(0, heightAt(ratio("Smr1", 0))), placeOf(100, heightAt(ratio("Smr2", 100))));
    }

    QPainter& painter_;
    const SheetInk& ink_;
    const JobSheet& sheet_;
    const SheetHeights& heights_;
    QRectF area_;
    double highest_ = 0;
    double lowest_ = -1;
};

}  // namespace

void drawHeights(QPainter& painter, const SheetInk& ink, const JobSheet& sheet, const QRectF& area) {
    HeightPlot(painter, ink, sheet, area).draw();
}

}  // namespace burin::ui

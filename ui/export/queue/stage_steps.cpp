// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/stage_steps.hpp"

#include "ui/theme/theme.hpp"

#include <QPainter>

#include <algorithm>
#include <vector>

namespace burin::ui {

namespace {

constexpr double stepRadius = 7.5;
constexpr double stepGap = 8;

}  // namespace

StageSteps::StageSteps(const Theme& theme, const QStringList& names, QWidget* parent)
    : QWidget(parent), theme_(theme), names_(names) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void StageSteps::setStage(int stage) {
    stage_ = stage;
    setAccessibleName(stage < names_.size() ? names_[stage] : names_.back());
    update();
}

void StageSteps::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto fontOf = [this](int step) { return theme_.font(12, step == stage_ ? 600 : 400); };
    std::vector<double> widths;
    double words = 0;
    for (int i = 0; i < names_.size(); ++i) {
        widths.push_back(2 * stepRadius + stepGap + QFontMetricsF(fontOf(i)).horizontalAdvance(names_[i]));
        words += widths.back();
    }
    const auto lines = static_cast<double>(names_.size() - 1);
    // If they do not all fit, only the stage that runs is named.
    const bool all = words + 2 * stepGap * lines + 1 <= width();
    const int named = std::min(stage_, static_cast<int>(names_.size()) - 1);
    for (int i = 0; i < names_.size() && !all; ++i) {
        if (i == named) continue;
        double& wide = widths[static_cast<std::size_t>(i)];
        words -= wide - 2 * stepRadius;
        wide = 2 * stepRadius;
    }
    const double line = std::max(2 * stepGap, (width() - words - 1) / lines);
    const double middle = height() / 2.0;
    double x = 0;
    for (int i = 0; i < names_.size(); ++i) {
        paintMark(painter, {x + stepRadius + 0.5, middle}, i);
        painter.setFont(fontOf(i));
        painter.setPen(theme_.color(i == stage_ ? Role::text : Role::secondary));
        if (all || i == named) {
            painter.drawText(
                QRectF(x + 2 * stepRadius + stepGap, 0, widths[static_cast<std::size_t>(i)], height()),
                Qt::AlignVCenter, names_[i]);
        }
        x += widths[static_cast<std::size_t>(i)];
        if (i + 1 == names_.size()) break;
        painter.setPen(QPen(theme_.color(i < stage_ ? Role::accent : Role::strongLine), 1.5));
        painter.drawLine(QPointF(x + stepGap, middle), QPointF(x + line - stepGap, middle));
        x += line;
    }
}

void StageSteps::paintMark(QPainter& painter, QPointF centre, int step) const {
    const bool over = step < stage_;
    painter.setPen(QPen(theme_.color(step > stage_ ? Role::border : Role::accent), 1.5));
    painter.setBrush(over ? QBrush(theme_.color(Role::accentFill)) : QBrush(Qt::NoBrush));
    painter.drawEllipse(centre, stepRadius - 1, stepRadius - 1);
    if (over) {
        painter.setPen(QPen(theme_.color(Role::onAccentFill), 1.5));
        const QPointF tick[] = {centre + QPointF(-3, 0), centre + QPointF(-1, 2.5), centre + QPointF(3, -2)};
        painter.drawPolyline(tick, 3);
    } else if (step == stage_) {
        painter.setBrush(theme_.color(Role::accent));
        painter.drawEllipse(centre, 2.5, 2.5);
    }
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/cost_line.hpp"

#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QLabel>

namespace burin::ui {

CostLine::CostLine(const Theme& theme, QWidget* parent) : QWidget(parent), figures_(new QLabel(this)) {
    setObjectName("costLine");
    figures_->setObjectName("costFigures");
    figures_->setFont(theme.numbers());
    figures_->setTextFormat(Qt::PlainText);
    auto* title = new QLabel(tr("Cost"), this);
    title->setFont(theme.font(13, 600));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->addWidget(title);
    row->addStretch(1);
    row->addWidget(figures_);
    hide();
}

/// Figures of an earlier state have a fainter colour.
void CostLine::showCost(const ShownCost& cost) {
    figures_->setText(costText(cost));
    setToolTip(costTip(cost));
    setStyleProperty(figures_, "quiet", cost.outdated);
    show();
}

}  // namespace burin::ui

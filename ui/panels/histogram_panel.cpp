// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/histogram_panel.hpp"

#include "ui/model/previews/previews.hpp"
#include "ui/panels/histogram_plot.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

HistogramPanel::HistogramPanel(Session session, QWidget* parent) : QWidget(parent), session_(session) {
    setObjectName("histogram-panel");
    setWindowTitle(tr("Histogram"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 12, 6, 8);
    rows->setSpacing(8);
    rows->addWidget(new HistogramPlot(session_), 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 6, 0);
    row->setSpacing(8);
    low_ = rangeField("histogram.low");
    high_ = rangeField("histogram.high");
    automatic_ = new QCheckBox(tr("Automatic"));
    automatic_->setObjectName("histogram.automatic");
    row->addWidget(new QLabel(tr("Range")));
    row->addWidget(low_);
    row->addWidget(new QLabel(QString::fromUtf8("…")));
    row->addWidget(high_);
    row->addStretch(1);
    row->addWidget(automatic_);
    rows->addLayout(row);
    figures_ = new QLabel;
    figures_->setObjectName("histogram.figures");
    figures_->setProperty("quiet", true);
    figures_->setContentsMargins(6, 0, 6, 0);
    rows->addWidget(figures_);
    connect(automatic_, &QCheckBox::clicked, this, [this](bool on) {
        session_.previews.look().change([on](LookValues& look) { look.automatic = on; });
    });
    connect(&session_.previews.look(), &ViewLook::changed, this, &HistogramPanel::showLook);
    connect(&session_.previews, &Previews::histogramChanged, this, &HistogramPanel::showFigures);
    connect(&session_.theme, &Theme::changed, this, &HistogramPanel::showTheme);
    showTheme();
    showLook();
}

QDoubleSpinBox* HistogramPanel::rangeField(const char* id) {
    auto* field = new QDoubleSpinBox;
    field->setObjectName(id);
    field->setRange(0, 1);
    field->setDecimals(3);
    field->setSingleStep(0.01);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setKeyboardTracking(false);
    field->setFixedWidth(62);
    connect(field, &QDoubleSpinBox::valueChanged, this, &HistogramPanel::setRange);
    return field;
}

/// Typing a range turns the automatic range off.
void HistogramPanel::setRange() {
    session_.previews.look().change([this](LookValues& look) {
        look.automatic = false;
        look.low = std::min(low_->value(), 1 - LookValues::leastRange);
        look.high = std::max(high_->value(), look.low + LookValues::leastRange);
    });
}

void HistogramPanel::showLook() {
    const LookValues& look = session_.previews.look().values();
    const QSignalBlocker quietLow(low_);
    const QSignalBlocker quietHigh(high_);
    low_->setValue(look.low);
    high_->setValue(look.high);
    automatic_->setChecked(look.automatic);
    showFigures();
}

void HistogramPanel::showFigures() {
    const auto& histogram = session_.previews.histogram();
    if (!histogram || histogram->values == 0) return figures_->setText({});
    const LookValues& look = session_.previews.look().values();
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 1) + " %"; };
    const double empty = static_cast<double>(histogram->empty) / static_cast<double>(histogram->values);
    figures_->setText(tr("mean %1  empty %2  clipped %3")
                          .arg(QString::number(histogram->mean, 'f', 3), percent(empty),
                               percent(histogram->outside(look.low, look.high))));
}

void HistogramPanel::showTheme() {
    for (QWidget* each : {static_cast<QWidget*>(low_), static_cast<QWidget*>(high_)})
        each->setFont(session_.theme.numbers(12));
    figures_->setFont(session_.theme.numbers(11));
}

}  // namespace burin::ui

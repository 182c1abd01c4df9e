// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/histogram_panel.hpp"

#include "ui/model/previews/previews.hpp"
#include "ui/panels/histogram_plot.hpp"
#include "ui/theme/number_field.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

HistogramPanel::HistogramPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench) {
    setObjectName("histogram-panel");
    setWindowTitle(tr("Histogram"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 12, 6, 8);
    rows->setSpacing(8);
    rows->addWidget(new HistogramPlot(workbench_), 1);
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
    figures_->setIndent(6);  // Qt forgets the margins of a label without a text when the style changes
    rows->addWidget(figures_);
    state_ = new QLabel;  // keeps its height without a text, so that the plot does not move
    state_->setObjectName("histogram.state");
    state_->setProperty("quiet", true);
    state_->setIndent(6);
    rows->addWidget(state_);
    connect(automatic_, &QCheckBox::clicked, this, [this](bool on) {
        workbench_.previews.appearance().change(
            [on](AppearanceValues& appearance) { appearance.automatic = on; });
    });
    connect(&workbench_.previews.appearance(), &ViewAppearance::changed, this,
            &HistogramPanel::showAppearance);
    connect(&workbench_.previews, &Previews::histogramChanged, this, &HistogramPanel::showFigures);
    connect(&workbench_.theme, &Theme::changed, this, &HistogramPanel::showTheme);
    showTheme();
    showAppearance();
}

QDoubleSpinBox* HistogramPanel::rangeField(const char* id) {
    QDoubleSpinBox* field = numberField(id, 0, 1, 3, 0.01, 62);
    connect(field, &QDoubleSpinBox::valueChanged, this, &HistogramPanel::setRange);
    return field;
}

/// Typing a range turns the automatic range off.
void HistogramPanel::setRange() {
    workbench_.previews.appearance().change([this](AppearanceValues& appearance) {
        appearance.automatic = false;
        appearance.low = std::min(low_->value(), 1 - AppearanceValues::leastRange);
        appearance.high = std::max(high_->value(), appearance.low + AppearanceValues::leastRange);
    });
}

void HistogramPanel::showAppearance() {
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    const QSignalBlocker quietLow(low_);
    const QSignalBlocker quietHigh(high_);
    low_->setValue(appearance.low);
    high_->setValue(appearance.high);
    automatic_->setChecked(appearance.automatic);
    showFigures();
}

void HistogramPanel::showFigures() {
    automatic_->setToolTip(workbench_.previews.keepsRange()
                               ? tr("The range stays while one number is edited. It follows when the view "
                                    "moves, or when anything else is edited or shown.")
                               : QString());
    const auto& histogram = workbench_.previews.histogram();
    if (!histogram || histogram->values == 0) {
        figures_->setText({});
        state_->setText({});
        return;
    }
    const AppearanceValues& appearance = workbench_.previews.appearance().values();
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 1) + " %"; };
    const double empty = static_cast<double>(histogram->empty) / static_cast<double>(histogram->values);
    figures_->setText(tr("mean %1  empty %2  clipped %3")
                          .arg(QString::number(histogram->mean(), 'f', 3), percent(empty),
                               percent(histogram->outside(appearance.low, appearance.high))));
    state_->setText(workbench_.previews.keepsRange() ? workbench_.previews.rangeState() : histogram->state());
    figures_->setToolTip(histogram->whole() ? QString()
                         : histogram->improves()
                             ? tr("Only some of the samples have been counted so far. The others are counted "
                                  "after the pictures; the automatic range may then change.")
                             : tr("The other samples could not be counted: %1").arg(histogram->problem));
    state_->setToolTip(figures_->toolTip());
}

void HistogramPanel::showTheme() {
    for (QWidget* each : {static_cast<QWidget*>(low_), static_cast<QWidget*>(high_)})
        each->setFont(workbench_.theme.numbers(12));
    const QFont small = workbench_.theme.numbers(11);
    figures_->setFont(small);
    state_->setFont(small);
    state_->setFixedHeight(QFontMetrics(small).lineSpacing());
}

}  // namespace burin::ui

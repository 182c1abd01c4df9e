// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/line_profile_panel.hpp"

#include "core/engraving/measuring/height_profile.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <qcustomplot.h>

namespace burin::ui {

namespace {

/// Ticks at round positions; the last label has the unit.
class RoundTicker : public QCPAxisTicker {
  public:
    RoundTicker(int parts, QString unit, double unitSize)
        : parts_(parts), unit_(std::move(unit)), unitSize_(unitSize) {}

  protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        QVector<double> ticks;
        for (const double tick : roundTicks(range.lower / unitSize_, range.upper / unitSize_, parts_))
            ticks << tick * unitSize_;
        last_ = ticks.isEmpty() ? 0 : ticks.back();
        return ticks;
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const QString number = QString::number(tick / unitSize_, 'g', 6);
        return tick == last_ && !unit_.isEmpty() ? number + ' ' + unit_ : number;
    }

  private:
    int parts_;
    QString unit_;
    double unitSize_;
    double last_ = 0;
};

/// A ticker for distances up to `um`.
QSharedPointer<QCPAxisTicker> lengthTicker(double um) {
    constexpr int parts = 6;
    if (um >= 1e7) return QSharedPointer<RoundTicker>::create(parts, "m", 1e6);
    if (um >= 1e4) return QSharedPointer<RoundTicker>::create(parts, "mm", 1e3);
    return QSharedPointer<RoundTicker>::create(parts, QString::fromUtf8("µm"), 1);
}

}  // namespace

LineCurve curveOf(const LineSamples& line) {
    LineCurve curve;
    const double full = line.fullDepthUm > 0 ? line.fullDepthUm : 1;
    for (std::size_t k = 0; k < line.values.size(); ++k) {
        curve.distancesUm.push_back(static_cast<double>(k) * line.spacingPx * line.pixelUm);
        curve.heights.push_back(static_cast<double>(line.values[k]) * full);
    }
    return curve;
}

QString csvOf(const LineSamples& line) {
    const bool depths = line.fullDepthUm > 0;
    QString text = depths ? "distance_um,value,depth_um\n" : "distance_um,value\n";
    const LineCurve curve = curveOf(line);
    for (std::size_t k = 0; k < line.values.size(); ++k) {
        text += QString::number(curve.distancesUm[k], 'g', 10) + ',' +
                QString::number(static_cast<double>(line.values[k]), 'g', 9);
        if (depths) text += ',' + QString::number(curve.heights[k], 'g', 9);
        text += '\n';
    }
    return text;
}

LineProfilePanel::LineProfilePanel(Workbench workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench) {
    setObjectName("line-profile-panel");
    setWindowTitle(tr("Line profile"));
    setMinimumSize(320, 120);
    csv_ = new QAction(tr("Save the line profile as CSV..."), this);
    csv_->setObjectName("viewport.line-csv");
    connect(csv_, &QAction::triggered, this, &LineProfilePanel::saveCsv);
    words_ = new QLabel;
    words_->setObjectName("line-profile.words");
    words_->setAlignment(Qt::AlignCenter);
    words_->setWordWrap(true);
    words_->setProperty("quiet", true);
    page_ = new QWidget;
    plot_ = new QCustomPlot;
    plot_->setObjectName("line-profile.plot");
    plot_->addGraph();
    plot_->yAxis->setRangeReversed(true);  // deeper is lower
    figures_ = new QLabel;
    figures_->setObjectName("line-profile.figures");
    figures_->setAlignment(Qt::AlignRight | Qt::AlignTop);
    auto* csv = new QToolButton;
    csv->setObjectName("line-profile.csv");
    csv->setText(tr("CSV"));
    csv->setToolTip(csv_->text());
    csv->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(csv, &QToolButton::clicked, csv_, &QAction::trigger);
    auto* side = new QVBoxLayout;
    side->addWidget(figures_);
    side->addStretch(1);
    side->addWidget(csv, 0, Qt::AlignRight);
    auto* row = new QHBoxLayout(page_);
    row->setContentsMargins(8, 6, 12, 4);
    row->setSpacing(12);
    row->addWidget(plot_, 1);
    row->addLayout(side);
    pages_ = new QStackedLayout(this);
    pages_->addWidget(words_);
    pages_->addWidget(page_);
    connect(&workbench_.previews, &Previews::lineChanged, this, &LineProfilePanel::showLine);
    connect(&workbench_.theme, &Theme::changed, this, &LineProfilePanel::showTheme);
    showTheme();
    showLine();
}

void LineProfilePanel::showLine() {
    const auto& line = workbench_.previews.line();
    const bool good = line && line->problem.isEmpty() && line->values.size() > 1;
    enableIf(*csv_, good,
             !line                      ? tr("draw a line in the viewport first")
             : !line->problem.isEmpty() ? tr("the line cannot be measured")
                                        : tr("the line is too short"));
    if (good) {
        showCurve(*line);
    } else {
        words_->setText(line && !line->problem.isEmpty() ? line->problem : tr("Press S and draw a line."));
    }
    pages_->setCurrentWidget(good ? page_ : words_);
}

void LineProfilePanel::showCurve(const LineSamples& line) {
    const LineCurve curve = curveOf(line);
    const auto list = [](const std::vector<double>& v) { return QVector<double>(v.begin(), v.end()); };
    plot_->graph(0)->setData(list(curve.distancesUm), list(curve.heights), true);
    plot_->xAxis->setTicker(lengthTicker(curve.distancesUm.back()));
    plot_->yAxis->setTicker(QSharedPointer<RoundTicker>::create(
        3, line.fullDepthUm > 0 ? QString::fromUtf8("µm") : QString(), 1));
    plot_->xAxis->setRange(0, curve.distancesUm.back());
    plot_->yAxis->setRange(0, line.fullDepthUm > 0 ? line.fullDepthUm : 1);
    replot();
    const ProfileParameters found = profileParameters(curve.heights, line.spacingPx * line.pixelUm, flatUm);
    const bool depths = line.fullDepthUm > 0;
    const auto figure = [&](const char* name, double value) {
        return QString(name) + QStringLiteral("%1 ").arg(fixedText(value, depths ? 2 : 4), 8) +
               (depths ? QString::fromUtf8("µm") : QString());
    };
    QStringList lines = {figure("Ra", found.Ra), figure("Rq", found.Rq), figure("Rz", found.Rz)};
    if (line.decimated()) lines << tr("1 of %1 samples").arg(fixedText(line.spacingPx, 1));
    figures_->setText(lines.join('\n'));
}

/// QCustomPlot paints itself when it is first shown and has no buffer to paint on before.
void LineProfilePanel::replot() {
    if (plot_->isVisible()) plot_->replot(QCustomPlot::rpQueuedReplot);
}

void LineProfilePanel::showTheme() {
    const Theme& theme = workbench_.theme;
    plot_->setBackground(theme.color(Role::panel));
    plot_->axisRect()->setBackground(theme.color(Role::field));
    plot_->axisRect()->setupFullAxesBox();
    const QPen line(theme.color(Role::line));
    for (QCPAxis* axis : plot_->axisRect()->axes()) {
        axis->setBasePen(line);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(theme.numbers(11));
        axis->setTickLabelColor(theme.color(Role::quiet));
        axis->grid()->setPen(line);
        axis->grid()->setZeroLinePen(line);
    }
    plot_->graph(0)->setPen(QPen(theme.color(Role::accent), 1.3));
    plot_->axisRect()->setMinimumMargins({4, 12, 24, 4});
    figures_->setFont(theme.numbers(12));
    if (auto* csv = findChild<QToolButton*>("line-profile.csv")) csv->setIcon(theme.icon("save"));
    replot();
}

QString LineProfilePanel::writeCsv(const QString& file) const {
    const QString failure = writeFile(file, csvOf(*workbench_.previews.line()).toUtf8());
    return failure.isEmpty() ? failure : tr("%1 could not be written: %2.").arg(file, failure);
}

void LineProfilePanel::saveCsv() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the line profile"), "line-profile.csv",
                                                      tr("Table (*.csv)"));
    if (file.isEmpty() || !workbench_.previews.line()) return;
    const QString problem = writeCsv(file);
    if (!problem.isEmpty()) QMessageBox::warning(this, tr("Line profile"), problem);
}

}  // namespace burin::ui

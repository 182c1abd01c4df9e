// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/line_profile_panel.hpp"

#include "ui/model/document/write_file.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/plots/shown_plot.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/why_disabled.hpp"
#include "ui/words/word_button.hpp"

#include <QHBoxLayout>
#include <QMessageBox>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

/// The colours of A and B.
constexpr std::array lineRoles{Role::accent, Role::good};

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
    replotWhenShown(*plot_);
    for (std::size_t side = 0; side < lineRoles.size(); ++side)
        plot_->addGraph();
    plot_->yAxis->setRangeReversed(true);  // deeper is lower
    figures_ = new QLabel;
    figures_->setObjectName("line-profile.figures");
    figures_->setAlignment(Qt::AlignRight | Qt::AlignTop);
    auto* csv = new WordButton;
    csv->setObjectName("line-profile.csv");
    csv->setText(tr("CSV"));
    csv->setToolTip(csv_->text());
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
    connect(&workbench_.previews, &Previews::shownChanged, this, [this] {
        if (wipe_ != nullptr && wipe_->on()) showLine();
    });
    connect(&workbench_.theme, &Theme::changed, this, &LineProfilePanel::showTheme);
    showTheme();
    showLine();
}

void LineProfilePanel::setWipe(Wipe& wipe) {
    wipe_ = &wipe;
    connect(&wipe, &Wipe::changed, this, &LineProfilePanel::followWipe);
    followWipe();
}

void LineProfilePanel::followWipe() {
    Previews* const other = wipe_->other();
    const std::pair now(other, wipe_->swapped());
    if (now == std::exchange(sidesShown_, now)) return;
    if (other != nullptr) {
        for (const auto signal : {&Previews::lineChanged, &Previews::shownChanged})
            connect(other, signal, this, &LineProfilePanel::showLine, Qt::UniqueConnection);
    }
    showLine();
}

void LineProfilePanel::showLine() {
    // In A/B, a node that cannot be shown has no line, but the other one has.
    if (wipe_ != nullptr && wipe_->on() && workbench_.previews.lineWish()) return showPair();
    const auto& line = workbench_.previews.line();
    if (!line) return showWords(tr("Press S and draw a line."), tr("draw a line in the viewport first"));
    if (!line->problem.isEmpty()) return showWords(line->problem, tr("the line cannot be measured"));
    if (line->values.size() < 2)
        return showWords(tr("Press S and draw a line."), tr("the line is too short"));
    profile_ = LineProfile{{*line}};
    showProfile();
}

/// Keeps the last profile while only one of the nodes has answered for a new line.
void LineProfilePanel::showPair() {
    LineProfile pair;
    for (const Wipe::Side side : {Wipe::Side::a, Wipe::Side::b}) {
        const Previews& previews = wipe_->of(side);
        const BoundNodePtr node = previews.shown();
        LineSamples samples;
        if (!node || !node->ready()) {
            samples.problem = previews.problem();
            if (samples.problem.isEmpty()) return;  // the node is not bound yet
        } else if (previews.line()) {
            samples = *previews.line();
        } else {
            return;
        }
        pair.sides.push_back(std::move(samples));
    }
    const LineSamples& a = pair.sides[0];
    const LineSamples& b = pair.sides[1];
    const bool measured[] = {a.problem.isEmpty(), b.problem.isEmpty()};
    if (!measured[0] && !measured[1]) return showWords(a.problem, tr("the line cannot be measured"));
    if (measured[0] && measured[1] && (a.from != b.from || a.to != b.to)) return;
    if (std::max(a.values.size(), b.values.size()) < 2)
        return showWords(tr("Press S and draw a line."), tr("the line is too short"));
    profile_ = std::move(pair);
    showProfile();
}

void LineProfilePanel::showWords(const QString& words, const QString& whyNoTable) {
    profile_.reset();
    enableIf(*csv_, false, whyNoTable);
    words_->setText(words);
    pages_->setCurrentWidget(words_);
}

void LineProfilePanel::showProfile() {
    enableIf(*csv_, true, {});
    const auto list = [](const std::vector<double>& v) { return QVector<double>(v.begin(), v.end()); };
    for (std::size_t side = 0; side < lineRoles.size(); ++side) {
        const LineCurve curve = side < profile_->sides.size() ? profile_->curve(side) : LineCurve();
        plot_->graph(static_cast<int>(side))->setData(list(curve.distancesUm), list(curve.heights), true);
    }
    const double lengthUm = profile_->lengthUm();
    plot_->xAxis->setTicker(lengthTicker(lengthUm));
    plot_->yAxis->setTicker(
        QSharedPointer<RoundTicker>::create(3, profile_->depths() ? QString::fromUtf8("µm") : QString(), 1));
    plot_->xAxis->setRange(0, lengthUm);
    plot_->yAxis->setRange(0, profile_->fullHeight());
    replotIfShown(*plot_);
    showFigures();
    pages_->setCurrentWidget(page_);
}

/// Figures in columns; the names of A and B have the colours of their curves.
void LineProfilePanel::showFigures() {
    const std::vector<QStringList> rows = profile_->figures();
    const bool compares = profile_->compares();
    qsizetype wide = 7;
    for (const QStringList& row : rows) {
        for (const QString& cell : row)
            wide = std::max(wide, cell.size());
    }
    const auto written = [compares](const QString& text) {
        if (!compares) return text;
        QString html = text.toHtmlEscaped();
        return html.replace(' ', "&nbsp;");
    };
    QStringList lines;
    for (const QStringList& row : rows) {
        const bool names = row.first().isEmpty();
        QString line = written(row.first().leftJustified(2));
        for (qsizetype k = 1; k < row.size(); ++k) {
            const QString cell = written(' ' + row[k].rightJustified(wide));
            const auto side = static_cast<std::size_t>(k - 1);
            const bool colored = names && side < lineRoles.size();
            line += colored ? QStringLiteral("<font color=\"%1\">%2</font>")
                                  .arg(workbench_.theme.color(lineRoles[side]).name(), cell)
                            : cell;
        }
        if (!names && profile_->depths()) line += written(QString::fromUtf8(" µm"));
        lines << line;
    }
    const auto sampled = std::find_if(profile_->sides.begin(), profile_->sides.end(),
                                      [](const LineSamples& side) { return !side.values.empty(); });
    if (sampled->decimated()) lines << written(tr("1 of %1 samples").arg(fixedText(sampled->spacingPx, 1)));
    figures_->setTextFormat(compares ? Qt::RichText : Qt::PlainText);
    figures_->setText(lines.join(compares ? "<br>" : "\n"));
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
    for (std::size_t side = 0; side < lineRoles.size(); ++side)
        plot_->graph(static_cast<int>(side))->setPen(QPen(theme.color(lineRoles[side]), 1.3));
    plot_->axisRect()->setMinimumMargins({4, 12, 24, 4});
    figures_->setFont(theme.numbers(12));
    if (auto* csv = findChild<QToolButton*>("line-profile.csv")) csv->setIcon(theme.icon("save"));
    if (profile_) showFigures();
    replotIfShown(*plot_);
}

QString LineProfilePanel::writeCsv(const QString& file) const {
    const QString failure = writeFile(file, profile_->csv().toUtf8());
    return failure.isEmpty() ? failure : tr("%1 could not be written: %2.").arg(file, failure);
}

void LineProfilePanel::saveCsv() {
    const QString file =
        fileToSave(this, tr("Save the line profile"), "line-profile.csv", tr("Table (*.csv)"));
    if (file.isEmpty() || !profile_) return;
    const QString problem = writeCsv(file);
    if (!problem.isEmpty()) QMessageBox::warning(this, tr("Line profile"), problem);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_outlook.hpp"

#include "core/export/surface_info.hpp"
#include "ui/export/dialog/preflight_line.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

/// Two figures, or whole nanometres: 0.31, 4.6, 78, 157.
QString nanometresText(double nm) {
    return tr("%1 nm").arg(nm < 99 ? QString::number(nm, 'g', 2) : QString::number(nm, 'f', 0));
}

}  // namespace

ExportOutlook::ExportOutlook(Workbench workbench, const PreflightRun& preflight, QWidget* parent)
    : QFrame(parent) {
    setProperty("look", "card");
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(16, 12, 16, 12);
    box->setSpacing(8);
    auto* const grid = new QGridLayout;
    makeFigures(workbench, *grid);
    box->addLayout(grid);
    auto* const line = new PreflightLine(workbench.theme, workbench.document, preflight, this);
    connect(line, &PreflightLine::wanted, this, &ExportOutlook::preflightWanted);
    box->addWidget(line);
    notices_ = new NoticeList(workbench.theme, this);
    box->addWidget(notices_);
    again_ = new QCheckBox(this);
    again_->setObjectName("export.again");
    connect(again_, &QCheckBox::toggled, this, &ExportOutlook::startsAgainChanged);
    box->addWidget(again_);
    showPlan(nullptr, {});
}

void ExportOutlook::makeFigures(const Workbench& workbench, QGridLayout& grid) {
    grid.setHorizontalSpacing(16);
    grid.setVerticalSpacing(6);
    grid.setColumnStretch(1, 1);
    QLabel* label = nullptr;
    const auto add = [&](const QString& name, const QString& objectName) {
        label = new QLabel(name, this);
        label->setProperty("secondary", true);
        auto* const value = new QLabel(this);
        value->setObjectName(objectName);
        value->setFont(workbench.theme.numbers(12));
        const int row = grid.rowCount();
        grid.addWidget(label, row, 0);
        grid.addWidget(value, row, 1);
        return value;
    };
    bits_ = add(tr("Bits"), "export.bits");
    bits_->setWordWrap(true);
    bytes_ = add(tr("Size"), "export.bytes");
    free_ = add(tr("Free space"), "export.free");
    freeName_ = label;
    time_ = add(tr("Time"), "export.time");
    memory_ = add(tr("Memory"), "export.memory");
    runsOn_ = add(tr("Runs on"), "export.backend");
}

void ExportOutlook::showPlan(const ExportPlan* plan, const Circumstances& circumstances) {
    const QString unknown = QStringLiteral("–");
    const bool known = plan != nullptr;
    bits_->setText(known ? bitsText(*plan) : unknown);
    bytes_->setText(!known ? unknown
                           : (circumstances.compressed ? tr("at most %1") : QStringLiteral("%1"))
                                 .arg(bytesText(plan->bytes)));
    free_->setText(known && plan->freeBytes >= 0 ? bytesText(plan->freeBytes) : unknown);
    free_->setVisible(!circumstances.toMachine);
    freeName_->setVisible(!circumstances.toMachine);
    time_->setText(known ? timeText(*plan, circumstances.bytesPerSecond) : unknown);
    memory_->setText(known ? tr("%1 for exports").arg(memoryText(plan->memoryBytes, plan->memoryShare))
                           : unknown);
    runsOn_->setText(known ? plan->runsOn : unknown);
    offerToStartAgain(plan, circumstances.toMachine);
    emit shown();
}

/// The meaning of a sample's bits: "8: 20 µm in 256 steps of 78 nm".
QString ExportOutlook::bitsText(const ExportPlan& plan) const {
    if (plan.bits == heightDepth) return tr("%1: heights in metres").arg(plan.bits);
    if (plan.bits == 1) return tr("1: engraved or not");
    const std::int64_t steps = std::int64_t{1} << plan.bits;
    if (!(plan.fullDepthUm > 0))
        return tr("%1: %2 steps").arg(QString::number(plan.bits), groupedText(steps));
    const double stepUm = plan.fullDepthUm / static_cast<double>(steps - 1);
    QString step = stepUm < 1 ? nanometresText(1000 * stepUm) : lengthText(stepUm);
    step.replace(' ', QChar::Nbsp);  // number and unit stay in one line
    return tr("%1: %2 in %3 steps of %4")
        .arg(QString::number(plan.bits), lengthText(plan.fullDepthUm), groupedText(steps), step);
}

/// Estimated from the slower of computing and engraving.
QString ExportOutlook::timeText(const ExportPlan& plan, double bytesPerSecond) const {
    if (plan.seconds < 0) return tr("measuring the speed…");
    const double seconds = std::max(plan.seconds, bytesPerSecond > 0 ? plan.bytes / bytesPerSecond : 0);
    return estimateText(seconds * (1 - (startsAgain() ? 0 : plan.doneShare)));
}

void ExportOutlook::offerToStartAgain(const ExportPlan* plan, bool toMachine) {
    const bool occupied = plan != nullptr && plan->target == ExportPlan::Target::occupied;
    const bool begun = plan != nullptr && plan->target == ExportPlan::Target::begun;
    again_->setVisible(occupied || begun);
    again_->setText(toMachine ? (begun ? tr("Start again from the first line") : tr("Discard that job"))
                    : begun   ? tr("Start again and replace it")
                              : tr("Replace it"));
}

bool ExportOutlook::startsAgain() const {
    return again_->isChecked();
}

void ExportOutlook::setStartsAgain(bool again) {
    again_->setChecked(again);
}

QString ExportOutlook::sizeText() const {
    return bytes_->text();
}

QString ExportOutlook::timeText() const {
    return time_->text();
}

QString ExportOutlook::againText() const {
    return again_->isHidden() ? QString() : again_->text();
}

int ExportOutlook::neededDownTo(const QWidget* ancestor) const {
    const QWidget* const last = again_->isHidden() ? static_cast<const QWidget*>(time_) : again_;
    return last->mapTo(ancestor, QPoint(0, last->height())).y();
}

void ExportOutlook::keepWhatIsThere() {
    again_->setChecked(false);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/preflight_dialog.hpp"

#include "core/design/roller.hpp"
#include "ui/export/dialog/preflight_run.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/inspector/fields/icon_label.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/settings.hpp"
#include "ui/theme/card.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace burin::ui {

PreflightDialog::PreflightDialog(Workbench workbench, PreflightRun& run, QWidget* parent)
    : QDialog(parent), workbench_(workbench), run_(run) {
    setObjectName("preflight.dialog");
    setWindowTitle(tr("Preflight"));
    setModal(false);
    resize(firstSize({720, 480}, screen()->availableSize()));
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);

    auto* const head = new QHBoxLayout;
    head->setContentsMargins(16, 16, 16, 8);
    head->setSpacing(12);
    icon_ = new IconLabel(workbench.theme, 24, this);
    icon_->setFixedSize(24, 24);
    title_ = new QLabel(this);
    title_->setObjectName("preflight.title");
    title_->setFont(workbench.theme.font(18, 600));
    head->addWidget(icon_);
    head->addWidget(title_, 1);
    box->addLayout(head);
    hint_ = new QLabel(this);
    hint_->setObjectName("preflight.hint");
    hint_->setProperty("secondary", true);
    hint_->setWordWrap(true);
    hint_->setContentsMargins(52, 0, 16, 8);
    box->addWidget(hint_);
    bar_ = new QProgressBar(this);
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(4);
    box->addWidget(bar_);

    auto* const scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* const list = new QWidget(scroll);
    auto* const column = new QVBoxLayout(list);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(0);
    rows_ = new QVBoxLayout;
    rows_->setSpacing(0);
    column->addLayout(rows_);
    unseen_ = hintLabel(workbench.theme, {}, list);
    unseen_->setObjectName("preflight.unseen");
    unseen_->setWordWrap(true);
    unseen_->setContentsMargins(16, 8, 16, 8);
    column->addWidget(unseen_);
    column->addStretch(1);
    scroll->setWidget(list);
    box->addWidget(scroll, 1);

    QHBoxLayout* const buttons = dialogFoot(this);
    QWidget* const foot = buttons->parentWidget();
    roller_ = new QCheckBox(tr("Around a roller"), foot);
    roller_->setObjectName("preflight.roller");
    buttons->addWidget(roller_);
    buttons->addStretch(1);
    again_ = dialogButton("preflight.again", tr("Check again"), foot);
    stop_ = dialogButton("preflight.stop", tr("Stop"), foot);
    close_ = dialogButton("preflight.close", tr("Close"), foot);
    close_->setProperty("primary", true);
    for (QPushButton* const one : {again_, stop_, close_})
        buttons->addWidget(one);
    box->addWidget(foot);
    connect(again_, &QPushButton::clicked, this, &PreflightDialog::look);
    connect(roller_, &QCheckBox::clicked, this, [this](bool roller) {
        Settings().setRoller(workbench_.document.file(), roller);
        look();
    });
    connect(&workbench.document, &Document::fileChanged, this, &PreflightDialog::followRoller);
    connect(&workbench.document, &Document::changed, this, &PreflightDialog::followRoller);
    followRoller();
    connect(stop_, &QPushButton::clicked, &run_, &PreflightRun::stop);
    connect(close_, &QPushButton::clicked, this, &QDialog::close);
    connect(&run_, &PreflightRun::changed, this, &PreflightDialog::refresh);
    connect(&workbench.document, &Document::changed, this, &PreflightDialog::refresh);
    refresh();
}

void PreflightDialog::look() {
    run_.start(workbench_.document.design(), roller_->isChecked());
}

/// If `job` names a roller, it is always checked; otherwise the user decides for each design.
void PreflightDialog::followRoller() {
    const bool named = rollerOf(workbench_.document.design()->job).has_value();
    roller_->setEnabled(!named);
    roller_->setChecked(named || Settings().roller(workbench_.document.file()));
    roller_->setToolTip(named ? tr("The design names a roller, so its joint is always checked.")
                              : tr("Also checks that all repeats close at the joint."));
}

void PreflightDialog::open() {
    const bool current =
        run_.design() == workbench_.document.design() && run_.roller() == roller_->isChecked();
    const bool looked =
        run_.state() == PreflightRun::State::done || run_.state() == PreflightRun::State::running;
    if (!current || !looked) look();
    show();
    raise();
    activateWindow();
}

void PreflightDialog::refresh() {
    const PreflightRun::State state = run_.state();
    const bool running = state == PreflightRun::State::running;
    const bool done = state == PreflightRun::State::done;
    const bool edited = run_.design() != nullptr && run_.design() != workbench_.document.design();
    const auto count = done ? static_cast<int>(run_.report().findings.size()) : 0;
    QString icon = "info";
    Role role = Role::accent;
    QString title = tr("Preflight has not run yet");
    QString hint;
    if (running) {
        title = tr("Checking for anything that would spoil the engraving");
        hint = tr("%1 of the places are checked.").arg(percentText(run_.share()));
    } else if (state == PreflightRun::State::stopped) {
        title = tr("Preflight was stopped");
    } else if (state == PreflightRun::State::failed) {
        icon = "error";
        role = Role::error;
        title = tr("Preflight failed");
        hint = run_.problem();
    } else if (done) {
        icon = count == 0 ? "check" : "warning";
        role = count == 0 ? Role::good : Role::warning;
        const PreflightReport& report = run_.report();
        const bool whole = report.samplesSeen == report.samples && report.unseen.empty();
        title = count == 0   ? whole ? tr("Nothing will spoil this engraving")
                                     : tr("Nothing was found that would spoil this engraving")
                  : count == 1 ? tr("One problem will spoil this engraving")
                             : tr("%1 problems will spoil this engraving").arg(count);
        hint = report.samplesSeen == report.samples
                   ? tr("The whole surface was checked.")
                   : tr("%1 of %2 were checked.")
                         .arg(pixelsText(static_cast<double>(report.samplesSeen)),
                              pixelsText(static_cast<double>(report.samples)));
    }
    if (edited && !running) hint += ' ' + tr("The design has changed since then.");
    icon_->setIcon(icon, role);
    title_->setText(title);
    hint_->setText(hint.trimmed());
    bar_->setVisible(running);
    bar_->setValue(static_cast<int>(std::floor(run_.share() * 1000)));
    again_->setVisible(!running);
    stop_->setVisible(running);
    showFindings();
}

void PreflightDialog::showFindings() {
    const bool done = run_.state() == PreflightRun::State::done;
    const void* const report = done ? static_cast<const void*>(run_.report().findings.data()) : nullptr;
    if (done && shown_ == report && report != nullptr) return;
    shown_ = report;
    while (QLayoutItem* const item = rows_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    QStringList unseen;
    if (done) {
        for (const Finding& finding : run_.report().findings)
            addFinding(finding);
        for (const Problem& one : run_.report().unseen)
            unseen << reasonSentence(one);
    }
    if (!unseen.isEmpty()) unseen.prepend(tr("Not checked:"));
    unseen_->setText(unseen.join('\n'));
    unseen_->setVisible(!unseen.isEmpty());
}

void PreflightDialog::addFinding(const Finding& finding) {
    const Theme& theme = workbench_.theme;
    const bool error = finding.severity == Severity::error;
    auto* const row = new QFrame(this);
    row->setObjectName("preflight.finding");
    auto* const line = new QHBoxLayout(row);
    line->setContentsMargins(16, 8, 16, 8);
    line->setSpacing(12);
    auto* const icon = new IconLabel(theme, 16, row);
    icon->setIcon(error ? "error" : "warning", error ? Role::error : Role::warning);
    auto* const node = new CutLabel(theme, QString::fromStdString(finding.node), row);
    node->setObjectName("preflight.node");
    node->setFont(theme.font(13, 600));
    node->setRole(Role::text);
    node->setFixedSize(112, node->fontMetrics().height());
    auto* const words = new QVBoxLayout;
    words->setSpacing(2);
    const auto add = [&](QLabel* label) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        words->addWidget(label);
    };
    add(new QLabel(reasonSentence(finding.problem), row));
    if (!finding.where.empty()) {
        auto* const where = hintLabel(theme, QString::fromStdString(finding.where), row);
        where->setFont(theme.numbers(11));
        add(where);
    }
    auto* const remedy = new QLabel(adviceText(finding.problem), row);
    remedy->setFont(theme.font(12));
    remedy->setProperty("secondary", true);
    add(remedy);
    if (finding.atJoint) {
        auto* const close = dialogButton("preflight.close-on-roller", tr("Close on the roller..."), row);
        close->setProperty("link", true);
        connect(close, &QPushButton::clicked, this, &PreflightDialog::closingWanted);
        words->addWidget(close, 0, Qt::AlignLeft);
    }
    auto* const show = dialogButton("preflight.show", tr("Show"), row);
    show->setProperty("link", true);
    connect(show, &QPushButton::clicked, this, [this, finding] { showNode(finding); });
    line->addWidget(icon, 0, Qt::AlignTop);
    line->addWidget(node, 0, Qt::AlignTop);
    line->addLayout(words, 1);
    line->addWidget(show);
    rows_->addWidget(row);
}

void PreflightDialog::showNode(const Finding& finding) {
    const QString node = QString::fromStdString(finding.node);
    workbench_.selection.reveal(workbench_.document.scope().reveal(node));
    if (finding.place) emit placeWanted(*finding.place);
}

}  // namespace burin::ui

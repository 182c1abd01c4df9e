// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/closing_dialog.hpp"

#include "ui/theme/card.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/closing_words.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

QString titleOf(const RollerClosing& closing) {
    if (closing.changes.empty()) {
        return closing.open.empty() ? tr("Not everything was checked")
                                    : tr("These nodes cannot be closed as they are");
    }
    return closing.open.empty() && closing.unseen.empty() ? tr("These changes close all repeats")
                                                          : tr("These changes close some of the repeats");
}

}  // namespace

ClosingDialog::ClosingDialog(const Theme& theme, const RollerClosing& closing, double pixelUm,
                             QWidget* parent)
    : QDialog(parent), theme_(theme) {
    setObjectName("closing.dialog");
    setWindowTitle(tr("Close on the roller"));
    resize(firstSize({640, 400}, screen()->availableSize()));
    auto* const title = new QLabel(titleOf(closing), this);
    title->setObjectName("closing.title");
    title->setFont(theme.font(18, 600));
    title->setWordWrap(true);
    title->setContentsMargins(16, 16, 16, 8);
    auto* const list = new QWidget;
    auto* const column = new QVBoxLayout(list);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(0);
    for (const ClosingChange& change : closing.changes)
        addLine(*column, {false, QString::fromStdString(change.node), closingText(change, pixelUm),
                          vectorsText(change)});
    for (const Finding& finding : closing.open)
        addLine(*column,
                {true, QString::fromStdString(finding.node),
                 tr("Stays open: %1.").arg(problemText(finding.problem)), adviceText(finding.problem)});
    for (const Problem& unseen : closing.unseen)
        addLine(*column, {true, {}, tr("Not checked: %1").arg(problemText(unseen)), {}});
    column->addStretch(1);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(title);
    box->addWidget(dialogScroll(list, this), 1);
    box->addWidget(makeFoot(!closing.changes.empty()));
}

void ClosingDialog::addLine(QVBoxLayout& column, const Line& line) {
    auto* const row = new QWidget(this);
    row->setObjectName(line.open ? "closing.open" : "closing.change");
    auto* const parts = new QHBoxLayout(row);
    parts->setContentsMargins(16, 8, 16, 8);
    parts->setSpacing(12);
    auto* const icon = new QLabel(row);
    icon->setPixmap(theme_.pixmap(line.open ? "warning" : "check", 16, line.open ? Role::warning : Role::good,
                                  devicePixelRatioF()));
    auto* const node = new QLabel(line.node, row);
    node->setFont(theme_.font(13, 600));
    node->setFixedWidth(112);
    node->setWordWrap(true);
    auto* const words = new QVBoxLayout;
    words->setSpacing(2);
    auto* const text = new QLabel(line.words, row);
    auto* const details = hintLabel(theme_, line.details, row);
    details->setVisible(!line.details.isEmpty());
    for (QLabel* const label : {text, details}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        words->addWidget(label);
    }
    parts->addWidget(icon, 0, Qt::AlignTop);
    parts->addWidget(node, 0, Qt::AlignTop);
    parts->addLayout(words, 1);
    column.addWidget(row);
}

/// \param changes  whether there are any
QWidget* ClosingDialog::makeFoot(bool changes) {
    QHBoxLayout* const buttons = dialogFoot(this);
    QWidget* const foot = buttons->parentWidget();
    auto* const hint =
        hintLabel(theme_, tr("All changes are one undo step. Preflight checks the joint afterwards."), foot);
    hint->setWordWrap(true);
    hint->setVisible(changes);
    auto* const cancel = dialogButton("closing.cancel", changes ? tr("Cancel") : tr("Close"), foot);
    auto* const close = dialogButton("closing.accept", tr("Close on the roller"), foot);
    QPushButton* const first = changes ? close : cancel;
    first->setProperty("primary", true);
    first->setDefault(true);
    close->setVisible(changes);  // polishes the button, so its properties come first
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    buttons->addWidget(hint, 1);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(close);
    return foot;
}

}  // namespace burin::ui

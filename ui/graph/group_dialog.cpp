// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/group_dialog.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace burin::ui {

GroupDialog::GroupDialog(const Theme& theme, const GroupWords& words, NameCheck check, QWidget* parent)
    : QDialog(parent),
      before_(words),
      check_(std::move(check)),
      name_(new QLineEdit(words.name, this)),
      title_(new QLineEdit(words.title, this)),
      help_(new QLineEdit(words.help, this)),
      offered_(new QLabel(this)),
      problem_(new QLabel(this)),
      accept_(new QPushButton(tr("Apply"), this)) {
    setObjectName("groupDialog");
    setWindowTitle(tr("Name the group"));
    name_->setObjectName("group.name");
    title_->setObjectName("group.title");
    title_->setPlaceholderText(tr("For example: Pebbles"));
    help_->setObjectName("group.help");
    help_->setPlaceholderText(tr("One sentence, for example: Round stones of many sizes."));
    offered_->setObjectName("group.offered");
    offered_->setProperty("quiet", true);
    offered_->setFont(theme.font(12));
    offered_->setWordWrap(true);
    offered_->setTextFormat(Qt::PlainText);
    problem_->setObjectName("group.problem");
    problem_->setProperty("error", true);
    problem_->setFont(theme.font(12));
    problem_->setWordWrap(true);
    problem_->setTextFormat(Qt::PlainText);
    accept_->setObjectName("group.apply");
    accept_->setProperty("primary", true);
    accept_->setDefault(true);
    auto* const cancel = new QPushButton(tr("Cancel"), this);
    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Title"), title_);
    form->addRow(tr("Help"), help_);
    form->addRow(tr("Name in the file"), name_);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(problem_, 1);
    buttons->addWidget(accept_);
    buttons->addWidget(cancel);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(offered_);
    column->addLayout(buttons);
    setMinimumWidth(480);
    for (const QLineEdit* const field : {name_, title_})
        connect(field, &QLineEdit::textChanged, this, &GroupDialog::refresh);
    connect(accept_, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    title_->selectAll();
    title_->setFocus();
    refresh();
}

GroupWords GroupDialog::words() const {
    // A text that is not changed stays as it is, also its line breaks and blanks.
    return {name_->isModified() ? name_->text().trimmed() : before_.name,
            title_->isModified() ? title_->text().simplified() : before_.title,
            help_->isModified() ? help_->text().simplified() : before_.help};
}

void GroupDialog::refresh() {
    const GroupWords now = words();
    problem_->setText(check_(now.name));
    accept_->setEnabled(problem_->text().isEmpty());
    offered_->setText(
        now.title.isEmpty()
            ? tr("Without a title the group is private: no list offers it.")
            : tr("Tab, the palette and the search offer the group as %1.").arg(beginningOf(now.title)));
}

}  // namespace burin::ui

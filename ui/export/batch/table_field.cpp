// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/table_field.hpp"

#include "ui/export/batch/path_field.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/folding_row.hpp"
#include "ui/theme/theme.hpp"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QUrl>

namespace burin::ui {

namespace {

constexpr int leastFile = 80;  // shows a short name

}  // namespace

TableField::TableField(const Theme& theme, QWidget* parent) : FieldGroup(parent), file_(new PathField(this)) {
    file_->setObjectName("batch.table");
    file_->setFont(theme.numbers(12));
    file_->setMinimumWidth(leastFile);
    file_->setPlaceholderText(tr("plates.csv"));
    file_->setAcceptDrops(false);  // a dropped table goes to the dialog; the field would show its address
    auto* const choose = dialogButton("batch.choose", tr("&Choose…"), this);
    auto* const create = dialogButton("batch.create", tr("&New…"), this);
    open_ = dialogButton("batch.open", tr("&Edit"), this);
    open_->setToolTip(tr("Open the table in the program that the system has for it"));
    create->setToolTip(tr("Create a table with values of this design"));
    connect(choose, &QPushButton::clicked, this, &TableField::choose);
    connect(create, &QPushButton::clicked, this, &TableField::createWanted);
    connect(open_, &QPushButton::clicked, this, &TableField::openInProgram);
    connect(file_, &QLineEdit::textEdited, this, &TableField::changed);
    connect(file_, &QLineEdit::textChanged, this, [this] { open_->setEnabled(!table().isEmpty()); });
    open_->setEnabled(false);
    // In a narrow dialog the buttons stand below the file.
    auto* const parts = new QWidget(this);
    auto* const row = new FoldingRow(parts);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacings(gap, spacing);
    auto* const chosen = new QHBoxLayout;
    auto* const made = new QHBoxLayout;
    for (QHBoxLayout* const each : {chosen, made}) {
        each->setSpacing(gap);
        each->addStrut(rowHeight);
    }
    chosen->addWidget(file_, 1);
    chosen->addWidget(choose);
    made->addWidget(create);
    made->addWidget(open_);
    made->addStretch(1);
    row->addLayout(chosen, 1);
    row->addLayout(made);
    QLabel* const name = rowName(tr("&Table"));
    addRow(name, {parts}, false);
    name->setBuddy(file_);
}

QString TableField::table() const {
    const QString typed = file_->text().trimmed();
    return typed.isEmpty() ? QString() : QFileInfo(typed).absoluteFilePath();
}

void TableField::setTable(const QString& file) {
    file_->setText(QDir::toNativeSeparators(file));
    emit changed();
}

void TableField::choose() {
    const QString filter = tr("Tables (*.csv *.tsv *.txt);;All files (*)");
    const QString chosen = fileToOpen(this, tr("Table of jobs"), table(), filter);
    if (!chosen.isEmpty()) setTable(chosen);
}

void TableField::openInProgram() {
    const QString file = table();
    if (QDesktopServices::openUrl(QUrl::fromLocalFile(file))) return;
    const QString shown = QDir::toNativeSeparators(file);
    QMessageBox::warning(
        this, tr("Edit the table"),
        QFileInfo::exists(file)
            ? tr("No program was found that opens %1. Open the file in a spreadsheet or in a "
                 "text editor. The table is read again when it is saved.")
                  .arg(shown)
            : tr("The file %1 does not exist.").arg(shown));
}

}  // namespace burin::ui

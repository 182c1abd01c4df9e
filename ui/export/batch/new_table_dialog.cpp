// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/new_table_dialog.hpp"

#include "ui/model/document/document.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/list_words.hpp"
#include "ui/words/text.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>

namespace burin::ui {

NewTableDialog::NewTableDialog(Workbench workbench, QWidget* parent)
    : QDialog(parent),
      workbench_(workbench),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      words_(new ListWords(*list_)),
      preview_(new QLabel(this)) {
    setObjectName("batch.newTable");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("New table"));
    resize(firstSize({480, 520}, screen()->availableSize()));
    auto* const words = new QLabel(tr("Choose the values that change from row to row. Each becomes a column. "
                                      "The new table has one row."),
                                   this);
    words->setWordWrap(true);
    search_->setObjectName("batch.searchValues");
    search_->setPlaceholderText(tr("Search the values of the design"));
    list_->setObjectName("batch.values");
    list_->setFont(workbench.theme.numbers(12));
    list_->setProperty("inset", true);
    preview_->setObjectName("batch.header");
    preview_->setFont(workbench.theme.numbers(12));
    preview_->setProperty("secondary", true);
    preview_->setTextFormat(Qt::PlainText);
    preview_->setWordWrap(true);
    auto* const create = dialogButton("batch.save", tr("Save as…"), this);
    create->setProperty("primary", true);
    auto* const cancel = dialogButton("batch.cancel", tr("Cancel"), this);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(create);
    buttons->addWidget(cancel);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(16, 16, 16, 16);
    box->setSpacing(8);
    for (QWidget* const part : std::initializer_list<QWidget*>{words, search_})
        box->addWidget(part);
    box->addWidget(list_, 1);
    box->addWidget(preview_);
    box->addLayout(buttons);
    connect(search_, &QLineEdit::textChanged, this, &NewTableDialog::filter);
    connect(list_, &QListWidget::itemChanged, this, &NewTableDialog::refresh);
    connect(create, &QPushButton::clicked, this, [this] { emit created(table()); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::close);
    fill();
    refresh();
}

void NewTableDialog::fill() {
    values_ = designValues(*workbench_.document.design(), workbench_.document.kinds());
    for (const DesignValue& value : values_) {
        const QString title = textOf(value.title);
        auto* const item = new QListWidgetItem(
            value.value.empty() ? title : tr("%1  =  %2").arg(title, textOf(value.value)), list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    if (list_->count() > 0) list_->setCurrentRow(0);
    filter();
}

void NewTableDialog::filter() {
    bool any = false;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* const item = list_->item(row);
        item->setHidden(!item->text().contains(search_->text().trimmed(), Qt::CaseInsensitive));
        any = any || !item->isHidden();
    }
    words_->say(any                   ? QString()
                : list_->count() == 0 ? tr("The design has no value that a table can change.")
                                      : tr("No value contains these words."));
}

std::vector<DesignValue> NewTableDialog::chosen() const {
    std::vector<DesignValue> chosen;
    for (int row = 0; row < list_->count(); ++row) {
        if (list_->item(row)->checkState() == Qt::Checked)
            chosen.push_back(values_[static_cast<std::size_t>(row)]);
    }
    return chosen;
}

QByteArray NewTableDialog::table() const {
    return QByteArray::fromStdString(newTable(chosen()));
}

void NewTableDialog::refresh() {
    preview_->setText(QString::fromUtf8(table()).trimmed());
}

}  // namespace burin::ui

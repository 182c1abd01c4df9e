// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machines_dialog.hpp"

#include "ui/export/machines/machine_book.hpp"
#include "ui/export/machines/machine_card.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/list_words.hpp"

#include <QCheckBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

/// The row of an entry. It is `row` if several are equal; -1 if there is none.
int rowOf(const MachineEntry& entry, const QList<MachineEntry>& machines, int row) {
    if (row >= 0 && row < machines.size() && machines[row] == entry) return row;
    return static_cast<int>(machines.indexOf(entry));
}

}  // namespace

MachinesDialog::MachinesDialog(const Theme& theme, MachineBook& book, QWidget* parent)
    : QDialog(parent), theme_(theme), book_(book) {
    setObjectName("machines");
    setWindowTitle(tr("Machines"));
    resize(firstSize({760, 608}, screen()->availableSize()));
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    QScrollArea* const content = dialogScroll(this);
    auto* const columns = new QHBoxLayout(content->widget());
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(16);
    columns->addWidget(makeList());
    columns->addWidget(makeFields(), 1);
    box->addWidget(content, 1);
    auto* const foot = new QFrame(this);
    foot->setProperty("look", "foot");
    auto* const row = new QHBoxLayout(foot);
    row->setContentsMargins(16, 12, 16, 12);
    auto* const words = new QLabel(tr("Only the file names of certificates and tokens are stored."), foot);
    words->setFont(theme.font(12));
    words->setProperty("secondary", true);
    auto* const close = dialogButton("machines.close", tr("Close"), foot);
    close->setProperty("primary", true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    row->addWidget(words, 1);
    row->addWidget(close);
    box->addWidget(foot);
    connect(&theme, &Theme::changed, this, &MachinesDialog::showProblem);
    connect(&book, &MachineBook::changed, this, &MachinesDialog::follow);
    fillList(0);
    showCurrent();
}

QWidget* MachinesDialog::makeList() {
    auto* const part = new QWidget(this);
    part->setFixedWidth(200);
    auto* const box = new QVBoxLayout(part);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(8);
    list_ = new QListWidget(part);
    list_->setObjectName("machines.list");
    list_->setProperty("inset", true);
    list_->setAccessibleName(tr("Machines"));
    words_ = new ListWords(*list_);
    connect(list_, &QListWidget::currentRowChanged, this, &MachinesDialog::showCurrent);
    auto* const row = new QHBoxLayout;
    auto* const plus = dialogButton("machines.add", tr("Add"), part);
    remove_ = dialogButton("machines.remove", tr("Remove"), part);
    connect(plus, &QPushButton::clicked, this, &MachinesDialog::add);
    connect(remove_, &QPushButton::clicked, this, &MachinesDialog::remove);
    row->addWidget(plus);
    row->addWidget(remove_);
    row->addStretch(1);
    box->addWidget(list_, 1);
    box->addLayout(row);
    undo_ = dialogButton("machines.undo", tr("Undo remove"), part);
    connect(undo_, &QPushButton::clicked, this, &MachinesDialog::restore);
    box->addWidget(undo_);
    return part;
}

QLineEdit* MachinesDialog::addField(const QString& id, const QString& name, const QString& hint, bool file) {
    auto* const label = new QLabel(name, fields_);
    label->setProperty("secondary", true);
    auto* const field = new QLineEdit(fields_);
    field->setObjectName("machines." + id);
    field->setPlaceholderText(hint);
    label->setBuddy(field);
    const int row = grid_->rowCount();
    grid_->addWidget(label, row, 0);
    grid_->addWidget(field, row, 1, 1, file ? 1 : 2);
    connect(field, &QLineEdit::textEdited, this, &MachinesDialog::changed);
    if (!file) return field;
    auto* const choose = dialogButton("machines." + id + ".choose", tr("Choose…"), fields_);
    connect(choose, &QPushButton::clicked, this, [this, field, name] {
        const QString folder = QFileInfo(field->text()).absolutePath();
        const QString chosen = fileToOpen(this, name, folder);
        if (chosen.isEmpty()) return;
        field->setText(chosen);
        changed();
    });
    grid_->addWidget(choose, row, 2);
    return field;
}

QWidget* MachinesDialog::makeFields() {
    fields_ = new QWidget(this);
    auto* const box = new QVBoxLayout(fields_);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(12);
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(8);
    grid_->setColumnStretch(1, 1);
    name_ = addField("name", tr("Name"), {}, false);
    address_ =
        addField("address", tr("Address"), QString("burin://engraver.example:%1").arg(controllerPort), false);
    ca_ = addField("ca", tr("CA certificate"), tr("of the machine's authority"), true);
    ca_->setToolTip(tr("The certificate of the authority that signed the machine's certificate"));
    certificate_ = addField("certificate", tr("Client certificate"), tr("if the machine requires one"), true);
    key_ = addField("key", tr("Private key"), {}, true);
    token_ = addField("token", tr("Token file"), tr("if the machine requires one"), true);
    insecure_ = new QCheckBox(tr("Unencrypted: others can read and change the job"), fields_);
    insecure_->setObjectName("machines.insecure");
    connect(insecure_, &QCheckBox::clicked, this, &MachinesDialog::changed);
    grid_->addWidget(insecure_, grid_->rowCount(), 0, 1, 3);
    box->addLayout(grid_);
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    problemIcon_ = new QLabel(fields_);
    problem_ = new QLabel(fields_);
    problem_->setObjectName("machines.problem");
    problem_->setWordWrap(true);
    ask_ = dialogButton("machines.ask", tr("Test connection"), fields_);
    connect(ask_, &QPushButton::clicked, this, [this] { query_.ask(typed()); });
    line->addWidget(problemIcon_);
    line->addWidget(problem_, 1);
    line->addWidget(ask_);
    box->addLayout(line);
    box->addWidget(new MachineCard(theme_, query_, fields_));
    box->addStretch(1);
    return fields_;
}

int MachinesDialog::current() const {
    return list_->currentRow();
}

void MachinesDialog::showEvent(QShowEvent* event) {
    book_.reload();
    QDialog::showEvent(event);
}

/// Shows what changed in the book. The fields stay as they are as long as their machine is in it. If it was
/// removed, they are empty: what is typed must not get into another machine.
void MachinesDialog::follow() {
    const int row = rowOf(shown_, book_.machines(), current());
    const bool edited = row < 0 && book_.machines().size() == list_->count();
    fillList(edited ? current() : row);
    if (row >= 0) return;
    const bool typing = fields_->isAncestorOf(focusWidget());
    showCurrent();
    if (typing && current() < 0) setFocus();  // a list that gets the focus selects its first row
}

void MachinesDialog::fillList(int current) {
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const MachineEntry& machine : book_.machines())
        list_->addItem(machine.title());
    words_->say(list_->count() == 0 ? tr("No machines yet. Press Add.") : QString());
    list_->setCurrentRow(std::clamp(current, -1, list_->count() - 1));
}

void MachinesDialog::add() {
    book_.change([](QList<MachineEntry>& machines) {
        machines << MachineEntry{tr("New machine"), {}, {}, {}, {}, {}, false};
    });
    list_->setCurrentRow(list_->count() - 1);
    showCurrent();
    name_->setFocus();
    name_->selectAll();
}

void MachinesDialog::remove() {
    const int row = current();
    const MachineEntry machine = shown_;
    bool found = false;
    book_.change([&](QList<MachineEntry>& machines) {
        const int now = rowOf(machine, machines, row);
        found = now >= 0;
        if (found) machines.removeAt(now);
    });
    // A machine that another window has removed or changed is not this window's to bring back.
    if (found) removed_.emplace_back(row, machine);
    list_->setCurrentRow(std::min(row, list_->count() - 1));
    showCurrent();
}

/// Puts the machine that was removed last back into its row.
void MachinesDialog::restore() {
    const auto [before, machine] = removed_.back();
    removed_.pop_back();
    int row = before;
    book_.change([&row, &machine = machine](QList<MachineEntry>& machines) {
        row = std::min(row, static_cast<int>(machines.size()));
        machines.insert(row, machine);
    });
    list_->setCurrentRow(row);
    showCurrent();
}

void MachinesDialog::showCurrent() {
    const bool any = current() >= 0;
    shown_ = any ? book_.machines()[current()] : MachineEntry();
    name_->setText(shown_.name);
    address_->setText(shown_.address);
    ca_->setText(shown_.ca);
    certificate_->setText(shown_.certificate);
    key_->setText(shown_.key);
    token_->setText(shown_.tokenFile);
    insecure_->setChecked(shown_.insecure);
    fields_->setEnabled(any);
    remove_->setEnabled(any);
    undo_->setVisible(!removed_.empty());
    undo_->setToolTip(
        removed_.empty() ? QString() : tr("Puts %1 back into the list").arg(removed_.back().second.title()));
    query_.forget();
    showProblem();
}

MachineEntry MachinesDialog::typed() const {
    return {name_->text().trimmed(),        address_->text().trimmed(), ca_->text().trimmed(),
            certificate_->text().trimmed(), key_->text().trimmed(),     token_->text().trimmed(),
            insecure_->isChecked()};
}

void MachinesDialog::changed() {
    const MachineEntry before = std::exchange(shown_, typed());
    // The settings keep no machine without a name and an address.
    if (shown_.title().isEmpty()) {
        shown_ = before;
    } else {
        book_.change([&](QList<MachineEntry>& machines) {
            const int row = rowOf(before, machines, current());
            // Another window may have removed or changed it. Nothing that was typed gets lost then.
            if (row >= 0) {
                machines[row] = shown_;
            } else {
                machines.insert(std::min(current(), static_cast<int>(machines.size())), shown_);
            }
        });
    }
    query_.forget();
    showProblem();
}

/// Shows what is wrong with the selected machine's entry.
void MachinesDialog::showProblem() {
    const bool any = current() >= 0;
    const QString none =
        list_->count() == 0 ? tr("Add a machine to export to it.") : tr("Select a machine in the list.");
    const QString problem = any ? typed().problem() : none;
    problemIcon_->setPixmap(
        theme_.pixmap(any ? "warning" : "info", 16, any ? Role::warning : Role::quiet, devicePixelRatioF()));
    problemIcon_->setVisible(!problem.isEmpty());
    problem_->setText(problem);
    ask_->setEnabled(any && problem.isEmpty());
}

}  // namespace burin::ui

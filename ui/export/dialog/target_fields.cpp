// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/target_fields.hpp"

#include "core/sinks/swaths.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/theme/card.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/text.hpp"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>

#include <algorithm>

namespace burin::ui {

namespace {

/// The file suffix in `name` if a format has it; otherwise empty.
QString suffixOf(const QString& name) {
    for (const FormatInfo& format : fileFormats()) {
        for (const std::string_view suffix : format.suffixes) {
            if (name.endsWith(textOf(suffix), Qt::CaseInsensitive)) return textOf(suffix);
        }
    }
    return {};
}

/// `PNG picture (*.png)`; for several formats `All formats (*.png *.raw)`.
QString filterOf(const ExportFormat& chosen) {
    QStringList patterns;
    for (const FormatInfo& format : fileFormats()) {
        if (chosen.file != nullptr && chosen.file != &format) continue;
        for (const std::string_view suffix : format.suffixes)
            patterns << '*' + textOf(suffix);
    }
    patterns.removeDuplicates();
    const QString title = chosen.file == nullptr ? tr("All formats") : chosen.title;
    return title + " (" + patterns.join(' ') + ')';
}

int indexOf(const FormatInfo& format) {
    return static_cast<int>(&format - fileFormats().data());
}

bool hasSuffix(const FormatInfo& format, const std::string& suffix) {
    return std::find(format.suffixes.begin(), format.suffixes.end(), suffix) != format.suffixes.end();
}

QString fileOf(const std::filesystem::path& path) {
    return QFile::decodeName(path.c_str());
}

/// The first format that has the suffix; nullptr if there is none.
const FormatInfo* formatWith(const std::string& suffix) {
    for (const FormatInfo& format : fileFormats()) {
        if (hasSuffix(format, suffix)) return &format;
    }
    return nullptr;
}

/// Whether the name has a placeholder for the number of a swath or a layer.
bool numbered(const QString& name) {
    return NumberedName::parse(QFile::encodeName(name).toStdString()).has_value();
}

}  // namespace

TargetFields::TargetFields(const Theme& theme, MachineBook& book, QWidget* parent, Names names)
    : FieldGroup(parent), book_(book), names_(names) {
    makeFields(theme);
    placeFields();
    showRows();
    connect(format_, &QComboBox::activated, this, &TargetFields::formatChosen);
    connect(file_, &QLineEdit::textEdited, this, &TargetFields::confirm);
    connect(file_, &QLineEdit::textEdited, this, &TargetFields::fileTyped);
    connect(machines_, &QComboBox::activated, this, &TargetFields::confirm);
    connect(machines_, &QComboBox::currentIndexChanged, this, &TargetFields::rememberMachine);
    connect(machines_, &QComboBox::activated, this, &TargetFields::changed);
    connect(&book_, &MachineBook::changed, this, [this] {
        fillMachines();
        if (format().machine) emit changed();
    });
}

/// Another window may have changed the address book.
void TargetFields::showEvent(QShowEvent* event) {
    book_.reload();
    FieldGroup::showEvent(event);
}

void TargetFields::makeFields(const Theme& theme) {
    format_ = new QComboBox(this);
    format_->setObjectName("export.format");
    for (const ExportFormat& format : exportFormats())
        format_->addItem(format.title);
    file_ = new QLineEdit(this);
    file_->setObjectName("export.target");
    file_->setFont(theme.numbers(12));
    hint_ = hintLabel(theme, {}, this);
    hint_->setWordWrap(true);
}

void TargetFields::placeFields() {
    auto* const browse = dialogButton("export.choose", tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this,
            names_ == Names::file ? &TargetFields::chooseFile : &TargetFields::chooseFolder);
    machines_ = new QComboBox(this);
    machines_->setObjectName("export.machine");
    machines_->setMinimumWidth(200);
    fillMachines();
    auto* const book = dialogButton("export.book", tr("Machines…"), this);
    connect(book, &QPushButton::clicked, this, &TargetFields::bookWanted);
    addRow(rowName(tr("Format")), {format_}, true);
    fileRow_ = addRow(rowName(tr("File")), {file_, browse}, false);
    machineRow_ = addRow(rowName(tr("Machine")), {machines_, book}, true);
    addHint(hint_);
}

const ExportFormat& TargetFields::format() const {
    return exportFormats()[static_cast<std::size_t>(format_->currentIndex())];
}

void TargetFields::setFormat(int index) {
    format_->setCurrentIndex(index);
    showRows();
}

bool TargetFields::mayCompress() const {
    if (format().machine) return false;
    // Each layer is a file of its own.
    const FormatInfo* written = format().file;
    if (format().layers) written = formatNamed("layer" + suffixOf(file()).toStdString());
    return written != nullptr && written->compresses;
}

const MachineEntry* TargetFields::machine() const {
    const int index = machines_->currentIndex();
    if (!format().machine || index < 0 || index >= book_.machines().size()) return nullptr;
    return &book_.machines()[index];
}

QString TargetFields::name() const {
    if (machine() != nullptr) return machine()->name;
    ExportOrder order;
    order.setFile(file());
    return order.targetName();
}

QString TargetFields::fill(ExportOrder& order) const {
    if (format().machine) {
        const MachineEntry* const chosen = machine();
        if (chosen == nullptr && book_.machines().isEmpty()) return tr("Add a machine to the address book.");
        if (chosen == nullptr) return tr("Choose a machine.");
        order.machine = *chosen;
        order.setFile(chosen->sink());
        return chosen->problem();
    }
    if (names_ == Names::pattern) {
        order.setFile(file());
        return {};
    }
    if (file().isEmpty()) return tr("Choose a file to write to.");
    if (format().layers && !numbered(file()))
        return tr("The file name needs a placeholder for the layer number, such as layer%03d.tif.");
    order.setFile(QFileInfo(file()).absoluteFilePath());
    return {};
}

QString TargetFields::file() const {
    return file_->text().trimmed();
}

void TargetFields::suggest(const QString& file) {
    setFile(file);
    chosen_ = false;
}

void TargetFields::focusTarget() {
    if (format().machine) return machines_->setFocus(Qt::TabFocusReason);
    file_->setFocus(Qt::TabFocusReason);
}

void TargetFields::setFile(const QString& file) {
    chosen_ = true;
    file_->setText(QDir::toNativeSeparators(file));
    fileTyped();
}

Settings::ExportTarget TargetFields::choice() const {
    const MachineEntry* const chosen = machine();
    return {format().name, file(), chosen == nullptr ? QString() : chosen->name};
}

void TargetFields::choose(const Settings::ExportTarget& choice) {
    const int machine = choice.machine.isEmpty() ? -1 : machines_->findText(choice.machine);
    if (machine >= 0) machines_->setCurrentIndex(machine);
    const auto& formats = exportFormats();
    const auto found = std::find_if(formats.begin(), formats.end(), [&](const ExportFormat& format) {
        return machine >= 0 ? format.machine : !format.machine && format.name == choice.format;
    });
    setFormat(found == formats.end() ? 0 : static_cast<int>(found - formats.begin()));
    setFile(choice.file);
}

void TargetFields::chooseMachine() {
    setFormat(static_cast<int>(exportFormats().size()) - 1);
}

/// A suffix that the format does not have selects the first format that has it. A placeholder selects none:
/// a percent sign may just be part of the name.
void TargetFields::fileTyped() {
    if (format().machine) return emit changed();
    const std::string suffix = lowerSuffix(pathOf(file()));
    const FormatInfo* const named = formatWith(suffix);
    const bool layer = format().layers && numbered(file());
    const bool has = format().file != nullptr && hasSuffix(*format().file, suffix);
    if (named != nullptr && !layer && !has) setFormat(indexOf(*named));
    emit changed();
}

/// Changes the file's suffix to that of the format.
void TargetFields::formatChosen() {
    showRows();
    if (format().machine) return emit machineChosen();
    QString name = file();
    name.chop(suffixOf(name).size());
    static const QRegularExpression number("(-layer|-)?%0?\\d*d$");
    name.remove(number);
    if (format().numbered()) name += QStringLiteral("-%05d");
    if (format().layers) name += QStringLiteral("-layer%03d");
    file_->setText(name + usualSuffix());
    emit changed();
}

void TargetFields::chooseFile() {
    const bool pattern = format().numbered() || format().layers;
    const QString there = pattern ? file() : fileOf(plainName(pathOf(file())));
    FileDialog dialog(this, tr("Export to"), there, filterOf(format()));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    const QString chosen = dialog.chosen();
    if (chosen.isEmpty()) return;
    const QString name = pattern ? chosen : fileOf(escapedName(pathOf(chosen)));
    setFile(suffixOf(name).isEmpty() ? name + usualSuffix() : name);
    file_->setFocus(Qt::OtherFocusReason);  // in the field Enter starts the export; on the button it would
                                            // ask for the file again
}

/// Puts the folder in front of the pattern's last part.
void TargetFields::chooseFolder() {
    FileDialog dialog(this, tr("Export to"), QFileInfo(file()).path());
    dialog.setFileMode(QFileDialog::Directory);
    dialog.setOption(QFileDialog::ShowDirsOnly);
    const QString chosen = dialog.chosen();
    if (!chosen.isEmpty()) setFile(QDir(chosen).filePath(QFileInfo(file()).fileName()));
}

QString TargetFields::usualSuffix() const {
    const FormatInfo& written = format().file == nullptr ? fileFormats().front() : *format().file;
    return textOf(written.suffixes.front());
}

void TargetFields::rememberMachine() {
    const int row = machines_->currentIndex();
    if (row >= 0 && row < book_.machines().size()) wanted_ = book_.machines()[row];
}

/// Lists the machines of the book and keeps the selected one, also under a new name. If it was removed, none
/// is selected: an export must not go to another machine than the one that the user chose.
void TargetFields::fillMachines() {
    const QList<MachineEntry>& machines = book_.machines();
    const int row = machines_->currentIndex();
    {
        const QSignalBlocker quiet(machines_);
        machines_->clear();
        for (const MachineEntry& machine : machines)
            machines_->addItem(machine.title());
        machines_->setCurrentIndex(wanted_ ? rowOf(*wanted_, row) : 0);
    }
    if (machines.isEmpty()) wanted_.reset();
    rememberMachine();
    machines_->setEnabled(!machines.isEmpty());
    machines_->setPlaceholderText(machines.isEmpty() ? tr("No machines yet") : tr("Choose a machine"));
}

/// The row of a machine; -1 if it was removed. \param row  the one it had
int TargetFields::rowOf(const MachineEntry& machine, int row) const {
    const QList<MachineEntry>& machines = book_.machines();
    const auto same = [&](const MachineEntry& each) { return each.title() == machine.title(); };
    const auto renamed = [&](const MachineEntry& each) {
        MachineEntry before = each;
        before.name = machine.name;
        return before == machine;
    };
    const auto rowWith = [&](const auto& condition) {
        if (row >= 0 && row < machines.size() && condition(machines[row])) return row;
        const auto found = std::find_if(machines.begin(), machines.end(), condition);
        return found == machines.end() ? -1 : static_cast<int>(found - machines.begin());
    };
    const int kept = rowWith(same);
    return kept >= 0 ? kept : rowWith(renamed);
}

void TargetFields::showRows() {
    fileRow_->setVisible(!format().machine);
    machineRow_->setVisible(format().machine);
    hint_->setText(hintText());
    hint_->setVisible(!hint_->text().isEmpty());
}

QString TargetFields::hintText() const {
    if (format().numbered()) return tr("%05d stands for the number of the swath.");
    if (format().layers)
        return tr("%03d stands for the number of the layer. Layer k holds the values above (k + 0.5) / N.");
    if (names_ == Names::file || format().machine) return {};
    return tr("{name}, {row} and the titles of columns stand for the row's values.");
}

}  // namespace burin::ui

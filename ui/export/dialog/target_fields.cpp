// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/target_fields.hpp"

#include "core/sinks/swaths.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/theme/card.hpp"
#include "ui/theme/dialog_button.hpp"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>

#include <algorithm>

namespace burin::ui {

namespace {

/// Of ExportFormat, in its order; in settings.
constexpr const char* formatNames[] = {"tiff", "raw", "png", "swaths", "layers", "machine"};

const char* suffixOf(const QString& name) {
    for (const char* suffix : {".tif", ".tiff", ".raw", ".png"}) {
        if (name.endsWith(QLatin1String(suffix), Qt::CaseInsensitive)) return suffix;
    }
    return "";
}

/// Whether the name has a place for the number of a swath or a layer.
bool numbered(const QString& name) {
    return NumberedName::parse(QFile::encodeName(name).toStdString()).has_value();
}

}  // namespace

TargetFields::TargetFields(const Theme& theme, MachineBook& book, QWidget* parent)
    : FieldGroup(parent), book_(book) {
    makeFields(theme);
    placeFields();
    showRows();
    connect(format_, &QComboBox::activated, this, &TargetFields::formatChosen);
    connect(file_, &QLineEdit::textEdited, this, &TargetFields::fileTyped);
    connect(machines_, &QComboBox::activated, this, &TargetFields::changed);
    connect(&book_, &MachineBook::changed, this, [this] {
        fillMachines();
        if (format() == ExportFormat::machine) emit changed();
    });
}

void TargetFields::makeFields(const Theme& theme) {
    format_ = new QComboBox(this);
    format_->setObjectName("export.format");
    format_->addItems(
        {tr("TIFF, one file"), tr("Raw samples"), tr("PNG picture"), tr("TIFF, one file a swath")});
    format_->addItems({tr("1-bit layers, one file each"), tr("To a machine, streamed")});
    file_ = new QLineEdit(this);
    file_->setObjectName("export.target");
    hint_ = hintLabel(theme, {}, this);
}

void TargetFields::placeFields() {
    auto* const browse = dialogButton("export.choose", tr("Choose…"), this);
    connect(browse, &QPushButton::clicked, this, &TargetFields::chooseFile);
    machines_ = new QComboBox(this);
    machines_->setObjectName("export.machine");
    machines_->setMinimumWidth(200);
    fillMachines();
    auto* const book = dialogButton("export.book", tr("Machines…"), this);
    connect(book, &QPushButton::clicked, this, &TargetFields::bookWanted);
    addRow(rowName(tr("Write")), {format_}, true);
    fileRow_ = addRow(rowName(tr("To")), {file_, browse}, false);
    machineRow_ = addRow(rowName(tr("To")), {machines_, book}, true);
    addHint(hint_);
}

ExportFormat TargetFields::format() const {
    return static_cast<ExportFormat>(format_->currentIndex());
}

void TargetFields::setFormat(ExportFormat format) {
    format_->setCurrentIndex(static_cast<int>(format));
    showRows();
}

bool TargetFields::writesTiff() const {
    if (format() == ExportFormat::layers) return QString(suffixOf(file())).startsWith(".tif");
    return format() == ExportFormat::tiff || format() == ExportFormat::swaths;
}

const MachineEntry* TargetFields::machine() const {
    const int index = machines_->currentIndex();
    if (format() != ExportFormat::machine || index < 0 || index >= book_.machines().size()) return nullptr;
    return &book_.machines()[index];
}

QString TargetFields::name() const {
    return machine() != nullptr ? machine()->name : QFileInfo(file()).fileName();
}

QString TargetFields::fill(ExportOrder& order) const {
    if (format() == ExportFormat::machine) {
        const MachineEntry* const chosen = machine();
        if (chosen == nullptr) return tr("Add a machine to the address book.");
        order.machine = *chosen;
        order.target = chosen->sink();
        return chosen->problem();
    }
    if (file().isEmpty()) return tr("Choose a file to write to.");
    if (format() == ExportFormat::layers && !numbered(file()))
        return tr("The name of layers needs a place for their number, such as layer%03d.tif.");
    order.target = QFileInfo(file()).absoluteFilePath();
    return {};
}

QString TargetFields::file() const {
    return file_->text().trimmed();
}

void TargetFields::setFile(const QString& file) {
    file_->setText(QDir::toNativeSeparators(file));
    fileTyped();
}

Settings::ExportTarget TargetFields::choice() const {
    const MachineEntry* const chosen = machine();
    return {formatNames[format_->currentIndex()], file(), chosen == nullptr ? QString() : chosen->name};
}

void TargetFields::choose(const Settings::ExportTarget& choice) {
    const auto* const name = std::find(std::begin(formatNames), std::end(formatNames), choice.format);
    const int machine = choice.machine.isEmpty() ? -1 : machines_->findText(choice.machine);
    if (machine >= 0) machines_->setCurrentIndex(machine);
    const bool file = machine < 0;
    const bool known = name != std::end(formatNames) && *name != QLatin1String("machine");
    setFormat(!file   ? ExportFormat::machine
              : known ? static_cast<ExportFormat>(name - std::begin(formatNames))
                      : ExportFormat::tiff);
    setFile(choice.file);
}

void TargetFields::chooseMachine() {
    setFormat(ExportFormat::machine);
}

/// The suffix decides what is written.
void TargetFields::fileTyped() {
    if (format() == ExportFormat::machine) return emit changed();
    const QString suffix = QLatin1String(suffixOf(file()));
    if (numbered(file())) {
        if (format() != ExportFormat::layers) setFormat(ExportFormat::swaths);
    } else if (suffix == ".raw") {
        setFormat(ExportFormat::raw);
    } else if (suffix == ".png") {
        setFormat(ExportFormat::png);
    } else if (!suffix.isEmpty()) {
        setFormat(ExportFormat::tiff);
    }
    emit changed();
}

/// Gives the file the suffix that belongs to the format.
void TargetFields::formatChosen() {
    showRows();
    if (format() == ExportFormat::machine) return emit machineChosen();
    constexpr const char* suffixes[] = {".tif", ".raw", ".png", ".tif", ".tif"};
    QString name = file();
    name.chop(static_cast<qsizetype>(qstrlen(suffixOf(name))));
    static const QRegularExpression number("(-layer|-)?%0?\\d*d$");
    name.remove(number);
    if (format() == ExportFormat::swaths) name += QStringLiteral("-%05d");
    if (format() == ExportFormat::layers) name += QStringLiteral("-layer%03d");
    file_->setText(name + suffixes[format_->currentIndex()]);
    emit changed();
}

void TargetFields::chooseFile() {
    constexpr const char* filters[] = {"TIFF (*.tif *.tiff)", "Raw samples (*.raw)", "PNG (*.png)",
                                       "TIFF (*.tif *.tiff)", "TIFF, raw, PNG (*.tif *.tiff *.raw *.png)"};
    const QString chosen =
        QFileDialog::getSaveFileName(this, tr("Export to"), file(), tr(filters[format_->currentIndex()]),
                                     nullptr, QFileDialog::DontConfirmOverwrite);
    if (chosen.isEmpty()) return;
    const char* const usual = format() == ExportFormat::raw   ? ".raw"
                              : format() == ExportFormat::png ? ".png"
                                                              : ".tif";
    setFile(*suffixOf(chosen) == '\0' ? chosen + usual : chosen);
}

/// The names of the book; the one that was chosen stays.
void TargetFields::fillMachines() {
    const QString chosen = machines_->currentText();
    machines_->clear();
    for (const MachineEntry& machine : book_.machines())
        machines_->addItem(machine.name.isEmpty() ? machine.address : machine.name);
    machines_->setCurrentIndex(std::max(0, machines_->findText(chosen)));
    machines_->setEnabled(machines_->count() > 0);
}

void TargetFields::showRows() {
    const bool swaths = format() == ExportFormat::swaths;
    const bool layers = format() == ExportFormat::layers;
    fileRow_->setVisible(format() != ExportFormat::machine);
    machineRow_->setVisible(format() == ExportFormat::machine);
    hint_->setText(swaths ? tr("%05d stands for the number of the swath.")
                          : tr("%03d stands for the number of the layer: what is above (k + 0.5) / N in "
                               "layer k."));
    hint_->setVisible(swaths || layers);
}

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/field_group.hpp"
#include "ui/export/queue/export_job.hpp"
#include "ui/model/settings.hpp"

class QComboBox;
class QLineEdit;

namespace burin::ui {

class MachineBook;
class Theme;

/// What is written, and to which file or machine. Format and suffix of the file follow each other.
class TargetFields : public FieldGroup {
    Q_OBJECT

  public:
    TargetFields(const Theme& theme, MachineBook& book, QWidget* parent = nullptr);

    [[nodiscard]] ExportFormat format() const;
    /// Whether TIFFs are written.
    [[nodiscard]] bool writesTiff() const;
    /// That is streamed to; nullptr: to none.
    [[nodiscard]] const MachineEntry* machine() const;
    /// How people call the target: a file without its folder, or the machine.
    [[nodiscard]] QString name() const;
    /// Names the target in an order. \return what is wrong with it; empty: nothing
    [[nodiscard]] QString fill(ExportOrder& order) const;

    void setFile(const QString& file);
    /// What is chosen, to be chosen again later.
    [[nodiscard]] Settings::ExportTarget choice() const;
    /// A machine that is no longer in the book leaves the file.
    void choose(const Settings::ExportTarget& choice);
    /// Chooses to stream, and does not say so by a signal.
    void chooseMachine();

  signals:
    void changed();
    /// By hand, instead of changed().
    void machineChosen();
    /// The address book is to be opened.
    void bookWanted();

  private:
    void makeFields(const Theme& theme);
    void placeFields();
    [[nodiscard]] QString file() const;
    void setFormat(ExportFormat format);
    void formatChosen();
    void fileTyped();
    void chooseFile();
    void fillMachines();
    void showRows();

    MachineBook& book_;
    QComboBox* format_;
    QLineEdit* file_;
    QLabel* hint_;
    QComboBox* machines_;
    QWidget* fileRow_;
    QWidget* machineRow_;
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/field_group.hpp"
#include "ui/export/queue/export_job.hpp"
#include "ui/model/settings.hpp"

#include <optional>

class QComboBox;
class QLineEdit;

namespace burin::ui {

class MachineBook;
class Theme;

/// The format and the target, a file or a machine. The format and the file's suffix follow each other. In the
/// name of a file, `%%` is a percent sign, as in core/sinks/numbered_name.hpp.
class TargetFields : public FieldGroup {
    Q_OBJECT

  public:
    /// The meaning of the typed name: one file, or the pattern of many, such as `out/{name}.tif`.
    enum class Names { file, pattern };

    TargetFields(const Theme& theme, MachineBook& book, QWidget* parent = nullptr, Names names = Names::file);

    [[nodiscard]] const ExportFormat& format() const;
    /// Whether files of the format can be compressed.
    [[nodiscard]] bool mayCompress() const;
    /// The machine to stream to; nullptr if there is none.
    [[nodiscard]] const MachineEntry* machine() const;
    /// A short name for the target: the file name without its folder, or the machine's name.
    [[nodiscard]] QString name() const;
    /// Writes the target into an order. \return what is wrong with it; empty if nothing is
    [[nodiscard]] QString fill(ExportOrder& order) const;

    /// Shows a file as a suggestion: chosen() is false afterwards.
    void suggest(const QString& file);
    void setFile(const QString& file);
    /// Whether the user has chosen the target.
    [[nodiscard]] bool chosen() const { return chosen_; }
    void confirm() { chosen_ = true; }
    void focusTarget();
    /// The current choice, to be restored later.
    [[nodiscard]] Settings::ExportTarget choice() const;
    /// If the machine is no longer in the book, the file is chosen instead.
    void choose(const Settings::ExportTarget& choice);
    /// Selects streaming without emitting a signal.
    void chooseMachine();

  signals:
    void changed();
    /// The user selected a machine; emitted instead of changed().
    void machineChosen();
    /// The user wants to open the address book.
    void bookWanted();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void makeFields(const Theme& theme);
    void placeFields();
    [[nodiscard]] QString file() const;
    /// \param index  in exportFormats()
    void setFormat(int index);
    [[nodiscard]] QString usualSuffix() const;
    [[nodiscard]] QString hintText() const;
    void formatChosen();
    void fileTyped();
    void chooseFile();
    void chooseFolder();
    void fillMachines();
    void rememberMachine();
    [[nodiscard]] int rowOf(const MachineEntry& machine, int row) const;
    void showRows();

    MachineBook& book_;
    const Names names_;
    bool chosen_ = false;
    QComboBox* format_;
    QLineEdit* file_;
    QLabel* hint_;
    QComboBox* machines_;
    std::optional<MachineEntry> wanted_;  ///< the machine that was selected last; it may be removed by now
    QWidget* fileRow_;
    QWidget* machineRow_;
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/field_group.hpp"
#include "ui/export/queue/export_job.hpp"

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace burin::ui {

class Theme;

/// How the samples are packed: in which order, in how many layers, and compressed by what.
class PackingFields : public FieldGroup {
    Q_OBJECT

  public:
    explicit PackingFields(const Theme& theme, QWidget* parent = nullptr);

    /// What the machine does not take is not offered. \param machine  nullptr: everything is taken
    void limitTo(const MachineDescription* machine);
    /// Shows of the rows those that the format has a use for.
    /// \param tiff     whether that comes down to TIFFs
    /// \param machine  nullptr: everything is taken
    void showFor(ExportFormat format, bool tiff, const MachineDescription* machine);

    /// Whether the scan goes by swaths.
    [[nodiscard]] bool swathsChosen() const;
    /// Whether what is written gets smaller by it.
    [[nodiscard]] bool compresses() const;
    /// Writes all of it into an order. \pre  it has its design
    /// \return what is wrong with it; empty: nothing
    [[nodiscard]] QString fill(ExportOrder& order) const;

  signals:
    void changed();

  private:
    void makeFields(const Theme& theme);
    /// Whether the samples can go in another order than by rows.
    [[nodiscard]] bool ordered() const;

    ExportFormat format_ = ExportFormat::tiff;
    bool tiff_ = true;
    QLabel* scanName_;
    QComboBox* scan_;
    QLineEdit* swath_;
    QCheckBox* serpentine_;
    QComboBox* compression_;
    QLineEdit* layers_;
    QCheckBox* slices_;
    QWidget* scanRow_;
    QWidget* layersRow_;
    QWidget* compressionRow_;
    QWidget* slicesRow_;
};

}  // namespace burin::ui

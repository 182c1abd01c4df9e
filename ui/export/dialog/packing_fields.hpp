// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_format.hpp"
#include "ui/export/dialog/field_group.hpp"
#include "ui/export/queue/export_job.hpp"

#include <QVariant>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace burin::ui {

class Theme;

/// How the samples are packed: scan order, number of layers, compression, strips or tiles.
class PackingFields : public FieldGroup {
    Q_OBJECT

  public:
    explicit PackingFields(const Theme& theme, QWidget* parent = nullptr);

    /// Offers only what the machine supports. \param machine  nullptr: no restriction
    void limitTo(const MachineDescription* machine);
    /// Shows only the rows that the format uses.
    /// \param compressed  whether the format's files are TIFFs, which can be compressed
    /// \param machine     nullptr: no restriction
    void showFor(const ExportFormat& format, bool compressed, const MachineDescription* machine);

    [[nodiscard]] bool swathsChosen() const;
    [[nodiscard]] bool compresses() const;
    /// The current choice, to be restored later.
    [[nodiscard]] QVariantMap choice() const;
    /// Restores a choice, as far as the fields offer it.
    void choose(const QVariantMap& choice);
    /// Writes the settings into an order. \pre the order has its design
    /// \return what is wrong with them; empty if nothing is
    [[nodiscard]] QString fill(ExportOrder& order) const;

  signals:
    void changed();

  private:
    void makeFields(const Theme& theme);
    [[nodiscard]] QWidget* makeScan();

    ExportFormat format_ = exportFormats().front();
    bool compressed_ = true;
    QLabel* scanName_;
    QComboBox* scan_;
    QLineEdit* swath_;
    QCheckBox* serpentine_;
    QComboBox* compression_;
    QComboBox* layout_;
    QLineEdit* layers_;
    QCheckBox* slices_;
    QWidget* scanRow_;
    QWidget* layersRow_;
    QWidget* compressionRow_;
    QWidget* slicesRow_;
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_setup.hpp"
#include "ui/export/dialog/region_fields.hpp"
#include "ui/model/settings.hpp"
#include "ui/model/workbench.hpp"

#include <QWidget>

#include <optional>
#include <utility>

class QCheckBox;

namespace burin::ui {

class MachineBook;
class PackingFields;
class TableField;
class TargetFields;

/// The fields of a batch: its table, and what all of its rows have in common.
class BatchFields : public QWidget {
    Q_OBJECT

  public:
    BatchFields(Workbench workbench, MachineBook& book, QWidget* parent = nullptr);

    /// Sets how to ask for the visible region. Without it the fields do not offer that region.
    void setView(RegionFields::View view);
    /// The batch that the fields describe. \param problem  set if the fields are incomplete or wrong
    [[nodiscard]] std::optional<BatchSetup> setup(QString& problem) const;

    void setTable(const QString& file);
    /// Makes the next run of this table and target continue a run that makes all rows again.
    void continueThis();
    [[nodiscard]] bool makesAllAgain() const;

  signals:
    void changed();
    /// The user wants to create a table.
    void createWanted();
    /// The user wants to open the address book.
    void bookWanted();

  private:
    QCheckBox* box(const char* name, const QString& text, const QString& hint);
    void connectFields();
    void restore();
    void fieldsChanged();

    const Workbench workbench_;
    Settings settings_;
    MachineBook& book_;
    TableField* table_;
    TargetFields* target_;
    RegionFields* region_;
    PackingFields* packing_;
    QCheckBox* leaveDone_;
    QCheckBox* keepGoing_;
    QCheckBox* ask_;
    bool keeps_ = false;  ///< changes are stored in the settings
    /// table and target of the run that continueThis() is about
    std::pair<QString, Settings::ExportTarget> overwriting_;
};

}  // namespace burin::ui

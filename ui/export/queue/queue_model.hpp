// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"

#include <QAbstractListModel>

namespace burin::ui {

/// The jobs of the queue as a list model, then the batches without exported rows. Rows of jobs can be
/// moved by dragging.
class QueueModel : public QAbstractListModel {
    Q_OBJECT

  public:
    explicit QueueModel(ExportQueue& queue, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// Includes the text that a screen reader reads for a row.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool moveRows(const QModelIndex& from, int row, int count, const QModelIndex& to, int before) override;

    /// The job of a row; nullptr if it is a batch.
    [[nodiscard]] ExportJob* job(const QModelIndex& index) const;
    /// The batch that a row stands for; nullptr if it is a job alone.
    [[nodiscard]] const BatchEntry* batch(const QModelIndex& index) const;

  private:
    void showBatches();

    ExportQueue& queue_;
    std::vector<BatchEntry> batches_;  ///< behind the jobs
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/queue_model.hpp"

#include <QListView>

namespace burin::ui {

class Theme;

/// The rows of the queue. Enter opens a job, Del removes it; Alt+Up, Alt+Down and dragging move it.
class QueueList : public QListView {
    Q_OBJECT

  public:
    QueueList(const Theme& theme, ExportQueue& queue, QWidget* parent = nullptr);

    [[nodiscard]] ExportJob* current() const;
    void setCurrent(ExportJob* job);
    void setEmptyText(const QString& text);
    [[nodiscard]] const QString& emptyText() const { return emptyText_; }
    /// Gives the rows of batches the background of a selection.
    void markBatches();

  signals:
    void currentJobChanged();
    /// A job was double-clicked, or Enter was pressed on it.
    void opened(burin::ui::ExportJob* job);
    /// A batch without exported rows was double-clicked, or Enter was pressed on it.
    void batchOpened();
    /// The user chose Stop and should be asked to confirm.
    void stopWanted(burin::ui::ExportJob* job);
    void resumeWanted(burin::ui::ExportJob* job);

  protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void openRow(const QModelIndex& index);
    void moveCurrent(int by);

    const Theme& theme_;
    ExportQueue& queue_;
    QueueModel* model_;
    QString emptyText_;
};

}  // namespace burin::ui

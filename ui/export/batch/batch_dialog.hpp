// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_desk.hpp"
#include "ui/export/dialog/region_fields.hpp"
#include "ui/export/queue/stop_question.hpp"
#include "ui/model/workbench.hpp"

#include <QDialog>

class QFrame;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace burin::ui {

class BatchFields;
class BatchTableView;
class CutLabel;
class MachineBook;
class QueueList;
class RowCard;

/// Exports a design once for each row of a table. Not modal: closing it does not affect a running batch.
class BatchDialog : public QDialog {
    Q_OBJECT

  public:
    BatchDialog(Workbench workbench, ExportQueue& queue, MachineBook& book, QWidget* parent = nullptr);

    void open() override;
    void setView(RegionFields::View view);
    /// Reads a table, as if the user had dropped it.
    void setTable(const QString& file);
    /// Whether the batch waits for an answer, so that nothing is exported now.
    [[nodiscard]] bool asks() { return desk_.run().asking(); }
    /// Asks whether to close the window in the meantime. \pre asks()
    [[nodiscard]] Quit askToQuit(QWidget* window);

  signals:
    /// The user wants to open the address book.
    void bookWanted();
    /// The user wants to look at the design of a row, or at its job sheet. \param name  of the row
    void openWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);
    void sheetWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);
    /// The export dialog should show the job.
    void jobWanted(burin::ui::ExportJob* job);
    /// The user chose Stop for a job of the queue and should be asked to confirm.
    void stopWanted(burin::ui::ExportJob* job);
    void resumeWanted(burin::ui::ExportJob* job);

  protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    QWidget* makeQuestion();
    QWidget* makeRows();
    QWidget* makeEmpty();
    QWidget* makeProblems();
    QWidget* makeQueue(QueueList* list);
    void fitQueue();
    QWidget* makeFoot();
    void connectParts();
    void describe();
    void start();
    void pauseOrGoOn();
    void stop();
    void checkOrStop();
    void createTable();
    void saveTable(QWidget* dialog, const QByteArray& table);
    void goToProblem(int index);
    void refresh();
    void showQuestion();
    void showButtons();

    const Workbench workbench_;
    BatchDesk desk_;
    int selected_ = 0;  ///< the row to select again when the table was read again
    BatchFields* fields_;
    QFrame* question_;
    QLabel* questionWords_;
    QPushButton* begin_;
    QProgressBar* progress_;
    QStackedWidget* pages_;
    QueueList* queueList_ = nullptr;
    BatchTableView* view_;
    RowCard* card_;
    QWidget* problemPart_;
    QLabel* problemCount_;
    QLabel* mark_;  ///< of the words
    CutLabel* words_;
    QPushButton* check_;
    QPushButton* pause_;
    QPushButton* stop_;
    QPushButton* start_;
};

}  // namespace burin::ui

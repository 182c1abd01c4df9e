// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_model.hpp"
#include "ui/export/batch/row_inquiry.hpp"
#include "ui/model/workbench.hpp"

#include <QImage>
#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;
class QPushButton;

namespace burin::ui {

class CutLabel;

/// Shows the selected row with its picture, its values and its cost, and the cost of all rows.
class RowCard : public QWidget {
    Q_OBJECT

  public:
    /// \param model  whose rows are shown
    RowCard(Workbench workbench, const BatchModel& model, QWidget* parent = nullptr);

    /// \param row  from 0; -1: none
    void setRow(int row);
    [[nodiscard]] int row() const { return row_; }
    /// Shows a picture of the row. Parameters as RowInquiry::pictured.
    void setPicture(const QImage& gray, int level, bool sketch);

  signals:
    /// Sets the time of a sample, as it was measured for the last row; negative: not known yet.
    void measured(double secondsEach);
    /// The user wants to look at the design of a row. \param name  of the row
    void openWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);
    /// The user wants the job sheet of a row.
    void sheetWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);

  private:
    QLayout* makeHead();
    QWidget* makeValues();
    QLayout* makeButtons();
    void makeFigures();
    QLabel* addFigure(QGridLayout& grid, const QString& name, const char* objectName);
    void ask();
    void refresh();
    void showValues();
    void showPicture();
    void showFigures();
    void showAll();
    [[nodiscard]] bool compresses() const;
    [[nodiscard]] QString allBytesText(double samples) const;
    [[nodiscard]] bool writesFile() const;
    [[nodiscard]] double freeBytes() const;

    const Workbench workbench_;
    const BatchModel& model_;
    RowInquiry inquiry_;
    int row_ = -1;
    QImage gray_;
    bool sketch_ = false;                   ///< `gray_` is computed from some of the samples only
    std::shared_ptr<const Design> design_;  ///< the row's design; null before it is known, or if the row is
                                            ///< wrong
    std::optional<ExportPlan> plan_;        ///< the plan of the row
    double bytesEach_ = 0;                  ///< per sample of the row that was measured last
    double secondsEach_ = -1;               ///< the time of a sample in seconds; negative: not known yet

    QLabel* line_;
    CutLabel* name_;
    QLabel* level_;
    QLabel* picture_;
    QGridLayout* values_;
    QGridLayout* figures_;
    QGridLayout* all_;
    QLabel* trouble_;
    QLabel* size_;
    QLabel* bytes_;
    QLabel* time_;
    QLabel* hash_;
    QPushButton* open_;
    QPushButton* sheet_;
    QPushButton* folder_;
    QLabel* toMake_;
    QLabel* end_;
    QLabel* allBytes_;
    QLabel* allTime_;
};

}  // namespace burin::ui

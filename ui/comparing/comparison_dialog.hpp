// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/comparing/comparison_run.hpp"
#include "ui/model/workbench.hpp"

#include <QDialog>
#include <QPolygonF>

class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace burin::ui {

class ComparisonFigures;
class DifferenceView;
class QuantityField;
class SegmentedSwitch;

/// Compares a measured part with the surface: its place on it, figures, and a picture of the differences. Not
/// modal.
class ComparisonDialog : public QDialog {
    Q_OBJECT

  public:
    explicit ComparisonDialog(Workbench workbench, QWidget* parent = nullptr);

    [[nodiscard]] const ComparisonRun& run() const { return *run_; }
    void setFile(const QString& file);
    /// Sets how to ask for the part of the surface that the viewport shows.
    void setView(std::function<std::optional<Rect>()> view) { view_ = std::move(view); }
    /// Writes the figures as a table. \return empty, or why it failed
    [[nodiscard]] QString writeCsv(const QString& file) const;
    /// Writes the differences as heights or as a picture, as the suffix says. \return as writeCsv()
    [[nodiscard]] QString writeDifferences(const QString& file) const;

  signals:
    /// The viewport should show this part of the surface, in samples.
    void areaWanted(const QRectF& area);
    /// The outline of the measured part on the surface, in samples; empty if it is not known or not wanted.
    void partPlaced(const QPolygonF& outline);

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    QWidget* makeFields();
    QWidget* makeFoot();
    QuantityField* addLength(QGridLayout& grid, const char* id, const QString& title, const QString& empty);
    void chooseFile();
    void expectView();
    void compare();
    [[nodiscard]] ComparisonWish wish() const;
    [[nodiscard]] QString problemOfFields() const;
    void followDesign();
    void refresh();
    void showFindings();
    [[nodiscard]] QPolygonF outline() const;
    [[nodiscard]] QPointF onSurface(QPointF measured) const;
    void saveCsv();
    void saveDifferences();
    void warn(const QString& problem);

    const Workbench workbench_;
    ComparisonRun* run_;
    std::function<std::optional<Rect>()> view_;
    QLabel* icon_;
    QLabel* title_;
    QLabel* hint_;
    QProgressBar* bar_;
    QLineEdit* file_ = nullptr;
    QuantityField* atX_ = nullptr;
    QuantityField* atY_ = nullptr;
    QuantityField* reach_ = nullptr;
    QuantityField* turn_ = nullptr;
    QuantityField* tolerance_ = nullptr;
    SegmentedSwitch* form_ = nullptr;
    ComparisonFigures* figures_;
    DifferenceView* picture_;
    QPushButton* show_ = nullptr;
    QPushButton* csv_ = nullptr;
    QPushButton* save_ = nullptr;
    QPushButton* compare_ = nullptr;
    QPushButton* stop_ = nullptr;
    PartFindingsPtr shown_;  ///< the findings that the figures and the picture show
};

}  // namespace burin::ui

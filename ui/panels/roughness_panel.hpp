// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/panels/roughness_column.hpp"

#include <QAction>
#include <QLabel>
#include <QList>
#include <QPointer>
#include <QWidget>

#include <utility>
#include <vector>

class QBoxLayout;
class QGridLayout;
class QScrollArea;
class QStackedLayout;
class QToolButton;

namespace burin::ui {

class IconLabel;
class Previews;
class QuantityField;
class RoughnessPlot;
class RoughnessTable;
class SegmentedSwitch;
class Wipe;

/// The results of a measuring instrument in the view or on the whole surface: a table of surface parameters,
/// the histogram with the bearing curve, and the filters. While A/B is on, it measures both nodes. While it
/// is hidden, only the measurement of a large surface continues.
class RoughnessPanel : public QWidget {
    Q_OBJECT

  public:
    explicit RoughnessPanel(Workbench workbench, QWidget* parent = nullptr);

    /// Measures both nodes of A/B from now on.
    void setWipe(Wipe& wipe);
    /// Measures the rectangle of the design from now on.
    void measureRectangle();
    /// The size that shows all of it.
    [[nodiscard]] static QSize wholeSize() { return {848, 232}; }
    /// The workspace limits its height.
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }
    [[nodiscard]] QList<QAction*> actions() const { return {copy_, csv_}; }
    /// Writes what `burin measure --csv` prints; of two nodes one after the other. \return empty, or why it
    /// failed
    [[nodiscard]] QString writeCsv(const QString& file) const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeOptions();
    QuantityField* makeFilter(const char* id, double RoughnessWish::*length);
    [[nodiscard]] std::vector<Previews*> sides() const;
    [[nodiscard]] const Previews& awaited() const;
    [[nodiscard]] bool waits() const;
    [[nodiscard]] bool takesLong() const;
    [[nodiscard]] RoughnessColumns columns() const;
    void followWipe();
    void ask();
    void runOrStop();
    void followRectangle();
    void fitOptions();
    void showPitch();
    void showRoughness();
    void showProgress();
    [[nodiscard]] QString underWay() const;
    void showState(const ViewRoughness& roughness, bool outdated);
    void showRemarks(const RoughnessColumns& columns);
    void showTheme();
    void saveCsv();

    Workbench workbench_;
    RoughnessWish wish_;
    QPointer<Wipe> wipe_;                      ///< null without OpenGL
    std::pair<Previews*, bool> sidesShown_{};  ///< the previews of the second node, and whether they are A
    QAction* copy_;
    QAction* csv_;
    QGridLayout* optionRows_ = nullptr;
    QBoxLayout* parts_;  ///< the options, and the results beside or below them
    QScrollArea* options_;
    QuantityField* short_ = nullptr;
    QuantityField* long_ = nullptr;
    SegmentedSwitch* of_ = nullptr;
    SegmentedSwitch* form_ = nullptr;
    QToolButton* run_ = nullptr;  ///< stops the measurement of a large surface, or begins it
    QLabel* place_;
    QLabel* state_;
    IconLabel* mark_;  ///< that the numbers are those of the design as it is now
    QStackedLayout* pages_;
    QLabel* words_;
    QWidget* results_;
    RoughnessPlot* plot_;
    RoughnessTable* table_;
};

}  // namespace burin::ui

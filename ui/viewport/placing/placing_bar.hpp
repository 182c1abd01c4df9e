// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"
#include "ui/model/workbench.hpp"
#include "ui/placing/placed_thing.hpp"
#include "ui/theme/bar.hpp"

#include <QComboBox>
#include <QLabel>
#include <QList>
#include <QString>

#include <cstddef>
#include <optional>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace burin::ui {

class Placing;
class PlacingCommands;
class QuantityField;
class SideLock;
class ThingArranger;

/// Shows place, size and angle of the chosen thing as fields, with the buttons that arrange the selected
/// things, and the magnet. A narrow bar leaves out parts; their commands keep their keys.
class PlacingBar : public Bar {
    Q_OBJECT

  public:
    /// The bar follows the things and has buttons for the commands. If one of these objects is destroyed, the
    /// bar must not be used any more, only destroyed.
    PlacingBar(Workbench workbench, const Placing& placing, ThingArranger& arranger,
               const PlacingCommands& commands, QWidget* parent = nullptr);
    ~PlacingBar() override;

  signals:
    /// Esc was pressed in a field whose text was not changed.
    void left();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void addName(QHBoxLayout& row);
    void addFields(QHBoxLayout& row);
    void addButtons(QHBoxLayout& row, const PlacingCommands& commands);
    void addChoice(QHBoxLayout& row, const PlacingCommands& commands);
    void addHint(QHBoxLayout& row);
    static QToolButton* buttonOf(QAction* action);
    [[nodiscard]] QString refusedText() const;
    QuantityField* makeField(const char* name, int width, const QString& tip);
    void enterPlace(std::size_t axis, const Length& value, int gesture);
    void enterSide(bool wide, const Length& value, int gesture);
    void enterAngle(double degrees, int gesture);
    static void sayHeld(const QString& held, QWidget* field);
    void showThing();
    void showPlace(const PlacedThing& thing);
    void showChoice();
    void showTheme();
    void fit();
    [[nodiscard]] double pixelUm() const;
    [[nodiscard]] Length inSurfaceUnit(double pixels) const;

    Workbench workbench_;
    const Placing& placing_;
    ThingArranger& arranger_;
    QLabel* icon_ = nullptr;
    QLabel* name_ = nullptr;
    QuantityField* x_ = nullptr;
    QuantityField* y_ = nullptr;
    QuantityField* width_ = nullptr;
    QuantityField* height_ = nullptr;
    QuantityField* angle_ = nullptr;
    SideLock* lock_ = nullptr;
    QLabel* turn_ = nullptr;
    QLabel* inLabel_ = nullptr;
    QComboBox* in_ = nullptr;
    QList<QList<QWidget*>> spare_;  ///< parts that narrow bars leave out, in this order
    std::optional<QString> node_;   ///< the node of the shown thing; empty: there is none
    bool locked_ = false;           ///< the user keeps the proportions
    int gesture_ = 0;               ///< the gesture of a run of steps in a field
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/view_appearance.hpp"
#include "ui/model/workbench.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QList>
#include <QToolButton>
#include <QWidget>

class QHBoxLayout;

namespace burin::ui {

/// The controls for the surface's look: mode, colour map, light of the relief.
class AppearanceBar : public QWidget {
    Q_OBJECT

  public:
    explicit AppearanceBar(Workbench workbench, QWidget* parent = nullptr);

    /// What narrow bars leave out, in this order; the menu of the viewport contains everything.
    enum class Shown { all, modesAsIcons, noLight, noMap };
    void setShown(Shown shown);
    /// The actions for the modes, and for reversed, clipped and automatic range.
    [[nodiscard]] QList<QAction*> lookActions() const { return actions_; }
    /// Commands without a control in this bar.
    [[nodiscard]] QList<QAction*> settings() const { return {automatic_, reversed_, clipped_}; }

  private:
    QAction* action(const char* id, const QString& text, const char* icon, const QKeySequence& keys);
    void addModes(QHBoxLayout& row);
    void addMap(QHBoxLayout& row);
    void addLight(QHBoxLayout& row);
    void addSettings();
    void showAppearance();
    void showParts();
    void showTheme();

    Workbench workbench_;
    QList<QAction*> actions_;
    QList<QAction*> modes_;  ///< in the order of AppearanceMode
    QAction* reversed_ = nullptr;
    QAction* clipped_ = nullptr;
    QAction* automatic_ = nullptr;
    QList<QToolButton*> segments_;
    Shown shown_ = Shown::all;
    QComboBox* map_ = nullptr;
    QWidget* relief_ = nullptr;
    QLabel* lightIcon_ = nullptr;
    QDoubleSpinBox* light_ = nullptr;
    QDoubleSpinBox* height_ = nullptr;
};

}  // namespace burin::ui

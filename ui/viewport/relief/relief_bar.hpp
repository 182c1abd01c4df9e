// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/viewport/relief/relief_look.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include <optional>

class QHBoxLayout;

namespace burin::ui {

class ReliefView;
class ValueSlider;

/// The controls of the 3-D view: its form, the material, the light and the heights.
class ReliefBar : public QWidget {
    Q_OBJECT

  public:
    ReliefBar(Workbench workbench, ReliefView& view, QWidget* parent = nullptr);

    /// What narrow bars leave out, in this order.
    enum class Shown { all, noExample, noSlider, noLight, noMaterial };
    void setShown(Shown shown);

  private:
    void addForms(QHBoxLayout& row);
    void addMaterials(QHBoxLayout& row);
    void addLight(QHBoxLayout& row);
    void addHeights(QHBoxLayout& row);
    void showLook();
    void showTheme();
    template <class Change>
    void change(Change change);

    Workbench workbench_;
    ReliefView& view_;
    std::optional<ReliefLook> shown_;  ///< the look in the fields
    QToolButton* flat_ = nullptr;
    QToolButton* roller_ = nullptr;
    QWidget* forms_ = nullptr;
    QWidget* materials_ = nullptr;
    QComboBox* material_ = nullptr;
    QWidget* light_ = nullptr;
    QLabel* lightIcon_ = nullptr;
    QDoubleSpinBox* azimuth_ = nullptr;
    QDoubleSpinBox* elevation_ = nullptr;
    ValueSlider* slider_ = nullptr;
    QDoubleSpinBox* heights_ = nullptr;
    QLabel* example_ = nullptr;  ///< "80 µm looks like 1.6 mm"
};

}  // namespace burin::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

class QLabel;
class QPushButton;

namespace burin::ui {

class QuantityField;
class SegmentedSwitch;
class SpotPlot;

/// The spot of a laser: its shape, its diameters along x and y, and a cut through it. If it is an image: its
/// file and pitch. A round gaussian is written as a single length.
class SpotEditor : public ValueEditor {
    Q_OBJECT

  public:
    SpotEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

    void setValue(const YamlValue* value) override;
    /// The switch of the shapes.
    [[nodiscard]] QWidget* makeHead() override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    enum Shape { gaussian, topHat, image };

    QuantityField* makeField(const char* id);
    void pick(int shape);
    void choose();
    void enter(QuantityField* field, int gesture);
    [[nodiscard]] YamlValue written(Shape shape, const QString& x, const QString& y) const;
    [[nodiscard]] QString text(const char* key) const;
    void showFile();
    void showCut();

    const ParameterDescription& wanted_;
    YamlValue value_;  ///< the value in the file; null: none
    Shape shape_ = gaussian;
    SegmentedSwitch* shapes_ = nullptr;
    QLabel* label_;
    QuantityField* x_;
    QuantityField* y_;
    QWidget* ofImage_;
    QPushButton* file_;
    QuantityField* pitch_;
    SpotPlot* plot_;
    int gesture_ = 0;
};

}  // namespace burin::ui

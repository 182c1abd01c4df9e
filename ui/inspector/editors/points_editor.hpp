// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/curve_plot.hpp"

#include <QPointer>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace burin::ui {

class ExpressionField;
class SegmentedSwitch;
class TypedCells;

/// Edits a curve: points with a plot and a table, or an expression drawn as a curve.
class PointsEditor : public ValueEditor {
    Q_OBJECT

  public:
    PointsEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

    void setValue(const YamlValue* value) override;
    /// The switch between expression and points, if both are possible.
    [[nodiscard]] QWidget* makeHead() override;
    [[nodiscard]] bool explains() const override { return !pointsMode_ && expression_ != nullptr; }

  private:
    [[nodiscard]] bool eitherWay() const { return wanted_.type == ParameterType::expressionOrPoints; }
    /// The end of the x axis, which starts at 0, if the description gives one.
    [[nodiscard]] std::optional<double> limit() const;
    /// The expression's values along x; empty if it cannot be computed.
    [[nodiscard]] std::vector<CurvePoint> sampled(const QString& expression) const;
    [[nodiscard]] PlotRange rangeOfX(const std::vector<CurvePoint>& points) const;
    [[nodiscard]] PlotRange rangeOfY(const std::vector<CurvePoint>& points) const;

    /// A point as the file has it.
    struct Written {
        CurvePoint point;
        YamlValue x;
        YamlValue y;
    };

    [[nodiscard]] std::optional<double> numberOf(const YamlValue& value) const;
    void read(const YamlValue* list);
    [[nodiscard]] const Written* before(const std::vector<CurvePoint>& points, std::size_t index) const;
    QTableWidget* makeTable();
    void setAxes(PlotRange x, PlotRange y);
    void setMode(bool points);
    void showPoints(const std::vector<CurvePoint>& points);
    /// Whether a smooth curve joins the points.
    [[nodiscard]] bool smooth() const;
    void showExpression(const QString& text);
    void fillTable(const std::vector<CurvePoint>& points);
    void takeCell(int row, int column);
    void write(const std::vector<CurvePoint>& points, int gesture);
    void pickMode(int index);
    void start();

    const ParameterDescription& wanted_;
    ExpressionField* expression_ = nullptr;
    QWidget* body_;  ///< everything except the button
    CurvePlot* plot_;
    QPushButton* begin_;    ///< shown until there is a curve
    QStackedWidget* ways_;  ///< the expression or the bar of points
    QWidget* pointsBar_;
    QLabel* count_;
    QTableWidget* table_;
    TypedCells* cells_;
    QPointer<SegmentedSwitch> switch_;
    bool pointsMode_ = false;
    std::vector<Written> written_;
    bool readable_ = true;  ///< whether all points have numbers
    QString lastExpression_;
    int gesture_ = 0;
};

}  // namespace burin::ui
